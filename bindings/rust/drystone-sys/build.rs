//! Links to the shared library of the C interface: that in the folder of DRYSTONE_LIB_DIR, or the system's.

fn main() {
    println!("cargo:rerun-if-env-changed=DRYSTONE_LIB_DIR");
    println!("cargo:rustc-link-lib=dylib=drystone_c");
    if let Ok(folder) = std::env::var("DRYSTONE_LIB_DIR") {
        println!("cargo:rustc-link-search=native={}", folder);
        println!("cargo:folder={}", folder);
    }
}
