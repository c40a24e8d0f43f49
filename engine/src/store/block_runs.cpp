#include "store/block_runs.h"

#include <algorithm>
#include <bit>

namespace drystone {

namespace {

/// 128 contacts: a fraction of a microsecond, a hundred times what it costs a worker to take a run.
constexpr std::size_t blocks_per_run = 8;

}  // namespace

void BlockRuns::collect(ConstraintGraph& graph) {
    runs_.clear();
    turns_ = 0;
    begins_[0] = 0;
    constexpr std::uint32_t overflow_bit = 1u << ConstraintGraph::overflow;
    const std::uint32_t colors = graph.used_colors();
    if ((colors & overflow_bit) != 0) {
        add_color(graph, ConstraintGraph::overflow);
    }
    in_order_ = runs_.size();
    for (std::uint32_t others = colors & ~overflow_bit; others != 0; others &= others - 1) {
        add_color(graph, std::countr_zero(others));
    }
}

void BlockRuns::add_color(ConstraintGraph& graph, int color) {
    for (std::uint32_t kinds = graph.used_kinds(color); kinds != 0; kinds &= kinds - 1) {
        add_list(graph, color, static_cast<ContactKind>(std::countr_zero(kinds)));
    }
    begins_[static_cast<std::size_t>(++turns_)] = runs_.size();
}

void BlockRuns::add_list(ConstraintGraph& graph, int color, ContactKind kind) {
    ContactList& list = graph.colors()[static_cast<std::size_t>(color)].lists[static_cast<std::size_t>(kind)];
    const std::size_t most = color == ConstraintGraph::overflow ? list.blocks.size() : blocks_per_run;
    for (std::size_t i = 0; i < list.blocks.size(); i += most) {
        BlockRun run;
        run.blocks = &list.blocks[i];
        run.names = &list.names[i];
        run.impacts = list.impacts.empty() ? nullptr : &list.impacts[i];
        run.surfaces = list.surfaces.empty() ? nullptr : &list.surfaces[i];
        run.count = static_cast<std::uint32_t>(std::min(most, list.blocks.size() - i));
        run.lanes_per_block = list.lanes_per_block;
        run.dummy_slot = list.dummy_slot;
        const auto begin = static_cast<std::uint32_t>(i) * list.lanes_per_block;
        run.contacts = std::min(list.count - begin, run.count * list.lanes_per_block);
        run.color = static_cast<std::int8_t>(color);
        run.kind = kind;
        runs_.push_back(run);
    }
}

}  // namespace drystone
