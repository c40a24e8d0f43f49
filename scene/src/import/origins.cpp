#include "import/origins.h"

#include "world/create.h"

#include <drystone/error.h>

namespace drystone::scene {
namespace {

/// Throws `Error` for an error of the engine, with the place of the argument that it names if there is one.
[[noreturn]] void stop_at_origin(const Origin& origin, std::string_view message) {
    // "World::create_shape: definition.density must be finite and >= 0, got -1"
    const std::size_t begin = message.find(": ");
    if (begin != std::string_view::npos) {
        message.remove_prefix(begin + 2);
    }
    std::string_view argument = message.substr(0, message.find(" must be "));
    const std::size_t last = argument.rfind('.');
    if (last != std::string_view::npos) {
        argument.remove_prefix(last + 1);
    }
    const auto member = origin.members.find(argument);
    const std::string& where = member == origin.members.end() ? origin.where : member->second;
    fail(std::string(where).append(": ").append(message));
}

}  // namespace

void check(const Description& description, const Origins& origins) {
    const std::optional<FailedCreation> failure = try_out(description);
    if (!failure) {
        return;
    }
    const Creation& at = failure->at;
    Origin origin{std::string(origins.name).append(": ").append(path_of(at))};
    if (at.kind == Creation::Kind::Joint && at.index < origins.joints.size()) {
        origin = origins.joints[at.index];
    } else if (at.kind == Creation::Kind::TileGrid && at.index < origins.tile_grids.size()) {
        origin = origins.tile_grids[at.index];
    } else if (at.index < origins.bodies.size()) {
        const Origins::Body& body = origins.bodies[at.index];
        if (at.kind == Creation::Kind::Body) {
            origin = body.self;
        } else if (at.kind == Creation::Kind::Shape && at.part < body.shapes.size()) {
            origin = body.shapes[at.part];
        } else if (at.kind == Creation::Kind::Chain && at.part < body.chains.size()) {
            origin = body.chains[at.part];
        }
    }
    stop_at_origin(origin, failure->message);
}

}  // namespace drystone::scene
