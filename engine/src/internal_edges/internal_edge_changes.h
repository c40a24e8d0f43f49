#pragma once

#include <drystone/collision/math.h>

#include "core/arrays.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Places where shapes may have started or stopped continuing each other since the last step.
struct InternalEdgeChanges {
    std::vector<Aabb> boxes;            ///< Boxes of static shapes that were added, removed or changed.
    std::vector<std::uint32_t> bodies;  ///< Moving bodies whose shapes or links changed.
    /// Set when so much has changed, as in a new world, that all static shapes are examined; `boxes` is then
    /// empty.
    bool everywhere = false;
    /// A face is, or was, met by too many neighbours and is active as a whole, see
    /// `InternalEdgeFinder::is_crowded`. It may get internal edges when some of the neighbours are removed.
    bool crowded = false;

    /// Adds the box of a static shape; `static_shapes` is their total number.
    void add_box(const Aabb& box, std::size_t static_shapes) {
        constexpr std::size_t few = 64;
        if (everywhere) {
            return;
        }
        boxes.push_back(box);
        if (boxes.size() > few && 2 * boxes.size() > static_shapes) {
            // Examining all shapes is cheaper than finding the changed ones, even more so as more changes
            // follow.
            everywhere = true;
            std::vector<Aabb>().swap(boxes);
        }
    }
    /// Makes room for some more changes.
    void prepare(std::size_t changes) {
        prepare_room(boxes, changes);
        prepare_room(bodies, changes);
    }
    [[nodiscard]] bool any() const { return everywhere || !boxes.empty() || !bodies.empty(); }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.boxes, self.bodies, self.everywhere, self.crowded);
    }
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
