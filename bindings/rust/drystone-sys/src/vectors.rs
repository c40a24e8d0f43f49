//! Arithmetic of vectors and poses.

use crate::{DsAabb, DsPose, DsRot, DsVec2};
use std::ops::{Add, Div, Mul, Neg, Sub};

impl DsVec2 {
    pub const fn new(x: f32, y: f32) -> Self {
        DsVec2 { x, y }
    }
    pub fn dot(self, v: DsVec2) -> f32 {
        self.x * v.x + self.y * v.y
    }
    pub fn cross(self, v: DsVec2) -> f32 {
        self.x * v.y - self.y * v.x
    }
    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }
}
impl From<(f32, f32)> for DsVec2 {
    fn from(v: (f32, f32)) -> Self {
        DsVec2::new(v.0, v.1)
    }
}
impl From<[f32; 2]> for DsVec2 {
    fn from(v: [f32; 2]) -> Self {
        DsVec2::new(v[0], v[1])
    }
}
macro_rules! operator {
    ($trait:ident, $name:ident, $right:ty, |$a:ident, $b:ident| $value:expr) => {
        impl $trait<$right> for DsVec2 {
            type Output = DsVec2;
            fn $name(self, right: $right) -> DsVec2 {
                let ($a, $b) = (self, right);
                $value
            }
        }
    };
}
operator!(Add, add, DsVec2, |a, b| DsVec2::new(a.x + b.x, a.y + b.y));
operator!(Sub, sub, DsVec2, |a, b| DsVec2::new(a.x - b.x, a.y - b.y));
operator!(Mul, mul, f32, |a, b| DsVec2::new(a.x * b, a.y * b));
operator!(Div, div, f32, |a, b| DsVec2::new(a.x / b, a.y / b));
impl Neg for DsVec2 {
    type Output = DsVec2;
    fn neg(self) -> DsVec2 {
        DsVec2::new(-self.x, -self.y)
    }
}
impl DsPose {
    /// A place without rotation.
    pub const fn at(x: f32, y: f32) -> Self {
        DsPose { position: DsVec2::new(x, y), rotation: DsRot { c: 1.0, s: 0.0 } }
    }
}
impl DsAabb {
    pub const fn new(lower: DsVec2, upper: DsVec2) -> Self {
        DsAabb { lower, upper }
    }
}
