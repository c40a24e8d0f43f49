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

    /// Throws for a world in a step; `function` names the caller. The buffer must outlive this. Casts also
    /// meet the bodies of characters that were updated since the last step where they will be after the next
    /// one, of length `time_step` [s]: that is where those characters are already.
    NearShapes(const World& world, const char* function, std::vector<std::uint32_t>& buffer, float time_step);

    /// Says what moves the shape of later casts.
    /// \param carried  motion in the next step of what carries the moving shape [m]
    /// \param carrier  body on which it stands, which is met only where it is; may be null
    void meet_ahead(const Vec2& carried, BodyId carrier);
    /// Returns whether a character moves the body.
    [[nodiscard]] bool is_of_character(BodyId body) const;

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

    /// Returns whether the shape meets another, without any distance between them, on a straight way.
    [[nodiscard]] bool meets(const Own& own, const Pose& pose, ShapeId other, const Vec2& way) const;

private:
    /// Returns the motion by which a shape of an updated character is ahead of its body, zero for others.
    [[nodiscard]] Vec2 way_ahead(std::uint32_t shape) const;
    void cover(const AnyShape& own, const Aabb& box, const ContactQuery& query, float spare);

    const WorldState& world_;
    std::vector<std::uint32_t>& shapes_;
    Aabb covered_{};  ///< Box in which the shapes were searched for.
    bool has_searched_ = false;
    float time_step_;
    float ahead_;  ///< Distance at which characters are surely seen ahead of their bodies; 0: there are none.
    Vec2 carried_{0.0f, 0.0f};
    std::uint32_t carrier_;
};

}  // namespace drystone
