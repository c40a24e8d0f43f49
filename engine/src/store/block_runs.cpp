#include "store/block_runs.h"

#include <algorithm>

namespace drystone {

namespace {

/// 128 contacts: a fraction of a microsecond. Of colours with fewer blocks, so many that workers have about
/// the same.
constexpr std::size_t most_blocks_per_run = 8;
constexpr std::size_t least_runs = 16;
/// Not worth sharing: a worker would wait as long as it takes.
constexpr std::size_t blocks_of_one_task = 12;

std::size_t block_count(const GraphColor& color) {
    std::size_t sum = 0;
    for (const ContactList& list : color.lists) {
        sum += list.blocks.size();
    }
    return sum;
}

}  // namespace

void BlockRuns::collect(ConstraintGraph& graph) {
    runs_.clear();
    rounds_.clear();
    any_bounces_ = false;
    any_hits_ = false;
    for (int turn = 0; turn < turns; ++turn) {
        const std::size_t begin = runs_.size();
        begins_[static_cast<std::size_t>(turn)] = begin;
        const int color = ConstraintGraph::solving_order(turn);
        GraphColor& here = graph.colors()[static_cast<std::size_t>(color)];
        const std::size_t blocks = block_count(here);
        const bool in_order = color == ConstraintGraph::overflow;
        const std::size_t most =
            in_order ? blocks : std::clamp<std::size_t>(blocks / least_runs, 1, most_blocks_per_run);
        for (std::size_t i = 0; i < here.lists.size(); ++i) {
            collect_list(here.lists[i], color, static_cast<ContactKind>(i % contact_kind_count), most);
        }
        if (in_order || blocks <= blocks_of_one_task) {
            rounds_.add_in_order(runs_.size() - begin);
        } else {
            rounds_.add(runs_.size() - begin);
        }
    }
    begins_[turns] = runs_.size();
    spread();
}

/// A counting sort by how far a run is within its colour.
void BlockRuns::spread() {
    constexpr std::size_t parts = 16;
    std::array<std::uint32_t, parts + 1> places{};
    const auto visit = [&](auto&& visitor) {
        for (std::size_t turn = 0; turn < turns; ++turn) {
            const std::size_t count = begins_[turn + 1] - begins_[turn];
            for (std::size_t i = 0; i < count; ++i) {
                visitor(begins_[turn] + i, i * parts / count);
            }
        }
    };
    visit([&](std::size_t, std::size_t part) { ++places[part + 1]; });
    for (std::size_t part = 0; part < parts; ++part) {
        places[part + 1] += places[part];
    }
    spread_.resize(runs_.size());
    visit([&](std::size_t run, std::size_t part) {
        spread_[places[part]++] = static_cast<std::uint32_t>(run);
    });
}

void BlockRuns::collect_list(ContactList& list, int color, ContactKind kind, std::size_t blocks_per_run) {
    any_bounces_ = any_bounces_ || (list.bounces && list.count != 0);
    any_hits_ = any_hits_ || (list.reports_hits && list.count != 0);
    for (std::size_t i = 0; i < list.blocks.size(); i += blocks_per_run) {
        BlockRun run;
        run.blocks = &list.blocks[i];
        run.names = &list.names[i];
        run.impacts = &list.impacts[i];
        run.surfaces = list.surfaces.empty() ? nullptr : &list.surfaces[i];
        run.count = static_cast<std::uint32_t>(std::min(blocks_per_run, list.blocks.size() - i));
        run.lanes_per_block = list.lanes_per_block;
        run.dummy_slot = list.dummy_slot;
        const auto begin = static_cast<std::uint32_t>(i) * list.lanes_per_block;
        run.contacts = std::min(list.count - begin, run.count * list.lanes_per_block);
        run.color = static_cast<std::int8_t>(color);
        run.kind = kind;
        run.bounces = list.bounces;
        run.reports_hits = list.reports_hits;
        runs_.push_back(run);
    }
}

BlockRun BlockRuns::take(std::size_t& i, std::size_t end) const {
    BlockRun run = runs_[i];
    const auto continues = [&](const BlockRun& next) {
        return next.blocks == run.blocks + run.count && next.color == run.color && next.kind == run.kind;
    };
    for (++i; i < end && continues(runs_[i]); ++i) {
        run.count += runs_[i].count;
        run.contacts += runs_[i].contacts;
    }
    return run;
}

}  // namespace drystone
