#pragma once

#include <drystone/scene/description.h>
#include <drystone/world.h>

#include <cstddef>
#include <map>
#include <vector>

namespace drystone::scene {

/// Outlines that a description has several times, each decomposed once. For worlds that are thrown away:
/// recordings would tell the difference.
class RepeatedOutlines {
public:
    /// Refers to the outlines of the description, which must outlive it.
    explicit RepeatedOutlines(const Description& description);

    /// Creates the shapes of an outline of the description, or throws `Error`, as `World::create_outline`
    /// does.
    std::vector<ShapeId> create(World& world, BodyId body, const Outline& outline,
                                const ShapeDefinition& definition);

private:
    struct Known {
        std::size_t uses = 0;           ///< Number of outlines that are still to be created.
        std::vector<Polygon> pieces{};  ///< Empty: the first one is still to be created.
    };
    struct Before {
        bool operator()(const Outline* a, const Outline* b) const;
    };

    std::map<const Outline*, Known, Before> known_;
};

}  // namespace drystone::scene
