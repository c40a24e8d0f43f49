#pragma once

#include <drystone/export.h>
#include <drystone/pre_solve.h>
#include <drystone/settings.h>
#include <drystone/shape.h>

#include <drystone/collision/custom_shape.h>

#include <string>
#include <vector>

namespace drystone {

class World;

/// An object that a save file holds by its name.
template <class Object>
struct Named {
    std::string name;
    Object object;
};

/// Options of `World::save`.
struct SaveOptions {
    /// Names of the world's callbacks, by which `LoadOptions` gives them again. Not needed for a callback
    /// that the world does not have.
    std::string collision_filter{};
    std::string material_mixing{};
    std::string pre_solve{};
    /// Saves the world as if it had no callbacks.
    bool without_callbacks = false;
    /// Custom shapes of the world, which `LoadOptions` gives again. A shape is found if it is a copy of one
    /// of these.
    std::vector<Named<CustomShape>> custom_shapes{};
};

/// Options of `World::load`. Objects with names that the file does not mention are ignored.
struct LoadOptions {
    /// Threads, scheduler and instruction set of the new world, see `WorldDefinition`.
    int threads = 1;
    TaskScheduler* scheduler = nullptr;
    SimdTarget simd = SimdTarget::Widest;
    std::vector<Named<CollisionFilter>> collision_filters{};
    std::vector<Named<MaterialMixing>> material_mixings{};
    std::vector<Named<PreSolve>> pre_solves{};
    std::vector<Named<CustomShape>> custom_shapes{};
};

/// Writes `World::save` to a file. A file of that name is replaced once the new one is complete. Throws
/// `Error` with the path if it cannot be written.
DRYSTONE_API void save_to_file(const World& world, const std::string& path, const SaveOptions& options = {});
/// Returns `World::load` of a file. Throws `Error` with the path if it cannot be read.
[[nodiscard]] DRYSTONE_API World load_from_file(const std::string& path, const LoadOptions& options = {});

}  // namespace drystone
