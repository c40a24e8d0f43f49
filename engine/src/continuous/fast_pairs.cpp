#include "continuous/fast_pairs.h"

#include <drystone/collision/detail/sort_items.h>

#include "continuous/impacts.h"
#include "continuous/other_sizes.h"
#include "core/arrays.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Number of changes after which a body that meets another one stands still, as does whatever meets it.
constexpr std::uint32_t max_changes = 4;

/// A body of more than this many times the mass of another one carries it along, as if it could not be
/// stopped.
constexpr float much_heavier = 16.0f;

/// Returns the order of the heap of events: whether one comes after another, by time and then by bodies.
auto comes_after(const std::vector<PairMotion>& motions) {
    return [&motions](const auto& x, const auto& y) {
        if (x.time != y.time) {
            return x.time > y.time;
        }
        const std::uint32_t x_a = motions[x.a].body;
        const std::uint32_t y_a = motions[y.a].body;
        return x_a != y_a ? x_a > y_a : motions[x.b].body > motions[y.b].body;
    };
}

}  // namespace

std::uint32_t FastPairs::motion_of(const ContinuousContext& context, const FastPairsInput& input,
                                   std::uint32_t body) {
    std::uint32_t& index = index_[body];
    if (index == no_index) {
        index = static_cast<std::uint32_t>(motions_.size());
        grow_push_back(motions_, own_motion(context, body, find_fast(context.bodies, input.fast, body)));
        grow_push_back(boxes_, motions_.back().box);
    }
    return index;
}

std::uint32_t FastPairs::shapes_of(const ContinuousContext& context, std::uint32_t motion) {
    PairMotion& own = motions_[motion];
    if (!own.has_many_shapes) {
        return no_index;
    }
    if (own.shapes == no_index) {
        own.shapes = shapes_.add();
    } else if (own.shapes_version == own.version) {
        return own.shapes;
    }
    own.shapes_version = own.version;
    find_shapes(context, own, shapes_[own.shapes]);
    return own.shapes;
}

/// Returns the motion that a motion follows, which is the same one for a body that cannot be stopped;
/// `no_index` if there is none.
std::uint32_t FastPairs::carrier_of(std::uint32_t motion) const {
    return motions_[motion].can_stop ? motions_[motion].carrier : motion;
}

/// Returns the same, or `no_index` if that body can be stopped.
std::uint32_t FastPairs::fixed_carrier_of(std::uint32_t motion) const {
    const std::uint32_t carrier = carrier_of(motion);
    return carrier != no_index && motions_[carrier].can_stop ? no_index : carrier;
}

/// Returns what carries a motion along after it has met another one: what that one follows, or itself.
/// `no_index`: both move on together.
std::uint32_t FastPairs::carrier_for(const ContinuousContext& context, std::uint32_t met,
                                     std::uint32_t motion) const {
    const std::uint32_t followed = carrier_of(met);
    const std::uint32_t carrier = followed != no_index ? followed : met;
    if (!motions_[carrier].can_stop) {
        return carrier;
    }
    const bool is_heavy = much_heavier * context.bodies.masses[motions_[carrier].body].inverse_mass <
                          context.bodies.masses[motions_[motion].body].inverse_mass;
    return motions_[motion].can_stop && is_heavy ? carrier : no_index;
}

/// Returns whether two motions have no part of their own that could bring them together.
bool FastPairs::move_together(std::uint32_t a, std::uint32_t b) const {
    const auto follows = [&](std::uint32_t motion, std::uint32_t carrier) {
        return motions_[motion].carrier == carrier &&
               motions_[motion].carrier_version == motions_[carrier].version;
    };
    const bool both_follow = motions_[a].carrier != no_index && motions_[a].carrier == motions_[b].carrier &&
                             motions_[a].carrier_version == motions_[b].carrier_version;
    return both_follow || follows(a, b) || follows(b, a);
}

