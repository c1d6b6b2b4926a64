//! The table.

use std::time::Duration;

use crate::race::Contestant;

/// Prints contestants as lines and characters as columns. Ratios are to the first contestant of the column.
pub fn print(names: &[&str], fields: &[Vec<Contestant<'_>>]) {
    let Some(lines) = fields.first() else { return };
    println!();
    print!("  {:<30}", "");
    names.iter().for_each(|name| print!("   {name:^31}"));
    println!();
    print!("  {:<30}", "");
    names.iter().for_each(|_| print!("   {:>11}{:>9}{:>11}", "µs", "ratio", "allocs"));
    println!();
    let mut group = "";
    for (i, line) in lines.iter().enumerate() {
        if line.group != group {
            group = line.group;
            println!("  {group}");
        }
        print!("    {:<28}", line.name);
        for field in fields {
            let (Some(base), Some(contestant)) = (field.first(), field.get(i)) else { continue };
            let (time, base) = (contestant.median(), base.median());
            let ratio = time.as_secs_f64() / base.as_secs_f64();
            print!("   {:>10}{ratio:>9.*}{:>11.0}", micros(time), digits(ratio), contestant.allocations.ceil());
        }
        println!();
    }
}

/// Three digits are all that is known.
fn digits(value: f64) -> usize {
    match value {
        v if v < 0.1 => 3,
        v if v < 10.0 => 2,
        v if v < 100.0 => 1,
        _ => 0,
    }
}

fn micros(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    format!("{micros:.*}", digits(micros))
}
