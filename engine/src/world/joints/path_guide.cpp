#include <drystone/path_guide.h>

#include <drystone/error.h>
#include <drystone/world.h>

#include "core/unit_vector.h"
#include "world/checks.h"
#include "world/joints/check_joints.h"
#include "world/prepare.h"
#include "world/state_of_world.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace drystone {

namespace {

/// Samples of the curve between two points.
constexpr int samples_per_span = 64;
/// Part of the path below which a motion counts as rest: its axis is the tangent.
constexpr float min_part = 1e-4f;
/// Maximum length of a path [m].
constexpr double max_length = 1e9;

/// Returns the point that two points give at a parameter between or beyond their knots.
Vec2d blend(const Vec2d& a, const Vec2d& b, double from, double to, double at) {
    const double part = (at - from) / (to - from);
    return (1.0 - part) * a + part * b;
}

/// Appends the curve between the two middle ones of four points, the first of the two excluded.
void append_span(const std::array<Vec2d, 4>& p, std::vector<Vec2>& samples) {
    std::array<double, 4> knots{};
    for (std::size_t i = 1; i < 4; ++i) {
        knots[i] = knots[i - 1] + std::sqrt(length(p[i] - p[i - 1]));
    }
    for (int i = 1; i <= samples_per_span; ++i) {
        const double at = knots[1] + (knots[2] - knots[1]) * i / samples_per_span;
        const Vec2d a = blend(p[0], p[1], knots[0], knots[1], at);
        const Vec2d b = blend(p[1], p[2], knots[1], knots[2], at);
        const Vec2d c = blend(p[2], p[3], knots[2], knots[3], at);
        const Vec2d ab = blend(a, b, knots[0], knots[2], at);
        const Vec2d bc = blend(b, c, knots[1], knots[3], at);
        samples.push_back(to_float(blend(ab, bc, knots[1], knots[2], at)));
    }
}

std::vector<Vec2> sample_curve(const std::vector<Vec2>& points, bool is_loop) {
    const auto count = static_cast<int>(points.size());
    const auto at = [&](int i) -> Vec2d {
        if (is_loop) {
            return to_double(points[static_cast<std::size_t>((i + count) % count)]);
        }
        // Beyond the ends, the path continues as it came.
        if (i < 0) {
            return 2.0 * to_double(points[0]) - to_double(points[1]);
        }
        if (i >= count) {
            return 2.0 * to_double(points[static_cast<std::size_t>(count - 1)]) -
                   to_double(points[static_cast<std::size_t>(count - 2)]);
        }
        return to_double(points[static_cast<std::size_t>(i)]);
    };
    std::vector<Vec2> samples{points[0]};
    for (int i = 0; i < (is_loop ? count : count - 1); ++i) {
        append_span({at(i - 1), at(i), at(i + 1), at(i + 2)}, samples);
    }
    return samples;
}

void check_points(const char* function, const PathGuideDefinition& definition) {
    const std::size_t least = definition.is_loop ? 3 : 2;
    if (definition.points.size() < least) {
        fail(function, "definition.points", definition.is_loop ? "at least three" : "at least two",
             static_cast<double>(definition.points.size()));
    }
    const std::size_t count = definition.points.size();
    for (std::size_t i = 0; i < count; ++i) {
        check_place(function, "definition.points", definition.points[i]);
        const bool has_next = i + 1 < count || definition.is_loop;
        const Vec2 way = definition.points[(i + 1) % count] - definition.points[i];
        if (has_next && !(length(way) > 1e-6f && std::isfinite(length(way)))) {
            fail(function, "definition.points", "apart from their neighbours",
                 describe(definition.points[i]));
        }
    }
}

/// Throws unless the guide and its joint can be created in the world.
void check_guide(const WorldState& world, const char* function, const PathGuideDefinition& definition) {
    check_living_body(world, function, "definition.body_a", definition.body_a);
    check_living_body(world, function, "definition.body_b", definition.body_b);
    if (!world.stores.bodies.is_dynamic(definition.body_b.index1 - 1)) {
        fail(function, "definition.body_b", "a dynamic body", std::string("another"));
    }
    if (definition.body_a == definition.body_b) {
        fail(function, "definition.body_b", "another body than body_a", describe(definition.body_b));
    }
    check_points(function, definition);
    check_place(function, "definition.anchor_b", definition.anchor_b);
    check(function, definition.motor);
    check(function, definition.settings);
    check_not_reading(world, function);
}

/// Returns whether the velocities of a body stay finite under an impulse, if it is dynamic.
bool bears(const ConstBodyRef& body, const Vec2& impulse, const Vec2& point) {
    const MassProperties mass = body.mass();
    const Vec2 change = mass.mass > 0.0f ? impulse / mass.mass : Vec2{0.0f, 0.0f};
    const float turn =
        mass.inertia > 0.0f ? cross(point - body.center_of_mass(), impulse) / mass.inertia : 0.0f;
    return body.type() != BodyType::Dynamic ||
           (is_finite(body.linear_velocity() + change) && is_finite(body.angular_velocity() + turn));
}

float angle_of(const Vec2& axis) { return Rot{axis.x, axis.y}.angle(); }

}  // namespace

