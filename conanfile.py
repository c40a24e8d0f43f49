# Not tried: no registry was at hand. Builds are tried with the packages of Debian 12.
from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout


class Drystone(ConanFile):
    name = "drystone"
    version = "0.1.0"
    license = "MIT"
    description = "2D rigid-body physics engine"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "scene": [True, False], "c": [True, False],
               "simd": [True, False]}
    default_options = {"shared": False, "fPIC": True, "scene": True, "c": True, "simd": True}
    exports_sources = (
        "CMakeLists.txt", "cmake/*", "collision/*", "engine/*", "scene/*", "bindings/*", "packaging/*", "LICENSE",
    )

    def requirements(self):
        # Headers that no header of ours includes.
        if self.options.simd:
            self.requires("highway/1.0.3", visible=False)
        if self.options.scene:
            self.requires("nlohmann_json/3.11.2", visible=False)
            self.requires("boost/1.81.0", visible=False, options={"header_only": True})
            self.requires("zlib/1.2.13")
            self.requires("zstd/1.5.5")
            self.requires("pugixml/1.13")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        for name in ("DEMOS", "BENCH", "TESTS"):
            toolchain.cache_variables[f"DRYSTONE_BUILD_{name}"] = False
        toolchain.cache_variables["DRYSTONE_BUILD_SCENE"] = bool(self.options.scene)
        toolchain.cache_variables["DRYSTONE_BUILD_C"] = bool(self.options.c)
        toolchain.cache_variables["DRYSTONE_SIMD"] = bool(self.options.simd)
        toolchain.cache_variables["DRYSTONE_CCACHE"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        # The package of CMake that was installed is found as it is.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append("lib/cmake/drystone")
