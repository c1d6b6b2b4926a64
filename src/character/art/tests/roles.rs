//! Which element is which.

use super::*;
use crate::character::art::Role;

fn roles(svg: &str) -> Vec<(String, Role)> {
    art(svg).pieces.into_iter().map(|p| (p.name, p.role)).collect()
}

fn named(list: &[(&str, Role)]) -> Vec<(String, Role)> {
    list.iter().map(|(name, role)| ((*name).to_owned(), *role)).collect()
}

const DOT: &str = "<circle cx='100' cy='100' r='9'/>";

#[test]
fn ids_tell_body_and_parts_and_the_rest_is_decoration_in_the_order_of_the_file() {
    let file = svg("<rect id='behind_ears' width='9' height='9'/><rect id='shade' width='9' height='9'/>\
         <circle id='body' cx='100' cy='100' r='60'/><rect id='belly' width='9' height='9'/>\
         <g id='front-hat'><rect width='9' height='9'/></g>");
    assert_eq!(
        roles(&file),
        named(&[
            ("behind_ears", Role::Behind),
            ("shade", Role::Decoration),
            ("body", Role::Body),
            ("belly", Role::Decoration),
            ("front-hat", Role::Front),
        ])
    );
}

#[test]
fn roles_are_found_inside_of_layers() {
    let file = svg(&format!(
        "<g id='layer1' transform='translate(10 0)'>{DOT}<g><circle id='body' cx='90' cy='100' r='50'/></g>\
         <g id='front'>{DOT}</g></g>"
    ));
    assert_eq!(roles(&file), named(&[("", Role::Decoration), ("body", Role::Body), ("front", Role::Front)]));
    assert_near(art(&file).body.outline.bounding_box(), Rect::new(50.0, 50.0, 150.0, 150.0), 0.05);
}

#[test]
fn of_a_body_that_is_a_group_the_first_path_is_the_silhouette() {
    let file = svg(&format!(
        "<g id='body'><g><rect x='50' y='50' width='100' height='100' fill='#4080c0'/></g>{DOT}<g id='front1'>{DOT}</g></g>"
    ));
    assert_eq!(roles(&file), named(&[("body", Role::Body), ("", Role::Decoration), ("front1", Role::Front)]));
    let body = art(&file).body;
    assert_near(body.outline.bounding_box(), Rect::new(50.0, 50.0, 150.0, 150.0), 1e-3);
    assert_eq!(body.fill, Some(crate::Color::rgb(0x40, 0x80, 0xc0)));
}

#[test]
fn a_copy_can_be_the_body() {
    let file = svg("<defs><circle id='shape' r='40'/></defs><use id='body' href='#shape' x='100' y='90'/>");
    assert_near(art(&file).body.outline.bounding_box(), Rect::new(60.0, 50.0, 140.0, 130.0), 0.05);
}

#[test]
fn a_second_body_is_a_decoration_and_reported() {
    let file = svg("<circle id='body' cx='100' cy='100' r='60'/>\n<rect id='body' width='9' height='9'/>");
    assert_eq!(roles(&file), named(&[("body", Role::Body), ("body", Role::Decoration)]));
    let findings = found(&file, false);
    assert_eq!(findings[0].place, at(2, 1));
    assert!(findings[0].message.starts_with("a second element has the id \"body\""), "{}", findings[0]);
}

#[test]
fn without_a_body_all_art_is_one_piece_and_a_note_says_so() {
    let file = svg(&format!("<g id='front'>{DOT}</g><rect width='50' height='50'/>"));
    assert_eq!(roles(&file), named(&[("", Role::Body)]));
    assert!(art(&file).body.traced);
    let note = &found(&file, true)[0];
    assert_eq!((note.severity.name(), note.place), ("note", None));
    assert!(note.message.starts_with("no element has the id \"body\""), "{note}");
}

#[test]
fn a_layer_that_is_only_called_body_is_pointed_at() {
    for named in ["id='Body'", "data-name='body'", "xmlns:i='urn:i' i:label='Body'"] {
        let note = &found(&svg(&format!("\n  <g {named}>{DOT}</g>")), false)[0];
        assert_eq!(note.place, at(2, 3), "{named}");
        assert!(note.message.starts_with("this element is called a body"), "{note}");
    }
}

#[test]
fn pieces_know_where_they_stand() {
    let file = svg("\n <circle id='body' cx='100' cy='100' r='60'/>\n  <rect id='front' width='9' height='9'/>");
    let places: Vec<_> = art(&file).pieces.iter().map(|p| p.place).collect();
    assert_eq!(places, [at(2, 2), at(3, 3)]);
}