/// Returns whether a motion keeps following what it follows, and not a new carrier: unless the motion of the
/// same one has changed, or the new one cannot be stopped, other than the old one.
bool FastPairs::stays_carried(std::uint32_t motion, std::uint32_t carrier) const {
    const PairMotion& own = motions_[motion];
    if (own.kind != MotionKind::Carried) {
        return false;
    }
    const bool has_changed = carrier == own.carrier && own.carrier_version != motions_[own.carrier].version;
    const bool is_firmer =
        carrier != no_index && !motions_[carrier].can_stop && motions_[own.carrier].can_stop;
    return !has_changed && !is_firmer;
}

void FastPairs::push(const Event& event) {
    grow_push_back(events_, event);
    std::push_heap(events_.begin(), events_.end(), comes_after(motions_));
}

/// Returns whether a body carries another one along if their impact was not predicted: it is not lighter, and
/// moves as its velocity says.
bool FastPairs::may_carry(const ContinuousContext& context, std::uint32_t carrier,
                          std::uint32_t carried) const {
    const PairMotion& by = motions_[carrier];
    return by.follows_velocity && context.bodies.masses[by.body].inverse_mass <=
                                      context.bodies.masses[motions_[carried].body].inverse_mass;
}

void FastPairs::test(const ContinuousContext& context, std::uint32_t index_a, std::uint32_t index_b,
                     float from, bool is_predicted) {
    const PairMotion& a = motions_[index_a];
    const PairMotion& b = motions_[index_b];
    const std::uint32_t carrier_a = fixed_carrier_of(index_a);
    const std::uint32_t carrier_b = fixed_carrier_of(index_b);
    if (!overlaps(boxes_[index_a], boxes_[index_b]) || (carrier_a != no_index && carrier_b != no_index) ||
        move_together(index_a, index_b)) {
        return;
    }
    const std::uint32_t carrier = carrier_a != no_index ? carrier_a : carrier_b;
    if (!is_predicted && carrier != no_index &&
        !may_carry(context, carrier, carrier_a != no_index ? index_b : index_a)) {
        return;
    }
    const float approach = max_approach(a, b, from);
    const float thickness = a.thickness + b.thickness;
    if (approach <= thickness && approach <= thickness - overlap_of_sizes(context, a.body, b.body)) {
        return;
    }
    const std::uint32_t shapes_a = shapes_of(context, index_a);
    const std::uint32_t shapes_b = shapes_of(context, index_b);
    const MotionPair pair{a, b, shapes_a != no_index ? &shapes_[shapes_a] : nullptr,
                          shapes_b != no_index ? &shapes_[shapes_b] : nullptr};
    const Meeting met = first_meeting(context, pair, from, found_);
    if (met.shape_a == no_index || met.time >= 1.0f) {
        return;
    }
    const Event event{met.time,    index_a,     index_b,   a.version,   b.version,
                      met.shape_a, met.shape_b, met.shift, met.is_shift};
    push(event);
}

/// Returns the shift of B, or the opposite one of A, that ends what two shapes overlap where they meet beyond
/// the depth at which they are stopped: otherwise they would sink deeper in each step.
Vec2 FastPairs::way_out(const ContinuousContext& context, const Event& event) const {
    const Overlap now = overlap_of(context, event.shape_a, pose_at(motions_[event.a], event.time),
                                   event.shape_b, pose_at(motions_[event.b], event.time));
    const float allowed = max_stopped_overlap(context, event.shape_a, event.shape_b);
    const float most = context.max_push_out_velocity * context.time_step;
    return std::clamp(now.depth - allowed, 0.0f, most) * now.normal;
}

