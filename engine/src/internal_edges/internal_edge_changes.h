#pragma once

#include <drystone/collision/math.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Where shapes may have begun or ceased to continue each other since the last step.
struct InternalEdgeChanges {
    std::vector<Aabb> boxes;            ///< Around static shapes that came, went or were changed.
    std::vector<std::uint32_t> bodies;  ///< That move and whose pieces of outlines came or went.
    /// So much has changed, as in a world that has just been made, that all static shapes are looked at:
    /// `boxes` holds none.
    bool everywhere = false;
    /// A face is, or was, met by so many neighbours that it counts as a whole, see
    /// `InternalEdgeFinder::is_crowded`: it has internal edges when some of them go.
    bool crowded = false;

    /// A box of one of so many static shapes.
    void add_box(const Aabb& box, std::size_t static_shapes) {
        constexpr std::size_t few = 64;
        if (everywhere) {
            return;
        }
        boxes.push_back(box);
        if (boxes.size() > few && 2 * boxes.size() > static_shapes) {
            // To look at all costs less than to find out which, and the more come, the more that is so.
            everywhere = true;
            std::vector<Aabb>().swap(boxes);
        }
    }
    [[nodiscard]] bool any() const { return everywhere || !boxes.empty() || !bodies.empty(); }
    [[nodiscard]] std::size_t bytes() const {
        return boxes.capacity() * sizeof(Aabb) + bodies.capacity() * sizeof(std::uint32_t);
    }
    void clear() {
        boxes.clear();
        bodies.clear();
        everywhere = false;
    }
};

}  // namespace drystone
