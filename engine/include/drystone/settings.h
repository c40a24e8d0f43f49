#pragma once

#include <drystone/collision/math.h>
#include <drystone/simd.h>

#include <cstdint>
#include <limits>

namespace drystone {

/// How contacts give way: a soft constraint, tuned as a spring with a damper.
/// Source: Catto, Solver2D, 2024 (soft step); Catto, Soft Constraints, GDC 2011.
struct ContactTuning {
    /// Stiffness as a frequency [Hz]; held below an eighth of the sub-step rate. Twice this against static
    /// bodies.
    float frequency = 30.0f;
    /// 1 is critical damping; contacts are strongly over-damped so that overlap leaves without a bounce.
    float damping_ratio = 10.0f;
    /// Greatest speed at which overlap is pushed out [m/s]; jointless bodies made in each other keep none.
    float max_push_out_velocity = 3.0f;
    /// How far contacts give way under what rests on them, against a spring of that frequency: in (0, 1].
    /// Less makes stacks stand higher and sag less, but large piles ring longer: at 0.4 sag is less than
    /// half, and a pyramid of 100 rows takes twice as long to come to rest.
    float compliance = 0.8f;
};

class TaskScheduler;

/// How contacts are found.
enum class NarrowPhase : std::uint8_t {
    Lanes,   ///< In SIMD lanes where both shapes have at most eight points, else one by one.
    Scalar,  ///< One pair after another through GJK and EPA: the reference, much slower.
};

/// What a world is made with. Every member has a default.
struct WorldDefinition {
    /// [m/s^2]
    Vec2 gravity{0.0f, -10.0f};
    ContactTuning contact{};
    /// Impacts slower than this do not bounce [m/s].
    float restitution_threshold = 1.0f;
    /// Impacts slower than this are not reported as hits [m/s].
    float hit_threshold = 1.0f;
    /// Contact points are made up to this distance before shapes touch [m].
    float speculative_distance = 0.02f;
    /// Bodies that rest together fall asleep: they are not simulated until something touches or moves them.
    bool sleeping = true;
    /// How long every body of an island must be still before it sleeps [s].
    float time_to_sleep = 0.5f;
    /// No body is faster than this [m/s].
    float maximum_linear_speed = 400.0f;
    /// No body turns faster than this, nor than an eighth of a turn in a sub-step [rad/s].
    float maximum_angular_speed = std::numeric_limits<float>::max();
    /// Threads that work on a step, the calling one included, >= 1; with more than one the world keeps a pool
    /// of its own. Results are the same for every number. A world soon notices where one thread is faster
    /// alone, and tries again from time to time.
    int threads = 1;
    /// Who runs them, if not a pool of the world's own; must outlive the world. `threads` then has no
    /// meaning.
    TaskScheduler* scheduler = nullptr;
    /// The instruction set to work with; one that the machine lacks is an error.
    SimdTarget simd = SimdTarget::Widest;
    NarrowPhase narrow_phase = NarrowPhase::Lanes;
    /// Room for this many bodies, shapes and contacts is set aside at the start.
    int body_capacity = 0;
    int shape_capacity = 0;
    int contact_capacity = 0;
};

}  // namespace drystone
