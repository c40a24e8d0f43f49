//! Shapes for the collision library: cores, which are points and a radius, and any shape.

use crate::convert::{list_from, Convert, Keep, Owner};
use crate::object::{check, zeroed};
use crate::*;
use drystone_sys as sys;

/// A convex core: points, counter-clockwise, the outward normals of the edges that follow them, and a radius around it.
#[derive(Clone, Debug, Default)]
pub struct Core {
    pub points: Vec<Vec2>,
    pub normals: Vec<Vec2>,
    pub radius: f32,
}

impl Core {
    /// Returns the core of a shape.
    pub fn of(geometry: impl Into<ShapeGeometry>) -> Result<Core> {
        let mut keep = Keep::default();
        let mut small: sys::DsSmallCore = zeroed();
        let mut raw: sys::DsConvexCore = zeroed();
        unsafe {
            match geometry.into() {
                ShapeGeometry::Polygon(v) => check(sys::ds_polygon_core(v.to_raw(&mut keep)?, &mut raw))?,
                other => {
                    match other {
                        ShapeGeometry::Circle(v) => check(sys::ds_circle_core(v, &mut small))?,
                        ShapeGeometry::Capsule(v) => check(sys::ds_capsule_core(&v, &mut small))?,
                        ShapeGeometry::Segment(v) => check(sys::ds_segment_core(v, &mut small))?,
                        ShapeGeometry::Polygon(_) => unreachable!(),
                    }
                    check(sys::ds_small_core_view(&small, &mut raw))?;
                }
            }
            Ok(Core::from_raw(&raw, &None))
        }
    }
}

impl Convert for Core {
    type Raw = sys::DsConvexCore;
    fn to_raw(&self, keep: &mut Keep) -> Result<sys::DsConvexCore> {
        if self.points.is_empty() || (self.points.len() > 1 && self.normals.len() != self.points.len()) {
            let message = format!("core: {} points and {} normals", self.points.len(), self.normals.len());
            return Err(Error { status: Status::Argument, message });
        }
        // A single point has no sides, but C reads as many normals as points.
        let mut normals = self.normals.clone();
        normals.resize(self.points.len(), Vec2::default());
        let (points, count) = keep.list(&self.points)?;
        let at = normals.as_ptr();
        keep.memory.push(Box::new(normals));
        Ok(sys::DsConvexCore { points, normals: at, count: count as i32, radius: self.radius })
    }
    unsafe fn from_raw(raw: &sys::DsConvexCore, owner: &Owner) -> Core {
        let count = raw.count as usize;
        Core {
            points: list_from(raw.points, count, owner),
            normals: list_from(raw.normals, count, owner),
            radius: raw.radius,
        }
    }
}

/// A shape for the algorithms: one of the built-in ones as a core, or a custom one.
#[derive(Clone, Debug)]
pub enum AnyShape {
    Core(Core),
    Custom(CustomShape),
}

impl AnyShape {
    pub fn of(geometry: impl Into<ShapeGeometry>) -> Result<AnyShape> {
        Core::of(geometry).map(AnyShape::Core)
    }
}

impl Convert for AnyShape {
    type Raw = sys::DsAnyShape;
    fn to_raw(&self, keep: &mut Keep) -> Result<sys::DsAnyShape> {
        let mut raw: sys::DsAnyShape = zeroed();
        match self {
            AnyShape::Core(core) => raw.core = core.to_raw(keep)?,
            AnyShape::Custom(custom) => raw.custom = custom.to_raw(keep)?,
        }
        Ok(raw)
    }
    unsafe fn from_raw(raw: &sys::DsAnyShape, owner: &Owner) -> AnyShape {
        if raw.custom.id != 0 {
            AnyShape::Custom(CustomShape::from_raw(&raw.custom, owner))
        } else {
            AnyShape::Core(Core::from_raw(&raw.core, owner))
        }
    }
}

/// A list of points within a list, as the holes of an outline.
#[derive(Clone, Debug, Default)]
pub struct Points(pub Vec<Vec2>);

impl Convert for Points {
    type Raw = sys::DsVec2Array;
    fn to_raw(&self, keep: &mut Keep) -> Result<sys::DsVec2Array> {
        let (data, count) = keep.list(&self.0)?;
        Ok(sys::DsVec2Array { data, count })
    }
    unsafe fn from_raw(raw: &sys::DsVec2Array, owner: &Owner) -> Points {
        Points(list_from(raw.data, raw.count, owner))
    }
}
