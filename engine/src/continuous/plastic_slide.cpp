#include "continuous/plastic_slide.h"

#include "continuous/motion.h"
#include "narrow_phase/general_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace drystone {

namespace {

/// Maximum number of impacts in a sub-step. What is left of the way then is lost.
constexpr int max_impacts = 128;
/// Depth at which the body is stopped at the next shape, in addition to its overlap at the start [m].
constexpr float depth_of_impact = 1e-4f;
/// Shapes that are nearer touch [m]: those that an impact turns by the tolerances of positions still do.
constexpr float touching_gap = 1e-4f;
/// Overlap that is left when shapes are pushed apart [m].
constexpr float left_overlap = 2e-5f;

/// Point where the body touches a static shape.
struct Touch {
    Vec2 normal;  ///< From the static shape.
    Vec2 arm;     ///< From the centre of mass.
    float separation;
    float normal_mass;
    float tangent_mass;
    float impulse = 0.0f;
    float friction_impulse = 0.0f;
};

/// Points where the body touches static shapes; further ones are ignored.
class Touches {
public:
    void clear() { count_ = 0; }
    void add(const Touch& touch) {
        if (count_ < list_.size()) {
            list_[count_++] = touch;
        }
    }
    [[nodiscard]] Touch* begin() { return list_.data(); }
    [[nodiscard]] Touch* end() { return list_.data() + count_; }

private:
    std::array<Touch, 16> list_;
    std::size_t count_ = 0;
};

class PlasticSlide {
public:
    PlasticSlide(const ContinuousContext& context, const SlidingBody& sliding)
        : context_(context),
          input_(context.narrow),
          body_(sliding.body),
          mass_(context.bodies.masses[sliding.body]),
          friction_(sliding.friction),
          velocity_(sliding.velocity),
          spin_(sliding.spin) {
        input_.speculative_distance = touching_gap;
    }

    /// Returns false if the motion is too fast to be followed.
    [[nodiscard]] bool run() {
        const std::uint32_t slot = context_.bodies.solver_slots[body_];
        const IntegrationBlock& block = context_.integration[slot / block_lanes];
        const std::uint32_t lane = slot % block_lanes;
        const Vec2 gained{block.velocity_delta_x[lane], block.velocity_delta_y[lane]};
        const float gained_spin = block.normalisation[lane] * block.velocity_delta_w[lane];
        const float h = context_.time_step / static_cast<float>(context_.sub_steps);
        for (int i = 0; i < context_.sub_steps; ++i) {
            velocity_ = block.linear_damping_factor[lane] * velocity_ + gained;
            spin_ = block.angular_damping_factor[lane] * spin_ + gained_spin;
            find_touches();
            push_out(h);
            if (!move(h)) {
                return false;
            }
        }
        set_velocity(context_, body_, velocity_, spin_);
        return is_finite(velocity_) && is_finite(spin_);
    }

private:
    /// Moves the body for some time, from impact to impact. Returns false if the motion is too fast to be
    /// followed.
    [[nodiscard]] bool move(float left) {
        Touch last{};
        bool has_last = false;
        for (int i = 0; i < max_impacts && left > 0.0f; ++i) {
            find_touches();
            if (has_last) {
                add_last(last);
            }
            project_velocity();
            Sweep way = standing_at(context_.bodies, body_);
            way.center_end += left * velocity_;
            way.angle = left * spin_;
            if (!is_finite(length_squared(left * velocity_)) || !is_finite(way.angle)) {
                return false;
            }
            put_at(context_.bodies, body_, way, 1.0f);
            const FixedImpact met =
                first_fixed_impact(context_, BodyType::Static, body_, way, 1.0f, 0.0f, rule_);
            if (met.fraction == 1.0f) {
                return true;
            }
            put_at(context_.bodies, body_, way, met.fraction);
            left *= 1.0f - met.fraction;
            last = touch_of(met);
            has_last = true;
        }
        return true;
    }

    /// Moves the body out of what it touches, at the limited speed of the solver, and sets the depth at which
    /// it is stopped.
    void push_out(float h) {
        constexpr int max_rounds = 10;
        Vec2 shift{0.0f, 0.0f};
        float overlap = 0.0f;
        for (int round = 0; round < max_rounds; ++round) {
            for (const Touch& touch : touches_) {
                const float left = -touch.separation - dot(shift, touch.normal) - left_overlap;
                shift += std::max(left, 0.0f) * touch.normal;
            }
        }
        const float distance = length(shift);
        const float most = h * context_.max_push_out_velocity;
        shift *= distance > most ? most / distance : 1.0f;
        for (const Touch& touch : touches_) {
            overlap = std::max(overlap, -touch.separation - dot(shift, touch.normal));
        }
        Sweep way = standing_at(context_.bodies, body_);
        way.center_end += shift;
        put_at(context_.bodies, body_, way, 1.0f);
        rule_.depth = overlap + depth_of_impact;
        rule_.tolerance = 0.4f * depth_of_impact / rule_.depth;
    }

    [[nodiscard]] Touch make_touch(const Vec2& normal, const Vec2& arm, float separation) const {
        const float normal_arm = cross(arm, normal);
        const float tangent_arm = dot(arm, normal);
        return {normal, arm, separation,
                1.0f / (mass_.inverse_mass + mass_.inverse_inertia * normal_arm * normal_arm),
                1.0f / (mass_.inverse_mass + mass_.inverse_inertia * tangent_arm * tangent_arm)};
    }

