#include "store/block_runs.h"

#include <algorithm>
#include <bit>

namespace drystone {

namespace {

/// 128 contacts: a fraction of a microsecond. Of colours with fewer blocks, so many that workers have about
/// the same.
constexpr std::size_t most_blocks_per_run = 8;
constexpr std::size_t least_runs = 16;
/// Not worth sharing: a worker would wait as long as it takes.
constexpr std::size_t blocks_of_one_task = 12;

/// Colours as bits.
constexpr std::uint32_t bits(int begin, int end) { return (end == 32 ? 0u : 1u << end) - (1u << begin); }
constexpr std::uint32_t overflow_color = bits(ConstraintGraph::overflow, ConstraintGraph::overflow + 1);
constexpr std::uint32_t forceless_color = bits(ConstraintGraph::forceless, ConstraintGraph::forceless + 1);
constexpr std::uint32_t inner_colors = bits(0, ConstraintGraph::inner_color_count);
constexpr std::uint32_t static_colors =
    bits(ConstraintGraph::dynamic_color_count, ConstraintGraph::color_count);

/// Lists of a colour as bits.
constexpr std::uint32_t lists_of_half[] = {bits(0, contact_kind_count),
                                           bits(contact_kind_count, 2 * contact_kind_count)};

/// Calls `visitor(i)` for each bit.
template <class Visitor>
void visit_bits(std::uint32_t set, Visitor&& visitor) {
    for (; set != 0; set &= set - 1) {
        visitor(std::countr_zero(set));
    }
}

std::size_t block_count(const GraphColor& color, std::uint32_t lists) {
    std::size_t sum = 0;
    visit_bits(lists, [&](int list) { sum += color.lists[static_cast<std::size_t>(list)].blocks.size(); });
    return sum;
}

/// Is it sooner done when two workers each do a half than when they share out each colour? With more than two
/// thirds of all in one half, its worker would be alone for longer than they would wait for each other.
bool are_level(const ConstraintGraph& graph) {
    std::size_t blocks[2] = {};
    visit_bits(graph.used_colors() & (inner_colors | static_colors), [&](int color) {
        for (int half = 0; half < 2; ++half) {
            blocks[half] += block_count(graph.colors()[static_cast<std::size_t>(color)],
                                        graph.used_lists(color) & lists_of_half[half]);
        }
    });
    return 2 * std::min(blocks[0], blocks[1]) >= std::max(blocks[0], blocks[1]) && blocks[0] != 0;
}

}  // namespace

void BlockRuns::collect(ConstraintGraph& graph, bool with_forceless, int workers) {
    runs_.clear();
    rounds_.clear();
    spread_.clear();
    any_bounces_ = false;
    any_hits_ = false;
    turn_count_ = 0;
    const std::uint32_t colors = graph.used_colors();
    const auto add_colors = [&](std::uint32_t some) {
        visit_bits(colors & some, [&](int color) { add_color(graph, color); });
    };
    add_colors(overflow_color);
    in_order_ = runs_.size();
    if (workers == 2 && are_level(graph)) {
        add_halves(graph, colors & inner_colors);
        add_colors(bits(ConstraintGraph::inner_color_count, ConstraintGraph::dynamic_color_count));
        add_halves(graph, colors & static_colors);
    } else {
        add_colors(bits(0, ConstraintGraph::color_count));
    }
    if (with_forceless) {
        add_colors(forceless_color);
    }
}

/// A round, or a part of one, in which workers share out the runs.
void BlockRuns::add_color(ConstraintGraph& graph, int color) {
    GraphColor& here = graph.colors()[static_cast<std::size_t>(color)];
    const std::size_t begin = runs_.size();
    const std::size_t blocks = block_count(here, graph.used_lists(color));
    const bool in_order = color == ConstraintGraph::overflow;
    const std::size_t most =
        in_order ? blocks : std::clamp<std::size_t>(blocks / least_runs, 1, most_blocks_per_run);
    begin_turn(0, spread_parts);
    add_lists(here, color, graph.used_lists(color), most);
    if (in_order || blocks <= blocks_of_one_task) {
        rounds_.add_in_order(runs_.size() - begin);
    } else {
        rounds_.add(runs_.size() - begin);
    }
}

/// A round of two tasks: the colours one after another, each task in its half.
void BlockRuns::add_halves(ConstraintGraph& graph, std::uint32_t colors) {
    std::size_t counts[2] = {};
    for (std::uint32_t half = 0; half < 2; ++half) {
        const std::size_t begin = runs_.size();
        visit_bits(colors, [&](int color) {
            GraphColor& here = graph.colors()[static_cast<std::size_t>(color)];
            const std::uint32_t lists = graph.used_lists(color) & lists_of_half[half];
            const std::size_t blocks = block_count(here, lists);
            begin_turn(half * spread_parts / 2, spread_parts / 2);
            add_lists(here, color, lists,
                      std::clamp<std::size_t>(2 * blocks / least_runs, 1, most_blocks_per_run));
        });
        counts[half] = runs_.size() - begin;
    }
    rounds_.add_two(counts[0], counts[1]);
}

void BlockRuns::add_lists(GraphColor& color, int number, std::uint32_t lists, std::size_t blocks_per_run) {
    visit_bits(lists, [&](int list) {
        const auto i = static_cast<std::size_t>(list);
        add_list(color.lists[i], number, static_cast<ContactKind>(i % contact_kind_count), blocks_per_run);
    });
}

/// A counting sort by how far a run is within its turn.
void BlockRuns::spread() {
    std::array<std::uint32_t, spread_parts + 1> places{};
    const auto visit = [&](auto&& visitor) {
        for (std::size_t turn = 0; turn < turn_count_; ++turn) {
            const Turn& here = turns_[turn];
            const std::size_t end = turn + 1 < turn_count_ ? turns_[turn + 1].begin : runs_.size();
            const std::size_t count = end - here.begin;
            for (std::size_t i = 0; i < count; ++i) {
                visitor(here.begin + i, here.first_part + i * here.parts / count);
            }
        }
    };
    visit([&](std::size_t, std::size_t part) { ++places[part + 1]; });
    for (std::size_t part = 0; part < spread_parts; ++part) {
        places[part + 1] += places[part];
    }
    spread_.resize(runs_.size());
    visit([&](std::size_t run, std::size_t part) {
        spread_[places[part]++] = static_cast<std::uint32_t>(run);
    });
}

void BlockRuns::add_list(ContactList& list, int color, ContactKind kind, std::size_t blocks_per_run) {
    any_bounces_ = any_bounces_ || (list.bounces && list.count != 0);
    any_hits_ = any_hits_ || (list.reports_hits && list.count != 0);
    for (std::size_t i = 0; i < list.blocks.size(); i += blocks_per_run) {
        BlockRun run;
        run.blocks = &list.blocks[i];
        run.names = &list.names[i];
        run.impacts = list.impacts.empty() ? nullptr : &list.impacts[i];
        run.surfaces = list.surfaces.empty() ? nullptr : &list.surfaces[i];
        run.count = static_cast<std::uint32_t>(std::min(blocks_per_run, list.blocks.size() - i));
        run.dummy_slot = list.dummy_slot;
        const auto begin = static_cast<std::uint32_t>(i) * block_lanes;
        run.contacts = std::min(list.count - begin, run.count * block_lanes);
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
