//! Conversions between values of Rust and structs of C.

use crate::object::Buffer;
use crate::{Error, Result, Status};
use std::any::Any;
use std::ffi::{c_void, CStr, CString};
use std::os::raw::c_char;
use std::ptr;
use std::sync::Arc;

/// The buffer that owns the objects of a result, where there is one.
pub(crate) type Owner = Option<Arc<Buffer>>;

/// What a call of C points to.
#[derive(Default)]
pub struct Keep {
    pub(crate) items: Vec<Arc<dyn Any + Send + Sync>>,
    pub(crate) memory: Vec<Box<dyn Any>>,
}

/// A value that C has in another form.
pub(crate) trait Convert: Sized {
    type Raw: Copy + 'static;
    const IS_PLAIN: bool = false;
    fn to_raw(&self, keep: &mut Keep) -> Result<Self::Raw>;
    /// Safe for what C has written.
    unsafe fn from_raw(raw: &Self::Raw, owner: &Owner) -> Self;
}

macro_rules! convert_plain {
    ($name:ident) => {
        impl Convert for $name {
            type Raw = $name;
            const IS_PLAIN: bool = true;
            fn to_raw(&self, _: &mut Keep) -> Result<$name> {
                Ok(*self)
            }
            unsafe fn from_raw(raw: &$name, _: &Owner) -> $name {
                *raw
            }
        }
    };
}
pub(crate) use convert_plain;
convert_plain!(bool);
convert_plain!(f32);
convert_plain!(f64);
convert_plain!(i32);
convert_plain!(i64);
convert_plain!(u8);
convert_plain!(u16);
convert_plain!(u32);
convert_plain!(u64);
convert_plain!(usize);

impl Keep {
    pub(crate) fn callback<F: Send + Sync + 'static>(&mut self, f: F) -> *mut c_void {
        let kept = Arc::new(f);
        let pointer = Arc::as_ptr(&kept) as *mut c_void;
        self.items.push(kept);
        pointer
    }
    pub(crate) fn list<T: Convert>(&mut self, list: &[T]) -> Result<(*const T::Raw, usize)> {
        if T::IS_PLAIN {
            return Ok((list.as_ptr() as *const T::Raw, list.len()));
        }
        let raw = list.iter().map(|v| v.to_raw(self)).collect::<Result<Vec<_>>>()?;
        let pointer = raw.as_ptr();
        self.memory.push(Box::new(raw));
        Ok((pointer, list.len()))
    }
    pub(crate) fn text(&mut self, text: &str) -> Result<*const c_char> {
        let text = CString::new(text).map_err(|_| Error {
            status: Status::Argument,
            message: format!("a text without zeros is wanted, not {:?}", text),
        })?;
        let pointer = text.as_ptr();
        self.memory.push(Box::new(text));
        Ok(pointer)
    }
    pub(crate) fn optional_text(&mut self, text: Option<&str>) -> Result<*const c_char> {
        text.map_or(Ok(ptr::null()), |t| self.text(t))
    }
    /// Keeps the functions for good: copies of an object may call them.
    pub(crate) fn leak(self) {
        std::mem::forget(self.items);
    }
}

pub(crate) unsafe fn text_from(text: *const c_char) -> String {
    CStr::from_ptr(text).to_string_lossy().into_owned()
}
pub(crate) unsafe fn optional_text_from(text: *const c_char) -> Option<String> {
    if text.is_null() {
        None
    } else {
        Some(text_from(text))
    }
}
pub(crate) unsafe fn list_from<T: Convert>(at: *const T::Raw, count: usize, owner: &Owner) -> Vec<T> {
    (0..count).map(|i| T::from_raw(&*at.add(i), owner)).collect()
}
