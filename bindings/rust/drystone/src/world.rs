//! What is not generated of worlds and custom shapes.

use crate::convert::Keep;
use crate::object::{check, guard, zeroed};
use crate::*;
use drystone_sys as sys;
use std::ffi::c_void;

impl World {
    fn adopt_copy(raw: sys::DsWorld, of: &World) -> World {
        let copy = World::adopt(raw);
        copy.0.slots.lock().unwrap().extend(of.0.slots.lock().unwrap().iter().map(|(k, v)| (*k, v.clone())));
        copy
    }

    /// Returns a copy with as many threads, which calls the same functions. Handles are valid in both worlds.
    pub fn clone_with(&self, threads: i32) -> Result<World> {
        let mut raw: sys::DsWorld = zeroed();
        check(unsafe { sys::ds_world_clone(self.raw(), threads, &mut raw) })?;
        Ok(World::adopt_copy(raw, self))
    }

    /// Reads the poses of all bodies, in the order of `bodies`, which the vector gets as its elements. It allocates
    /// only where the number of bodies has grown.
    pub fn poses(&self, poses: &mut Vec<Pose>) -> Result<()> {
        // To count takes longer than to read, and a wrong number is refused.
        if poses.is_empty() || self.read_all_poses(poses).is_err() {
            poses.resize(self.counters()?.bodies as usize, Pose::default());
            self.read_all_poses(poses)?;
        }
        Ok(())
    }
}

impl RecordingPlayer {
    /// Calls a function with the world of the player, which may be read only.
    pub fn with_world<T>(&self, f: impl FnOnce(&World) -> T) -> Result<T> {
        let mut raw: sys::DsWorld = zeroed();
        check(unsafe { sys::ds_recording_player_world(self.raw(), &mut raw) })?;
        Ok(f(&World::adopt(raw)))
    }
}

impl WorldBatch {
    /// Adds a prototype with the bodies that have rows in the arrays, see the manual; returns its number.
    pub fn add_prototype(&self, prototype: &World, bodies: &[BodyId]) -> Result<i32> {
        let mut number = 0;
        let (world, count) = (prototype.raw(), bodies.len());
        check(unsafe { sys::ds_world_batch_add_prototype(self.raw(), world, bodies.as_ptr(), count, &mut number) })?;
        let kept: Vec<_> = prototype.0.slots.lock().unwrap().values().flatten().cloned().collect();
        self.object().slots.lock().unwrap().entry("prototypes").or_default().extend(kept);
        Ok(number)
    }
}

unsafe extern "C" fn call_support(data: *mut c_void, direction: Vec2, result: *mut Vec2) {
    guard((), || *result = (*(data as *const SupportFunctionFn))(direction))
}

impl CustomShape {
    /// Makes a shape of a support mapping: the farthest point of the shape in a direction. The function stays for good,
    /// since worlds may call it on any of their threads.
    pub fn new(support: impl Fn(Vec2) -> Vec2 + Send + Sync + 'static, radius: f32) -> Result<CustomShape> {
        let mut keep = Keep::default();
        let support: SupportFunctionFn = std::sync::Arc::new(support);
        let data = keep.callback(support);
        let mut raw: sys::DsCustomShape = zeroed();
        check(unsafe { sys::ds_custom_shape_create(Some(call_support), data, radius, &mut raw) })?;
        keep.leak();
        Ok(CustomShape::adopt(raw))
    }
}

impl<'w> Body<'w> {
    pub fn create_shape(
        &self,
        geometry: impl Into<ShapeGeometry>,
        definition: Option<&ShapeDefinition>,
    ) -> Result<ShapeId> {
        self.world.create_shape(self.id, geometry, definition)
    }
    pub fn destroy(self) -> Result<()> {
        self.world.destroy_body(self.id)
    }
}

// Objects go to other threads; those that do not change are shared with them.
const _: fn() = || {
    fn is_sent<T: Send>() {}
    fn is_shared<T: Send + Sync>() {}
    is_sent::<World>();
    is_shared::<CustomShape>();
};
