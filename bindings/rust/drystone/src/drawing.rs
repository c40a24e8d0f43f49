//! Drawing of all that a world has.

use crate::convert::{Convert, Keep};
use crate::object::{check, guard, zeroed};
use crate::*;
use drystone_sys as sys;
use std::ffi::{c_void, CStr};
use std::os::raw::c_char;
use std::ptr;

/// What draws; all in world coordinates [m]. What is not implemented draws nothing.
pub trait DebugDraw {
    fn polygon(&mut self, _points: &[Vec2], _radius: f32, _style: &DebugStyle) {}
    fn circle(&mut self, _center: Vec2, _radius: f32, _rotation: Rot, _style: &DebugStyle) {}
    fn capsule(&mut self, _a: Vec2, _b: Vec2, _radius: f32, _style: &DebugStyle) {}
    fn segment(&mut self, _a: Vec2, _b: Vec2, _style: &DebugStyle) {}
    fn point(&mut self, _position: Vec2, _style: &DebugStyle) {}
    fn arrow(&mut self, from: Vec2, to: Vec2, style: &DebugStyle) {
        self.segment(from, to, style);
    }
    fn text(&mut self, _position: Vec2, _text: &str, _style: &DebugStyle) {}
}

unsafe fn out<'a>(data: *mut c_void) -> &'a mut &'a mut dyn DebugDraw {
    &mut *(data as *mut &mut dyn DebugDraw)
}
unsafe extern "C" fn polygon(data: *mut c_void, at: *const Vec2, count: usize, radius: f32, style: *const DebugStyle) {
    guard((), || out(data).polygon(std::slice::from_raw_parts(at, count), radius, &*style))
}
unsafe extern "C" fn circle(data: *mut c_void, center: Vec2, radius: f32, rotation: Rot, style: *const DebugStyle) {
    guard((), || out(data).circle(center, radius, rotation, &*style))
}
unsafe extern "C" fn capsule(data: *mut c_void, a: Vec2, b: Vec2, radius: f32, style: *const DebugStyle) {
    guard((), || out(data).capsule(a, b, radius, &*style))
}
unsafe extern "C" fn segment(data: *mut c_void, a: Vec2, b: Vec2, style: *const DebugStyle) {
    guard((), || out(data).segment(a, b, &*style))
}
unsafe extern "C" fn point(data: *mut c_void, position: Vec2, style: *const DebugStyle) {
    guard((), || out(data).point(position, &*style))
}
unsafe extern "C" fn arrow(data: *mut c_void, from: Vec2, to: Vec2, style: *const DebugStyle) {
    guard((), || out(data).arrow(from, to, &*style))
}
unsafe extern "C" fn text(data: *mut c_void, position: Vec2, text: *const c_char, style: *const DebugStyle) {
    guard((), || out(data).text(position, &CStr::from_ptr(text).to_string_lossy(), &*style))
}

impl World {
    pub fn draw(&self, mut out: &mut dyn DebugDraw, options: Option<&DebugDrawOptions>) -> Result<()> {
        let functions = sys::DsDebugDraw {
            data: &mut out as *mut &mut dyn DebugDraw as *mut c_void,
            polygon: Some(polygon),
            circle: Some(circle),
            capsule: Some(capsule),
            segment: Some(segment),
            point: Some(point),
            arrow: Some(arrow),
            text: Some(text),
        };
        let options = options.map(|o| o.to_raw(&mut Keep::default())).transpose()?;
        let _: u8 = zeroed();
        check(unsafe { sys::ds_world_draw(self.raw(), &functions, options.as_ref().map_or(ptr::null(), |o| o)) })
    }
}
