//! The silhouette that was drawn as one, and what may be wrong with it.

use super::*;

fn body(attributes: &str) -> String {
    svg(&format!("\n<path id='body' {attributes}/>"))
}

#[test]
fn holes_wind_the_other_way_whatever_the_fill_rule() {
    let ring = "d='M20 20H180V180H20Z M60 60H140V140H60Z' fill-rule='evenodd'";
    let outline = art(&body(ring)).body.outline;
    assert_eq!(outline.winding(Point::new(30.0, 30.0)), 1);
    assert_eq!(outline.winding(Point::new(100.0, 100.0)), 0);
    let solid = "d='M20 20H180V180H20Z M60 60H140V140H60Z'";
    assert_eq!(art(&body(solid)).body.outline.winding(Point::new(100.0, 100.0)), 1);
}

#[test]
fn basic_shapes_have_outlines_to_a_thousandth() {
    for (shape, area) in [
        ("<rect id='body' x='50' y='60' width='100' height='70'/>", 7000.0),
        ("<circle id='body' cx='100' cy='100' r='50'/>", std::f64::consts::PI * 2500.0),
        ("<ellipse id='body' cx='100' cy='100' rx='50' ry='20'/>", std::f64::consts::PI * 1000.0),
        ("<polygon id='body' points='50,50 150,50 100,150'/>", 5000.0),
    ] {
        let body = art(&svg(shape)).body;
        assert!(!body.traced && (body.outline.area() - area).abs() < 1e-3 * area, "{shape}: {}", body.outline.area());
    }
}

#[test]
fn an_open_outline_is_an_error_of_a_character_and_traced_otherwise() {
    let file = body("d='M50 50 L150 50 L150 150 L50 150'");
    let message = "art.svg:2:1: error: the body's outline is open: it starts at (50, 50) and ends at (50, 150); \
                   close the path (Z in its data, or join its end nodes in your editor)";
    assert_eq!(refused(file.as_bytes(), true), message);
    let body = art(&file).body;
    assert!(body.traced);
    assert_near(body.outline.bounding_box(), Rect::new(50.0, 50.0, 150.0, 150.0), 0.2);
    assert_eq!(found(&file, false)[0].severity.name(), "warning");
}

#[test]
fn a_crossing_is_named_in_the_users_own_coordinates() {
    let crossing = "d='M0 0 L10 10 L10 0 L0 10 Z'";
    let plain = refused(body(crossing).as_bytes(), true);
    assert!(plain.contains("crosses itself at (5, 5); unite"), "{plain}");
    let moved = refused(body(&format!("{crossing} transform='translate(50 50) scale(4)'")).as_bytes(), true);
    assert!(moved.contains("(5, 5) in the path's own coordinates, (70, 70) on the canvas"), "{moved}");
}

#[test]
fn a_crossing_outline_is_traced_around_all_it_fills() {
    // A star in one stroke: nonzero fills its middle too.
    let file = body("d='M100 20 L147 165 L24 75 L176 75 L53 165 Z'");
    let body = art(&file).body;
    assert!(body.traced);
    assert_eq!(body.outline.winding(Point::new(100.0, 100.0)), 1);
    assert_eq!(body.outline.winding(Point::new(40.0, 40.0)), 0);
}

#[test]
fn subpaths_that_cross_are_an_error_too() {
    assert!(refused(body("d='M20 20H120V120H20Z M80 80H180V180H80Z'").as_bytes(), true).contains("crosses itself"));
}

#[test]
fn a_body_without_a_fill_is_an_error_and_traced_around_its_stroke() {
    let file = body("d='M50 50H150V150H50Z' fill='none' stroke='red' stroke-width='4'");
    assert!(refused(file.as_bytes(), true).contains("2:1: error: the body has no fill"));
    let body = art(&file).body;
    assert!(body.traced);
    assert!(is_inside(&body.outline, 100.0, 100.0));
    assert_near(body.outline.bounding_box(), Rect::new(48.0, 48.0, 152.0, 152.0), 0.2);
}

#[test]
fn text_images_and_nothing_are_no_bodies() {
    let image = "<image id='body' width='90' height='90' href='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='/>";
    assert!(refused(svg(image).as_bytes(), true).contains("the body is text, an image or empty"));
    assert!(art(&svg(image)).body.traced);
    for nothing in
        ["<g id='body'/>", "<rect id='body' width='0' height='5'/>", "<defs><circle id='body' r='9'/></defs>"]
    {
        let file = svg(&format!("\n{nothing}<circle cx='100' cy='100' r='50'/>"));
        let findings = refused(file.as_bytes(), true);
        assert!(findings.contains("the element \"body\" draws nothing"), "{nothing}: {findings}");
        assert!(art(&file).body.traced);
    }
}

#[test]
fn a_gradient_is_no_one_colour() {
    let gradient = "<linearGradient id='g'><stop/><stop offset='1' stop-color='red'/></linearGradient>";
    let file = svg(&format!("{gradient}<circle id='body' cx='99' cy='99' r='50' fill='url(#g)'/>"));
    assert_eq!(art(&file).body.fill, None);
}
