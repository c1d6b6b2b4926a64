use super::*;
use proptest::prelude::*;

fn parsed(text: &str) -> Speech {
    Speech::parse("c", text.as_bytes()).unwrap()
}

fn told(bytes: impl AsRef<[u8]>) -> String {
    Speech::parse("c", bytes.as_ref()).unwrap_err().to_string()
}

const TSV: &str = "0.00\tX\n0.20\tB\n0.50\tD\n1.00\tX\n";
const JSON: &str = r#"{"metadata": {"soundFile": "a.wav", "duration": 1.00}, "mouthCues": [
    {"start": 0.00, "end": 0.20, "value": "X"}, {"start": 0.20, "end": 0.50, "value": "B"},
    {"start": 0.50, "end": 1.00, "value": "D"}]}"#;
const XML: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<rhubarbResult>
  <metadata><soundFile>a.wav</soundFile><duration>1.00</duration></metadata>
  <mouthCues>
    <mouthCue start="0.00" end="0.20">X</mouthCue>
    <mouthCue start="0.20" end="0.50">B</mouthCue>
    <mouthCue start="0.50" end="1.00">D</mouthCue>
  </mouthCues>
</rhubarbResult>"#;

#[test]
fn the_three_formats_say_the_same() {
    let speech = parsed(TSV);
    let cue = |start, end, shape| MouthCue { start, end, shape };
    assert_eq!(speech.cues(), [cue(0.0, 0.2, Viseme::X), cue(0.2, 0.5, Viseme::B), cue(0.5, 1.0, Viseme::D)]);
    assert_eq!((speech.duration(), speech.merged()), (1.0, 0));
    for text in [JSON, XML, &TSV.replace('\n', "\r\n"), &TSV.replace('\n', "\r"), &format!("\u{feff}{TSV}")] {
        assert_eq!(parsed(text), speech, "{text}");
    }
}

#[test]
fn every_shape_has_a_look_of_its_own_and_only_a_and_x_are_shut() {
    // Which differ by so much that they are told apart: a quarter of an eye radius in width or opening, or other teeth or
    // another tongue. An opening is more than its outline, which is 0.34 of an eye radius thick.
    for (i, (_, a)) in Viseme::ALL.iter().enumerate() {
        let a = a.look();
        assert!(a.form.open == 0.0 || a.form.open > 2.0 * 0.34);
        for (_, b) in &Viseme::ALL[i + 1..] {
            let b = b.look();
            let form = (a.form.half_width - b.form.half_width).abs().max((a.form.open - b.form.open).abs());
            let bend = (a.form.bend - b.form.bend).abs();
            let inside = (a.teeth - b.teeth).abs().max((a.tongue - b.tongue).abs());
            assert!(form >= 0.25 || bend >= 0.25 || inside >= 0.5, "{a:?} {b:?}");
        }
    }
    for (i, (name, a)) in Viseme::ALL.iter().enumerate() {
        let text = format!("0\t{name}\n1\tX\n");
        assert_eq!(parsed(&text).mouth(0.5), a.look(), "{name}");
        assert_eq!(a.look().form.open == 0.0, matches!(a, Viseme::A | Viseme::X), "{name}");
        assert!(Viseme::ALL[i + 1..].iter().all(|(_, b)| b.look() != a.look()), "{name}");
    }
}

#[test]
fn shapes_change_within_60_ms_around_their_cue() {
    let speech = parsed(TSV);
    let open = |t: f64| speech.mouth(t).form.open;
    let (b, d) = (Viseme::B.look().form.open, Viseme::D.look().form.open);
    assert_eq!((open(0.469), open(0.531)), (b, d));
    assert!((open(0.5) - 0.5 * (b + d)).abs() < 1e-9);
    assert!(open(0.48) > b && open(0.52) < d);
}

#[test]
fn an_open_vowel_at_the_end_shuts_and_the_mouth_is_given_back_within_200_ms() {
    let speech = parsed(TSV);
    assert!(speech.mouth(0.96).form.open > 1.0);
    assert_eq!(speech.mouth(1.03).form.open, 0.0);
    for (t, share) in [(0.5, 1.0), (1.0, 1.0), (1.03, 1.0), (1.115, 0.5), (1.2, 0.0), (9.0, 0.0)] {
        assert!((speech.share(t) - share).abs() < 1e-9, "{t}: {}", speech.share(t));
    }
}

