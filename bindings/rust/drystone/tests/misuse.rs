//! Faults that users make: each is an error, and the engine stays usable.

use drystone::*;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Arc;

fn fails<T>(result: Result<T>, status: Status, text: &str) {
    match result {
        Ok(_) => panic!("no error in place of: {}", text),
        Err(e) => assert!(e.status == status && e.message.contains(text), "{:?} in place of {}", e, text),
    }
}

fn scene() -> Result<(World, BodyId, ShapeId)> {
    let world = World::new(Some(&WorldDefinition { gravity: Vec2::new(0.0, -10.0), ..Default::default() }))?;
    let ground = world.create_body(Some(&BodyDefinition { kind: BodyType::Static, ..Default::default() }))?;
    world.create_shape(ground, Segment { a: Vec2::new(-5.0, 0.0), b: Vec2::new(5.0, 0.0) }, None)?;
    let body = world.create_body(Some(&BodyDefinition { position: Vec2::new(0.0, 1.0), ..Default::default() }))?;
    let shape = world.create_shape(body, &make_box(0.5, 0.5)?, None)?;
    Ok((world, body, shape))
}

#[test]
fn dead_and_foreign_handles() -> Result<()> {
    let (world, body, shape) = scene()?;
    fails(world.step(-1.0, 4), Status::Argument, "time_step must be finite");
    fails(world.create_shape(body, Circle { center: Vec2::default(), radius: -1.0 }, None), Status::Argument, "radius");
    fails(make_polygon(&[Vec2::default()], 0.0), Status::Argument, "points");
    fails(world.body_ref(body).set_name("a\0b"), Status::Argument, "without zeros");
    fails(world.read_all_poses(&mut [Pose::default()]), Status::Argument, "");
    let other = World::new(None)?;
    fails(other.body_ref(body).position(), Status::Argument, "another world");
    world.destroy_body(body)?;
    fails(world.body_ref(body).position(), Status::Argument, "it was destroyed");
    fails(world.shape_ref(shape).density(), Status::Argument, "shape");
    fails(world.body_ref(BodyId::default()).position(), Status::Argument, "null");
    let path = "no/such/folder/file";
    assert!(world.save_to_file(path, None).is_err());
    assert!(World::load(&[1, 2, 3]).is_err());
    world.step(1.0 / 60.0, 4)
}

#[test]
fn panics_in_callbacks_reach_the_caller() -> Result<()> {
    let (world, body, shape) = scene()?;
    world.shape_ref(shape).set_pre_solve(true)?;
    world.set_pre_solve_callback(Some(Arc::new(|_| panic!("mine"))))?;
    let panic = (0..60).find_map(|_| catch_unwind(AssertUnwindSafe(|| world.step(1.0 / 60.0, 4))).err());
    assert_eq!(panic.and_then(|p| p.downcast_ref::<&str>().map(|s| s.to_string())).as_deref(), Some("mine"));
    world.set_pre_solve_callback(None)?;
    let visited = catch_unwind(AssertUnwindSafe(|| world.visit_contacts(|_| panic!("visitor"))));
    assert!(visited.is_err());
    let box_of = Aabb::new(Vec2::new(-1.0, -1.0), Vec2::new(1.0, 2.0));
    let changed = std::cell::RefCell::new(None);
    world.overlap_box(
        box_of,
        |_| {
            *changed.borrow_mut() = Some(world.destroy_body(body));
            false
        },
        None,
        None,
    )?;
    fails(changed.into_inner().unwrap(), Status::Busy, "world is in use");
    for _ in 0..60 {
        world.step(1.0 / 60.0, 4)?;
    }
    assert!((world.body_ref(body).position()?.y - 0.5).abs() < 0.02);
    Ok(())
}

#[test]
fn functions_outlive_what_they_were_given_to() -> Result<()> {
    let (world, body, _) = scene()?;
    let radius = 0.7_f32;
    {
        let round = CustomShape::new(move |d| d * (radius / d.length().max(1e-9)), 0.0)?;
        world.create_custom_shape(body, &round, None)?;
    }
    let copy = {
        world.set_collision_filter(Some(Arc::new(|_, _| true)))?;
        world.clone_with(2)?
    };
    drop(world);
    for _ in 0..60 {
        copy.step(1.0 / 60.0, 4)?;
    }
    assert!((copy.body_ref(body).position()?.y - 0.7).abs() < 0.05);

    let batch = WorldBatch::new(Some(&WorldBatchDefinition { threads: 2, ..Default::default() }))?;
    let number = batch.add_prototype(&copy, &[body])?;
    drop(copy);
    batch.create_worlds(number, 50)?;
    batch.step(1.0 / 60.0, 4, 10)?;
    assert_eq!(batch.poses()?.len(), 50);
    Ok(())
}

/// A world goes to another thread and comes back; one that is recorded and played gives the same.
#[test]
fn threads_and_recordings() -> Result<()> {
    let (world, body, _) = scene()?;
    let path = std::env::temp_dir().join(format!("drystone-{}.recording", std::process::id()));
    let recorder = Recorder::new(&world, path.to_str().unwrap(), None)?;
    let world = std::thread::spawn(move || (0..60).try_for_each(|_| world.step(1.0 / 60.0, 4)).map(|_| world))
        .join()
        .unwrap()?;
    recorder.close()?;
    let player = RecordingPlayer::new(&std::fs::read(&path).unwrap(), None)?;
    while player.play_step()? {}
    std::fs::remove_file(path).unwrap();
    assert!(player.divergence()?.is_none());
    assert_eq!(player.with_world(|w| w.state_hash())??, world.state_hash()?);
    fails(player.with_world(|w| w.step(1.0 / 60.0, 4))?, Status::ReadOnly, "");
    assert_eq!(world.snapshot()?.clone().is_empty()?, false);
    drop(player);
    world.body_ref(body).destroy()
}

#[test]
fn algorithms_and_queries() -> Result<()> {
    let disc = AnyShape::of(Circle { center: Vec2::default(), radius: 1.0 })?;
    let square = AnyShape::of(&make_box(1.0, 1.0)?)?;
    let d = distance(&disc, &square, Pose::at(5.0, 0.0), None, None)?;
    assert_eq!((d.distance, d.normal), (3.0, Vec2::new(1.0, 0.0)));
    let bare = AnyShape::Core(Core { points: vec![Vec2::default(); 2], ..Default::default() });
    fails(contains(&bare, (0.0, 0.0)), Status::Argument, "normals");
    let ground = World::new(None)?;
    let body = ground.create_body(None)?;
    let pieces = ground.create_outline(
        body,
        &[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)].map(Vec2::from),
        &[],
        None,
        None,
    )?;
    assert!(pieces.len() >= 2);
    let sum: f32 = pieces.iter().map(|s| ground.shape_ref(*s).mass().unwrap().mass).sum();
    assert!((sum / ground.body_ref(body).mass()?.mass - 1.0).abs() < 1e-5);
    let polygon = match ground.shape_ref(pieces[0]).geometry()? {
        ShapeGeometry::Polygon(p) => p,
        other => panic!("{:?}", other),
    };
    assert!(polygon.vertices()?.len() >= 3);
    let names: Vec<_> = simd_targets()?.iter().map(|t| simd_target_name(*t).unwrap()).collect();
    assert!(!names.is_empty());
    Ok(())
}
