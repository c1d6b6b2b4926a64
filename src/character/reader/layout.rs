//! Where each statement of a TOML text begins and ends, told from its tokens alone.
//!
//! The parser recurses (when it builds values and when it drops them), so nesting is bounded here, before it runs.

use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

/// Brackets within brackets, and names in a dotted key. The deepest character file needs three.
pub(super) const MAX_DEPTH: usize = 16;

/// The statements of a text, in order.
#[derive(Debug)]
pub(super) struct Layout {
    statements: Vec<Statement>,
    /// Brackets that their statement does not close.
    pub(super) unclosed: Vec<Fault>,
    /// Where the last `"""` or `'''` string begins, if it runs to the end of the text.
    last_long_string: Option<usize>,
}

/// A comment on a line of its own is a statement too: it can be faulty.
#[derive(Debug)]
struct Statement {
    start: usize,
    end: usize,
    /// `[section]` rather than `key = value`.
    header: bool,
}

/// A fault at an offset.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) message: String,
    pub(super) help: String,
}

/// Tells the statements apart in one pass.
///
/// # Errors
///
/// The first bracket or dot that nests deeper than [`MAX_DEPTH`].
pub(super) fn scan(text: &str) -> Result<Layout, Fault> {
    let tokens: Vec<Token> = Source::new(text).lex().collect();
    let mut layout = Layout { statements: Vec::new(), unclosed: Vec::new(), last_long_string: None };
    let mut rest = tokens.as_slice();
    while let Some((first, after)) = rest.split_first() {
        rest = match first.kind() {
            TokenKind::Whitespace | TokenKind::Newline | TokenKind::Eof => after,
            TokenKind::Comment => {
                layout.statements.push(Statement {
                    start: first.span().start(),
                    end: first.span().end(),
                    header: false,
                });
                after
            }
            _ => layout.statement(text, rest)?,
        };
    }
    Ok(layout)
}

impl Layout {
    /// Takes one statement off the tokens and returns what follows it.
    fn statement<'t>(&mut self, text: &str, tokens: &'t [Token]) -> Result<&'t [Token], Fault> {
        let (start, header) = match tokens.first() {
            Some(first) => (first.span().start(), first.kind() == TokenKind::LeftSquareBracket),
            None => return Ok(&[]),
        };
        let mut open: Vec<&Token> = Vec::new();
        let mut dots = 0;
        let mut previous = TokenKind::Newline;
        let mut rest = tokens;
        let mut end = start;
        while let Some((token, after)) = rest.split_first() {
            rest = after;
            end = token.span().end();
            let kind = token.kind();
            match kind {
                TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => open.push(token),
                // A bracket of the wrong kind closes nothing, for the parser does not think so either.
                TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                    open.pop_if(|open| closes(kind, open.kind()));
                }
                TokenKind::Dot => dots += 1,
                TokenKind::MlBasicString | TokenKind::MlLiteralString if end == text.len() => {
                    self.last_long_string = Some(token.span().start());
                }
                TokenKind::Newline => match open.last() {
                    Some(innermost) if !header && !ends_early(innermost.kind(), previous, text, rest) => {}
                    _ => break,
                },
                _ => {}
            }
            if is_name(kind) && kind != TokenKind::Dot && previous != TokenKind::Dot {
                dots = 0;
            }
            if !matches!(kind, TokenKind::Whitespace | TokenKind::Newline | TokenKind::Comment) {
                previous = kind;
            }
            if open.len() > MAX_DEPTH || dots > MAX_DEPTH {
                return Err(Fault {
                    at: token.span().start(),
                    message: format!("values are nested more than {MAX_DEPTH} deep"),
                    help: "nest less, or close a bracket that was left open above".to_owned(),
                });
            }
        }
        if let Some(bracket) = open.last().filter(|_| !header) {
            self.unclosed.push(unclosed(bracket));
        }
        self.statements.push(Statement { start, end, header });
        Ok(rest)
    }

    /// Overwrites the statements at these offsets (ascending) with spaces, so that all other offsets stay as they are.
    /// With a header go the keys below it: they would end up in the section above.
    pub(super) fn blank(&self, text: &mut String, offsets: impl Iterator<Item = usize>) {
        let mut bytes = std::mem::take(text).into_bytes();
        let mut blanked = 0;
        for offset in offsets {
            if offset < blanked {
                continue;
            }
            let index = self.statements.partition_point(|s| s.start <= offset).saturating_sub(1);
            let Some(statement) = self.statements.get(index).filter(|s| offset <= s.end) else { continue };
            let end = if statement.header {
                let below = self.statements.get(index + 1..).unwrap_or(&[]);
                below.iter().find(|s| s.header).map_or(bytes.len(), |next| next.start)
            } else {
                statement.end
            };
            blanked = end;
            for byte in bytes.get_mut(statement.start..end).unwrap_or(&mut []) {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
        }
        // Statements begin and end between tokens, hence between characters.
        *text = String::from_utf8(bytes).unwrap_or_default();
    }

    /// Where a string begins of which a parser says, at the end of the file, that it is not closed.
    pub(super) fn opening_quote(&self, message: &str, at: usize) -> Option<usize> {
        self.last_long_string.filter(|start| message.starts_with("invalid multi-line") && *start < at)
    }
}