#[test]
fn a_cue_of_10_ms_is_seen_at_12_24_and_30_frames_a_second() {
    let speech = parsed("0\tA\n0.5\tD\n0.51\tA\n1\tX\n");
    // It is wholly there for 83 - 60 ms, and eased over 60 ms on both sides. The frame nearest to its middle is at worst
    // half a frame away from it: 41.7, 20.8 and 16.7 ms, that is 30.0, 9.2 and 5.0 ms into an easing of 3 x^2 - 2 x^3.
    for (fps, share) in [(12, 0.49), (24, 0.93), (30, 0.97)] {
        for phase in 0..50 {
            let frames = (0..fps).map(|k| (f64::from(k) + f64::from(phase) / 50.0) / f64::from(fps));
            let widest = frames.map(|t| speech.mouth(t).form.open).fold(0.0, f64::max);
            assert!(widest > share * Viseme::D.look().form.open, "{fps}, {phase}: {widest}");
        }
    }
}

#[test]
fn cut_short_it_ends_as_it_would_at_its_end() {
    let speech = parsed(TSV);
    let (mouth, share) = speech.cut(0.75, Some(0.7));
    assert_eq!((mouth.form.open, share > 0.5), (0.0, true));
    assert_eq!(speech.cut(0.91, Some(0.7)).1, 0.0);
    assert_eq!(speech.cut(0.6, Some(0.7)), (speech.mouth(0.6), speech.share(0.6)));
}

#[test]
fn faults_are_told_with_their_place() {
    for (text, expected) in [
        ("", "c:1:1: error: the file is empty"),
        ("\n", "c:1:1: error: the file is empty"),
        ("<r/>", "c:1:1: error: there is no mouth cue"),
        ("0.0\tX\n0.5\tQ\n", "c:2:5: error: there is no mouth shape \"Q\"; it must be one of A to H, or X"),
        ("0.0\tX\n half\tA\n", "c:2:2: error: \"half\" is not a time; write seconds, such as 1.25"),
        ("0.0 X Y\n", "c:1:1: error: this is no mouth cue: \"0.0 X Y\""),
        ("nan\tX\n", "c:1:1: error: the time nan is out of range"),
        ("1e300\tX\n", "c:1:1: error: the time 1e300 is out of range"),
        ("time,x,y,event\n0,1,2,move\n", "c:1:1: error: no line is a mouth cue, such as 0.25 D; clips are VMD or"),
        ("0.25,D\n0.5,X\n", "c:1:1: error: no line is a mouth cue, such as 0.25 D; clips are VMD or"),
        ("<svg/>", "c:1:1: error: there is no mouth cue in this XML; clips are VMD or"),
        ("-1\tX\n", "c:1:1: error: the time -1 is out of range"),
        ("{\"mouthCues\": []}", "c:1:1: error: there is no mouth cue"),
        ("{\"mouthCues\": [{\"start\": 0, \"value\": \"A\"}]}", "c:1:16: error: \"end\" is missing here"),
        (
            "{\"mouthCues\": [{\"start\": 2, \"end\": 1, \"value\": \"A\"}]}",
            "c:1:16: error: this cue ends at 1, before",
        ),
        ("{\"mouthCues\": [{\"start\": 0, \"end\": 1, \"value\": \"a\"}]}", "c:1:48: error: there is no mouth shape"),
        ("<r>\n<mouthCue start=\"0\" end=\"1\">Z</mouthCue></r>", "c:2:29: error: there is no mouth shape \"Z\""),
        ("<r>\n<mouthCue start=\"x\" end=\"1\">A</mouthCue></r>", "c:2:18: error: \"x\" is not a time"),
        ("<r>\n<mouthCue end=\"1\">A</mouthCue></r>", "c:2:1: error: \"start\" is missing here"),
        ("<r>\n<mouthCue></r>", "c:2:11: error: this is not XML: "),
    ] {
        let told = told(text);
        assert!(told.starts_with(expected), "{told}\nfor {expected}");
    }
}

