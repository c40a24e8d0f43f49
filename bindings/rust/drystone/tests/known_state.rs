//! The scene of tests/determinism/golden_test.cpp ends in the state that is known of C++.

use drystone::*;

/// Numerical Recipes' generator.
struct Random(u32);
impl Random {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(1664525).wrapping_add(1013904223);
        low + (high - low) * ((self.0 >> 8) as f32 / 16777216.0)
    }
}

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}
fn body_at(x: f32, y: f32) -> BodyDefinition {
    BodyDefinition { position: v(x, y), ..Default::default() }
}
fn static_at(world: &World, x: f32, y: f32) -> Result<BodyId> {
    world.create_body(Some(&BodyDefinition { kind: BodyType::Static, ..body_at(x, y) }))
}
fn add_box(world: &World, x: f32, y: f32, half_width: f32, half_height: f32) -> Result<BodyId> {
    let body = world.create_body(Some(&body_at(x, y)))?;
    world.create_shape(body, &make_box(half_width, half_height)?, None)?;
    Ok(body)
}
fn add_disc(world: &World, x: f32, y: f32, radius: f32) -> Result<BodyId> {
    let body = world.create_body(Some(&body_at(x, y)))?;
    world.create_shape(body, Circle { center: v(0.0, 0.0), radius }, None)?;
    Ok(body)
}
fn solved(solver: JointSolver) -> JointSettings {
    JointSettings { solver, ..Default::default() }
}

fn add_things(world: &World) -> Result<()> {
    let mut random = Random(2024);
    for i in 0..40 {
        let position = v(random.between(-5.0, 5.0), random.between(5.0, 15.0));
        let angle = random.between(-3.0, 3.0);
        let linear_velocity = v(random.between(-2.0, 2.0), 0.0);
        let body = world.create_body(Some(&BodyDefinition {
            position,
            angle,
            linear_velocity,
            angular_velocity: random.between(-5.0, 5.0),
            linear_damping: if i % 5 == 0 { 0.1 } else { 0.0 },
            angular_damping: if i % 7 == 0 { 0.2 } else { 0.0 },
            ..Default::default()
        }))?;
        let mut shape = ShapeDefinition { density: random.between(0.5, 4.0), ..Default::default() };
        shape.material.friction = random.between(0.0, 1.0);
        shape.material.restitution = if i % 3 == 0 { 0.6 } else { 0.0 };
        let size = random.between(0.2, 0.5);
        let shape = Some(&shape);
        match i % 5 {
            0 => world.create_shape(body, Circle { center: v(0.1, 0.0), radius: size }, shape)?,
            1 => world.create_shape(body, Capsule { a: v(-0.3, 0.0), b: v(0.3, 0.1), radius: 0.5 * size }, shape)?,
            2 => world.create_shape(body, &make_regular_polygon(5, size, 0.0)?, shape)?,
            3 => world.create_shape(body, &make_rounded_box(size, 0.5 * size, 0.05)?, shape)?,
            _ => {
                world.create_shape(body, &make_box(size, 0.5 * size)?, shape)?;
                world.create_shape(body, &make_box(0.5 * size, size)?, shape)?
            }
        };
    }
    Ok(())
}