fn closes(close: TokenKind, open: TokenKind) -> bool {
    (close == TokenKind::RightSquareBracket) == (open == TokenKind::LeftSquareBracket)
}

/// Whether a line end inside a bracket must be the end of the statement, because the next line cannot belong to it.
fn ends_early(open: TokenKind, previous: TokenKind, text: &str, next_line: &[Token]) -> bool {
    match starts_statement(text, next_line) {
        Some(Start::Header) => true,
        // `{ a = 1,` may go on with `b = 2` in the next line.
        Some(Start::Key) => {
            open == TokenKind::LeftSquareBracket || !matches!(previous, TokenKind::Comma | TokenKind::LeftCurlyBracket)
        }
        None => false,
    }
}

enum Start {
    Key,
    Header,
}

/// Whether a line reads `key =` or `[section]`.
fn starts_statement(text: &str, line: &[Token]) -> Option<Start> {
    let mut tokens = line.iter().filter(|t| t.kind() != TokenKind::Whitespace).peekable();
    let mut header = false;
    while tokens.next_if(|t| t.kind() == TokenKind::LeftSquareBracket).is_some() {
        header = true;
    }
    let mut last = None;
    while let Some(token) = tokens.next_if(|t| is_name(t.kind())) {
        last = Some(token);
    }
    let last = last?;
    if !header {
        return tokens.next().filter(|t| t.kind() == TokenKind::Equals).map(|_| Start::Key);
    }
    // `[true]` and `[1]` are elements of an array; `[parts]` is none.
    let name = text.get(last.span().start()..last.span().end()).unwrap_or("");
    let bare = last.kind() == TokenKind::Atom && name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let mut closed = false;
    while tokens.next_if(|t| t.kind() == TokenKind::RightSquareBracket).is_some() {
        closed = true;
    }
    let end = tokens.next().map_or(TokenKind::Eof, Token::kind);
    let ends = matches!(end, TokenKind::Newline | TokenKind::Comment | TokenKind::Eof);
    (bare && closed && ends && !matches!(name, "true" | "false" | "nan" | "inf")).then_some(Start::Header)
}

fn is_name(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Atom | TokenKind::Dot | TokenKind::BasicString | TokenKind::LiteralString)
}

fn unclosed(bracket: &Token) -> Fault {
    let (open, close) = match bracket.kind() {
        TokenKind::LeftCurlyBracket => ('{', '}'),
        _ => ('[', ']'),
    };
    Fault {
        at: bracket.span().start(),
        message: format!("this `{open}` is not closed"),
        help: format!("add `{close}` after its last entry, and commas between entries"),
    }
}
