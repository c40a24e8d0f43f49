#pragma once

#include "pair_generator.h"

#include <drystone/collision/transformed_shape.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace drystone::test {

// Support values of shapes along a direction, in double precision and by textbook formulas: the independent
// reference for support mappings. The direction need not be of unit length; the value scales with it.

struct PointsReach {
    std::vector<Vec2d> points;

    double operator()(const Vec2d& d) const {
        double maximum = dot(d, points.at(0));
        for (const Vec2d& point : points) {
            maximum = std::max(maximum, dot(d, point));
        }
        return maximum;
    }
};

struct EllipseReach {
    double a = 1.0;
    double b = 1.0;

    double operator()(const Vec2d& d) const { return std::sqrt(a * a * d.x * d.x + b * b * d.y * d.y); }
};

/// Support values of a superellipse. The dual of the n-norm is the q-norm with 1/n + 1/q = 1 (Hoelder).
struct SuperellipseReach {
    double a = 1.0;
    double b = 1.0;
    double n = 2.0;

    double operator()(const Vec2d& d) const {
        const double x = std::abs(a * d.x);
        const double y = std::abs(b * d.y);
        const double larger = std::max(x, y);
        if (n == 1.0 || larger == 0.0) {
            return larger;
        }
        const double q = n / (n - 1.0);
        return larger * std::pow(1.0 + std::pow(std::min(x, y) / larger, q), 1.0 / q);
    }
};

template <class Reach>
auto rounded(const Reach& reach, double radius) {
    return [=](const Vec2d& d) { return reach(d) + radius * length(d); };
}
template <class A, class B>
auto farthest(const A& a, const B& b) {
    return [=](const Vec2d& d) { return std::max(a(d), b(d)); };
}
template <class A, class B>
auto sum(const A& a, const B& b) {
    return [=](const Vec2d& d) { return a(d) + b(d); };
}
template <class Reach>
auto transformed(const Reach& reach, const AffineMap& map) {
    return [=](const Vec2d& d) {
        const Vec2d pulled{dot(d, to_double(map.x_axis)), dot(d, to_double(map.y_axis))};
        return reach(pulled) + dot(d, to_double(map.translation));
    };
}
template <class Reach>
auto placed_reach(const Reach& reach, const ExactPose& pose) {
    return [=](const Vec2d& d) {
        const Vec2d local{pose.c * d.x + pose.s * d.y, -pose.s * d.x + pose.c * d.y};
        return reach(local) + pose.x * d.x + pose.y * d.y;
    };
}

/// Returns the largest value of `separation(direction)` near an angle, sampled ever more finely around the
/// best.
template <class Separation>
double refine(const Separation& separation, double angle, double half_width) {
    constexpr int samples = 40;
    double best = -1e300;
    while (half_width > 1e-12) {
        const double middle = angle;
        for (int k = 0; k <= samples; ++k) {
            const double at = middle + half_width * (2.0 * k / samples - 1.0);
            const double found = separation(Vec2d{std::cos(at), std::sin(at)});
            angle = found > best ? at : angle;
            best = std::max(best, found);
        }
        half_width *= 4.0 / samples;
    }
    return best;
}

/// Returns the signed distance of two shapes given by their support values, B placed in the frame of A: the
/// largest separation over all directions. Samples all around, and then ever more finely around every local
/// maximum that may be the largest: shapes that overlap have several.
template <class A, class B>
double signed_distance(const A& a, const B& b_in_a, std::size_t samples = 4000) {
    const double spacing = 6.283185307179586 / static_cast<double>(samples);
    const auto separation = [&](const Vec2d& direction) { return -b_in_a(-direction) - a(direction); };
    std::vector<double> found(samples);
    for (std::size_t k = 0; k < samples; ++k) {
        const double angle = spacing * static_cast<double>(k);
        found[k] = separation(Vec2d{std::cos(angle), std::sin(angle)});
    }
    const double coarse = *std::max_element(found.begin(), found.end());
    double steepest = 0.0;
    for (std::size_t k = 0; k < samples; ++k) {
        steepest = std::max(steepest, std::abs(found[k] - found[(k + 1) % samples]));
    }
    double best = coarse;
    for (std::size_t k = 0; k < samples; ++k) {
        const bool peak =
            found[k] >= found[(k + 1) % samples] && found[k] >= found[(k + samples - 1) % samples];
        if (peak && found[k] >= coarse - steepest) {
            best = std::max(best, refine(separation, spacing * static_cast<double>(k), 2.0 * spacing));
        }
    }
    return best;
}

}  // namespace drystone::test
