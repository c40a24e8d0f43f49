#include "solver/bouncing_lane.h"

#include "simd/lane_inline.h"
#include "simd/scalar_lane.h"
#include "solver/point_impact.h"

#include <algorithm>
#include <utility>

namespace drystone {

namespace {

#include "simd/lane_math-inl.h"

#include "solver/impulse_changes-inl.h"

#include "solver/contact_yield-inl.h"

#include "solver/contact_kernels-inl.h"

#include "solver/surface_kernels-inl.h"

/// Gap up to which the second point of a contact takes part in the impact of the first [m]: a body that lands
/// flat must not begin to spin.
constexpr float simultaneous_gap = 1e-3f;

/// Speed from which impacts that do not bounce are solved in turn, if they follow impacts that do [m/s]. What
/// is slower is left to the pass over all contacts.
constexpr float slowest = 1e-5f;

/// Gap and speed of a contact point.
struct PointMotion {
    float gap;
    float velocity;
};

struct LaneMotion {
    PointMotion points[2];
    float gain;  ///< Change of the normal velocity in the sub-step by forces [m/s].
};

/// Returns the change of the normal velocity by forces in a sub-step.
float leaving_gain(const BounceArrays& arrays, const BouncingLane& lane) {
    const IntegrationBlock& a = arrays.integration[lane.slot_a / block_lanes];
    const IntegrationBlock& b = arrays.integration[lane.slot_b / block_lanes];
    const std::size_t of_a = lane.slot_a % block_lanes;
    const std::size_t of_b = lane.slot_b % block_lanes;
    return lane.block->normal_x[lane.lane] * (b.velocity_delta_x[of_b] - a.velocity_delta_x[of_a]) +
           lane.block->normal_y[lane.lane] * (b.velocity_delta_y[of_b] - a.velocity_delta_y[of_a]);
}

/// Returns gaps as if the bodies had moved at their present velocities from the start of the sub-step on.
LaneMotion motion_of(const BounceArrays& arrays, const BouncingLane& lane) {
    const ContactBlock& block = *lane.block;
    const auto frame = load_frame<ScalarLane>(block, lane.lane, arrays.states.data());
    const auto rows = load_normal_rows(block, lane.lane, frame);
    const BouncingBody& a = arrays.bodies[lane.slot_a];
    const BouncingBody& b = arrays.bodies[lane.slot_b];
    const float shift = block.normal_x[lane.lane] * (b.shift_x - a.shift_x) +
                        block.normal_y[lane.lane] * (b.shift_y - a.shift_y);
    LaneMotion motion{{}, leaving_gain(arrays, lane)};
    for (int i = 0; i < 2; ++i) {
        const float turn = b.shift_w * rows.arm_b[i].value - a.shift_w * rows.arm_a[i].value;
        motion.points[i] = {block.current_separation[i][lane.lane] + (shift + turn), rows.velocity[i].value};
    }
    return motion;
}

/// Returns the normal velocity at a time of the sub-step: forces act all the time, but the velocities have
/// their whole change already.
float velocity_at(const LaneMotion& motion, int i, float time, float h) {
    return motion.points[i].velocity - motion.gain * (1.0f - time / h);
}

/// Solves for the impulses of two points that together end their approach: neither pulls, and a point without
/// an impulse does not approach afterwards. `wanted` is what each point needs alone; an impulse at the other
/// one reduces that by `cross` times as much. Unlike in the passes over all contacts, which repeat
/// themselves, no impulse may be left that the other one makes needless: multiplied for restitution, it would
/// add energy.
void solve_exactly(const float (&wanted)[2], const float (&cross)[2], float (&impulse)[2]) {
    constexpr float singular = 1e-3f;
    const float determinant = 1.0f - cross[0] * cross[1];
    if (determinant > singular) {
        impulse[0] = (wanted[0] - cross[0] * wanted[1]) / determinant;
        impulse[1] = (wanted[1] - cross[1] * wanted[0]) / determinant;
        if (impulse[0] > 0.0f && impulse[1] > 0.0f) {
            return;
        }
    }
    const bool first_ends_both = wanted[1] - cross[1] * wanted[0] <= 0.0f;
    const bool first = wanted[0] > 0.0f && (first_ends_both || !(wanted[1] > 0.0f));
    impulse[0] = first ? wanted[0] : 0.0f;
    impulse[1] = first ? 0.0f : std::max(wanted[1], 0.0f);
}

/// Returns the impact of a lane's point.
PointImpact impact_at(const BounceArrays& arrays, const BouncingLane& lane, int point) {
    const ContactBlock& block = *lane.block;
    const int i = lane.lane;
    const BodySolverState& a = arrays.states[lane.slot_a];
    const BodySolverState& b = arrays.states[lane.slot_b];
    const auto value = [&](const float* row) { return static_cast<double>(row[i]); };
    const double normal_a = value(block.normal_arm_a[point]);
    const double normal_b = value(block.normal_arm_b[point]);
    const double tangent_a = value(block.tangent_arm_a[point]);
    const double tangent_b = value(block.tangent_arm_b[point]);
    const auto mass_a = static_cast<double>(a.inverse_mass);
    const auto mass_b = static_cast<double>(b.inverse_mass);
    float slip = block.normal_y[i] * (b.velocity_x - a.velocity_x) -
                 block.normal_x[i] * (b.velocity_y - a.velocity_y) +
                 (b.angular_velocity * block.tangent_arm_b[point][i] -
                  a.angular_velocity * block.tangent_arm_a[point][i]);
    float reverse = block.friction[i];
    if (lane.surfaces != nullptr) {
        const LaneSurfaces<ScalarLane> surfaces{*lane.surfaces, i};
        slip = surfaces.slip({slip}).value;
        reverse = surfaces.reverse_of({reverse}).value;
    }
    PointImpact impact;
    impact.normal_velocity = static_cast<double>(lane.approach[point]);
    impact.tangent_velocity = static_cast<double>(slip);
    impact.normal = mass_a + mass_b + (mass_a * normal_a * normal_a + mass_b * normal_b * normal_b);
    impact.tangent = mass_a + mass_b + (mass_a * tangent_a * tangent_a + mass_b * tangent_b * tangent_b);
    impact.cross = mass_a * normal_a * tangent_a + mass_b * normal_b * tangent_b;
    impact.lower = static_cast<double>(block.friction[i]);
    impact.upper = static_cast<double>(reverse);
    return impact;
}

VelocityChange change_between(const BodyRows<ScalarLane>& before, const BodyRows<ScalarLane>& after) {
    return {static_cast<double>(after.x.value) - static_cast<double>(before.x.value),
            static_cast<double>(after.y.value) - static_cast<double>(before.y.value),
            static_cast<double>(after.w.value) - static_cast<double>(before.w.value)};
}

void add(VelocityChange& sum, const VelocityChange& change, double scale) {
    sum.x += scale * change.x;
    sum.y += scale * change.y;
    sum.w += scale * change.w;
}

/// Returns the changes of a lane's bodies by unit scale of normal and tangent impulses.
struct PairChange {
    VelocityChange a, b;
};

PairChange change_by(const BounceArrays& arrays, const BouncingLane& lane, const float (&normal)[2],
                     const float (&tangent)[2]) {
    const ContactBlock& block = *lane.block;
    const int i = lane.lane;
    const auto mass_a = static_cast<double>(arrays.states[lane.slot_a].inverse_mass);
    const auto mass_b = static_cast<double>(arrays.states[lane.slot_b].inverse_mass);
    const double along = static_cast<double>(normal[0]) + static_cast<double>(normal[1]);
    const double across = static_cast<double>(tangent[0]) + static_cast<double>(tangent[1]);
    const auto normal_x = static_cast<double>(block.normal_x[i]);
    const auto normal_y = static_cast<double>(block.normal_y[i]);
    const double x = along * normal_x + across * normal_y;
    const double y = along * normal_y - across * normal_x;
    double turn_a = 0.0;
    double turn_b = 0.0;
    for (int k = 0; k < 2; ++k) {
        turn_a += static_cast<double>(block.normal_arm_a[k][i]) * static_cast<double>(normal[k]) +
                  static_cast<double>(block.tangent_arm_a[k][i]) * static_cast<double>(tangent[k]);
        turn_b += static_cast<double>(block.normal_arm_b[k][i]) * static_cast<double>(normal[k]) +
                  static_cast<double>(block.tangent_arm_b[k][i]) * static_cast<double>(tangent[k]);
    }
    return {{-mass_a * x, -mass_a * y, -mass_a * turn_a}, {mass_b * x, mass_b * y, mass_b * turn_b}};
}

}  // namespace

void find_impact(const BounceArrays& arrays, BouncingLane& lane) {
    const LaneMotion motion = motion_of(arrays, lane);
    const float since = std::max(arrays.bodies[lane.slot_a].last, arrays.bodies[lane.slot_b].last);
    const bool follows = arrays.bodies[lane.slot_a].moved || arrays.bodies[lane.slot_b].moved;
    lane.time = BouncingBody::never;
    lane.bounces = false;
    for (int i = 0; i < 2; ++i) {
        const PointMotion& point = motion.points[i];
        if (lane.block->normal_mass[i][lane.lane] == 0.0f || !(point.velocity < 0.0f) ||
            point.gap + point.velocity * arrays.h > 0.0f) {
            continue;
        }
        const float time = std::max(point.gap / -point.velocity, since);
        const float velocity = velocity_at(motion, i, time, arrays.h);
        const bool bounces = velocity + arrays.threshold < 0.0f;
        if (bounces || (follows && velocity < -slowest)) {
            lane.time = std::min(lane.time, time);
            lane.bounces = lane.bounces || bounces;
        }
    }
}

void find_inelastic_impulses(const BounceArrays& arrays, BouncingLane& lane) {
    lane.at_one_point = false;
    lane.tangent[0] = lane.tangent[1] = 0.0f;
    const ContactBlock& block = *lane.block;
    const auto frame = load_frame<ScalarLane>(block, lane.lane, arrays.states.data());
    const auto rows = load_normal_rows(block, lane.lane, frame);
    const LaneMotion motion = motion_of(arrays, lane);
    float wanted[2];
    float cross[2];
    for (int i = 0; i < 2; ++i) {
        const float gap = motion.points[i].gap + motion.points[i].velocity * lane.time;
        lane.approach[i] = velocity_at(motion, i, lane.time, arrays.h);
        const float mass = gap <= simultaneous_gap ? block.normal_mass[i][lane.lane] : 0.0f;
        wanted[i] = -mass * lane.approach[i];
        cross[i] = mass * rows.coupling.value;
    }
    solve_exactly(wanted, cross, lane.impulse);
}

void find_impulses_at_one_point(const BounceArrays& arrays, BouncingLane& lane) {
    const ContactBlock& block = *lane.block;
    const int i = lane.lane;
    const int k = lane.impulse[0] > 0.0f ? 0 : 1;
    if (!(block.friction[i] > 0.0f) || !(lane.impulse[k] > 0.0f) || lane.impulse[1 - k] > 0.0f) {
        return;
    }
    PointImpact impact = impact_at(arrays, lane, k);
    impact.restitution = lane.restitution();
    const PointImpulse impulse = solve_point_impact(impact);
    lane.at_one_point = true;
    lane.impulse[k] = static_cast<float>(impulse.normal);
    lane.tangent[k] = static_cast<float>(impulse.tangent);
}

void add_changes(const BounceArrays& arrays, const BouncingLane& lane, double scale) {
    const PairChange change = change_by(arrays, lane, lane.impulse, lane.tangent);
    add(arrays.bodies[lane.slot_a].change, change.a, scale);
    add(arrays.bodies[lane.slot_b].change, change.b, scale);
}

void add_friction_changes(const BounceArrays& arrays, BouncingLane& lane, double share) {
    ContactBlock& block = *lane.block;
    const int i = lane.lane;
    ContactFrame<ScalarLane> frame = load_frame<ScalarLane>(block, i, arrays.states.data());
    const ContactFrame<ScalarLane> start = frame;
    const auto rows = load_normal_rows(block, i, frame);
    const TangentMotion<ScalarLane> before{
        frame.normal_y * (frame.b.x - frame.a.x) - frame.normal_x * (frame.b.y - frame.a.y), frame.a.w,
        frame.b.w};
    const ScalarLane impulse[2] = {{lane.impulse[0]}, {lane.impulse[1]}};
    const ScalarLane change[2] = {{0.0f}, {0.0f}};
    const IgnoredChanges ignored;
    // Accumulated impulses, of contacts that follow others without a bounce, are not in these velocities.
    float accumulated[2];
    for (int k = 0; k < 2; ++k) {
        accumulated[k] = std::exchange(block.friction_impulse[k][i], 0.0f);
    }
    if (lane.surfaces != nullptr) {
        relax_friction(block, i, frame, rows, before, impulse, change,
                       LaneSurfaces<ScalarLane>{*lane.surfaces, i}, ignored);
    } else {
        relax_friction(block, i, frame, rows, before, impulse, change, DefaultSurfaces<ScalarLane>{},
                       ignored);
    }
    for (int k = 0; k < 2; ++k) {
        lane.impacts->bounce_friction[k][i] += static_cast<float>(share) * block.friction_impulse[k][i];
        block.friction_impulse[k][i] = accumulated[k];
    }
    add(arrays.bodies[lane.slot_a].change, change_between(start.a, frame.a), share);
    add(arrays.bodies[lane.slot_b].change, change_between(start.b, frame.b), share);
}

void release_impulses(const BounceArrays& arrays, BouncingLane& lane) {
    ContactBlock& block = *lane.block;
    const int i = lane.lane;
    const float normal[2] = {block.normal_impulse[0][i], block.normal_impulse[1][i]};
    const float tangent[2] = {block.friction_impulse[0][i], block.friction_impulse[1][i]};
    const PairChange change = change_by(arrays, lane, normal, tangent);
    add(arrays.bodies[lane.slot_a].released, change.a, 1.0);
    add(arrays.bodies[lane.slot_b].released, change.b, 1.0);
    for (int k = 0; k < 2; ++k) {
        block.normal_impulse[k][i] = 0.0f;
        block.friction_impulse[k][i] = 0.0f;
    }
}

void shift_separations(const BounceArrays& arrays, BouncingLane& lane) {
    const LaneMotion motion = motion_of(arrays, lane);
    for (int i = 0; i < 2; ++i) {
        lane.block->current_separation[i][lane.lane] = motion.points[i].gap;
    }
}

}  // namespace drystone