PathGuide::PathGuide(World& world, const PathGuideDefinition& definition) : definition_(definition) {
    const char* const function = "PathGuide::PathGuide";
    WorldState& state = StateOfWorld::state(world);
    check_guide(state, function, definition);
    samples_ = sample_curve(definition.points, definition.is_loop);
    lengths_.assign(1, 0.0f);
    double sum = 0.0;
    for (std::size_t i = 1; i < samples_.size(); ++i) {
        sum += drystone::length(to_double(samples_[i]) - to_double(samples_[i - 1]));
        lengths_.push_back(static_cast<float>(sum));
    }
    if (!(sum <= max_length)) {
        fail(function, "definition.points", "along a path of at most 1e9 m", sum);
    }
    const BodyRef a = world[definition.body_a];
    const BodyRef b = world[definition.body_b];
    place_ = nearest_place(a.local_point(b.world_point(definition.anchor_b)), 0.5f * length(), length());
    axis_ = tangent(place_);
    const float angle = definition.aligned ? a.angle() + angle_of(axis_) : b.angle();
    const Vec2 position = a.world_point(point(place_)) - rotate(Rot::from_angle(angle), definition.anchor_b);
    check_place(function, "definition.points, in the world,", position);
    joint_ = world.create_joint(definition.body_a, definition.body_b,
                                joint_along(point(place_), axis_, place_), definition.settings);
    // What can fail from here on is the memory of `set_pose`, before it has moved the body.
    Undo undo([&] { world.destroy_joint(joint_); });
    b.set_pose(position, angle);
    undo.keep();
}

/// Returns the direction of the path at a place; where it turns back on itself, the one in which it comes.
Vec2 PathGuide::tangent(float place) const {
    const float step = min_part * length();
    const Vec2 behind = point(on_path(place - step));
    const Vec2 way = point(on_path(place + step)) - behind;
    const bool turns_back = drystone::length(way) < 0.25f * step;
    return unit_vector(turns_back ? point(place) - behind : way);
}

float PathGuide::length() const {
    presence_.check("PathGuide::length");
    return lengths_.back();
}

float PathGuide::on_path(float place) const {
    if (!definition_.is_loop) {
        return std::clamp(place, 0.0f, length());
    }
    const float turns = std::floor(place / length());
    return std::clamp(place - turns * length(), 0.0f, length());
}

Vec2 PathGuide::point(float place) const {
    presence_.check("PathGuide::point");
    if (std::isnan(place)) {
        fail("PathGuide::point", "place", "a number", static_cast<double>(place));
    }
    const auto after = std::upper_bound(lengths_.begin(), lengths_.end(), place);
    if (after == lengths_.begin()) {
        return samples_.front();
    }
    if (after == lengths_.end()) {
        return samples_.back();
    }
    const auto i = static_cast<std::size_t>(after - lengths_.begin());
    const float part = (place - lengths_[i - 1]) / (lengths_[i] - lengths_[i - 1]);
    return samples_[i - 1] + part * (samples_[i] - samples_[i - 1]);
}