    /// Returns the touch at the vertex of the shape that is farthest in the direction of the impact.
    [[nodiscard]] Touch touch_of(const FixedImpact& met) const {
        const ConvexCore core = context_.shapes.view(met.shape);
        const BodyPose& pose = context_.bodies.poses[body_];
        const Rot rotation{pose.c, pose.s};
        const Vec2 into = inverse_rotate(rotation, met.normal);
        int lowest = 0;
        for (int i = 1; i < core.count; ++i) {
            lowest = dot(into, core.points[i] - core.points[lowest]) > 0.0f ? i : lowest;
        }
        const Vec2 arm = rotate(rotation, core.points[lowest] - Vec2{mass_.center_x, mass_.center_y});
        return make_touch(-met.normal, arm + core.radius * met.normal, 0.0f);
    }

    /// Adds the touch of the last impact, unless there is one in about the same direction.
    void add_last(const Touch& last) {
        constexpr float same_direction = 0.999f;
        const bool is_known = std::any_of(touches_.begin(), touches_.end(), [&](const Touch& touch) {
            return dot(touch.normal, last.normal) > same_direction;
        });
        if (!is_known) {
            touches_.add(last);
        }
    }

    void find_touches() {
        touches_.clear();
        const BodyPose& pose = context_.bodies.poses[body_];
        const Pose origin = origin_pose(pose, mass_);
        visit_shapes(context_, body_, [&](std::uint32_t shape) {
            if (context_.shapes.records[shape].sensor) {
                return;
            }
            const Aabb box = expand(compute_aabb(context_.shapes.view(shape), origin), touching_gap);
            const AabbTree& tree = context_.broad_phase.tree(BodyType::Static);
            tree.query(box, every_category, [&](AabbTree::Proxy proxy) {
                const std::uint32_t other = tree.user_data(proxy);
                if (context_.may_collide(shape, other)) {
                    add_touches(shape, other);
                }
                return true;
            });
        });
    }

    void add_touches(std::uint32_t shape, std::uint32_t other) {
        Contact pair;
        pair.shape_a = other;
        pair.body_a = context_.shapes.cores[other].body;
        pair.shape_b = shape;
        pair.body_b = body_;
        CollisionCache cache;
        const Manifold manifold = collide_shapes(input_, pair, cache);
        const Pose origin =
            origin_pose(context_.bodies.poses[pair.body_a], context_.bodies.masses[pair.body_a]);
        const Vec2 normal = rotate(origin.rotation, manifold.normal);
        const BodyPose& pose = context_.bodies.poses[body_];
        for (int i = 0; i < manifold.count; ++i) {
            const Vec2 arm = transform(origin, manifold.points[i].point) - Vec2{pose.x, pose.y};
            touches_.add(make_touch(normal, arm, manifold.points[i].separation));
        }
    }

    [[nodiscard]] Vec2 velocity_of(const Vec2& arm) const { return velocity_ + cross(spin_, arm); }

    void apply(const Vec2& impulse, const Vec2& arm) {
        velocity_ += mass_.inverse_mass * impulse;
        spin_ += mass_.inverse_inertia * cross(arm, impulse);
    }

    /// Removes the velocity that leads into what the body touches, and by friction what leads along it.
    void project_velocity() {
        constexpr int max_rounds = 40;
        constexpr float negligible = 1e-6f;
        const float speed =
            length(velocity_) + std::abs(spin_) * context_.bodies.damping_and_sleep[body_].extent;
        for (int round = 0; round < max_rounds; ++round) {
            float largest = 0.0f;
            for (Touch& touch : touches_) {
                const float approach = -dot(velocity_of(touch.arm), touch.normal);
                const float impulse = std::max(touch.impulse + touch.normal_mass * approach, 0.0f);
                apply((impulse - touch.impulse) * touch.normal, touch.arm);
                largest = std::max(largest, std::abs(impulse - touch.impulse) * mass_.inverse_mass);
                touch.impulse = impulse;
            }
            if (friction_ > 0.0f) {
                rub();
            }
            if (largest <= negligible * speed) {
                return;
            }
        }
    }

    void rub() {
        for (Touch& touch : touches_) {
            const Vec2 tangent = right_perp(touch.normal);
            const float most = friction_ * touch.impulse;
            const float slip = dot(velocity_of(touch.arm), tangent);
            const float impulse = std::clamp(touch.friction_impulse - touch.tangent_mass * slip, -most, most);
            apply((impulse - touch.friction_impulse) * tangent, touch.arm);
            touch.friction_impulse = impulse;
        }
    }

    const ContinuousContext& context_;
    NarrowPhaseInput input_;
    std::uint32_t body_;
    const BodyMass& mass_;
    float friction_;
    Vec2 velocity_;
    float spin_;
    StoppingRule rule_{};
    Touches touches_;
};

}  // namespace

bool slide_plastically(const ContinuousContext& context, const SlidingBody& sliding, const Sweep& sweep) {
    BodyPose& pose = context.bodies.poses[sliding.body];
    BodyVelocity& velocity = context.bodies.velocities[sliding.body];
    const BodyPose pose_before = pose;
    const BodyVelocity velocity_before = velocity;
    put_at(context.bodies, sliding.body, sweep, 0.0f);
    const bool succeeds = PlasticSlide(context, sliding).run();
    if (!succeeds) {
        pose = pose_before;
        velocity = velocity_before;
    }
    return succeeds;
}

}  // namespace drystone
