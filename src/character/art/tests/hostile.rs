//! Files that are broken, or out to break something.

use proptest::prelude::*;

use super::*;

/// The first line of the findings.
fn refusal(bytes: impl AsRef<[u8]>) -> String {
    refused(bytes.as_ref(), false).lines().next().unwrap().to_owned()
}

#[test]
fn broken_xml_is_explained_with_its_place_and_a_mend() {
    for (file, expected) in [
        ("", "art.svg:1:1: error: the file is empty; save the drawing again as SVG"),
        (" \n ", "art.svg:1:1: error: the file is empty"),
        ("hello", "art.svg:1:1: error: "),
        ("<svg>\n<g></svg>", "art.svg:2:4: error: </svg> closes an element that is <g>"),
        ("<svg>\n <g>", "art.svg:2:5: error: the file ends in the middle of an element"),
        (
            "<svg>\n<g a='1' a='2'/></svg>",
            "art.svg:2:10: error: the attribute \"a\" is given twice; remove one of them",
        ),
        ("<svg><g\nb:c='1'/></svg>", "error: the prefix \"b:\" is not declared"),
        ("<svg>&nbsp;</svg>", "art.svg:1:6: error: \"&nbsp;\" has no meaning in SVG; write the character itself"),
        ("<svg a='<'/>", "art.svg:1:9: error: broken XML: expected ''' not '<'"),
        ("<html/>", "art.svg:1:1: error: this is XML, but no SVG: its first element is <html>"),
    ] {
        let found = refusal(file);
        assert!(found.contains(expected), "{file:?}: {found}");
    }
}

#[test]
fn bytes_that_are_no_text_are_named() {
    assert!(refusal(b"<svg>\n\xff</svg>").contains("art.svg:2:1: error: the file is not UTF-8 text"));
    assert!(refusal(b"\x1f\x8b\x08").contains("compressed SVG (svgz)"));
    assert!(refusal(b"\xff\xfe<\0").contains("UTF-16"));
    let large = vec![b' '; limits::MAX_BYTES + 1];
    assert!(refusal(large).contains("8388609 bytes, over the limit of 8388608"));
}

#[test]
fn a_byte_order_mark_and_any_line_ends_are_fine() {
    art(&format!("\u{feff}{}", svg("\r\n<circle r='9'/>\r")));
}

#[test]
fn what_draws_nothing_is_refused() {
    for inner in [
        "",
        "<g/>",
        "<circle r='0'/>",
        "<path d='M0 0'/>",
        "<rect width='9' height='9' opacity='0'/>",
        "<circle r='nan'/>",
    ] {
        assert!(refusal(svg(inner)).contains("error: the file draws nothing"), "{inner}");
    }
}

#[test]
fn deep_nesting_is_refused_with_its_place() {
    let deep =
        format!("<svg xmlns='http://www.w3.org/2000/svg'>\n{}{}</svg>", "<g>".repeat(100_000), "</g>".repeat(100_000));
    let found = refusal(deep);
    assert!(found.starts_with("art.svg:2:298: error: elements are nested more than 100 deep"), "{found}");
}

#[test]
fn the_deepest_nesting_allowed_is_read_and_drawn() {
    // On the stack of a test's thread, which is that of any worker.
    let groups = |n: usize, a: &str| (format!("<g {a}>").repeat(n), "</g>".repeat(n));
    let (open, close) = groups(95, "opacity='.99' transform='scale(.999)'");
    art(&svg(&format!("{open}<circle cx='99' cy='99' r='50'/><circle cx='9' cy='99' r='50'/>{close}")));
    let masks: String = (0..45)
        .map(|i| format!("<mask id='m{i}'><rect width='200' height='200' fill='#fff' mask='url(#m{})'/></mask>", i + 1))
        .collect();
    art(&svg(&format!(
        "{masks}<mask id='m45'><rect width='200' height='200' fill='#fff'/></mask><rect width='200' height='200' mask='url(#m0)'/>"
    )));
}

