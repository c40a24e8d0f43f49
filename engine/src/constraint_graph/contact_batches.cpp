#include "constraint_graph/contact_batches.h"

#include "parallel/workers_for.h"

#include <algorithm>
#include <bit>

namespace drystone {

namespace {

/// Maximum number of blocks in a batch: 128 contacts, a fraction of a microsecond of work. Colours with fewer
/// blocks than fill `min_batches` such batches get smaller ones, for an even load.
constexpr std::size_t max_blocks_per_batch = 8;
constexpr std::size_t min_batches = 16;
/// Minimum number of blocks of a colour per worker. A pass takes some 0.1 us per block, and the barrier after
/// each colour takes some 0.3 us.
constexpr std::size_t blocks_per_worker = 8;

/// Returns the colours in [begin, end) as bits.
constexpr std::uint32_t bits(int begin, int end) { return (end == 32 ? 0u : 1u << end) - (1u << begin); }
constexpr std::uint32_t overflow_color = bits(ConstraintGraph::overflow, ConstraintGraph::overflow + 1);
constexpr std::uint32_t no_response_color =
    bits(ConstraintGraph::no_response, ConstraintGraph::no_response + 1);

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

}  // namespace

void ContactBatches::clear() {
    batches_.clear();
    phases_.clear();
    interleaved_.clear();
    any_bounces_ = false;
    any_hits_ = false;
    color_count_ = 0;
    overflow_count_ = 0;
    total_blocks_ = 0;
}

void ContactBatches::collect(ConstraintGraph& graph, bool with_no_response) {
    clear();
    const std::uint32_t colors = graph.used_colors();
    const auto add_colors = [&](std::uint32_t some) {
        visit_bits(colors & some, [&](int color) {
            GraphColor& here = graph.colors()[static_cast<std::size_t>(color)];
            const std::uint32_t lists = graph.used_lists(color);
            add_color(color, block_count(here, lists), [&](std::size_t maximum) {
                visit_bits(lists, [&](int number) {
                    ContactList& list = here.lists[static_cast<std::size_t>(number)];
                    add_range(
                        list,
                        {static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(number), 0, list.count},
                        maximum);
                });
            });
        });
    };
    add_colors(overflow_color);
    overflow_count_ = batches_.size();
    add_colors(bits(0, ConstraintGraph::color_count));
    if (with_no_response) {
        add_colors(no_response_color);
    }
}

void ContactBatches::collect(ConstraintGraph& graph, std::span<const BlockRange> ranges) {
    clear();
    while (!ranges.empty()) {
        const int color = ranges.front().color;
        std::size_t count = 0;
        std::size_t blocks = 0;
        for (; count < ranges.size() && ranges[count].color == color; ++count) {
            blocks += ranges[count].blocks();
        }
        add_color(color, blocks, [&](std::size_t maximum) {
            for (const BlockRange& range : ranges.first(count)) {
                add_range(graph.colors()[range.color].lists[range.list], range, maximum);
            }
        });
        overflow_count_ = color == ConstraintGraph::overflow ? batches_.size() : overflow_count_;
        ranges = ranges.subspan(count);
    }
}

/// Adds the batches of a colour, and a phase in which workers share them. `add_lists(maximum)` adds them, of
/// at most as many blocks each.
template <class AddLists>
void ContactBatches::add_color(int color, std::size_t blocks, AddLists&& add_lists) {
    const std::size_t begin = batches_.size();
    const bool in_order = color == ConstraintGraph::overflow;
    color_begins_[color_count_++] = static_cast<std::uint32_t>(begin);
    add_lists(in_order ? blocks : std::clamp<std::size_t>(blocks / min_batches, 1, max_blocks_per_batch));
    phases_.add(batches_.size() - begin, in_order ? 1 : workers_for(blocks, blocks_per_worker));
}

/// Runs a counting sort by the relative position of a batch within its colour.
void ContactBatches::interleave() {
    std::array<std::uint32_t, interleave_parts + 1> places{};
    const auto visit = [&](auto&& visitor) {
        for (std::size_t color = 0; color < color_count_; ++color) {
            const std::size_t begin = color_begins_[color];
            const std::size_t end = color + 1 < color_count_ ? color_begins_[color + 1] : batches_.size();
            const std::size_t count = end - begin;
            for (std::size_t i = 0; i < count; ++i) {
                visitor(begin + i, i * interleave_parts / count);
            }
        }
    };
    visit([&](std::size_t, std::size_t part) { ++places[part + 1]; });
    for (std::size_t part = 0; part < interleave_parts; ++part) {
        places[part + 1] += places[part];
    }
    interleaved_.resize(batches_.size());
    visit([&](std::size_t batch, std::size_t part) {
        interleaved_[places[part]++] = static_cast<std::uint32_t>(batch);
    });
}

void ContactBatches::add_range(ContactList& list, const BlockRange& range, std::size_t blocks_per_batch) {
    const std::size_t blocks = range.blocks();
    total_blocks_ += blocks;
    any_bounces_ = any_bounces_ || (list.bounces && range.contacts != 0);
    any_hits_ = any_hits_ || (list.reports_hits && range.contacts != 0);
    const std::size_t first = batches_.size();
    for (std::size_t i = 0; i < blocks; i += blocks_per_batch) {
        const std::size_t block = range.first + i;
        ContactBatch& batch = batches_.emplace_back();
        batch.blocks = &list.blocks[block];
        batch.ids = &list.ids[block];
        batch.impacts = list.impacts.empty() ? nullptr : &list.impacts[block];
        batch.surfaces = list.surfaces.empty() ? nullptr : &list.surfaces[block];
        batch.count = static_cast<std::uint32_t>(std::min(blocks_per_batch, blocks - i));
        batch.dummy_slot = list.dummy_slot;
        const auto begin = static_cast<std::uint32_t>(i) * block_lanes;
        batch.contacts = std::min(range.contacts - begin, batch.count * block_lanes);
        batch.color = static_cast<std::int8_t>(range.color);
        batch.kind = static_cast<ContactKind>(range.list);
        batch.bounces = list.bounces;
        batch.reports_hits = list.reports_hits;
    }
    for (std::size_t i = first; i < batches_.size(); ++i) {
        batches_[i].list_end = static_cast<std::uint32_t>(batches_.size());
    }
}

ContactBatch ContactBatches::take(std::size_t& i, std::size_t end) const {
    ContactBatch batch = batches_[i];
    const std::size_t next = std::min<std::size_t>(batch.list_end, end);
    // Lanes that are not in use are in the last batch of a list alone.
    const ContactBatch& last = batches_[next - 1];
    const auto before = static_cast<std::uint32_t>(last.blocks - batch.blocks);
    batch.count = before + last.count;
    batch.contacts = before * block_lanes + last.contacts;
    i = next;
    return batch;
}

}  // namespace drystone
