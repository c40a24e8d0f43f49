#pragma once

#include <drystone/collision/math.h>
#include <drystone/simd.h>

#include <cstdint>
#include <limits>

namespace drystone {

/// Softness of contacts: a soft constraint, tuned as a spring with a damper.
/// Source: Catto, Solver2D, 2024 (soft step); Catto, Soft Constraints, GDC 2011.
struct ContactTuning {
    /// Stiffness as a frequency [Hz], >= 0; clamped to an eighth of the sub-step rate. Doubled against static
    /// bodies.
    float frequency = 30.0f;
    /// Damping ratio, >= 0; 1 is critical. Contacts are strongly over-damped so that overlap is resolved
    /// without a bounce.
    float damping_ratio = 10.0f;
    /// Maximum speed at which overlap is pushed out [m/s], >= 0. Bodies without joints that are created
    /// overlapping keep none of it as velocity.
    float max_push_out_velocity = 3.0f;
    /// Compliance of contacts under load, relative to a spring of that frequency; in (0, 1]. Contacts get
    /// harder the further they yield, and settle: nearly all of the overlap under a load goes, in a second
    /// under a light one and in half a minute under the heaviest. Smaller values let bodies sink in less when
    /// a load begins; below some tenths they cost more iterations.
    float compliance = 0.8f;
};

class TaskScheduler;

/// Method of the narrow phase.
enum class NarrowPhase : std::uint8_t {
    Lanes,   ///< SIMD lanes where both shapes have at most eight points, else one pair at a time.
    Scalar,  ///< One pair at a time through GJK and EPA: the reference, much slower.
};

/// Definition of a world. Every member has a default.
struct WorldDefinition {
    /// Gravity [m/s^2].
    Vec2 gravity{0.0f, -10.0f};
    ContactTuning contact{};  ///< Softness of contacts.
    /// Approach speed below which impacts do not bounce [m/s]; >= 0.
    float restitution_threshold = 1.0f;
    /// Approach speed below which impacts are not reported as hits [m/s]; >= 0.
    float hit_threshold = 1.0f;
    /// Speculative margin: contact points are created up to this distance before shapes touch [m], farther if
    /// the bodies get there within the step; >= 0.
    float speculative_distance = 0.02f;
    /// Allows sleeping: islands at rest are not simulated until something touches or moves them.
    bool sleeping = true;
    /// Time that every body of an island must be still before the island sleeps [s]; >= 0.
    float time_to_sleep = 0.5f;
    /// Maximum speed of all bodies [m/s]; > 0.
    float maximum_linear_speed = 400.0f;
    /// Maximum angular speed of all bodies [rad/s]; > 0. An eighth of a turn per sub-step is a limit in any
    /// case.
    float maximum_angular_speed = std::numeric_limits<float>::max();
    /// Threads that work on a step, the calling one included, >= 1. With more than one the world owns a
    /// thread pool. Results are the same for every number. A step uses only as many threads as its work is
    /// worth.
    int threads = 1;
    /// Scheduler of the threads, instead of a pool owned by the world; must outlive the world. `threads` is
    /// then ignored.
    TaskScheduler* scheduler = nullptr;
    /// Instruction set of the kernels; throws `Error` for one that the machine lacks.
    SimdTarget simd = SimdTarget::Widest;
    /// Method of the narrow phase; results differ in the last bits.
    NarrowPhase narrow_phase = NarrowPhase::Lanes;
    /// Number of bodies that memory is reserved for at the start; >= 0.
    int body_capacity = 0;
    int shape_capacity = 0;       ///< Number of shapes, likewise.
    int contact_capacity = 0;     ///< Number of contacts, likewise.
    std::uint64_t user_data = 0;  ///< Value for the user; the engine does not use it.
};

}  // namespace drystone
