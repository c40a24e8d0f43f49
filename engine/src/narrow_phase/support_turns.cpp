#include "narrow_phase/support_turns.h"

#include <algorithm>

namespace drystone {

namespace {

constexpr std::uint64_t one_further = std::uint64_t{1} << 32;
constexpr std::uint64_t static_support = 0;
/// Bodies that have lost their support take over ever larger distances from each other, up to this one.
constexpr std::uint64_t max_distance = 255;
constexpr std::uint64_t no_support = max_distance * one_further;

/// Steps between passes over all contacts: supports change seldom.
constexpr std::uint32_t pass_interval = 4;

std::uint64_t own_support(std::uint32_t kinematic_body) { return std::uint64_t{kinematic_body} + 1; }

}  // namespace

void SupportTurns::update(const BodyStore& bodies, const ConstraintGraph& graph) {
    const bool had_turned = turning_;
    turning_ = bodies.kinematic_count != 0 && find_turns(bodies);
    if (!turning_) {
        return;
    }
    if (!had_turned) {
        forget_supports(bodies);
        bool changed = true;
        for (std::uint64_t pass = 0; changed && pass <= max_distance; ++pass) {
            changed = take_over(bodies, graph);
        }
        steps_ = 0;
    } else if (++steps_ % pass_interval == 0) {
        take_over(bodies, graph);
    }
    write_turns(bodies);
}

/// Writes the rotations of the awake kinematic bodies since the last call. Returns whether any turned.
bool SupportTurns::find_turns(const BodyStore& bodies) {
    if (turns_.size() < bodies.poses.size()) {
        turns_.resize(bodies.poses.size());
        seen_.resize(bodies.poses.size());
        supports_.resize(bodies.poses.size(), no_support);
        next_.resize(bodies.poses.size(), no_support);
    }
    bool any = false;
    for (const std::uint32_t body : bodies.awake) {
        if (bodies.types[body] != BodyType::Kinematic) {
            continue;
        }
        const BodyPose& pose = bodies.poses[body];
        Rotation& seen = seen_[body];
        SupportTurn& turn = turns_[body];
        turn = {};
        supports_[body] = next_[body] = static_support;
        const bool known = seen.cosine != 0.0f || seen.sine != 0.0f;
        if (known && (seen.cosine != pose.c || seen.sine != pose.s)) {
            turn.cosine = seen.cosine * pose.c + seen.sine * pose.s;
            turn.sine = seen.cosine * pose.s - seen.sine * pose.c;
            supports_[body] = next_[body] = own_support(body);
            any = true;
        }
        seen = {pose.c, pose.s};
    }
    return any;
}

void SupportTurns::forget_supports(const BodyStore& bodies) {
    for (const std::uint32_t body : bodies.awake) {
        if (bodies.is_dynamic(body)) {
            supports_[body] = no_support;
        }
    }
}

/// Returns the nearest support of a body that is known so far.
std::uint64_t SupportTurns::nearest(const BodyStore& bodies, std::uint32_t body) {
    if (bodies.types[body] == BodyType::Static) {
        turns_[body] = {};
        return static_support;
    }
    return std::min(supports_[body], next_[body]);
}

void SupportTurns::pass_on(const BodyStore& bodies, std::uint32_t from, std::uint32_t to) {
    if (bodies.is_dynamic(to)) {
        next_[to] = std::min(next_[to], nearest(bodies, from) + one_further);
    }
}

/// Passes the supports on through all contacts of a colour.
void SupportTurns::visit_color(const BodyStore& bodies, const ConstraintGraph& graph, int color) {
    const bool fixed_a = ConstraintGraph::is_static_color(color);
    graph.visit_lists(color, color + 1, [&](const ContactList& list) {
        for (std::uint32_t place = 0; place < list.count; ++place) {
            const ContactIds& ids = list.ids[ContactList::block(place)];
            const auto lane = static_cast<std::size_t>(ContactList::lane(place));
            const auto a = static_cast<std::uint32_t>(ids.body_a[lane]);
            const auto b = static_cast<std::uint32_t>(ids.body_b[lane]);
            pass_on(bodies, a, b);
            if (!fixed_a) {
                pass_on(bodies, b, a);
            }
        }
    });
}

/// Makes each body take over the nearest support of the bodies in touch. Within a colour, no body depends on
/// another, so the order of lanes does not matter. Returns whether a support changed.
bool SupportTurns::take_over(const BodyStore& bodies, const ConstraintGraph& graph) {
    for (const std::uint32_t body : bodies.awake) {
        if (bodies.is_dynamic(body)) {
            next_[body] = no_support;
        }
    }
    for (int color = ConstraintGraph::dynamic_color_count; color <= ConstraintGraph::overflow; ++color) {
        visit_color(bodies, graph, color);
    }
    for (int color = 0; color < ConstraintGraph::dynamic_color_count; ++color) {
        visit_color(bodies, graph, color);
    }
    bool changed = false;
    for (const std::uint32_t body : bodies.awake) {
        changed = changed || supports_[body] != next_[body];
        supports_[body] = next_[body];
    }
    return changed;
}

/// Writes the rotation of each dynamic body's support.
void SupportTurns::write_turns(const BodyStore& bodies) {
    for (const std::uint32_t body : bodies.awake) {
        if (!bodies.is_dynamic(body)) {
            continue;
        }
        const std::uint64_t support = supports_[body];
        const auto number = static_cast<std::uint32_t>(support % one_further);
        SupportTurn turn;
        if (number != 0 && number <= bodies.types.size() && bodies.types[number - 1] == BodyType::Kinematic &&
            bodies.is_awake(number - 1)) {
            turn = turns_[number - 1];
        }
        turn.distance = static_cast<float>(support / one_further);
        turns_[body] = turn;
    }
}

}  // namespace drystone
