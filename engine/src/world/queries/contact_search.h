#pragma once

#include <drystone/collision/custom_shape.h>
#include <drystone/contact_queries.h>

#include "step/world_state.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace drystone {

/// Finds the contacts of one shape with shapes of the world.
class ContactSearch {
public:
    /// All arguments must outlive the search.
    ContactSearch(const WorldState& world, const AnyShape& own, const ContactQuery& query)
        : world_(world), own_(own), query_(query), ignored_(query.ignored_body.index1 - 1) {}

    /// Returns whether the query accepts the shape.
    [[nodiscard]] bool passes(std::uint32_t shape) const;
    /// Returns the contact with a shape of the world, at most `margin` away, if there is one.
    [[nodiscard]] std::optional<ShapeContact> contact(std::uint32_t shape, const Pose& pose,
                                                      float margin) const;
    /// Returns the contact within the distance of the query, if there is one.
    [[nodiscard]] std::optional<ShapeContact> contact(std::uint32_t shape, const Pose& pose) const {
        return contact(shape, pose, query_.distance);
    }
    /// Returns the first contact of the motion with a shape of the world, if there is one.
    /// \param start  the contact at its begin, if there is one
    [[nodiscard]] std::optional<SweptContact> swept_contact(std::uint32_t shape, const Pose& pose,
                                                            const Vec2& translation,
                                                            const std::optional<ShapeContact>& start) const;

private:
    /// Returns whether the shapes are apart, or touch, while the exposed edges alone take them for
    /// overlapping: a covered face is between them, and the neighbour that covers it handles the contact.
    /// Also true for a shape that reaches a one-sided chain past its end, from the side that is not solid.
    [[nodiscard]] bool is_behind_covered_face(std::uint32_t shape, const Manifold& manifold,
                                              const Pose& own_in_shape) const;
    /// Returns whether the own shape overlaps a one-way shape that is flush with `shape`, see
    /// `InternalEdges::one_way_neighbors`.
    [[nodiscard]] bool is_reached_through_one_way(std::uint32_t shape, const Pose& pose) const;
    /// Returns the contact of a motion that enters a shape through what its neighbours cover, or from the
    /// side from which a chain is not solid, and meets its exposed edges farther on. Bisects the way, if its
    /// end touches the shape.
    [[nodiscard]] std::optional<SweptContact> contact_behind(std::uint32_t shape, const Pose& pose,
                                                             const Vec2& translation, float entry) const;

    const WorldState& world_;
    const AnyShape& own_;
    const ContactQuery& query_;
    std::uint32_t ignored_;  ///< Slot of the body that is skipped; none for a null handle.
};

/// Order of the contacts of a motion.
inline bool comes_first(const SweptContact& a, const SweptContact& b) {
    return a.fraction != b.fraction ? a.fraction < b.fraction
                                    : a.contact.shape.index1 < b.contact.shape.index1;
}

/// Keeps the contact that comes first, if `accepts` takes it.
inline void take_first(std::optional<SweptContact>& first, const std::optional<SweptContact>& found,
                       const FunctionRef<bool(const ShapeContact&)>& accepts) {
    if (found && (!first || comes_first(*found, *first)) && accepts(found->contact)) {
        first = found;
    }
}

/// Sorts contacts by the slots of their shapes.
void sort_by_shape(std::vector<ShapeContact>& contacts);

}  // namespace drystone
