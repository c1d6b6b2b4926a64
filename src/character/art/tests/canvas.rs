//! Where a drawing goes on the canvas.

use super::*;

#[test]
fn an_authored_file_with_the_canvas_as_its_view_box_keeps_its_coordinates() {
    let art = art(&svg("<rect id='body' x='40' y='50' width='100' height='60'/>"));
    assert_near(art.body.outline.bounding_box(), Rect::new(40.0, 50.0, 140.0, 110.0), 1e-9);
    assert_near(art.bounds, Rect::new(40.0, 50.0, 140.0, 110.0), 1e-9);
    assert!(art.authored && !art.body.traced);
}

#[test]
fn width_and_height_say_how_a_browser_shows_it_and_change_nothing() {
    for size in ["width='900' height='900'", "width='50' height='400'", "width='1in' height='100%'", "width='nan'"] {
        let text =
            svg("<rect id='body' x='40' y='50' width='100' height='60'/>").replace("<svg ", &format!("<svg {size} "));
        assert_near(art(&text).body.outline.bounding_box(), Rect::new(40.0, 50.0, 140.0, 110.0), 1e-4);
    }
}

#[test]
fn any_other_view_box_is_only_a_hint_and_the_ink_is_centred_with_room_around() {
    for head in
        ["viewBox='0 0 24 24'", "", "viewBox='900 -70 3 5'", "width='16' height='16'", "viewBox='0 0 0 -4' width='0'"]
    {
        let file =
            format!("<svg xmlns='http://www.w3.org/2000/svg' {head}><rect x='5' y='5' width='8' height='4'/></svg>");
        assert_near(art(&file).bounds, Rect::new(20.0, 60.0, 180.0, 140.0), 1e-3);
    }
}

#[test]
fn strokes_belong_to_the_ink() {
    let file = "<svg xmlns='http://www.w3.org/2000/svg'>\
        <path d='M0 0 H8' stroke='red' stroke-width='2' stroke-linecap='round'/></svg>";
    assert_near(art(file).bounds, Rect::new(20.0, 84.0, 180.0, 116.0), 1e-3);
}

#[test]
fn what_a_clip_or_a_mask_hides_is_no_ink() {
    let file = "<svg xmlns='http://www.w3.org/2000/svg'><clipPath id='c'><circle cx='50' cy='50' r='10'/></clipPath>\
        <rect width='1000' height='1000' fill='teal' clip-path='url(#c)'/></svg>";
    assert_near(art(file).bounds, Rect::new(20.0, 20.0, 180.0, 180.0), 3.2);
}

#[test]
fn hidden_elements_are_no_ink() {
    let hidden = "<path d='M0 0H500V500z' fill='none'/><g display='none'><circle r='900'/></g>\
        <rect width='700' height='9' visibility='hidden'/>";
    let file = format!("<svg xmlns='http://www.w3.org/2000/svg'>{hidden}<rect x='10' width='4' height='4'/></svg>");
    assert_near(art(&file).bounds, Rect::new(20.0, 20.0, 180.0, 180.0), 1e-3);
}

#[test]
fn calm_and_edges_are_told_apart() {
    let art =
        art(&svg("<rect id='body' width='200' height='200' fill='#fff'/><rect x='100' width='100' height='200'/>"));
    let (left, middle) = (art.calm.size() / 4, art.calm.size() / 2);
    assert_eq!(art.calm.color(left, 9), crate::Color::WHITE);
    assert_eq!(art.calm.edge(left, 9), 0.0);
    assert_eq!(art.calm.edge(middle, 9), 1.0);
    assert_eq!(art.calm.color(999, 9), crate::Color::CLEAR);
}

/// A circle keeps its outline down to the least size; what is smaller is drawn, and told.
#[test]
fn a_drawing_too_small_to_be_read_exactly_is_told() {
    for (exponent, told) in [(0, false), (-2, false), (-3, false), (-5, true), (-9, true)] {
        let radius = format!("0.6e{exponent}");
        let file = format!("<svg xmlns='http://www.w3.org/2000/svg'><circle r='{radius}' fill='gold'/></svg>");
        let warned = found(&file, false).iter().any(|finding| finding.message.contains("units large"));
        assert_eq!(warned, told, "radius {radius}");
        if !told {
            let area = art(&file).body.outline.area().abs();
            let circle = std::f64::consts::PI * 80.0 * 80.0;
            assert!((area / circle - 1.0).abs() < 0.02, "radius {radius}: an area of {area}, not {circle}");
        }
    }
}
