// Motors in mechanisms: rows of the matrix until they are saturated.
#include "joints/direct/direct_joints.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Part of the largest impulse from which a motor counts as saturated: impulses are stored in float.
constexpr double nearly_all = 1.0 - 1e-6;

double row_velocity(const DirectRow& row, const BodyState64& a, const BodyState64& b) {
    return dot(row.a, {a.velocity.x, a.velocity.y, a.angular_velocity}) +
           dot(row.b, {b.velocity.x, b.velocity.y, b.angular_velocity});
}

}  // namespace

double DirectJoints::motor_velocity(const SequentialContext& context, const Link& link, int row) {
    const JointRecord& record = context.joints.records[link.joint];
    return row_velocity(link.rows[row], body_motion64(context.bodies, context.states, record.body_a),
                        body_motion64(context.bodies, context.states, record.body_b));
}

void DirectJoints::choose_motors(const SequentialContext& context, double h, const BodyState64& a,
                                 const BodyState64& b, Link& link) {
    const JointRecord& record = context.joints.records[link.joint];
    for (int k = 0; k < link.count; ++k) {
        const DirectRow& row = link.rows[k];
        link.saturated[k] = 0;
        if (!row.drives) {
            continue;
        }
        link.max_impulse[k] = h * static_cast<double>(record.rows.degrees[row.index].motor.maximum);
        const auto last = static_cast<double>(record.impulses.motor[row.index]);
        const double missing = row.speed - row_velocity(row, a, b);
        if (std::abs(last) >= nearly_all * link.max_impulse[k] && last * missing > 0.0) {
            link.saturated[k] = last > 0.0 ? 1 : -1;
        }
    }
}

void DirectJoints::push_along(const SequentialContext& context, const Link& link, int row, double impulse) {
    const JointRecord& record = context.joints.records[link.joint];
    const auto push = [&](std::uint32_t body, const Twist& share) {
        const BodyState64 moving = body_motion64(context.bodies, context.states, body);
        push_body(context.bodies, context.states, body,
                  (impulse * moving.inverse_mass) * DoubleVector{share.x, share.y},
                  impulse * moving.inverse_inertia * share.w);
    };
    if (link.node_a != Link::massless) {
        push(record.body_a, link.rows[row].a);
    }
    if (link.node_b != Link::massless) {
        push(record.body_b, link.rows[row].b);
    }
}

void DirectJoints::begin_motors(const SequentialContext& context, const Mechanism& mechanism) {
    if (!mechanism.drives) {
        return;
    }
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        const Link& link = links_[i];
        for (int k = 0; k < link.count; ++k) {
            if (link.rows[k].drives) {
                const double impulse = link.saturated[k] * link.max_impulse[k];
                context.joints.records.edit(link.joint).impulses.motor[link.rows[k].index] =
                    static_cast<float>(impulse);
                push_along(context, link, k, impulse);
            }
        }
    }
}

bool DirectJoints::bound_motors(const SequentialContext& context, Mechanism& mechanism) {
    bool found = false;
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        JointRecord& record = context.joints.records.edit(link.joint);
        for (int k = 0; k < link.count; ++k) {
            const DirectRow& row = link.rows[k];
            float& impulse = record.impulses.motor[row.index];
            const double excess =
                static_cast<double>(impulse) -
                std::clamp(static_cast<double>(impulse), -link.max_impulse[k], link.max_impulse[k]);
            if (!row.drives || link.saturated[k] != 0 || excess == 0.0) {
                continue;
            }
            const double before = motor_velocity(context, link, k);
            push_along(context, link, k, -excess);
            mechanism.gain += 0.5 * excess * (before + motor_velocity(context, link, k));
            link.saturated[k] = excess > 0.0 ? 1 : -1;
            impulse = static_cast<float>(link.saturated[k] * link.max_impulse[k]);
            found = true;
        }
    }
    return found;
}

}  // namespace drystone
