#pragma once

#include <drystone/collision/aabb_tree.h>

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
    /// Calls `visitor(field)` for the fields that a disc may meet, in the order of `all`. `found` is scratch
    /// memory. Cost: a comparison for each field, or a search of a tree where there are many.
    template <class Visitor>
    void visit_met(const Vec2& center, float radius, std::vector<std::uint32_t>& found,
                   Visitor&& visitor) const {
        const Aabb box = expand(Aabb{center, center}, radius);
        if (!has_tree_ || !is_valid(box)) {
            for (const PlacedField& field : fields_) {
                if (field.may_meet(center, radius)) {
                    visitor(field);
                }
            }
            return;
        }
        find_near(box, found);
        for (const std::uint32_t field : found) {
            visitor(fields_[field]);
        }
    }
    /// Returns the largest number of half-planes of a field.
    [[nodiscard]] std::size_t max_planes() const { return max_planes_; }
    /// Returns whether some field is a fluid, which needs the displaced area.
    [[nodiscard]] bool has_fluid() const { return has_fluid_; }
    [[nodiscard]] std::size_t bytes() const {
        return fields_.capacity() * sizeof(PlacedField) + planes_.capacity() * sizeof(HalfPlane) +
               tree_.bytes() + items_.capacity() * sizeof(TreeItem) +
               (proxies_.capacity() + everywhere_.capacity()) * sizeof(std::uint32_t);
    }

private:
    /// Puts the regions into the tree if there are many.
    void build_tree();
    /// Writes the indices of the fields whose boxes overlap the box, and of those without a region.
    void find_near(const Aabb& box, std::vector<std::uint32_t>& found) const;

    std::vector<PlacedField> fields_;
    std::vector<HalfPlane> planes_;
    std::size_t max_planes_ = 0;
    bool has_fluid_ = false;
    bool has_tree_ = false;
    AabbTree tree_;  ///< Boxes of the regions; the user data are indices of the fields.
    std::vector<TreeItem> items_;
    std::vector<AabbTree::Proxy> proxies_;
    std::vector<std::uint32_t> everywhere_;  ///< Fields without a region.
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
