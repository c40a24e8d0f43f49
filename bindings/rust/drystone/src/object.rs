//! Objects of the library, errors, and panics in functions of Rust that the engine calls.

use crate::convert::{Keep, Owner};
use crate::{Error, Result, Status};
use drystone_sys as sys;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Once};

type Panic = Box<dyn Any + Send>;
thread_local! {
    static PANIC: RefCell<Option<Panic>> = RefCell::new(None);
    static MAKES_CALLS: Cell<bool> = const { Cell::new(false) };
}
/// A panic on a thread of the engine: the next call that ends passes it on.
static PANIC_ELSEWHERE: Mutex<Option<Panic>> = Mutex::new(None);
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Calls a function of Rust from C: a panic waits until the call of C has returned.
pub(crate) fn guard<T>(otherwise: T, f: impl FnOnce() -> T) -> T {
    if PANIC.with(|p| p.borrow().is_some()) {
        return otherwise;
    }
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        WAITING.fetch_add(1, Ordering::Relaxed);
        if MAKES_CALLS.with(Cell::get) {
            PANIC.with(|p| *p.borrow_mut() = Some(panic));
        } else if PANIC_ELSEWHERE.lock().unwrap().replace(panic).is_some() {
            WAITING.fetch_sub(1, Ordering::Relaxed);
        }
        otherwise
    })
}

fn pass_panic_on() {
    let own = PANIC.with(|p| p.borrow_mut().take());
    if let Some(panic) = own.or_else(|| PANIC_ELSEWHERE.lock().unwrap().take()) {
        WAITING.fetch_sub(1, Ordering::Relaxed);
        resume_unwind(panic);
    }
}

/// Makes an error of a status of C; passes a panic of a callback on.
pub(crate) fn check(status: i32) -> Result<()> {
    if WAITING.load(Ordering::Relaxed) > 0 {
        pass_panic_on();
    }
    if status == 0 {
        return Ok(());
    }
    let status = match status {
        1 | 2 => Status::Argument,
        3 => Status::Handle,
        4 => Status::Busy,
        5 => Status::ReadOnly,
        6 => Status::Memory,
        7 => Status::Layout,
        _ => Status::Other,
    };
    let text = unsafe { CStr::from_ptr(sys::ds_last_error()) }.to_string_lossy();
    Err(Error { status, message: text.strip_prefix("ds_").unwrap_or(&text).to_string() })
}

/// Returns memory for a result, or for what C takes. All bits of structs of C may be zero.
pub(crate) fn zeroed<T: Copy>() -> T {
    static READY: Once = Once::new();
    READY.call_once(|| {
        let sizes = sys::sizes();
        let status = unsafe { sys::ds_check_sizes(sys::ds_version(), sizes.as_ptr(), sizes.len()) };
        assert!(status == 0, "the crate drystone and the library libdrystone_c are of different versions");
    });
    MAKES_CALLS.with(|m| m.set(true));
    unsafe { MaybeUninit::<T>::zeroed().assume_init() }
}

/// What the library holds for an object; it ends with the last owner, or with the buffer that it is in.
pub(crate) struct Object {
    pub id: u64,
    destroy: unsafe fn(u64),
    owner: Owner,
    /// Functions that the object calls, by what set them.
    pub slots: Mutex<HashMap<&'static str, Vec<Arc<dyn Any + Send + Sync>>>>,
}

impl Object {
    pub fn new(id: u64, destroy: unsafe fn(u64), owner: Owner) -> Arc<Object> {
        Arc::new(Object { id, destroy, owner, slots: Mutex::new(HashMap::new()) })
    }
    pub fn store(&self, name: &'static str, keep: Keep) {
        self.slots.lock().unwrap().insert(name, keep.items);
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        if self.owner.is_none() {
            unsafe { (self.destroy)(self.id) }
        }
    }
}

/// Memory of results, and the objects in it.
pub(crate) struct Buffer {
    pub raw: sys::DsBuffer,
}

impl Buffer {
    pub fn new() -> Result<Buffer> {
        let mut raw = zeroed();
        check(unsafe { sys::ds_buffer_create(&mut raw) })?;
        Ok(Buffer { raw })
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        unsafe { sys::ds_buffer_destroy(self.raw) };
    }
}

macro_rules! object {
    ($name:ident, $raw:ident, $destroy:ident) => {
        impl $name {
            #[allow(dead_code)]
            pub(crate) fn raw(&self) -> sys::$raw {
                sys::$raw { id: self.0.id }
            }
            #[allow(dead_code)]
            pub(crate) fn object(&self) -> &Object {
                &self.0
            }
            unsafe fn end(id: u64) {
                sys::$destroy(sys::$raw { id });
            }
            #[allow(dead_code)]
            pub(crate) fn adopt(raw: sys::$raw) -> Self {
                $name(Object::new(raw.id, Self::end, None), PhantomData)
            }
        }
        impl Convert for $name {
            type Raw = sys::$raw;
            fn to_raw(&self, keep: &mut Keep) -> Result<sys::$raw> {
                keep.memory.push(Box::new(self.0.clone()));
                Ok(self.raw())
            }
            unsafe fn from_raw(raw: &sys::$raw, owner: &Owner) -> Self {
                $name(Object::new(raw.id, Self::end, owner.clone()), PhantomData)
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), " {:x}"), self.0.id)
            }
        }
    };
}
pub(crate) use object;
