//! What renderers are given: plain paths where they do, pictures where they do not.

use super::*;
use crate::scene::Stroke;

/// The plain paths of a file's only piece.
fn shapes(svg: &str) -> Vec<DrawShape> {
    match &art(svg).pieces[..] {
        [piece] => match &piece.drawing {
            Drawing::Shapes(shapes) => shapes.clone(),
            Drawing::Picture(..) => panic!("it is a picture"),
        },
        pieces => panic!("{} pieces", pieces.len()),
    }
}

fn is_picture(inner: &str) -> bool {
    let art = art(&svg(inner));
    art.pieces.iter().any(|p| matches!(p.drawing, Drawing::Picture(..)))
}

#[test]
fn transforms_and_stroke_widths_are_baked_in() {
    let file = svg("<g id='body' transform='translate(100 100) scale(10)'>\
        <rect x='-4' y='-4' width='8' height='8' fill='#fff' stroke='#f00' stroke-opacity='.5' stroke-width='.3'/></g>");
    let [shape] = &shapes(&file)[..] else { panic!() };
    assert_near(shape.path.bounding_box(), Rect::new(60.0, 60.0, 140.0, 140.0), 1e-4);
    let stroke = shape.stroke.as_ref().unwrap();
    assert!((stroke.width - 3.0).abs() < 1e-5);
    assert_eq!(stroke.paint, Paint::Solid(crate::Color::rgb(255, 0, 0).with_alpha(0.5)));
}

#[test]
fn strokes_keep_their_ends_and_corners() {
    let file = svg("<path id='body' d='M50 50H150V150Z' stroke='red' stroke-width='2' stroke-linecap='square' \
        stroke-linejoin='bevel' stroke-miterlimit='7'/>");
    let [DrawShape { stroke: Some(Stroke { cap, join, miter_limit, .. }), .. }] = &shapes(&file)[..] else { panic!() };
    assert_eq!((*cap, *join, *miter_limit), (kurbo::Cap::Square, kurbo::Join::Bevel, 7.0));
}

#[test]
fn a_stroke_painted_first_is_a_shape_of_its_own() {
    let file = svg("<circle id='body' cx='99' cy='99' r='50' fill='#fff' stroke='red' paint-order='stroke'/>");
    let [below, above] = &shapes(&file)[..] else { panic!() };
    assert!(below.fill.is_none() && below.stroke.is_some() && above.fill.is_some() && above.stroke.is_none());
}

#[test]
fn the_opacity_of_a_group_of_one_is_that_of_its_shape() {
    let file = svg("<g opacity='.5'><g opacity='.5'><circle cx='99' cy='99' r='50'/></g></g>");
    assert_eq!(shapes(&file)[0].opacity, 0.25);
}

#[test]
fn gradients_stay_gradients_where_they_were() {
    let file =
        svg("<linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-opacity='.5'/></linearGradient>\
        <rect x='50' y='50' width='100' height='100' fill='url(#g)' id='body'/>");
    let Some(Paint::Gradient(g)) = shapes(&file)[0].fill.as_ref().map(|f| &f.paint).cloned() else { panic!() };
    let GradientKind::Linear { start, end } = g.kind else { panic!() };
    assert!((g.transform * start).distance(Point::new(50.0, 50.0)) < 1e-4);
    assert!((g.transform * end).x - 150.0 < 1e-4);
    assert_eq!(g.stops[0].color, crate::Color::rgb(255, 0, 0));
    assert_eq!(g.stops[1].color, crate::Color::BLACK.with_alpha(0.5));
}

#[test]
fn a_clip_around_everything_is_left_out_and_any_other_is_a_picture() {
    let clip = |r: &str| {
        format!("<clipPath id='c'><rect {r}/></clipPath><g clip-path='url(#c)'><circle cx='99' cy='99' r='50'/></g>")
    };
    assert!(!is_picture(&clip("width='200' height='200'")));
    assert!(is_picture(&clip("width='120' height='200'")));
    assert!(is_picture(&clip("width='200' height='200' rx='90'")));
}

