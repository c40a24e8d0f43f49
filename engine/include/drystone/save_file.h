#pragma once

#include <drystone/export.h>
#include <drystone/pre_solve.h>
#include <drystone/settings.h>
#include <drystone/shape.h>

#include <drystone/collision/custom_shape.h>

#include <cstdint>
#include <string>
#include <vector>

namespace drystone {

class World;

/// An object that a save file holds by its name.
template <class Object>
struct Named {
    std::string name;  ///< Name in the file.
    Object object;     ///< Object that the name stands for.
};

/// Options of `World::save`.
struct SaveOptions {
    /// Name of the world's collision filter, by which `LoadOptions` gives it again. Not needed for a callback
    /// that the world does not have.
    std::string collision_filter{};
    std::string material_mixing{};  ///< Name of the material mixing, likewise.
    std::string pre_solve{};        ///< Name of the pre-solve callback, likewise.
    /// Saves the world as if it had no callbacks.
    bool without_callbacks = false;
    /// Custom shapes of the world, which `LoadOptions` gives again. A shape is found if it is a copy of one
    /// of these.
    std::vector<Named<CustomShape>> custom_shapes{};
};

/// Options of `World::load`. Objects with names that the file does not mention are ignored.
struct LoadOptions {
    /// Threads that work on a step of the new world, see `WorldDefinition`.
    int threads = 1;
    TaskScheduler* scheduler = nullptr;    ///< Scheduler instead of threads, see `WorldDefinition`.
    SimdTarget simd = SimdTarget::Widest;  ///< Instruction set, see `WorldDefinition`.
    std::vector<Named<CollisionFilter>> collision_filters{};  ///< Collision filters by name.
    std::vector<Named<MaterialMixing>> material_mixings{};    ///< Material mixings by name.
    std::vector<Named<PreSolve>> pre_solves{};                ///< Pre-solve callbacks by name.
    std::vector<Named<CustomShape>> custom_shapes{};          ///< Custom shapes by name.
    /// Size up to which `load_from_file` reads a file [bytes].
    std::uint64_t max_file_size = std::uint64_t{1} << 30;
};

/// Writes `World::save` to a file. A file of that name is replaced once the new one is complete. Throws
/// `Error` with the path if it cannot be written.
DRYSTONE_API void save_to_file(const World& world, const std::string& path, const SaveOptions& options = {});
/// Returns `World::load` of a file. Throws `Error` with the path if it cannot be read, is no regular file (a
/// folder, a pipe, a device), or is larger than `LoadOptions::max_file_size`.
[[nodiscard]] DRYSTONE_API World load_from_file(const std::string& path, const LoadOptions& options = {});

}  // namespace drystone
