//! Discs and polygons fall through a funnel onto a turning cross; drawn into an SVG file, whose name is the argument.

use drystone::*;
use std::fmt::Write;

#[derive(Default)]
struct Svg(String);

fn paint(style: &DebugStyle) -> String {
    let c = debug_color(style).unwrap();
    let color = format!("rgb({},{},{})", c.red, c.green, c.blue);
    format!("stroke=\"{}\" fill=\"{}\" fill-opacity=\"{}\"", color, color, if style.filled { 0.4 } else { 0.0 })
}

impl DebugDraw for Svg {
    fn polygon(&mut self, points: &[Vec2], _radius: f32, style: &DebugStyle) {
        let list: Vec<_> = points.iter().map(|p| format!("{:.3},{:.3}", p.x, p.y)).collect();
        writeln!(self.0, "<polygon points=\"{}\" {}/>", list.join(" "), paint(style)).unwrap();
    }
    fn circle(&mut self, c: Vec2, radius: f32, q: Rot, style: &DebugStyle) {
        writeln!(self.0, "<circle cx=\"{:.3}\" cy=\"{:.3}\" r=\"{:.3}\" {}/>", c.x, c.y, radius, paint(style)).unwrap();
        self.segment(c, c + Vec2::new(q.c, q.s) * radius, style);
    }
    fn segment(&mut self, a: Vec2, b: Vec2, style: &DebugStyle) {
        let places = format!("x1=\"{:.3}\" y1=\"{:.3}\" x2=\"{:.3}\" y2=\"{:.3}\"", a.x, a.y, b.x, b.y);
        writeln!(self.0, "<line {} {}/>", places, paint(style)).unwrap();
    }
}

fn main() -> Result<()> {
    let world = World::new(Some(&WorldDefinition { gravity: Vec2::new(0.0, -9.81), ..Default::default() }))?;
    let ground = world.create_body(Some(&BodyDefinition { kind: BodyType::Static, ..Default::default() }))?;
    for (a, b) in [
        ((-12.0, 0.0), (12.0, 0.0)),
        ((-9.0, 14.0), (-1.9, 9.0)),
        ((9.0, 14.0), (1.9, 9.0)),
        ((-12.0, 0.0), (-12.0, 4.0)),
        ((12.0, 0.0), (12.0, 4.0)),
    ] {
        world.create_shape(ground, Segment { a: a.into(), b: b.into() }, None)?;
    }
    let cross = world.create_body(Some(&BodyDefinition { position: Vec2::new(0.0, 5.0), ..Default::default() }))?;
    world.create_shape(cross, &make_box(3.0, 0.15)?, None)?;
    world.create_shape(cross, &make_box(0.15, 3.0)?, None)?;
    let motor = Some(JointMotor { speed: 1.5, maximum: 500.0 });
    let axle = RevoluteJoint { anchor_a: Vec2::new(0.0, 5.0), motor, ..Default::default() };
    world.create_joint(ground, cross, axle, None)?;

    for i in 0..140 {
        let position = Vec2::new(-4.0 + (i % 9) as f32, 13.0 + 0.9 * (i / 9) as f32);
        let body = world.create_body(Some(&BodyDefinition { position, ..Default::default() }))?;
        if i % 3 == 0 {
            world.create_shape(body, Circle { center: Vec2::default(), radius: 0.35 }, None)?;
        } else {
            world.create_shape(body, &make_regular_polygon(3 + i % 4, 0.4, 0.02)?, None)?;
        }
    }
    for _ in 0..540 {
        world.step(1.0 / 60.0, 4)?;
    }

    let mut svg =
        Svg("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-13 -17 26 18\" width=\"910\" height=\"630\">\n\
                       <rect x=\"-13\" y=\"-17\" width=\"26\" height=\"18\" fill=\"#20242a\"/>\n\
                       <g transform=\"scale(1 -1)\" stroke-width=\"0.05\">\n"
            .into());
    world.draw(&mut svg, None)?;
    svg.0.push_str("</g></svg>\n");
    std::fs::write(std::env::args().nth(1).unwrap_or_else(|| "picture.svg".into()), svg.0).expect("a file to write");
    Ok(())
}
