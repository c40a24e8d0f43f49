#pragma once

#include <drystone/scene/world.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace drystone::scene {

/// Object that is being created: an entry of the description, and a part of it.
struct Creation {
    enum class Kind : std::uint8_t {
        Settings,
        Material,
        TileGrid,
        Body,
        Shape,
        Chain,
        Joint,
        Field,
        Collision
    };

    Kind kind = Kind::Settings;
    std::size_t index = 0;
    std::size_t part = 0;  ///< Index of a shape or chain of the body.
};

struct FailedCreation {
    Creation at;
    std::string message;  ///< "function: argument must be requirement, got value".
};

/// Returns the index of the first named part, "bodies[3].shapes[0]".
std::string path_of(const Creation& at);

/// Creates everything in the world. `at` follows; `loaded` holds what was created so far if this throws.
void create_all(World& world, const Description& description, const LoadOptions& options, Loaded& loaded,
                Creation& at);

/// Creates everything in a world that will be thrown away, likewise.
void try_all(World& world, const Description& description, const LoadOptions& options, Creation& at);
/// Creates everything likewise, but the shapes of one body at a time, and continues after what cannot be
/// created, which it appends to `failures`.
void try_each(World& world, const Description& description, const LoadOptions& options, Creation& at,
              std::vector<FailedCreation>& failures);

/// Creates everything in a world that is thrown away, with `base` as its settings.
std::optional<FailedCreation> try_out(const Description& description, const LoadOptions& options,
                                      const WorldDefinition& base);
/// Tries it with the settings of the description, and something in place of custom shapes.
std::optional<FailedCreation> try_out(const Description& description);
/// Tries it likewise, continues after what cannot be created, and returns all of that: body by body, then
/// what needs bodies. What needs it, as a joint its bodies, is among them.
std::vector<FailedCreation> try_out_all(const Description& description);

}  // namespace drystone::scene
