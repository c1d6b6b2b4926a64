//! Art that was never drawn as a character: the silhouette is what shows.

use super::*;

fn traced(inner: &str) -> BezPath {
    let art = art(&format!("<svg xmlns='http://www.w3.org/2000/svg'>{inner}</svg>"));
    assert!(art.body.traced && art.body.outline.is_finite());
    BezPath::clone(&art.body.outline)
}

#[test]
fn a_disc_is_traced_to_a_quarter_of_a_unit() {
    let outline = traced("<circle r='7'/>");
    for segment in outline.segments() {
        for t in [0.1, 0.5, 0.9] {
            let radius = kurbo::ParamCurve::eval(&segment, t).distance(Point::new(100.0, 100.0));
            assert!((radius - 80.0).abs() < 0.25, "{radius}");
        }
    }
    assert!(outline.segments().count() < 40);
}

#[test]
fn several_shapes_and_real_holes_are_kept() {
    let outline = traced("<path d='M0 0H40V40H0Z M10 10V30H30V10Z'/><rect x='50' width='30' height='40'/>");
    // 80 x 40 units fill 160 x 80 of the canvas.
    assert_eq!(outline.winding(Point::new(30.0, 100.0)), 1);
    assert_eq!(outline.winding(Point::new(60.0, 100.0)), 0);
    assert_eq!(outline.winding(Point::new(110.0, 100.0)), 0);
    assert_eq!(outline.winding(Point::new(150.0, 100.0)), 1);
}

#[test]
fn corners_stay_sharp_and_sides_straight() {
    let outline = traced("<rect width='10' height='10'/>");
    assert!((outline.area() - 160.0 * 160.0).abs() < 20.0, "{}", outline.area());
}

#[test]
fn specks_and_pinholes_are_cleaned_away() {
    let outline = traced("<path d='M0 0H100V100H0Z M50 50V52H52V50Z'/><rect x='103' y='50' width='1' height='1'/>");
    assert_eq!(outline.elements().iter().filter(|e| matches!(e, kurbo::PathEl::MoveTo(_))).count(), 1);
}

#[test]
fn lines_without_a_fill_enclose_a_body() {
    let icon = "<g fill='none' stroke='#000' stroke-width='2' stroke-linecap='round'>\
        <circle cx='12' cy='12' r='9'/><path d='M9 10h0M15 10h0M9 15c2 2 4 2 6 0'/></g>";
    let art = art(&format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>{icon}</svg>"));
    assert_eq!(art.body.outline.winding(Point::new(100.0, 60.0)), 1);
    assert!((art.body.outline.area() - std::f64::consts::PI * 6400.0).abs() < 100.0);
}

#[test]
fn open_lines_are_closed_until_a_face_has_room() {
    let arc = "<path d='M3 12 A9 9 0 1 1 12 21' fill='none' stroke='#000' stroke-width='2'/>";
    let art = art(&format!("<svg xmlns='http://www.w3.org/2000/svg'>{arc}</svg>"));
    assert!(is_inside(&art.body.outline, 100.0, 100.0));
}

#[test]
fn a_ghost_is_a_body_and_a_soft_shadow_is_none() {
    let ghost = traced("<circle r='7' opacity='.3'/>");
    assert_near(ghost.bounding_box(), Rect::new(20.0, 20.0, 180.0, 180.0), 0.3);
    let shadowed = traced("<ellipse cy='9' rx='9' ry='1' opacity='.2'/><circle r='7'/>");
    assert!(shadowed.bounding_box().width() < 130.0);
}

#[test]
fn filled_lines_stay_as_they_are_where_a_face_has_room() {
    let art = art("<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0H90V90H0Z M30 30V60H60V30Z'/></svg>");
    assert!(!is_inside(&art.body.outline, 100.0, 100.0));
}