#[test]
fn texts_cut_anywhere_are_refused_with_a_place_or_are_shorter_texts() {
    for text in [JSON, XML] {
        for cut in 0..text.len() {
            let told = told(&text[..cut]);
            assert!(told.starts_with("c:") && told[2..].starts_with(|c: char| c.is_ascii_digit()), "{cut}: {told}");
        }
    }
    // A table that is cut is a shorter table.
    assert!(
        (0..TSV.len()).all(|cut| !matches!(Speech::parse("c", &TSV.as_bytes()[..cut]), Err(Error::Parameter { .. })))
    );
}

/// A WAV file of a format tag and samples that are written already.
fn wav(tag: u16, bits: u16, channels: u16, rate: u32, data: &[u8]) -> Vec<u8> {
    let frame = channels * bits / 8;
    let mut file = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0".to_vec();
    file.extend(tag.to_le_bytes());
    file.extend(channels.to_le_bytes());
    file.extend(rate.to_le_bytes());
    file.extend((rate * u32::from(frame)).to_le_bytes());
    file.extend(frame.to_le_bytes());
    file.extend(bits.to_le_bytes());
    // A part that nobody asked for, of odd length.
    file.extend(b"LIST\x03\0\0\0abc\0data");
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(data);
    let size = file.len() as u32 - 8;
    file[4..8].copy_from_slice(&size.to_le_bytes());
    file
}

/// Half a second of silence, one of a tone of half the full scale, half a one of silence.
fn tone(rate: u32) -> Vec<f64> {
    (0..2 * rate)
        .map(|i| f64::from(i) / f64::from(rate))
        .map(|t| if (0.5..1.5).contains(&t) { 0.5 * libm::sin(440.0 * std::f64::consts::TAU * t) } else { 0.0 })
        .collect()
}

#[test]
fn all_formats_of_samples_open_the_mouth_alike() {
    let samples = tone(16_000);
    let encoded = |f: &dyn Fn(f64) -> Vec<u8>| samples.iter().flat_map(|s| f(*s)).collect::<Vec<u8>>();
    let int = |scale: f64, s: f64| (s * scale) as i32;
    let i16s = encoded(&|s| (int(32_767.0, s) as i16).to_le_bytes().to_vec());
    let speech = Speech::parse("c", &wav(1, 16, 1, 16_000, &i16s)).unwrap();
    assert_eq!(speech.duration(), 2.0);
    let stereo: Vec<u8> = i16s.chunks(2).flat_map(|s| [s, s].concat()).collect();
    for (what, file) in [
        ("8 bits", wav(1, 8, 1, 16_000, &encoded(&|s| vec![(int(127.0, s) + 128) as u8]))),
        ("24 bits", wav(1, 24, 1, 16_000, &encoded(&|s| int(8_388_607.0, s).to_le_bytes()[..3].to_vec()))),
        ("32 bits", wav(1, 32, 1, 16_000, &encoded(&|s| int(2_147_483_647.0, s).to_le_bytes().to_vec()))),
        ("f32", wav(3, 32, 1, 16_000, &encoded(&|s| (s as f32).to_le_bytes().to_vec()))),
        ("f64", wav(3, 64, 1, 16_000, &encoded(&|s| s.to_le_bytes().to_vec()))),
        ("stereo", wav(1, 16, 2, 16_000, &stereo)),
    ] {
        let other = Speech::parse("c", &file).unwrap();
        for k in 0..200 {
            let t = f64::from(k) / 100.0;
            let (a, b) = (speech.mouth(t).form.open, other.mouth(t).form.open);
            assert!((a - b).abs() < 0.02, "{what} at {t}: {a} {b}");
        }
    }
    // The extensible header says the format further on.
    let mut extensible = wav(0xFFFE, 16, 1, 16_000, &i16s);
    extensible[16] = 40;
    extensible
        .splice(36..36, [22, 0, 16, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]);
    assert_eq!(Speech::parse("c", &extensible).unwrap(), speech);
}

