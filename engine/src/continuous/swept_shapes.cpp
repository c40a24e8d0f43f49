#include "continuous/swept_shapes.h"

#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Number of shapes up to which all are tested.
constexpr std::size_t few_shapes = 8;

/// Returns a box around the boxes that `swept_box` gives for all parts of a sweep. A part may bulge where the
/// whole does.
Aabb box_of_parts(const ConvexCore& core, const Sweep& sweep) {
    constexpr float rounding = 2e-6f;
    float reach = 0.0f;
    for (int i = 0; i < core.count; ++i) {
        reach = std::max(reach, length(core.points[i] - sweep.local_center));
    }
    const float coordinates = coordinate_sum(abs(sweep.center_start)) +
                              coordinate_sum(abs(sweep.center_end)) + coordinate_sum(abs(sweep.local_center));
    const float bulge = max_bulge(std::min(std::abs(sweep.angle), wide_turn), reach);
    return expand(swept_box(core, sweep), bulge + rounding * (coordinates + reach));
}

/// Returns whether the boxes of two motions overlap, the first one expanded.
bool may_meet(const ContinuousContext& context, const Aabb& first, const Aabb& second) {
    return overlaps(expand(first, context.speculative_distance), second);
}

void find_among_all(const ContinuousContext& context, const SweptBody& a, const SweptBody& b,
                    std::vector<std::uint64_t>& pairs) {
    visit_shapes(context, a.body, [&](std::uint32_t shape) {
        const Aabb own = swept_box(context.shapes.view(shape), a.sweep);
        visit_shapes(context, b.body, [&](std::uint32_t other) {
            if (may_meet(context, own, swept_box(context.shapes.view(other), b.sweep))) {
                grow_push_back(pairs, std::uint64_t{shape} << 32 | other);
            }
        });
    });
}

/// Searches the boxes of one body for those of each shape of another one. The pairs found are indices of
/// shapes in the lists of their bodies.
class PairSearchInBoxes {
public:
    PairSearchInBoxes(const ContinuousContext& context, const SweptBody& a, const SweptBody& b,
                      bool boxes_of_b)
        : context_(context),
          looked_for_(boxes_of_b ? a : b),
          searched_(boxes_of_b ? b : a),
          in_b_(boxes_of_b) {}

    void find(SweptPairs& found) {
        found.shapes.clear();
        visit_shapes(context_, looked_for_.body, [&](std::uint32_t shape) {
            find_for(shape, static_cast<std::uint32_t>(found.shapes.size()), found.pairs);
            grow_push_back(found.shapes, shape);
        });
        sort_items(found.pairs.begin(), found.pairs.end());
        const std::span<const std::uint32_t> searched = searched_.shapes->shapes();
        const std::span<const std::uint32_t> looked_for = found.shapes;
        for (std::uint64_t& pair : found.pairs) {
            const auto a = static_cast<std::uint32_t>(pair >> 32);
            const auto b = static_cast<std::uint32_t>(pair);
            pair =
                std::uint64_t{(in_b_ ? looked_for : searched)[a]} << 32 | (in_b_ ? searched : looked_for)[b];
        }
    }

private:
    void find_for(std::uint32_t shape, std::uint32_t place, std::vector<std::uint64_t>& pairs) const {
        const Aabb own = swept_box(context_.shapes.view(shape), looked_for_.sweep);
        const std::span<const std::uint32_t> shapes = searched_.shapes->shapes();
        const auto test = [&](std::uint32_t index) {
            const Aabb other = swept_box(context_.shapes.view(shapes[index]), searched_.sweep);
            if (in_b_ ? may_meet(context_, own, other) : may_meet(context_, other, own)) {
                const std::uint64_t a = in_b_ ? place : index;
                grow_push_back(pairs, a << 32 | (in_b_ ? index : place));
            }
        };
        const Aabb around = expand(own, context_.speculative_distance);
        if (is_valid(around)) {
            searched_.shapes->query(around, test);
            return;
        }
        for (std::uint32_t index = 0; index < shapes.size(); ++index) {
            test(index);
        }
    }

    const ContinuousContext& context_;
    const SweptBody& looked_for_;
    const SweptBody& searched_;
    bool in_b_;
};

}  // namespace

void SweptShapes::find(const ContinuousContext& context, std::uint32_t body, std::span<const Sweep> sweeps) {
    shapes_.clear();
    items_.clear();
    can_be_searched_ = true;
    visit_shapes(context, body, [&](std::uint32_t shape) {
        const ConvexCore core = context.shapes.view(shape);
        Aabb box = box_of_parts(core, sweeps.front());
        for (const Sweep& sweep : sweeps.subspan(1)) {
            box = merge(box, box_of_parts(core, sweep));
        }
        can_be_searched_ = can_be_searched_ && is_valid(box);
        grow_push_back(shapes_, shape);
        grow_push_back(items_, TreeItem{box});
    });
    tree_.clear();
    if (can_be_searched_) {
        grow_resize(proxies_, items_.size());
        tree_.insert(items_, proxies_);
    }
}

std::size_t SweptShapesPool::bytes() const {
    std::size_t sum = (items_.capacity() - items_.size()) * sizeof(SweptShapes);
    for (const SweptShapes& item : items_) {
        sum += sizeof(SweptShapes) + item.bytes();
    }
    return sum;
}

bool has_many_shapes(const ContinuousContext& context, std::uint32_t body) {
    std::uint32_t shape = context.bodies.records[body].first_shape;
    for (std::size_t i = 0; i < few_shapes && shape != no_index; ++i) {
        shape = context.shapes.records[shape].next;
    }
    return shape != no_index;
}

void find_swept_pairs(const ContinuousContext& context, const SweptBody& a, const SweptBody& b,
                      SweptPairs& found) {
    found.pairs.clear();
    const bool in_a = a.shapes != nullptr && a.shapes->can_be_searched();
    const bool in_b = b.shapes != nullptr && b.shapes->can_be_searched();
    if (!in_a && !in_b) {
        find_among_all(context, a, b, found.pairs);
        return;
    }
    const bool b_has_more = in_a && in_b && a.shapes->shapes().size() <= b.shapes->shapes().size();
    PairSearchInBoxes(context, a, b, !in_a || b_has_more).find(found);
}

}  // namespace drystone
