//! Which element is the body, which are parts, and what is left.

use usvg::{Group, Node, Path};

use super::Role;
use super::drawing::is_plain;

/// Neighbouring nodes of the tree with one role.
pub(super) struct Item<'a> {
    /// The element's id, or empty.
    pub name: String,
    pub role: Role,
    /// The way down the tree: the index of each group that holds the nodes.
    pub way: Vec<usize>,
    /// The index of the first of them in the last group.
    pub first: usize,
    pub nodes: Vec<&'a Node>,
    /// The path that is the silhouette, if this is the body.
    pub silhouette: Option<&'a Path>,
}

/// The role an id gives.
pub(super) fn role_of(id: &str) -> Option<Role> {
    match id {
        "body" => Some(Role::Body),
        _ if id.starts_with("behind") => Some(Role::Behind),
        _ if id.starts_with("front") => Some(Role::Front),
        _ => None,
    }
}

/// All nodes of a tree by role, in document order. Groups that hold roles are opened, unless they have an effect on
/// all that is in them; those are one item, with the first role found inside.
pub(super) fn items(tree: &usvg::Tree) -> Vec<Item<'_>> {
    let mut splitter = Splitter::default();
    splitter.open(tree.root());
    splitter.items
}

#[derive(Default)]
struct Splitter<'a> {
    items: Vec<Item<'a>>,
    way: Vec<usize>,
    has_body: bool,
    /// Inside a group that is the body, before its silhouette.
    wants_silhouette: bool,
}

impl<'a> Splitter<'a> {
    fn open(&mut self, group: &'a Group) {
        for (index, node) in group.children().iter().enumerate() {
            self.visit(index, node);
        }
    }

    fn open_at(&mut self, index: usize, group: &'a Group) {
        self.way.push(index);
        self.open(group);
        self.way.pop();
    }

    fn visit(&mut self, index: usize, node: &'a Node) {
        let plain = match node {
            Node::Group(group) if is_plain(group) => Some(&**group),
            _ => None,
        };
        let own = role_of(node.id()).filter(|role| *role != Role::Body || !self.has_body);
        match own {
            Some(Role::Body) => {
                self.has_body = true;
                match plain {
                    Some(group) if first_path(node).is_some() => {
                        self.wants_silhouette = true;
                        self.open_at(index, group);
                    }
                    _ => self.add(index, node, node.id(), Role::Body),
                }
            }
            Some(role) => self.add(index, node, node.id(), role),
            None if self.wants_silhouette && first_path(node).is_some() => match plain {
                Some(group) => self.open_at(index, group),
                None => {
                    self.wants_silhouette = false;
                    self.add(index, node, "body", Role::Body);
                }
            },
            None => match (first_role(node).filter(|(role, _)| *role != Role::Body || !self.has_body), plain) {
                (Some(_), Some(group)) => self.open_at(index, group),
                (Some((role, id)), None) => {
                    self.has_body |= role == Role::Body;
                    self.add(index, node, id, role);
                }
                (None, _) => self.add(index, node, node.id(), Role::Decoration),
            },
        }
    }

    fn add(&mut self, index: usize, node: &'a Node, name: &str, role: Role) {
        let silhouette = if role == Role::Body { first_path(node) } else { None };
        let (name, way) = (name.to_owned(), self.way.clone());
        self.items.push(Item { name, role, way, first: index, nodes: vec![node], silhouette });
    }
}

impl Item<'_> {
    /// Whether any of it may be seen.
    pub fn draws(&self) -> bool {
        fn draws(node: &Node) -> bool {
            match node {
                Node::Path(path) => path.is_visible(),
                Node::Image(image) => image.is_visible(),
                Node::Text(_) => true,
                Node::Group(group) => group.children().iter().any(draws),
            }
        }
        self.nodes.iter().any(|node| draws(node))
    }
}

/// The first path in document order. Text that usvg made into paths is text still.
fn first_path(node: &Node) -> Option<&Path> {
    match node {
        Node::Path(path) => Some(path),
        Node::Group(group) => group.children().iter().find_map(first_path),
        Node::Image(_) | Node::Text(_) => None,
    }
}

/// The first role inside a group.
fn first_role(node: &Node) -> Option<(Role, &str)> {
    let Node::Group(group) = node else { return None };
    group
        .children()
        .iter()
        .find_map(|child| role_of(child.id()).map(|role| (role, child.id())).or_else(|| first_role(child)))
}