#[test]
fn the_mouth_follows_the_voice_with_its_time_constants() {
    let data: Vec<u8> = tone(48_000).iter().flat_map(|s| (*s as f32).to_le_bytes()).collect();
    let speech = Speech::parse("c", &wav(3, 32, 1, 48_000, &data)).unwrap();
    let wide = Viseme::D.look().form.open;
    // The mouth is half an easing early.
    let open = |t: f64| speech.mouth(t - 0.5 * EASE).form.open / wide;
    assert_eq!(open(0.5), 0.0);
    // Full loudness from the first window on (3 dB less in its first): 1 - exp(-t / 25 ms).
    for t in [0.02, 0.05, 0.1] {
        assert!((open(0.5 + t) - (1.0 - libm::exp(-t / 0.025))).abs() < 1e-3, "{t}: {}", open(0.5 + t));
    }
    assert!((open(1.5) - 1.0).abs() < 1e-6);
    // One window is half silence (-3 dB, still wide open); then exp(-t / 60 ms).
    for t in [0.05, 0.1, 0.2] {
        assert!((open(1.51 + t) - libm::exp(-t / 0.06)).abs() < 1e-3, "{t}: {}", open(1.51 + t));
    }
}

#[test]
fn silence_is_shut_and_quiet_voices_are_heard() {
    let quiet = |scale: f64| {
        let data: Vec<u8> = tone(8_000).iter().flat_map(|s| ((*s * scale) as f32).to_le_bytes()).collect();
        let speech = Speech::parse("c", &wav(3, 32, 1, 8_000, &data)).unwrap();
        (0..200).map(|k| speech.mouth(f64::from(k) / 100.0).form.open).fold(0.0, f64::max)
    };
    assert!(quiet(0.02) > 1.4, "-40 dB");
    // -66 dB.
    assert_eq!((quiet(0.001), quiet(0.0)), (0.0, 0.0));
}

#[test]
fn broken_recordings_are_refused_with_the_byte() {
    let data: Vec<u8> = (0..400).map(|i| (i % 251) as u8).collect();
    let good = wav(1, 16, 1, 8_000, &data);
    for cut in 4..good.len() {
        let told = told(&good[..cut]);
        assert!(told.starts_with("c: error: byte "), "{cut}: {told}");
    }
    let with = |at: usize, new: &[u8]| {
        let mut file = good.clone();
        file[at..at + new.len()].copy_from_slice(new);
        told(&file)
    };
    let nan = wav(3, 32, 1, 8_000, &[0.5_f32, f32::NAN].map(f32::to_le_bytes).concat());
    for (told, expected) in [
        (with(8, b"AVI "), "byte 8: this is no WAV file"),
        (with(52, &u32::to_le_bytes(5_000)), "byte 52: the part data promises 5000 bytes, 400 follow"),
        (with(40, &u32::to_le_bytes(0xFFFF_FFFE)), "byte 40: the part LIST promises 4294967294 bytes"),
        (with(20, &[85, 0]), "byte 20: samples of format 85 with 16 bits are not known"),
        (with(34, &[12, 0]), "byte 20: samples of format 1 with 12 bits are not known"),
        (with(22, &[0, 0]), "byte 22: there are no channels"),
        (with(24, &[0; 4]), "byte 24: a rate of 0 Hz is out of range"),
        (told(&nan), "byte 60: this sample is NaN"),
    ] {
        assert!(told.starts_with(&format!("c: error: {expected}")), "{told}\nfor {expected}");
    }
}

#[test]
fn a_recording_whose_size_was_never_filled_in_goes_on_until_its_end() {
    let data: Vec<u8> = (0..400).map(|i| (i % 251) as u8).collect();
    let good = wav(1, 16, 1, 8_000, &data);
    let expected = Speech::parse("c", &good).unwrap();
    let with = |whole: u32, samples: u32| {
        let mut file = good.clone();
        file[4..8].copy_from_slice(&whole.to_le_bytes());
        file[52..56].copy_from_slice(&samples.to_le_bytes());
        Speech::parse("c", &file)
    };
    // ffmpeg; arecord; sox; a program that ended too early, with and without the header counted.
    for (whole, samples) in
        [(u32::MAX, u32::MAX), (0x8000_0024, 0x8000_0000), (0x7FFF_F024, 0x7FFF_F000), (0, 0), (36, 0)]
    {
        assert_eq!(with(whole, samples).unwrap(), expected, "{whole:x} {samples:x}");
    }
    // Where the header knows how long the file is, no samples are none.
    let size = good.len() as u32 - 8;
    let told = with(size, 0).unwrap_err().to_string();
    assert_eq!(told, "c: error: byte 56: there are no samples");
}

