//! Reading files of bytes, little-endian, without ever going past their end.

use super::fault::Fault;

/// A place in a file.
#[derive(Clone)]
pub(super) struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub fn new(all: &'a [u8]) -> Self {
        Self { all, at: 0 }
    }

    /// Bytes from the start of the file.
    pub fn at(&self) -> usize {
        self.at
    }

    /// What has not been read.
    pub fn left(&self) -> usize {
        self.all.len() - self.at
    }

    /// The next bytes. `what` is what they are, for messages.
    pub fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], Fault> {
        match self.all.get(self.at..self.at.saturating_add(count)) {
            Some(bytes) => {
                self.at += count;
                Ok(bytes)
            }
            None => Err(Fault::new(
                self.at,
                format!("the file ends in {what}: {count} bytes should follow, {} do", self.left()),
                "the file seems to be cut short",
            )),
        }
    }

    pub fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], Fault> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, what)?);
        Ok(array)
    }

    pub fn u16(&mut self, what: &str) -> Result<u16, Fault> {
        self.array(what).map(u16::from_le_bytes)
    }

    pub fn u32(&mut self, what: &str) -> Result<u32, Fault> {
        self.array(what).map(u32::from_le_bytes)
    }

    /// A finite number.
    pub fn f32(&mut self, what: &str) -> Result<f32, Fault> {
        let at = self.at;
        let number = self.array(what).map(f32::from_le_bytes)?;
        if number.is_finite() { Ok(number) } else { Err(Fault::new(at, format!("{what} is {number}"), "")) }
    }

    /// How many records of at least `size` bytes follow, which there must be room for: nothing is set aside on the word
    /// of a file.
    pub fn count(&mut self, size: usize, what: &str) -> Result<usize, Fault> {
        let at = self.at;
        let count = self.u32(&format!("the count of {what}"))? as usize;
        let room = self.left() / size;
        if count <= room {
            return Ok(count);
        }
        let message = format!("the file promises {count} {what}, and has room for {room}");
        Err(Fault::new(at, message, "the file seems to be cut short"))
    }
}
