#include "store/block_runs.h"

#include <algorithm>

namespace drystone {

namespace {

/// 128 contacts: a fraction of a microsecond, a hundred times what it costs a worker to take a run.
constexpr std::size_t blocks_per_run = 8;

}  // namespace

void BlockRuns::collect(ConstraintGraph& graph) {
    runs_.clear();
    for (int turn = 0; turn < turns; ++turn) {
        begins_[static_cast<std::size_t>(turn)] = runs_.size();
        const int color = ConstraintGraph::solving_order(turn);
        auto& lists = graph.colors()[static_cast<std::size_t>(color)].lists;
        for (std::size_t kind = 0; kind < contact_kind_count; ++kind) {
            ContactList& list = lists[kind];
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
                run.kind = static_cast<ContactKind>(kind);
                runs_.push_back(run);
            }
        }
    }
    begins_[turns] = runs_.size();
}

}  // namespace drystone
