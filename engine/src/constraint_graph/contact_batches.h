#pragma once

#include "constraint_graph/constraint_graph.h"
#include "parallel/barrier_phases.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Consecutive blocks of one list that a worker takes at once.
struct ContactBatch {
    ContactBlock* blocks = nullptr;
    ContactIds* ids = nullptr;
    ImpactBlock* impacts = nullptr;    ///< Null if the list has none.
    SurfaceBlock* surfaces = nullptr;  ///< Null if the list has none.
    std::uint32_t count = 0;           ///< Number of blocks.
    std::uint32_t contacts = 0;        ///< Number of lanes in use.
    std::uint32_t dummy_slot = 0;
    std::uint32_t list_end = 0;  ///< Number of the batch after the last one of the same blocks in a row.
    std::int8_t color = 0;
    ContactKind kind = ContactKind::General;
    bool bounces = false;  ///< Flag of the list.
    bool reports_hits = false;

    /// Returns the number of lanes in use in block number `i`.
    [[nodiscard]] int lanes_in(std::uint32_t i) const {
        const std::uint32_t left = contacts - i * block_lanes;
        return static_cast<int>(left < block_lanes ? left : block_lanes);
    }
    /// Returns whether the batch is in the overflow: its contacts may share bodies and are solved one by one.
    [[nodiscard]] bool is_overflow() const { return color == ConstraintGraph::overflow; }
};

/// Consecutive blocks of a list, filled from the front.
struct BlockRange {
    std::uint8_t color = 0;
    std::uint8_t list = 0;  ///< Number of the list in its colour.
    std::uint32_t first = 0;
    std::uint32_t contacts = 0;  ///< Number of lanes in use.

    [[nodiscard]] std::uint32_t blocks() const { return (contacts + block_lanes - 1) / block_lanes; }
};

/// The blocks of a constraint graph, cut into batches in the order of solving. The cuts depend on the
/// contacts alone. The batches of one colour may be processed concurrently, except those of the overflow (one
/// for each kind), which share bodies.
class ContactBatches {
public:
    /// Cuts the graph into batches, with or without the contacts that push no body. Pointers into the graph
    /// are valid until its contacts change.
    void collect(ConstraintGraph& graph, bool with_no_response);
    /// Cuts these blocks of the graph into batches: ranges in the order of solving, those of a colour one
    /// after another.
    void collect(ConstraintGraph& graph, std::span<const BlockRange> ranges);
    /// Removes all batches.
    void clear();

    [[nodiscard]] std::size_t size() const { return batches_.size(); }
    [[nodiscard]] std::size_t total_blocks() const { return total_blocks_; }
    [[nodiscard]] const ContactBatch& operator[](std::size_t i) const { return batches_[i]; }
    /// Returns the number of batches of the overflow, which are the first ones.
    [[nodiscard]] std::size_t overflow_count() const { return overflow_count_; }
    /// Returns the same batches as phases in which no two tasks share a body.
    [[nodiscard]] const BarrierPhases& phases() const { return phases_; }
    /// Returns whether some list has contacts with restitution, or with hit events.
    [[nodiscard]] bool any_bounces() const { return any_bounces_; }
    [[nodiscard]] bool any_hits() const { return any_hits_; }
    /// Computes the order in which the first batches of all colours come first and the last ones last: a
    /// worker with a part of this order has about the same batches as with a part of each phase.
    void interleave();
    /// Returns the number of the batch at place `i` of that order; it is `i` itself if `interleave` has not
    /// been called since `collect`.
    [[nodiscard]] std::size_t in_interleaved_order(std::size_t i) const {
        return interleaved_.empty() ? i : interleaved_[i];
    }
    /// Returns batch `i` merged with the batches before `end` that continue it; `i` becomes the number of the
    /// next one. Their number is of no consequence for the cost.
    [[nodiscard]] ContactBatch take(std::size_t& i, std::size_t end) const;
    [[nodiscard]] std::size_t bytes() const {
        return batches_.capacity() * sizeof(ContactBatch) + interleaved_.capacity() * sizeof(std::uint32_t) +
               phases_.bytes();
    }

private:
    static constexpr std::uint32_t interleave_parts = 16;
    static constexpr std::size_t max_colors = ConstraintGraph::no_response + 1;

    template <class AddLists>
    void add_color(int color, std::size_t blocks, AddLists&& add_lists);
    void add_range(ContactList& list, const BlockRange& range, std::size_t blocks_per_batch);

    std::vector<ContactBatch> batches_;
    std::vector<std::uint32_t> interleaved_;
    BarrierPhases phases_;
    bool any_bounces_ = false;
    bool any_hits_ = false;
    std::array<std::uint32_t, max_colors> color_begins_{};  ///< First batch of each colour in use.
    std::size_t color_count_ = 0;                           ///< Number of colours in use.
    std::size_t overflow_count_ = 0;
    std::size_t total_blocks_ = 0;
};

}  // namespace drystone
