#pragma once

#include <scenes/drystone_backend.h>

#include <deque>
#include <optional>

namespace viewer {

/// Pulls at the point where a body was seized, with a spring of critical damping scaled to the mass felt
/// there.
class Grab {
public:
    /// Seizes the dynamic body under the point, if there is one.
    bool seize(const drystone::World& world, const drystone::Vec2& point);
    void release() { body_ = {}; }
    void move(const drystone::Vec2& target) { target_ = target; }
    /// Before every step.
    void pull(drystone::World& world);

    [[nodiscard]] bool is_holding(const drystone::World& world) const { return world.is_valid(body_); }
    /// The seized point of the body, in the world.
    [[nodiscard]] drystone::Vec2 held_point(const drystone::World& world) const;
    [[nodiscard]] drystone::Vec2 target() const { return target_; }

private:
    drystone::BodyId body_;
    drystone::Vec2 local_point_{0.0f, 0.0f};
    drystone::Vec2 target_{0.0f, 0.0f};
};

/// Throws balls into the scene; the oldest vanish.
class Shooter {
public:
    void forget() { balls_.clear(); }
    void shoot(scenes::DrystoneBackend& backend, const drystone::Vec2& from, const drystone::Vec2& velocity,
               float radius);

private:
    static constexpr std::size_t capacity = 40;
    std::deque<scenes::BodyNumber> balls_;
};

}  // namespace viewer
