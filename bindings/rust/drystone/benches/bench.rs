//! Times a step of 1,000 bodies and reading all their poses, as bindings/shared/bench.cpp does in C++.

use drystone::*;
use std::time::Instant;

fn median_seconds(rounds: usize, mut call: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            call();
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(|a, b| a.partial_cmp(b).unwrap());
    times[rounds / 2]
}

fn main() -> Result<()> {
    let world = World::new(Some(&WorldDefinition { sleeping: false, ..Default::default() }))?;
    let ground = world.create_body(Some(&BodyDefinition { kind: BodyType::Static, ..Default::default() }))?;
    world.create_shape(ground, Segment { a: Vec2::new(-100.0, 0.0), b: Vec2::new(100.0, 0.0) }, None)?;
    let square = make_box(0.5, 0.5)?;
    for i in 0..999 {
        // Stacks of nine.
        let position = Vec2::new(1.5 * (i / 9) as f32 - 80.0, 0.5 + (i % 9) as f32);
        let body = world.create_body(Some(&BodyDefinition { position, ..Default::default() }))?;
        world.create_shape(body, &square, None)?;
    }
    let step = median_seconds(400, || world.step(1.0 / 60.0, 4).unwrap());
    let mut poses = Vec::new();
    world.poses(&mut poses)?;
    let mut sum = 0.0;
    let reading = median_seconds(2000, || {
        world.poses(&mut poses).unwrap();
        for pose in &poses {
            sum += f64::from(pose.position.y);
        }
    });
    println!("{:.6} {:.3} {:.3}", 1e3 * step, 1e6 * reading, sum / 2000.0);
    Ok(())
}