/// Everything that is more than plain paths. Each with something of its own to see.
const MORE: [&str; 9] = [
    "<mask id='m'><rect width='100' height='200' fill='#fff'/></mask><circle cx='100' cy='100' r='80' mask='url(#m)'/>",
    "<filter id='f'><feGaussianBlur stdDeviation='4'/></filter><circle cx='100' cy='100' r='60' filter='url(#f)'/>",
    "<pattern id='p' width='20' height='20' patternUnits='userSpaceOnUse'><rect width='9' height='9'/></pattern>\
     <circle cx='100' cy='100' r='80' fill='url(#p)'/>",
    "<circle cx='100' cy='100' r='80' fill='#0c0'/><circle cx='140' cy='100' r='50' fill='#ff0' style='mix-blend-mode:multiply'/>",
    "<g opacity='.5'><circle cx='80' cy='100' r='60'/><circle cx='120' cy='100' r='60' fill='red'/></g>",
    "<circle cx='100' cy='100' r='80' fill='#eee' stroke='#000' stroke-width='9' stroke-dasharray='20 9'/>",
    "<circle r='8' transform='translate(100 100) scale(10 5)' fill='#eee' stroke='#000'/>",
    "<radialGradient id='r' spreadMethod='repeat' r='.1'><stop stop-color='red'/><stop offset='1'/></radialGradient>\
     <circle cx='100' cy='100' r='80' fill='url(#r)'/>",
    "<image x='20' y='20' width='160' height='160' href='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='/>",
];

#[test]
fn whatever_is_more_than_plain_paths_becomes_a_picture() {
    for inner in MORE {
        assert!(is_picture(inner), "{inner}");
    }
}

#[test]
fn pieces_drawn_in_order_are_the_file_as_resvg_draws_it() {
    let plain = "<linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='#00f'/></linearGradient>\
        <g transform='rotate(20 100 100)'><rect x='60' y='50' width='90' height='70' fill='url(#g)' opacity='.8'/></g>";
    for inner in MORE.iter().chain([&plain]) {
        // Alone; and between a body and parts, moved.
        for file in [
            svg(inner),
            svg(&format!(
                "<g transform='translate(3 5) rotate(9)'><g id='behind'>{inner}</g></g>\
                 <circle id='body' cx='100' cy='100' r='40' fill='#fc0' fill-opacity='.7'/>\
                 <g transform='scale(.5)'><rect width='5' height='5'/>{inner}<g id='front_1'>{inner}</g></g>"
            )),
        ] {
            let art = art(&file);
            let mut findings = Findings::new("");
            let xml = document::xml(&file, &mut findings).unwrap();
            let tree = document::tree(&xml, &options(false), &mut findings).unwrap();
            let map =
                if art.authored { Affine::IDENTITY } else { fit::fit(&xml, &tree, false, &mut findings).unwrap().map };
            let mut expected = Pixmap::new(100, 100).unwrap();
            resvg::render(&tree, geometry::transform(Affine::scale(0.5) * map), &mut expected.as_mut());
            let difference = mean_difference(&drawn(&art, 100), &expected);
            // A filter's layer starts at a whole pixel, which the last digit of a transform can move.
            assert!(difference < 0.5, "{difference} for {file}");
        }
    }
}

#[test]
fn a_picture_holds_its_own_element_and_what_that_needs() {
    let file = svg(&format!("<circle id='body' cx='9' cy='9' r='5'/><g id='front'>{}</g>{}", MORE[0], MORE[1]));
    let art = art(&file);
    let Drawing::Picture(front, _) = &art.pieces[1].drawing else { panic!() };
    assert_eq!((front.tree.masks().len(), front.tree.filters().len()), (1, 0));
    let picture = drawn(&super::Art { pieces: vec![art.pieces[1].clone()], ..art.clone() }, 100);
    assert_eq!(pixel(&picture, 9.0, 9.0).alpha(), 0);
    assert_eq!(pixel(&picture, 60.0, 100.0).alpha(), 255);
}

#[cfg(feature = "text")]
#[test]
fn text_without_a_font_is_reported_with_its_place() {
    let file = svg("<circle id='body' cx='99' cy='99' r='50'/>\n<text y='50'>hi</text>\n<text y='90'>there</text>");
    let finding = &found(&file, true)[0];
    assert_eq!(finding.place, at(2, 1));
    assert!(finding.message.starts_with("text needs a font"), "{finding}");
}
