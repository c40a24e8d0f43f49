// Finds the pairs of motions that are swept.
#include "continuous/fast_pairs.h"

#include <drystone/collision/detail/sort_items.h>

#include "continuous/impacts.h"
#include "continuous/other_sizes.h"
#include "core/arrays.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Returns an upper bound for the distance that the bodies of a contact would approach each other in a step
/// at the velocities of its end [m].
float approach_at_end(const ContinuousContext& context, const Contact& contact) {
    const BodyVelocity& a = context.bodies.velocities[contact.body_a];
    const BodyVelocity& b = context.bodies.velocities[contact.body_b];
    const float turning = std::abs(a.w) * context.bodies.damping_and_sleep[contact.body_a].extent +
                          std::abs(b.w) * context.bodies.damping_and_sleep[contact.body_b].extent;
    return context.time_step * (length(Vec2{b.x - a.x, b.y - a.y}) + turning);
}

}  // namespace

/// Calls `visitor(body)` for each body whose motion may meet this one: for all, or for those of other sizes.
template <class Visitor>
void FastPairs::visit_others(const ContinuousContext& context, std::uint32_t motion, bool all,
                             Visitor&& visitor) {
    // Motions may move in memory while the visitor adds others.
    const PairMotion own = motions_[motion];
    const auto& rows = context.bodies.damping_and_sleep;
    const float extent = rows[own.body].extent;
    const auto visit = [&](std::uint32_t body, float other_extent) {
        if (all || differ_in_size(extent, other_extent)) {
            visitor(body);
        }
    };
    for (const BodyType type : {BodyType::Kinematic, BodyType::Dynamic}) {
        for (std::size_t i = 0; i < own.count; ++i) {
            visit_met(context, context.broad_phase.tree(type), own.body, own.pieces[i].sweep,
                      movers_.others_motion(), [&](std::uint32_t, const Aabb&, std::uint32_t other) {
                          const std::uint32_t body = context.shapes.cores[other].body;
                          visit(body, rows[body].extent);
                      });
        }
    }
    all ? movers_.visit(own.box, visit) : movers_.visit_selected(own.box, visit);
    visit_altered(own.box, [&](std::uint32_t altered) {
        const std::uint32_t body = motions_[altered].body;
        visit(body, rows[body].extent);
    });
}

/// Calls `visitor(motion)` for the motions that have changed and whose boxes may overlap the box, in the
/// order of their first changes.
template <class Visitor>
void FastPairs::visit_altered(const Aabb& box, Visitor&& visitor) {
    if (!can_search_altered_ || !is_valid(box)) {
        for (std::size_t i = 0; i < altered_.size(); ++i) {
            visitor(altered_[i]);
        }
        return;
    }
    altered_boxes_.refit();
    altered_found_.clear();
    altered_boxes_.append_overlapping(box, every_category, altered_found_);
    for (const AabbTree::Proxy proxy : altered_found_) {
        visitor(altered_[proxy]);
    }
}

void FastPairs::mark_altered(std::uint32_t motion) {
    PairMotion& own = motions_[motion];
    const bool is_new = own.altered == no_index;
    if (is_new) {
        own.altered = static_cast<std::uint32_t>(altered_.size());
        grow_push_back(altered_, motion);
    }
    can_search_altered_ = can_search_altered_ && is_valid(own.box);
    if (!can_search_altered_) {
        return;
    }
    if (is_new) {
        altered_boxes_.insert(own.box);
    } else {
        altered_boxes_.move(own.altered, own.box);
    }
}

void FastPairs::find_movers(const ContinuousContext& context, const FastPairsInput& input) {
    if (!has_movers_) {
        has_movers_ = true;
        movers_.find(context, input.fast, input.team);
    }
}

void FastPairs::look_around(const ContinuousContext& context, const FastPairsInput& input,
                            std::uint32_t motion, float from, bool all) {
    find_movers(context, input);
    const std::uint32_t search = ++searches_;
    motions_[motion].seen_by = search;
    const Aabb box = boxes_[motion];
    visit_others(context, motion, all, [&](std::uint32_t body) {
        const std::uint32_t other = motion_of(context, input, body);
        if (overlaps(boxes_[other], box) && motions_[other].seen_by != search) {
            motions_[other].seen_by = search;
            test(context, motion, other, from);
        }
    });
}

