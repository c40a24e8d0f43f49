#pragma once

#include "signed_distance_reference.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace drystone::test {

/// The points with |x/a|^n + |y/b|^n <= 1, as a user might write them: one function is enough. n = 2 is the
/// ellipse, a large n nearly a rectangle, n near 1 nearly a rhombus.
struct ReferenceSuperellipse {
    float a = 1.0f;
    float b = 1.0f;
    double n = 2.0;

    /// Returns the support value along a direction, in the shape's own frame; it scales with the direction's
    /// length.
    [[nodiscard]] double reach(const Vec2d& direction) const {
        const double dual = n / (n - 1.0);
        const double x = std::abs(static_cast<double>(a) * direction.x);
        const double y = std::abs(static_cast<double>(b) * direction.y);
        const double maximum = std::max(x, y);
        return maximum * std::pow(std::pow(x / maximum, dual) + std::pow(y / maximum, dual), 1.0 / dual);
    }
    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        // The gradient of the reach.
        const double power = 1.0 / (n - 1.0);
        const Vec2d exact = to_double(direction);
        const double x = static_cast<double>(a) * exact.x;
        const double y = static_cast<double>(b) * exact.y;
        const double whole = reach(exact);
        const double along = std::copysign(std::pow(std::abs(x) / whole, power), x);
        const double across = std::copysign(std::pow(std::abs(y) / whole, power), y);
        return {static_cast<float>(static_cast<double>(a) * along),
                static_cast<float>(static_cast<double>(b) * across)};
    }
    /// Returns the distance by which a point near the border lies outside; negative inside. To first order,
    /// by the gradient of the function that is 1 on the border.
    [[nodiscard]] double outside(const Vec2d& point) const {
        const double x = std::abs(point.x / static_cast<double>(a));
        const double y = std::abs(point.y / static_cast<double>(b));
        const double gauge = std::pow(std::pow(x, n) + std::pow(y, n), 1.0 / n);
        const Vec2d gradient{std::pow(x / gauge, n - 1.0) / static_cast<double>(a),
                             std::pow(y / gauge, n - 1.0) / static_cast<double>(b)};
        return gauge > 0.0 ? (gauge - 1.0) / length(gradient) : -static_cast<double>(std::min(a, b));
    }
    [[nodiscard]] double diameter() const { return 2.0 * static_cast<double>(std::max(a, b)); }
};

inline Vec2d turned_back(const ExactPose& pose, const Vec2d& v) {
    return {pose.c * v.x + pose.s * v.y, -pose.s * v.x + pose.c * v.y};
}

/// Returns the separation of two shapes along a direction of unit length; negative where they overlap.
template <class A, class B>
double separation_of(const A& a, const B& b, const ExactPose& b_in_a, const Vec2d& direction) {
    const Vec2d offset{b_in_a.x, b_in_a.y};
    return dot(offset, direction) - a.reach(direction) - b.reach(turned_back(b_in_a, -direction));
}

/// Returns the signed distance of two curved shapes: their largest separation over all directions, sampled
/// all around, then more finely around every sample that could still be the maximum.
template <class A, class B>
double densely_sampled_distance(const A& a, const B& b, const ExactPose& b_in_a) {
    constexpr int samples = 1440;
    constexpr double turn = 6.283185307179586;
    const auto at = [&](double angle) {
        return separation_of(a, b, b_in_a, Vec2d{std::cos(angle), std::sin(angle)});
    };
    std::vector<double> coarse(samples);
    for (int k = 0; k < samples; ++k) {
        coarse[static_cast<std::size_t>(k)] = at(turn * k / samples);
    }
    const double sampled_best = *std::max_element(coarse.begin(), coarse.end());
    // Upper bound of the change of the separation in one step.
    const double step = turn / samples;
    const double rise =
        step * (std::sqrt(b_in_a.x * b_in_a.x + b_in_a.y * b_in_a.y) + a.diameter() + b.diameter());
    double best = sampled_best;
    for (int k = 0; k < samples; ++k) {
        const double here = coarse[static_cast<std::size_t>(k)];
        const bool summit = here >= coarse[static_cast<std::size_t>((k + 1) % samples)] &&
                            here >= coarse[static_cast<std::size_t>((k + samples - 1) % samples)];
        if (!summit || here + rise < sampled_best) {
            continue;
        }
        double center = turn * k / samples;
        for (double half_width = step; half_width > 1e-13; half_width *= 0.2) {
            const double middle = center;
            double highest = -1e300;
            for (int j = -10; j <= 10; ++j) {
                const double found = at(middle + half_width * j / 10.0);
                center = found > highest ? middle + half_width * j / 10.0 : center;
                highest = std::max(highest, found);
            }
            best = std::max(best, highest);
        }
    }
    return best;
}

}  // namespace drystone::test
