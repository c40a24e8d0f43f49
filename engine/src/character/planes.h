#pragma once

#include <drystone/collision/math.h>

#include <array>
#include <cstddef>

namespace drystone {

/// Half-plane of the motions x that a surface allows: dot(normal, x) >= offset.
struct MotionPlane {
    Vec2 normal{0.0f, 1.0f};
    float offset = 0.0f;
};

/// A few half-planes. Those beyond the capacity are dropped: the nearest surfaces come first.
class MotionPlanes {
public:
    static constexpr std::size_t capacity = 16;

    void clear() { count_ = 0; }
    /// Adds a half-plane, or tightens the one of the same normal.
    void add(const Vec2& normal, float offset);
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] const MotionPlane* begin() const { return planes_.data(); }
    [[nodiscard]] const MotionPlane* end() const { return planes_.data() + count_; }
    /// Returns the largest amount by which a motion leaves the half-planes; <= 0: it is in all of them.
    [[nodiscard]] double violation(const Vec2d& motion) const;
    /// Returns the motion nearest to `target` that is in all half-planes: exactly, as the nearest of the
    /// target, its projections on the borders, and the corners of two borders. If there is none, `feasible`
    /// is false and the result is the candidate that leaves them least.
    [[nodiscard]] Vec2 nearest(const Vec2& target, bool& feasible) const;

private:
    std::array<MotionPlane, capacity> planes_;
    std::size_t count_ = 0;
};

}  // namespace drystone