#[test]
fn chains_of_references_are_as_deep_as_nesting() {
    for style in [false, true] {
        let masks: String = (0..1000)
            .map(|i| match style {
                false => format!("<mask id='m{i}'><g mask='url(#m{})'/></mask>", i + 1),
                true => {
                    format!("<style>.m{i} {{ mask: url(#m{}) }}</style><mask id='m{i}'><g class='m{i}'/></mask>", i + 1)
                }
            })
            .collect();
        let found = refusal(svg(&format!("{masks}<rect width='9' height='9' mask='url(#m0)'/>")));
        assert!(found.contains("refer to each other more than 100 deep"), "{found}");
    }
}

#[test]
fn copies_of_copies_are_counted_before_they_are_made() {
    let levels: String =
        (0..30).map(|i| format!("<g id='a{i}'><use href='#a{0}'/><use href='#a{0}'/></g>", i + 1)).collect();
    let found = refusal(svg(&format!("<defs>{levels}<rect id='a30' width='9' height='9'/></defs><use href='#a0'/>")));
    assert!(found.contains("with every `use`, mask and pattern written out"), "{found}");
    let marks =
        format!("<marker id='m'><path d='{0}'/></marker><path d='{0}' marker-mid='url(#m)'/>", "M0 0h1v1".repeat(9000));
    assert!(refusal(svg(&marks)).contains("written out"), "markers");
}

#[test]
fn entity_bombs_and_loops_are_refused() {
    let bomb = "<!DOCTYPE svg [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>\
        <!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>]>\
        <svg xmlns='http://www.w3.org/2000/svg'><desc>&d;&d;</desc></svg>";
    assert!(refusal(bomb).contains("an entity expands into itself, or into far too much"));
    let loops = "<!DOCTYPE svg [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><svg><desc>&a;</desc></svg>";
    assert!(refusal(loops).contains("an entity expands into itself"));
}

#[test]
fn references_in_a_circle_do_no_harm() {
    for circle in [
        "<g id='a'><use href='#a'/></g>",
        "<mask id='m' mask='url(#m)'><rect width='9' height='9' mask='url(#m)'/></mask><rect width='9' height='9' mask='url(#m)'/>",
        "<pattern id='p' width='9' height='9'><rect width='9' height='9' fill='url(#p)'/></pattern><rect width='9' height='9' fill='url(#p)'/>",
        "<clipPath id='c' clip-path='url(#c)'><rect width='9' height='9'/></clipPath><rect width='9' height='9' clip-path='url(#c)'/>",
    ] {
        let _ = read("art.svg", svg(&format!("{circle}<circle r='9'/>")).as_bytes(), &options(false));
    }
}

#[test]
fn nothing_outside_of_the_file_is_read() {
    let directory = tempfile::tempdir().unwrap();
    let secret = directory.path().join("secret.svg");
    std::fs::write(&secret, svg("<rect width='200' height='200'/>")).unwrap();
    let path = secret.display();
    let file =
        svg(&format!("<circle id='body' cx='100' cy='100' r='20'/>\n<image width='200' height='200' href='{path}'/>"));
    let art = art(&file);
    assert_eq!(art.calm.color(2, 2), crate::Color::CLEAR);
    let finding = &found(&file, false)[0];
    assert_eq!(finding.place, at(2, 1));
    assert!(finding.message.contains("outside the file and is not loaded"), "{finding}");
}

#[test]
fn an_svg_inside_of_an_svg_cannot_slip_past_the_limits() {
    let file = svg("<circle id='body' r='9'/><image width='9' height='9' href='data:image/svg+xml,&lt;svg/>'/>");
    assert!(found(&file, false)[0].message.contains("an SVG embedded as an image is not drawn"));
}

#[test]
fn far_away_coordinates_are_refused_or_harmless() {
    for path in [
        "M0 0 L10 -6.9e8 L20 0Z",
        "M0 0 L1e30 1e30 L20 0Z",
        "M0 0H1e38V-1e38Z",
        "M-1e9 0H1e9V1e-9Z",
        "M1e-30 0H2e-30V1e-30Z",
        "M1e6 1e6h1e-3v1e-3z",
    ] {
        for attributes in ["", "id='body'", "stroke='red' stroke-width='1e9'", "transform='scale(1e-20 1e20)'"] {
            let _ = read("art.svg", svg(&format!("<path {attributes} d='{path}'/>")).as_bytes(), &options(false));
        }
        let clipped =
            format!("<clipPath id='c'><path d='{path}'/></clipPath><rect width='9' height='9' clip-path='url(#c)'/>");
        let _ = read("art.svg", svg(&clipped).as_bytes(), &options(false));
    }
    let found = refusal("<svg xmlns='http://www.w3.org/2000/svg'>\n<path d='M0 0L5 -6.9e8'/></svg>");
    assert!(found.starts_with("art.svg:2:18: error: 6.9e8 is over the limit of 10000000 for a number"), "{found}");
    let stray = "<circle id='body' cx='100' cy='100' r='50'/><circle cx='5e6' r='1'/>";
    assert!(refusal(svg(stray)).contains("some coordinates are hundreds of times farther out"));
}