fn add_mechanisms(world: &World) -> Result<()> {
    let direct = solved(JointSolver::Direct);
    let mut last = static_at(world, -8.0, 12.0)?;
    for i in 0..5 {
        let link = add_box(world, -7.5 + i as f32, 12.0, 0.5, 0.1)?;
        let anchor_a = v(if i == 0 { 0.0 } else { 0.5 }, 0.0);
        let pin = RevoluteJoint { anchor_a, anchor_b: v(-0.5, 0.0), ..Default::default() };
        world.create_joint(last, link, pin, Some(&direct))?;
        last = link;
    }
    let frame = static_at(world, 8.0, 6.0)?;
    let wheel = add_disc(world, 8.0, 5.0, 0.4)?;
    let arm = add_box(world, 8.0, 7.0, 0.4, 0.1)?;
    let iterative = solved(JointSolver::Iterative);
    let axle = WheelJoint {
        anchor_a: v(0.0, -1.0),
        motor: Some(JointMotor { speed: 3.0, maximum: 2.0 }),
        ..Default::default()
    };
    world.create_joint(frame, wheel, axle, Some(&iterative))?;
    let limited = RevoluteJoint {
        anchor_a: v(0.0, 1.0),
        anchor_b: v(-0.3, 0.0),
        limit: Some(JointLimit { lower: -0.5, upper: 0.7 }),
        ..Default::default()
    };
    world.create_joint(frame, arm, limited, Some(&iterative))?;
    let spring = JointSpring { frequency: 2.0, target: 1.5, ..Default::default() };
    world.create_joint(arm, wheel, DistanceJoint { spring: Some(spring), ..Default::default() }, None)?;
    let pulley = PulleyJoint { ground_a: v(8.0, 14.0), ground_b: v(-3.0, 14.0), length: 16.0, ..Default::default() };
    world.create_joint(wheel, last, pulley, None)?;
    let bullet = world.body_ref(add_disc(world, -15.0, 3.0, 0.1)?);
    bullet.set_bullet(true)?;
    bullet.set_linear_velocity((300.0, 5.0))
}

fn add_free_mechanisms(world: &World) -> Result<()> {
    let direct = solved(JointSolver::Direct);
    let ground = static_at(world, -14.0, 16.0)?;
    let upper = add_box(world, -13.5, 16.0, 0.5, 0.1)?;
    let lower = add_box(world, -12.5, 16.0, 0.5, 0.05)?;
    let pin = |a: Vec2, b: Vec2| RevoluteJoint { anchor_a: a, anchor_b: b, ..Default::default() };
    world.create_joint(ground, upper, pin(v(0.0, 0.0), v(-0.5, 0.0)), Some(&direct))?;
    world.create_joint(upper, lower, pin(v(0.5, 0.0), v(-0.5, 0.0)), Some(&direct))?;
    let bar = add_box(world, 15.0, 14.0, 1.0, 0.1)?;
    for side in [-1.0, 1.0] {
        let leg = add_box(world, 15.0 + side, 15.0, 0.1, 1.0)?;
        let motor = Some(JointMotor { speed: 2.0, maximum: if side > 0.0 { 3.0 } else { 0.0 } });
        let driven = RevoluteJoint { motor, ..pin(v(29.0 + side, 0.0), v(0.0, 1.0)) };
        world.create_joint(ground, leg, driven, Some(&direct))?;
        world.create_joint(leg, bar, pin(v(0.0, -1.0), v(side, 0.0)), Some(&direct))?;
    }
    Ok(())
}

#[test]
fn known_state() -> Result<()> {
    let root = std::env::var("DRYSTONE_ROOT").expect("DRYSTONE_ROOT names the repository");
    let source = std::fs::read_to_string(root + "/tests/determinism/golden_test.cpp").unwrap();
    let expected = source.split("expected = ").nth(1).unwrap().split("ull").next().unwrap();
    for threads in [1, 3] {
        let world = World::new(Some(&WorldDefinition { threads, ..Default::default() }))?;
        let ground = static_at(&world, 0.0, 0.0)?;
        world.create_shape(ground, Segment { a: v(-20.0, 0.0), b: v(20.0, 0.0) }, None)?;
        let paddle = world.create_body(Some(&BodyDefinition {
            kind: BodyType::Kinematic,
            angle: 0.3,
            angular_velocity: 1.5,
            ..body_at(0.0, 3.0)
        }))?;
        world.create_shape(paddle, &make_box(3.0, 0.2)?, None)?;
        add_things(&world)?;
        add_mechanisms(&world)?;
        add_free_mechanisms(&world)?;
        for _ in 0..300 {
            world.step(1.0 / 60.0, 4)?;
        }
        assert_eq!(world.state_hash()?.to_string(), expected, "{} threads", threads);
    }
    Ok(())
}
