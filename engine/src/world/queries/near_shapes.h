#pragma once

#include <drystone/collision/custom_shape.h>
#include <drystone/contact_queries.h>
#include <drystone/fwd.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace drystone {

/// Shapes near a moving shape: they are searched for once, for several queries of contacts at places near
/// each other, between which the world does not change.
class NearShapes {
public:
    /// A shape, either of the two.
    struct Own {
        const ShapeGeometry& geometry;
        const CustomShape* custom;  ///< Replaces the geometry; may be null.
    };

    /// Throws for a world in a step; `function` names the caller. The buffer must outlive this.
    NearShapes(const World& world, const char* function, std::vector<std::uint32_t>& buffer);

    /// Writes what `World::contacts_of` does; the arguments are valid.
    /// \param spare  how far from here later queries may reach; beyond, they search again [m]
    void contacts_of(const Own& own, const Pose& pose, const ContactQuery& query, float spare,
                     std::vector<ShapeContact>& out);
    /// Returns what `World::cast_contact` does; the arguments are valid.
    /// \param at_start  null, or all contacts at the start within a distance that is not below the query's
    [[nodiscard]] std::optional<SweptContact> cast_contact(const Own& own, const Pose& pose,
                                                           const ContactCast& cast, float spare,
                                                           FunctionRef<bool(const ShapeContact&)> accepts,
                                                           const std::vector<ShapeContact>* at_start);

private:
    void cover(const AnyShape& own, const Aabb& box, const ContactQuery& query, float spare);

    const WorldState& world_;
    std::vector<std::uint32_t>& shapes_;
    Aabb covered_{};  ///< Box in which the shapes were searched for.
    bool has_searched_ = false;
};

}  // namespace drystone
