#pragma once

#include "fields/field_force.h"
#include "store/field_store.h"
#include "store/shape_store.h"

#include <span>
#include <vector>

namespace drystone {

/// A field at its pose in a step.
struct PlacedField {
    const FieldRecord* record = nullptr;
    Pose pose{};
    Aabb box{};  ///< Box of the region.
    /// Half-planes of the region, in the world; a fluid with a surface has one more, below the surface.
    std::span<const HalfPlane> planes{};
    std::size_t region_planes = 0;

    [[nodiscard]] bool is_everywhere() const { return region_planes == 0; }
    /// Returns whether the point is in the region.
    [[nodiscard]] bool holds(const Vec2& point) const;
    /// Returns whether a disc may meet the region.
    [[nodiscard]] bool may_meet(const Vec2& center, float radius) const;
    /// Returns whether the field acts on shapes with this filter.
    [[nodiscard]] bool accepts(const Filter& filter) const {
        return (record->definition.mask & filter.category) != 0 &&
               (filter.mask & record->definition.category) != 0;
    }
};

/// Returns the field's frame `time` [s] from now, as predicted from the body's velocity.
Pose place_frame(const FieldRecord& record, const BodyStore& bodies, float time);

/// The fields that act in a step, placed `time` [s] from now.
class PlacedFields {
public:
    void place(const FieldStore& fields, const BodyStore& bodies, float time);
    [[nodiscard]] std::span<const PlacedField> all() const { return fields_; }
    /// Returns the largest number of half-planes of a field.
    [[nodiscard]] std::size_t max_planes() const { return max_planes_; }
    /// Returns whether some field is a fluid, which needs the displaced area.
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

// Effects of each kind of field on a body that it may meet.

void push_body(const PlacedField& field, const DirectionalField& kind, const FieldBody& body,
               FieldForce& push);
void push_body(const PlacedField& field, const RadialField& kind, const FieldBody& body, FieldForce& push);
void push_body(const PlacedField& field, const VortexField& kind, const FieldBody& body, FieldForce& push);
/// Adds the effect on one shape of the body.
void push_shape(const PlacedField& field, const WindField& kind, const ConvexCore& core,
                const FieldBody& body, FieldForce& push);
void push_shape(const PlacedField& field, const BuoyancyField& kind, const ConvexCore& core,
                const FieldBody& body, const Vec2& gravity, AreaClipper& clipper, FieldForce& push);

}  // namespace drystone
