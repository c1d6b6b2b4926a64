//! A player of animated SVG that shares nothing with what writes it: it reads the text, and works out what is drawn at a
//! time by the rules of SMIL.

use kurbo::{Affine, BezPath, PathEl, Point};
use roxmltree::{Document, Node};

/// A shape as a player draws it.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub part: String,
    pub layer: String,
    /// On the canvas.
    pub path: Vec<PathEl>,
    pub opacity: f64,
    /// The attribute: a colour, `none` or a reference.
    pub fill: String,
    pub fill_opacity: f64,
    pub stroke: String,
    /// On the canvas, if it is stretched evenly.
    pub stroke_width: f64,
    /// The gradient that fills it.
    pub gradient: Option<Gradient>,
}

/// A gradient as a player draws it.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// From gradient space to the canvas.
    pub transform: Affine,
    /// `cx`, `cy`, `r` or `x1`, `y1`, `x2`, `y2`.
    pub coordinates: Vec<f64>,
    /// Offset and colour.
    pub stops: Vec<(f64, String)>,
}

/// What the film of a document draws at a time in seconds, back to front.
pub fn film(document: &Document<'_>, time: f64) -> Vec<Drawn> {
    let film = document.descendants().find(|n| n.attribute("id").is_some_and(|id| id.ends_with("film"))).unwrap();
    assert_eq!(value(film, "display", time), Some("inline".into()), "the film is shown");
    let mut drawn = Vec::new();
    draw(film, &mut Walk { time, transform: Affine::IDENTITY, part: "", layer: "" }, &mut drawn);
    drawn
}

#[derive(Clone, Copy)]
struct Walk<'a> {
    time: f64,
    transform: Affine,
    part: &'a str,
    layer: &'a str,
}

fn draw<'a>(node: Node<'a, '_>, walk: &mut Walk<'a>, drawn: &mut Vec<Drawn>) {
    let mut walk = Walk {
        transform: walk.transform * transform(node, "transform", walk.time),
        part: node.attribute("data-part").unwrap_or(walk.part),
        layer: node.attribute("data-layer").unwrap_or(walk.layer),
        ..*walk
    };
    match node.tag_name().name() {
        "g" => node.children().filter(Node::is_element).for_each(|child| draw(child, &mut walk, drawn)),
        "path" | "use" => drawn.extend(shape(node, walk)),
        "set" | "animate" | "animateTransform" => {}
        other => panic!("{other} in the film"),
    }
}

fn shape(node: Node<'_, '_>, walk: Walk<'_>) -> Option<Drawn> {
    let Walk { time, transform, part, layer } = walk;
    if value(node, "visibility", time).as_deref() == Some("hidden") {
        return None;
    }
    let number = |name: &str, usual: f64| value(node, name, time).map_or(usual, |text| text.parse().unwrap());
    let data = match node.attribute("href") {
        Some(href) => target(node, href).attribute("d").unwrap_or_default().to_owned(),
        None => value(node, "d", time).unwrap(),
    };
    let path = BezPath::from_svg(&data).unwrap();
    let fill = value(node, "fill", time).unwrap_or_default();
    let gradient = fill.strip_prefix("url(").and_then(|f| f.strip_suffix(')')).map(|href| {
        let node = target(node, href);
        let names: &[&str] =
            if node.has_tag_name("radialGradient") { &["cx", "cy", "r"] } else { &["x1", "y1", "x2", "y2"] };
        Gradient {
            transform: transform * self::transform(node, "gradientTransform", time),
            coordinates: names.iter().map(|name| value(node, name, time).unwrap().parse().unwrap()).collect(),
            stops: node
                .children()
                .filter(|child| child.has_tag_name("stop"))
                .map(|stop| {
                    let [offset, color] = ["offset", "stop-color"].map(|name| value(stop, name, time).unwrap());
                    (offset.parse().unwrap(), color)
                })
                .collect(),
        }
    });
    Some(Drawn {
        part: part.to_owned(),
        layer: layer.to_owned(),
        path: path.elements().iter().map(|element| transform * *element).collect(),
        opacity: number("opacity", 1.0),
        fill,
        fill_opacity: number("fill-opacity", 1.0),
        stroke: value(node, "stroke", time).unwrap_or("none".into()),
        stroke_width: number("stroke-width", 1.0) * transform.determinant().abs().sqrt(),
        gradient,
    })
}

/// The element that `#id` names.
fn target<'a, 'i>(node: Node<'a, 'i>, href: &str) -> Node<'a, 'i> {
    let id = href.strip_prefix('#').unwrap();
    node.document().descendants().find(|n| n.attribute("id") == Some(id)).unwrap_or_else(|| panic!("no {href}"))
}

