#pragma once

#include "constraint_graph/constraint_graph.h"
#include "parallel/barrier_phases.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// A few blocks of one list that follow each other: what a worker takes at once.
struct BlockRun {
    ContactBlock* blocks = nullptr;
    ContactNames* names = nullptr;
    ImpactBlock* impacts = nullptr;    ///< Null where the list has none.
    SurfaceBlock* surfaces = nullptr;  ///< The same.
    std::uint32_t count = 0;           ///< Blocks.
    std::uint32_t contacts = 0;        ///< Lanes in use.
    std::uint32_t dummy_slot = 0;
    std::int8_t color = 0;
    ContactKind kind = ContactKind::General;
    bool bounces = false;  ///< Of the list.
    bool reports_hits = false;

    /// Lanes in use in block number `i`.
    [[nodiscard]] int lanes_in(std::uint32_t i) const {
        const std::uint32_t left = contacts - i * block_lanes;
        return static_cast<int>(left < block_lanes ? left : block_lanes);
    }
    /// Of the overflow: its contacts may share bodies, and are solved one by one.
    [[nodiscard]] bool is_in_order() const { return color == ConstraintGraph::overflow; }
};

/// The blocks of a constraint graph cut into runs, in the order of solving. Where runs end depends on the
/// contacts alone. The runs of one colour may be worked on at once, those of the overflow, one for each
/// kind, may not: they share bodies.
class BlockRuns {
public:
    /// Cuts anew, with the contacts that push nobody or without; pointers into the graph are valid until its
    /// contacts change.
    void collect(ConstraintGraph& graph, bool with_forceless);

    [[nodiscard]] std::size_t size() const { return runs_.size(); }
    [[nodiscard]] std::size_t total_blocks() const { return total_blocks_; }
    [[nodiscard]] const BlockRun& operator[](std::size_t i) const { return runs_[i]; }
    /// So many runs, the first, are of the overflow.
    [[nodiscard]] std::size_t in_order() const { return in_order_; }
    /// The same runs as rounds in which no two tasks share a body.
    [[nodiscard]] const Rounds& rounds() const { return rounds_; }
    /// Is there a list with contacts that bounce, or report hits?
    [[nodiscard]] bool any_bounces() const { return any_bounces_; }
    [[nodiscard]] bool any_hits() const { return any_hits_; }
    /// Finds the order in which the first runs of all colours come first and the last ones last: so a worker
    /// with a part of this order has about the same runs as with a part of each round.
    void spread();
    /// The number of the run that comes as number `i` in that order, since `collect` once it was found.
    [[nodiscard]] std::size_t in_spread(std::size_t i) const { return spread_.empty() ? i : spread_[i]; }
    /// Run number `i` with those up to `end` that continue it; `i` becomes the number of the next one.
    [[nodiscard]] BlockRun take(std::size_t& i, std::size_t end) const;
    [[nodiscard]] std::size_t bytes() const {
        return runs_.capacity() * sizeof(BlockRun) + spread_.capacity() * sizeof(std::uint32_t) +
               rounds_.bytes();
    }

private:
    static constexpr std::uint32_t spread_parts = 16;
    static constexpr std::size_t most_colors = ConstraintGraph::forceless + 1;

    void add_color(ConstraintGraph& graph, int color);
    void add_list(ContactList& list, int color, ContactKind kind, std::size_t blocks_per_run);

    std::vector<BlockRun> runs_;
    std::vector<std::uint32_t> spread_;
    Rounds rounds_;
    bool any_bounces_ = false;
    bool any_hits_ = false;
    std::array<std::uint32_t, most_colors> color_begins_{};  ///< The first run of each colour in use.
    std::size_t color_count_ = 0;                            ///< Colours in use.
    std::size_t in_order_ = 0;
    std::size_t total_blocks_ = 0;
};

}  // namespace drystone