void FastPairs::find_predicted(const ContinuousContext& context, const FastPairsInput& input) {
    predicted_.clear();
    for (std::uint32_t i = 0; i < input.swept.size(); ++i) {
        const std::uint32_t number = input.swept[i];
        // Contacts whose boxes have parted at the start of the step are gone.
        if (!context.contacts.slots.is_live(number)) {
            continue;
        }
        const Contact& contact = context.contacts.contacts[number];
        const float thickness =
            context.shapes.thickness(contact.shape_a) + context.shapes.thickness(contact.shape_b);
        // Bodies that the solver has stopped at their impact cannot have passed.
        const std::uint64_t bodies = std::uint64_t{contact.body_a} << 32 | contact.body_b;
        const bool is_repeated = !predicted_.empty() && predicted_.back().bodies == bodies;
        if (!is_repeated && approach_at_end(context, contact) > thickness) {
            grow_push_back(predicted_, PredictedPair{bodies, i});
        }
    }
    sort_items(predicted_.begin(), predicted_.end(), [](const PredictedPair& a, const PredictedPair& b) {
        return a.bodies != b.bodies ? a.bodies < b.bodies : a.contact < b.contact;
    });
    predicted_.erase(
        std::unique(predicted_.begin(), predicted_.end(),
                    [](const PredictedPair& a, const PredictedPair& b) { return a.bodies == b.bodies; }),
        predicted_.end());
    sort_items(predicted_.begin(), predicted_.end(),
               [](const PredictedPair& a, const PredictedPair& b) { return a.contact < b.contact; });
}

void FastPairs::add_predicted(const ContinuousContext& context, const FastPairsInput& input) {
    find_predicted(context, input);
    for (const PredictedPair& pair : predicted_) {
        const std::uint32_t a = motion_of(context, input, static_cast<std::uint32_t>(pair.bodies >> 32));
        test(context, a, motion_of(context, input, static_cast<std::uint32_t>(pair.bodies)), 0.0f, true);
    }
}

void FastPairs::add_deflected(const ContinuousContext& context, const FastPairsInput& input) {
    if (input.deflected.empty()) {
        return;
    }
    const auto& rows = context.bodies.damping_and_sleep;
    float smallest = rows[input.deflected.front()].extent;
    float largest = smallest;
    for (const std::uint32_t body : input.deflected) {
        smallest = std::min(smallest, rows[body].extent);
        largest = std::max(largest, rows[body].extent);
    }
    const OtherSizes others(context, smallest, largest);
    const bool are_few = others.count <= OtherSizes::max_listed;
    if (!are_few) {
        find_movers(context, input);
        movers_.select([&](float extent) {
            return differ_in_size(extent, smallest) || differ_in_size(extent, largest);
        });
    }
    for (const std::uint32_t body : input.deflected) {
        const std::uint32_t motion = motion_of(context, input, body);
        if (!are_few) {
            look_around(context, input, motion, 0.0f, false);
            continue;
        }
        const std::uint32_t search = ++searches_;
        const auto look_at = [&](std::uint32_t other) {
            if (!differ_in_size(context, body, other)) {
                return;
            }
            const std::uint32_t index = motion_of(context, input, other);
            if (motions_[index].seen_by != search) {
                motions_[index].seen_by = search;
                test(context, motion, index, 0.0f);
            }
        };
        // Motions may move in memory while others are added.
        const PairMotion own = motions_[motion];
        for (const BodyType type : {BodyType::Kinematic, BodyType::Dynamic}) {
            for (std::size_t i = 0; i < own.count; ++i) {
                visit_met(context, context.broad_phase.tree(type), body, own.pieces[i].sweep, others.motion,
                          [&](std::uint32_t, const Aabb&, std::uint32_t other) {
                              look_at(context.shapes.cores[other].body);
                          });
            }
        }
        std::for_each_n(others.listed.begin(), others.count, look_at);
    }
}

}  // namespace drystone