/// Returns the place nearest to a point, of those at most `reach` from `from` along the path.
float PathGuide::nearest_place(const Vec2& point, float from, float reach) const {
    float best = from;
    float least = std::numeric_limits<float>::max();
    const bool everywhere = 2.0f * reach >= length();
    for (std::size_t i = 1; i < samples_.size(); ++i) {
        float away = std::abs(lengths_[i] - from);
        away = definition_.is_loop ? std::min(away, length() - away) : away;
        if (!everywhere && away > reach + (lengths_[i] - lengths_[i - 1])) {
            continue;
        }
        const Vec2 way = samples_[i] - samples_[i - 1];
        const float square = dot(way, way);
        const float part =
            square > 0.0f ? std::clamp(dot(point - samples_[i - 1], way) / square, 0.0f, 1.0f) : 0.0f;
        const float distance = drystone::length(samples_[i - 1] + part * way - point);
        if (distance < least) {
            least = distance;
            best = lengths_[i - 1] + part * (lengths_[i] - lengths_[i - 1]);
        }
    }
    return best;
}

GenericJoint PathGuide::joint_along(const Vec2& from, const Vec2& axis, float place) const {
    GenericJoint joint{.anchor_a = from, .anchor_b = definition_.anchor_b, .axis_a = axis};
    if (!definition_.is_loop) {
        joint.along.limit = JointLimit{-place, length() - place};
    }
    joint.along.motor = definition_.motor;
    joint.across.locked = true;
    joint.angle.locked = definition_.aligned;
    joint.reference_angle = definition_.aligned ? angle_of(axis) : 0.0f;
    return joint;
}

void PathGuide::set_motor(const std::optional<JointMotor>& motor) {
    presence_.check("PathGuide::set_motor");
    check("PathGuide::set_motor", motor);
    definition_.motor = motor;
    motor_changed_ = true;
}

void PathGuide::update(World& world, float time_step) {
    const char* const function = "PathGuide::update";
    presence_.check(function);
    check_positive(function, "time_step", time_step);
    check_not_reading(StateOfWorld::state(world), function);
    if (!world.is_valid(joint_) || world[definition_.body_b].type() != BodyType::Dynamic) {
        return;
    }
    const BodyRef a = world[definition_.body_a];
    const BodyRef b = world[definition_.body_b];
    const Vec2 anchor = b.world_point(definition_.anchor_b);
    const Rot frame = a.pose().rotation;
    const Vec2 velocity = inverse_rotate(frame, b.velocity_at(anchor) - a.velocity_at(anchor));
    const float speed = dot(velocity, axis_);
    const float way = speed * time_step;
    const float place = nearest_place(a.local_point(anchor), place_, 2.0f * std::abs(way) + 0.05f * length());
    const float least = min_part * length();
    const bool rests = std::abs(way) < least;
    const Vec2 behind = point(on_path(rests || way < 0.0f ? place + std::min(way, -least) : place));
    const Vec2 ahead = point(on_path(rests || way > 0.0f ? place + std::max(way, least) : place));
    if (drystone::length(ahead - behind) < 0.25f * least) {
        return;  // At an end, against it.
    }
    const Vec2 axis = unit_vector(ahead - behind);
    const bool is_same = rests && std::abs(place - place_) < 0.01f * least && dot(axis, axis_) > 0.9999999f;
    if (is_same && !motor_changed_) {
        return;  // What sleeps stays asleep.
    }
    const Vec2 turned = rotate(frame, speed * (axis - axis_));
    const Vec2 linear = b.linear_velocity() + turned;
    const float turn = Rot{dot(axis_, axis), cross(axis_, axis)}.angle();
    const float angular = definition_.aligned ? a.angular_velocity() + turn / time_step : 0.0f;
    const Vec2 reaction = -b.mass().mass * turned;
    if (!is_finite(linear) || !is_finite(angular) || !is_finite(place) || !bears(a, reaction, anchor)) {
        fail(function, "time_step", "such that velocities stay finite", static_cast<double>(time_step));
    }
    // What can fail comes first: it makes room for waking the bodies.
    world[joint_].set_definition(joint_along(point(place), axis, place));
    b.set_linear_velocity(linear);
    if (a.type() == BodyType::Dynamic) {
        a.apply_impulse(reaction, anchor);
    }
    if (definition_.aligned) {
        b.set_angular_velocity(angular);
    }
    place_ = place;
    axis_ = axis;
    motor_changed_ = false;
}

}  // namespace drystone
