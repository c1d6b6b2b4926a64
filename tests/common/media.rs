//! Files of motion and speech, made from nothing.

/// A file of each kind, with `count` of whatever it holds.
pub fn files(count: usize) -> [(&'static str, Vec<u8>); 10] {
    let mut vmd = b"Vocaloid Motion Data 0002\0\0\0\0\0".to_vec();
    vmd.extend([0; 20]);
    vmd.extend((count as u32).to_le_bytes());
    for k in 0..count {
        vmd.extend(b"\x93\xaa\0\0\0\0\0\0\0\0\0\0\0\0\0");
        vmd.extend((k as u32 % 1000).to_le_bytes());
        vmd.extend([0; 24]);
        vmd.extend(1.0_f32.to_le_bytes());
        vmd.extend([20; 64]);
    }
    vmd.extend((count as u32).to_le_bytes());
    for k in 0..count {
        // Each another name.
        vmd.extend(format!("{k:015}").as_bytes());
        vmd.extend([0; 8]);
    }
    // The same with all that is passed over; each key of inverse kinematics has a chain.
    let mut whole = vmd.clone();
    for size in [61, 28, 9] {
        whole.extend((count as u32).to_le_bytes());
        whole.extend(vec![7; size * count]);
    }
    whole.extend((count as u32).to_le_bytes());
    whole.extend([3, 0, 0, 0, 1, 1, 0, 0, 0].into_iter().chain([b'a'; 21]).cycle().take(30 * count));
    vmd.extend([0; 16]);

    let segments: String = (1..=count).map(|k| format!(",{},{k},{}", k % 4 * (k % 4) % 3 * 2, k % 30)).collect();
    let motion3 = format!(
        "{{\"Version\":3,\"Meta\":{{\"Duration\":9,\"CurveCount\":1}},\"Curves\":[{{\"Target\":\"Parameter\",\
         \"Id\":\"ParamAngleX\",\"Segments\":[0,0{segments}]}}],\"UserData\":[]}}"
    );
    let bezier: String = (1..=count).map(|k| format!(",1,{k},1,{k},2,{k},{}", k % 5)).collect();
    let bezier = format!(
        "{{\"Meta\":{{\"Duration\":9,\"Loop\":true,\"FadeInTime\":0.5,\"AreBeziersRestricted\":false}},\"Curves\":[{{\"Target\":\
         \"Parameter\",\"Id\":\"ParamMouthOpenY\",\"FadeOutTime\":1,\"Segments\":[0,0{bezier}]}}]}}"
    );
    let list = |item: &str| vec![item; count].join(",\n");
    let exp3 = format!("{{\"Parameters\":[{}]}}", list("{\"Id\":\"A\",\"Value\":1}"));
    let json = format!("{{\"mouthCues\":[{}]}}", list("{\"start\":0,\"end\":1,\"value\":\"A\"}"));
    let xml = format!("<r>{}</r>", vec!["<mouthCue start=\"0\" end=\"1\">A</mouthCue>"; count].join("\n"));
    let tsv: String = (0..count).map(|k| format!("{k}\t{}\n", if k % 2 == 0 { 'D' } else { 'A' })).collect();

    let mut wav = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data".to_vec();
    wav.extend((100 * count as u32).to_le_bytes());
    wav.extend((0..100 * count).map(|k| (k % 251) as u8));
    // Two channels of floating point, told by the extensible header, after a part of odd length.
    let mut float =
        b"RIFF\0\0\0\0WAVELIST\x03\0\0\0abc\0fmt \x28\0\0\0\xFE\xFF\x02\0\x40\x1f\0\0\0\xfa\0\0\x08\0\x20\0".to_vec();
    float.extend(b"\x16\0\x20\0\x03\0\0\0\x03\0\0\0\0\0\x10\0\x80\0\0\xAA\0\x38\x9B\x71data");
    float.extend((80 * count as u32).to_le_bytes());
    float.extend((0..20 * count).flat_map(|k| (0.01 * (k % 50) as f32).to_le_bytes()));
    [
        ("a.vmd", vmd),
        ("whole.vmd", whole),
        ("bezier.motion3.json", bezier.into()),
        ("float.wav", float),
        ("a.motion3.json", motion3.into()),
        ("a.exp3.json", exp3.into()),
        ("a.json", json.into()),
        ("a.xml", xml.into()),
        ("a.tsv", tsv.into()),
        ("a.wav", wav),
    ]
}