#[test]
fn costly_filters_and_patterns_are_refused_before_they_are_drawn() {
    let filtered =
        |f: &str| svg(&format!("<filter id='f'>{f}</filter><rect width='200' height='200' filter='url(#f)'/>"));
    for filter in ["<feTurbulence baseFrequency='.1' numOctaves='99999'/>", "<feMorphology radius='90'/>"] {
        assert!(refusal(filtered(filter)).contains("would take too long"), "{filter}");
    }
    let tile = "<pattern id='p' width='9e4' height='9e4' patternUnits='userSpaceOnUse'><circle r='9'/></pattern>\
        <rect width='9' height='9' fill='url(#p)'/>";
    assert!(refusal(svg(tile)).contains("million pixels"));
    let many = "h1v1".repeat(120_000);
    assert!(refusal(svg(&format!("<path d='M0 0{many}z'/>"))).contains("points, over the limit of 200000"));
}

/// Files with a bit of everything.
const SEEDS: [&str; 3] = [
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 200'><linearGradient id='g'><stop/><stop offset='1' \
     stop-color='red'/></linearGradient><path id='body' d='M50 50C90 20 150 90 150 150H50Z' fill='url(#g)' transform='rotate(9)'/>\
     <g id='front' opacity='.5'><circle r='9'/><rect width='5' height='5' stroke='red' stroke-width='2'/></g></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'><style>.a{fill:none;stroke:#123;mask:url(#m)}</style><mask id='m'><rect \
     width='90' height='90' fill='#fff'/></mask><g class='a'><path d='M0 0q9 9 5 50t9 9 3-2z'/></g><use href='#b'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='40'><filter id='f'><feGaussianBlur stdDeviation='1'/></filter>\
     <polygon id='b' points='0,0 9,0 9,9' filter='url(#f)' stroke-dasharray='1 2' stroke='blue'/><text>hi</text></svg>",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_files_never_panic(
        seed in 0..SEEDS.len(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![
            "[0-9.e+-]{1,9}".prop_map(String::into_bytes),
            "[<>/'\"= #;:(){}a-z]{1,6}".prop_map(String::into_bytes),
            prop::collection::vec(any::<u8>(), 0..4),
            Just(b"e9".to_vec()), Just(b"99999".to_vec()), Just(b"-".to_vec()),
        ], 0..6_usize), 1..6),
        strict: bool,
    ) {
        let mut bytes = SEEDS[seed].as_bytes().to_vec();
        for (at, text, cut) in edits {
            let at = at.index(bytes.len() + 1);
            let end = (at + cut).min(bytes.len());
            bytes.splice(at..end, text);
        }
        if let Ok((art, findings)) = read("art.svg", &bytes, &options(strict)) {
            prop_assert!(!findings.has_errors());
            prop_assert!(art.body.outline.is_finite() && !art.body.outline.is_empty());
            prop_assert!(art.bounds.is_finite());
        }
    }

    #[test]
    fn absurd_numbers_never_panic(
        seed in 0..SEEDS.len(),
        swaps in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(vec![
            "0", "-1", ".5", "77", "300", "99999", "1e5", "-1e7", "1e9", "-6.9e8", "1e-9", "1e-30", "3.4e38", "-1e39", "nan", "",
        ])), 1..7),
    ) {
        let mut text = SEEDS[seed].to_owned();
        for (at, number) in swaps {
            let starts: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(i, _)| i).collect();
            let Some(start) = starts.get(at.index(starts.len().max(1))).copied() else { continue };
            let length = text[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
            text.replace_range(start..start + length, number);
        }
        if let Ok((art, _)) = read("art.svg", text.as_bytes(), &options(false)) {
            prop_assert!(art.body.outline.is_finite() && art.bounds.is_finite());
        }
    }
}