/// The value of an attribute at a time: its own, or that of an animation.
fn value(node: Node<'_, '_>, name: &str, time: f64) -> Option<String> {
    let animation = node.children().find(|n| n.attribute("attributeName") == Some(name));
    match animation {
        Some(set) if set.has_tag_name("set") => set.attribute("to").map(str::to_owned),
        Some(animation) => Some(at(animation, time)),
        None => node.attribute(name).map(str::to_owned),
    }
}

/// A transform at a time: that of the attribute, times each that animations add.
fn transform(node: Node<'_, '_>, name: &str, time: f64) -> Affine {
    let own = node.attribute(name).map_or(Affine::IDENTITY, read_transform);
    let animations = node.children().filter(|n| n.attribute("attributeName") == Some(name));
    animations.fold(own, |all, animation| {
        assert!(animation.has_tag_name("animateTransform") && animation.attribute("additive") == Some("sum"));
        let (kind, value) = (animation.attribute("type").unwrap(), at(animation, time));
        all * read_transform(&format!("{kind}({value})"))
    })
}

fn read_transform(text: &str) -> Affine {
    text.split_inclusive(')').fold(Affine::IDENTITY, |all, one| {
        let (name, numbers) = one.trim().trim_end_matches(')').split_once('(').unwrap();
        let n: Vec<f64> = numbers.split(' ').map(|v| v.parse().unwrap()).collect();
        all * match name {
            "matrix" => Affine::new([n[0], n[1], n[2], n[3], n[4], n[5]]),
            "translate" => Affine::translate((n[0], n[1])),
            "scale" => Affine::scale_non_uniform(n[0], *n.get(1).unwrap_or(&n[0])),
            "rotate" => Affine::rotate(n[0].to_radians()),
            "skewX" => Affine::new([1.0, 0.0, libm::tan(n[0].to_radians()), 1.0, 0.0, 0.0]),
            "skewY" => Affine::new([1.0, libm::tan(n[0].to_radians()), 0.0, 1.0, 0.0, 0.0]),
            _ => panic!("{name}"),
        }
    })
}

/// The value of an animation at a time, which has to be within the first round.
fn at(animation: Node<'_, '_>, time: f64) -> String {
    let attribute = |name: &str| animation.attribute(name).unwrap();
    let duration: f64 = attribute("dur").strip_suffix('s').unwrap().parse().unwrap();
    assert!(time <= duration + 1e-4, "{time} s of {duration} s");
    let progress = (time / duration).min(1.0);
    let values: Vec<&str> = attribute("values").split(';').collect();
    let times: Vec<f64> = match animation.attribute("keyTimes") {
        Some(times) => times.split(';').map(|t| t.parse().unwrap()).collect(),
        None => (0..values.len()).map(|i| i as f64 / (values.len() - 1) as f64).collect(),
    };
    assert_eq!(times.len(), values.len());
    assert!(times.is_sorted() && times[0] == 0.0, "{times:?}");
    let is_discrete = animation.attribute("calcMode") == Some("discrete");
    assert!(is_discrete || times.last() == Some(&1.0), "{times:?}");
    // Durations and key times are rounded to four places: a frame's own key is not to be missed by that.
    let before = times.iter().rposition(|t| *t <= progress + 1e-4).unwrap();
    let Some(after) = times.get(before + 1).filter(|_| !is_discrete) else { return values[before].to_owned() };
    let share = ((progress - times[before]) / (after - times[before])).max(0.0);
    between(values[before], values[before + 1], share)
}

/// A value between two: all numbers in them are mixed, whatever stands between the numbers.
fn between(a: &str, b: &str, share: f64) -> String {
    if let (Some(a), Some(b)) = (a.strip_prefix('#'), b.strip_prefix('#')) {
        let byte = |text: &str, i: usize| f64::from(u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap());
        let mixed = (0..3).map(|i| byte(a, i) + share * (byte(b, i) - byte(a, i)));
        return mixed.fold("#".to_owned(), |text, v| format!("{text}{:02x}", v.round() as u8));
    }
    let (a, b) = (words(a), words(b));
    assert_eq!(a.len(), b.len(), "they cannot be mixed");
    let mixed = a.iter().zip(&b).map(|(a, b)| match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => format!("{}", a + share * (b - a)),
        _ => {
            assert_eq!(a, b, "they cannot be mixed");
            (*a).to_owned()
        }
    });
    mixed.collect()
}

/// Numbers, and what stands between them.
fn words(text: &str) -> Vec<&str> {
    let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_number(c) != is_number(first)).unwrap_or(rest.len());
        words.push(&rest[..end]);
        rest = &rest[end..];
    }
    words
}

/// All points of a path, handles too.
pub fn points(path: &[PathEl]) -> Vec<Point> {
    path.iter()
        .flat_map(|element| match *element {
            PathEl::MoveTo(p) | PathEl::LineTo(p) => vec![p],
            PathEl::QuadTo(p, q) => vec![p, q],
            PathEl::CurveTo(p, q, r) => vec![p, q, r],
            PathEl::ClosePath => vec![],
        })
        .collect()
}