void FastPairs::handle(const ContinuousContext& context, const FastPairsInput& input, const Event& event) {
    // Each body may carry the other one along.
    const std::uint32_t carriers[] = {carrier_for(context, event.a, event.b),
                                      carrier_for(context, event.b, event.a)};
    const Vec2 out = event.is_shift ? Vec2{0.0f, 0.0f} : way_out(context, event);
    const float inverse_a = context.bodies.masses[motions_[event.a].body].inverse_mass;
    const float inverse_b = context.bodies.masses[motions_[event.b].body].inverse_mass;
    const float part_a =
        inverse_a / (inverse_a + inverse_b);  // Of the change of velocity; unused with carriers.
    const Vec2 velocity_a = velocity_at(motions_[event.a], event.time);
    const Vec2 common = velocity_a + part_a * (velocity_at(motions_[event.b], event.time) - velocity_a);
    const auto follow = [&](PairMotion& motion, std::uint32_t carrier) {
        motion.carrier = carrier;
        motion.carrier_version = motions_[carrier].version;
    };
    const bool stops = std::max(motions_[event.a].version, motions_[event.b].version) >= max_changes;
    for (const int side : {0, 1}) {
        const std::uint32_t index = side == 0 ? event.a : event.b;
        const std::uint32_t carrier = carriers[1 - side];
        PairMotion& motion = motions_[index];
        const bool moves_on = !motion.can_stop || (carrier == no_index && carriers[side] == index);
        if (moves_on || carrier == index || stays_carried(index, carrier)) {
            continue;
        }
        const float part = carrier != no_index ? 1.0f : side == 0 ? part_a : 1.0f - part_a;
        const Vec2 own_out = (side == 0 ? -part : part) * out;
        if (event.is_shift) {
            shift_end(context, motion, event.time, event.shift);
            follow(motion, carrier);
        } else if (carrier != no_index) {
            carry(context, motion, event.time, own_out, motions_[carrier]);
            follow(motion, carrier);
        } else if (!stops) {
            move_on(context, motion, event.time, common, own_out);
        } else if (motion.kind != MotionKind::Stopped) {
            move_on(context, motion, event.time, {0.0f, 0.0f}, own_out);
            motion.kind = MotionKind::Stopped;
            motion.version = std::max(motion.version, max_changes);
        } else {
            continue;
        }
        boxes_[index] = motions_[index].box;
        mark_altered(index);
        // What bodies on joints carry along pushes nothing on: they have not the momentum for it.
        const std::uint32_t by = motions_[index].carrier;
        if (by == no_index || motions_[by].can_stop || !context.bodies.is_dynamic(motions_[by].body)) {
            look_around(context, input, index, event.time, true);
        }
    }
}

void FastPairs::write_back(const ContinuousContext& context) {
    for (const PairMotion& motion : motions_) {
        index_[motion.body] = no_index;
        if (motion.version == 0) {
            continue;
        }
        const Sweep& last = motion.pieces[motion.count - 1].sweep;
        if (motion.carrier == no_index) {
            stop_at(context, motion.body, last, 1.0f);
        } else {
            put_at(context.bodies, motion.body, last, 1.0f);  // What pushed it farther has done the work.
        }
        context.bodies.mark_sped_up(motion.body);
        update_boxes(context, motion.body);
        grow_push_back(changed_, FastBody{motion.body, motion.first_change, motion.original});
    }
    sort_items(changed_.begin(), changed_.end(),
               [](const FastBody& a, const FastBody& b) { return a.body < b.body; });
}

const FastBody* FastPairs::find(std::uint32_t body) const {
    const auto found = std::lower_bound(changed_.begin(), changed_.end(), body,
                                        [](const FastBody& fast, std::uint32_t b) { return fast.body < b; });
    return found != changed_.end() && found->body == body ? &*found : nullptr;
}

void FastPairs::stop(const ContinuousContext& context, const FastPairsInput& input) {
    changed_.clear();
    motions_.clear();
    boxes_.clear();
    events_.clear();
    altered_.clear();
    altered_boxes_.clear();
    can_search_altered_ = true;
    shapes_.clear();
    searches_ = 0;
    has_movers_ = false;
    if (input.swept.empty() && input.deflected.empty()) {
        return;
    }
    index_.resize(context.bodies.slots.size(), no_index);
    add_predicted(context, input);
    add_deflected(context, input);
    while (!events_.empty()) {
        std::pop_heap(events_.begin(), events_.end(), comes_after(motions_));
        const Event event = events_.back();
        events_.pop_back();
        if (motions_[event.a].version == event.version_a && motions_[event.b].version == event.version_b) {
            handle(context, input, event);
        }
    }
    write_back(context);
}

}  // namespace drystone
