#pragma once

#include <scenes/drystone_backend.h>

#include <deque>
#include <optional>

namespace viewer {

/// Drags a body by the point where it was grabbed, with a mouse joint.
class Grab {
public:
    /// Returns whether a dynamic body is under the point.
    [[nodiscard]] static bool can_seize(const drystone::World& world, const drystone::Vec2& point);
    /// Grabs the dynamic body under the point, if there is one.
    bool seize(drystone::World& world, const drystone::Vec2& point);
    void release(drystone::World& world);
    void move(drystone::World& world, const drystone::Vec2& target);

    [[nodiscard]] bool is_holding(const drystone::World& world) const {
        return !joint_.is_null() && world.is_valid(joint_);
    }
    /// Returns the grabbed point of the body, in the world.
    [[nodiscard]] drystone::Vec2 held_point(const drystone::World& world) const;
    [[nodiscard]] drystone::Vec2 target() const { return target_; }

private:
    drystone::BodyId anchor_;  ///< Static and without shapes: the other body of the joint.
    drystone::JointId joint_;
    drystone::Vec2 target_{0.0f, 0.0f};
};

/// Throws balls into the scene; the oldest are destroyed.
class Shooter {
public:
    void forget() { balls_.clear(); }
    void shoot(scenes::DrystoneBackend& backend, const drystone::Vec2& from, const drystone::Vec2& velocity,
               float radius);

private:
    static constexpr std::size_t capacity = 40;
    std::deque<scenes::BodyNumber> balls_;
};

/// Tools of the mouse, with what they have put into the world.
struct Tools {
    Grab grab{};
    Shooter shooter{};
};

}  // namespace viewer
