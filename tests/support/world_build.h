#pragma once

#include <drystone/drystone.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

/// Helpers to build scenes in tests of worlds.
namespace drystone::test {

using drystone::BodyId;
using drystone::BodyType;
using drystone::ShapeId;
using drystone::Vec2;
using drystone::World;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(undefined_behavior_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

#if defined(NDEBUG)
inline constexpr bool slow_build = sanitized;
#else
inline constexpr bool slow_build = true;
#endif

/// Factor by which long runs are shortened in debug and sanitizer builds: the single setting for run time.
inline constexpr int slowdown = slow_build ? 10 : 1;

/// Returns `steps` in an optimised build, fewer in a slow one; never fewer than `minimum`.
inline int scaled(int steps, int minimum = 1) { return std::max(minimum, steps / slowdown); }

inline constexpr float dt = 1.0f / 60.0f;

/// Returns the handles of the objects in a list of references.
template <class Ref>
auto ids(const std::vector<Ref>& refs) {
    std::vector<decltype(refs[0].id())> result;
    for (const Ref& ref : refs) {
        result.push_back(ref.id());
    }
    return result;
}

/// Numerical Recipes' generator: the same on every platform, unlike the standard library's distributions.
class Random {
public:
    explicit Random(std::uint32_t seed) : state_(seed) {}
    std::uint32_t next() {
        state_ = state_ * 1664525u + 1013904223u;
        return state_ >> 8;
    }
    /// Returns a number in [low, high).
    float between(float low, float high) {
        return low + (high - low) * (static_cast<float>(next()) / 16777216.0f);
    }
    int below(int count) { return static_cast<int>(next() % static_cast<std::uint32_t>(count)); }

private:
    std::uint32_t state_;
};

inline BodyId add_ground(World& world, float half_width = 50.0f, const drystone::Material& material = {}) {
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, drystone::Segment{{-half_width, 0.0f}, {half_width, 0.0f}},
                       {.material = material});
    return ground;
}

inline BodyId add_box(World& world, const Vec2& position, float half_width, float half_height,
                      const drystone::ShapeDefinition& shape = {}) {
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .position = position});
    world.create_shape(body, drystone::make_box(half_width, half_height), shape);
    return body;
}

inline BodyId add_disc(World& world, const Vec2& position, float radius,
                       const drystone::ShapeDefinition& shape = {}) {
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .position = position});
    world.create_shape(body, drystone::Circle{{0.0f, 0.0f}, radius}, shape);
    return body;
}

/// Adds boxes of 1 m without gaps, `base` in the lowest row, on a wide box whose top is at height 0. Returns
/// the top one.
inline BodyId add_pyramid(World& world, int base) {
    const BodyId ground = world.create_body({.type = BodyType::Static, .position = {0.0f, -1.0f}});
    world.create_shape(ground, drystone::make_box(100.0f, 1.0f));
    BodyId top;
    for (int row = 0; row < base; ++row) {
        for (int i = row; i < base; ++i) {
            const float x = 0.5f * static_cast<float>(row + 1) + static_cast<float>(i - row) -
                            0.5f * static_cast<float>(base);
            top = add_box(world, {x, 0.5f + static_cast<float>(row)}, 0.5f, 0.5f);
        }
    }
    return top;
}

inline void run(World& world, int steps, float time_step = dt, int sub_steps = 4) {
    for (int i = 0; i < steps; ++i) {
        world.step(time_step, sub_steps);
    }
}

/// Returns the maximum penetration of all contacts [m]; zero if nothing overlaps.
inline float worst_penetration(const World& world) {
    float worst = 0.0f;
    world.visit_contacts([&](const drystone::ContactView& contact) {
        for (int i = 0; i < contact.count; ++i) {
            worst = std::max(worst, -contact.points[i].separation);
        }
    });
    return worst;
}

/// Returns the maximum speed of any body's centre of mass [m/s].
inline float max_speed(const World& world) {
    float largest = 0.0f;
    for (const BodyId body : world.bodies()) {
        largest = std::max(largest, length(world[body].linear_velocity()));
    }
    return largest;
}

inline bool all_finite(const World& world) {
    for (const BodyId body : world.bodies()) {
        if (!drystone::is_finite(world[body].pose()) || !drystone::is_finite(world[body].linear_velocity()) ||
            !drystone::is_finite(world[body].angular_velocity())) {
            return false;
        }
    }
    return true;
}

/// Returns the text of the `drystone::Error` that the call throws; empty if it throws none.
template <class Call>
std::string error_of(Call&& call) {
    try {
        call();
    } catch (const drystone::Error& error) {
        return error.what();
    }
    return {};
}

inline bool contains_text(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace drystone::test
