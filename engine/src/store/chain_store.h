#pragma once

#include "core/slot_pool.h"
#include "core/sparse_set.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace drystone {

/// A chain and its segments, which are ordinary shapes.
struct ChainRecord {
    std::uint32_t body = no_index;
    std::vector<std::uint32_t> shapes;
    bool is_loop = false;
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.body, self.shapes, self.is_loop);
    }
};

/// The chains of a world. The end points of the segments are stored with the shapes; see `InternalEdges`.
struct ChainStore {
    SlotPool slots;
    std::vector<ChainRecord> records;
    SparseSet<std::uint32_t> of_shape;  ///< The chain of which the shape is a segment.

    /// Makes room for one more chain; its shapes need entries of `of_shape`, too.
    void prepare() {
        prepare_room(records, 1);
        if (slots.free_count() == 0) {
            slots.grow(grown_capacity(slots.size(), slots.size() + 1));
        }
    }
    std::uint32_t create(std::uint32_t body, std::vector<std::uint32_t> shapes, bool is_loop) {
        const std::uint32_t chain = slots.create();
        records.resize(slots.size());
        for (const std::uint32_t shape : shapes) {
            of_shape.set(shape, chain);
        }
        records[chain] = {body, std::move(shapes), is_loop};
        return chain;
    }
    void destroy(std::uint32_t chain) {
        for (const std::uint32_t shape : records[chain].shapes) {
            of_shape.clear(shape);
        }
        records[chain] = {};
        slots.destroy(chain);
    }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.slots, self.records, self.of_shape);
    }
    [[nodiscard]] std::size_t bytes() const {
        std::size_t bytes = slots.bytes() + of_shape.bytes() + records.capacity() * sizeof(ChainRecord);
        for (const ChainRecord& record : records) {
            bytes += record.shapes.capacity() * sizeof(std::uint32_t);
        }
        return bytes;
    }
    /// Destroys the chain of a shape that is destroyed with its body, as all its segments are.
    void forget_shape(std::uint32_t shape) {
        if (const std::uint32_t* const chain = of_shape.find(shape)) {
            destroy(*chain);
        }
    }
};

}  // namespace drystone
