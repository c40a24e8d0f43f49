#pragma once

#include "fields/field_force.h"
#include "store/field_store.h"
#include "store/shape_store.h"

#include <span>
#include <vector>

namespace drystone {

/// A field as it stands in the world in a step.
struct PlacedField {
    const FieldRecord* record = nullptr;
    Pose pose{};
    Aabb box{};  ///< Of the region.
    /// The region in the world, and after it, of a fluid, what is below the surface; empty: everywhere.
    std::span<const HalfPlane> planes{};
    std::size_t region_planes = 0;

    [[nodiscard]] bool is_everywhere() const { return region_planes == 0; }
    /// Is the point in the region?
    [[nodiscard]] bool holds(const Vec2& point) const;
    /// May a disc meet the region?
    [[nodiscard]] bool may_meet(const Vec2& center, float radius) const;
    /// Does the field act on the shape?
    [[nodiscard]] bool accepts(const Filter& filter) const {
        return (record->definition.mask & filter.category) != 0 &&
               (filter.mask & record->definition.category) != 0;
    }
};

/// Where a field's frame is `time` [s] from now.
Pose place_frame(const FieldRecord& record, const BodyStore& bodies, float time);

/// The fields that act in a step, `time` [s] from now.
class PlacedFields {
public:
    void place(const FieldStore& fields, const BodyStore& bodies, float time);
    [[nodiscard]] std::span<const PlacedField> all() const { return fields_; }
    /// The greatest number of planes that a fluid has.
    [[nodiscard]] std::size_t max_planes() const { return max_planes_; }
    /// Does any of them need to know what is displaced?
    [[nodiscard]] bool has_fluid() const { return has_fluid_; }
    [[nodiscard]] std::size_t bytes() const {
        return fields_.capacity() * sizeof(PlacedField) + planes_.capacity() * sizeof(HalfPlane);
    }

private:
    std::vector<PlacedField> fields_;
    std::vector<HalfPlane> planes_;
    std::size_t max_planes_ = 0;
    bool has_fluid_ = false;
};

// What each kind does to a body that it may meet.

void push_body(const PlacedField& field, const DirectionalField& kind, const FieldBody& body,
               FieldForce& push);
void push_body(const PlacedField& field, const RadialField& kind, const FieldBody& body, FieldForce& push);
void push_body(const PlacedField& field, const VortexField& kind, const FieldBody& body, FieldForce& push);
/// By one shape of the body.
void push_shape(const PlacedField& field, const WindField& kind, const ConvexCore& core,
                const FieldBody& body, FieldForce& push);
void push_shape(const PlacedField& field, const BuoyancyField& kind, const ConvexCore& core,
                const FieldBody& body, const Vec2& gravity, AreaClipper& clipper, FieldForce& push);

}  // namespace drystone
