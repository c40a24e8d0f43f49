//! Programs find the shared library where it was linked from.

fn main() {
    if let Ok(folder) = std::env::var("DEP_DRYSTONE_C_FOLDER") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder);
    }
}