#[test]
fn many_channels_are_heard_together_and_their_bytes_must_add_up() {
    let samples = tone(8_000);
    // Six channels, five of them silent: a sixth of the power, and as loud as it gets in this recording.
    let six: Vec<u8> =
        samples.iter().flat_map(|s| [*s as f32, 0.0, 0.0, 0.0, 0.0, 0.0]).flat_map(f32::to_le_bytes).collect();
    let one: Vec<u8> = samples.iter().flat_map(|s| (*s as f32).to_le_bytes()).collect();
    let mut file = wav(3, 32, 6, 8_000, &six);
    let [six, one] = [Speech::parse("c", &file).unwrap(), Speech::parse("c", &wav(3, 32, 1, 8_000, &one)).unwrap()];
    assert_eq!(six.duration(), 2.0);
    for k in 0..200 {
        let t = f64::from(k) / 100.0;
        assert!((six.mouth(t).form.open - one.mouth(t).form.open).abs() < 1e-6, "{t}");
    }
    // Samples of 24 bits that lie in 4 bytes each are not guessed at.
    file[32..34].copy_from_slice(&48_u16.to_le_bytes());
    assert!(told(&file).starts_with("c: error: byte 32: the samples of a moment take 48 bytes, 6 of 32 bits take 24"));
    // Who leaves it at 0 is understood.
    file[32..34].copy_from_slice(&0_u16.to_le_bytes());
    assert_eq!(Speech::parse("c", &file).unwrap(), six);
}

#[test]
fn every_bad_cue_is_told_up_to_twenty() {
    let told = |text: &str| {
        Speech::parse("c", text.as_bytes()).unwrap_err().findings().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for (text, places) in [
        ("0\tA\nx\tB\n1\tQ\n2\tX\n", ["c:2:1: ", "c:3:3: "]),
        (
            "<r>\n<mouthCue start='0' end='1'>A</mouthCue>\n<mouthCue start='x' end='1'>A</mouthCue>\n<mouthCue start='0' end='1'>Q</mouthCue></r>",
            ["c:3:18: ", "c:4:29: "],
        ),
        (
            "{\"mouthCues\": [\n{\"start\": 0, \"end\": 1, \"value\": \"Q\"},\n{\"start\": 0, \"end\": -1, \"value\": \"A\"}]}",
            ["c:2:33: ", "c:3:21: "],
        ),
    ] {
        let told = told(text);
        assert!(told.len() == 2 && places.iter().zip(&told).all(|(place, told)| told.starts_with(place)), "{told:#?}");
    }
    let told = told(&format!("0\tA\n{}", "x\tA\n".repeat(1000)));
    assert_eq!((told.len(), told[20].as_str()), (21, "c:21:1: note: reading ended after 20 errors"));
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(
        which in 0..4usize, flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), t in -1.0..3.0f64,
    ) {
        let recording = wav(1, 16, 1, 8_000, &[77; 600]);
        let mut bytes = [TSV.as_bytes(), JSON.as_bytes(), XML.as_bytes(), &recording][which].to_vec();
        for (index, byte) in flips {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(speech) = Speech::parse("c", &bytes) {
            prop_assert!(speech.mouth(t).form.open.is_finite() && (0.0..=1.0).contains(&speech.share(t)));
        }
    }

    #[test]
    fn the_mouth_never_jumps(list in prop::collection::vec((0.0..2.0f64, 0.0..0.2f64, 0..9usize), 1..30)) {
        let cues = list.iter().map(|(start, length, i)| MouthCue { start: *start, end: start + length, shape: Viseme::ALL[*i].1 });
        let speech = Speech::of_cues(cues.collect()).unwrap();
        let mut before = speech.mouth(0.0).form.open;
        for k in 1..2500 {
            let now = speech.mouth(f64::from(k) / 1000.0).form.open;
            // The widest change, 2, is at most 1.5 / 60 of it a millisecond.
            prop_assert!((now - before).abs() <= 2.0 * 1.5 / 60.0 + 1e-9, "{} at {}", now - before, k);
            before = now;
        }
    }
}
