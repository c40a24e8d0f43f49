#pragma once

#include "signed_distance_reference.h"

#include <drystone/collision/hull.h>
#include <drystone/collision/shapes.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

namespace drystone::test {

/// A small generator that gives the same pairs on every platform.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 2862933555777941757ULL + 3037000493ULL) {}

    std::uint64_t bits() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_;
    }
    /// Returns a number in [0, 1).
    double unit() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }
    double log_between(double low, double high) { return low * std::pow(high / low, unit()); }
    /// Returns a number in [0, count).
    int below(int count) { return static_cast<int>(bits() % static_cast<std::uint64_t>(count)); }
    float angle() { return static_cast<float>(between(-3.14159265, 3.14159265)); }

private:
    std::uint64_t state_;
};

/// Location of large coordinates.
enum class Offset : std::uint8_t { Origin, Poses, Vertices };
enum class Depth : std::uint8_t { Far, Mid, Near, Touching, Shallow, Medium, Deep };

/// Two polygons and the poses of their bodies.
struct PolygonPair {
    Polygon a;
    Polygon b;
    Pose pose_a;
    Pose pose_b;

    [[nodiscard]] Pose b_in_a() const { return inverse_multiply(pose_a, pose_b); }
};

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define DRYSTONE_TEST_SLOWED 1
#endif
#endif
#if !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DRYSTONE_TEST_SLOWED 1
#endif

/// Returns the number of random trials of a test: a tenth of the standard in builds without optimisation or
/// with sanitizers.
inline int scaled_count(int standard) {
#if defined(DRYSTONE_TEST_SLOWED)
    return standard / 10;
#else
    return standard;
#endif
}

/// Returns the number of random pairs of an accuracy test: the environment variable DRYSTONE_TEST_PAIRS, else
/// the scaled standard.
inline int pair_count(int standard) {
    const char* text = std::getenv("DRYSTONE_TEST_PAIRS");
    return text != nullptr ? std::atoi(text) : scaled_count(standard);
}

/// Returns 3 to 8 points on an ellipse with a semi-axis of 0.1 to 10 m and the given maximum aspect; nothing
/// if they have no hull.
inline std::optional<Polygon> random_polygon(Random& random, double max_aspect, const Vec2& offset) {
    const double wide = random.log_between(0.1, 10.0);
    const double narrow = wide / random.log_between(1.0, max_aspect);
    const double turn = random.between(0.0, 6.2831853);
    std::vector<Vec2> points;
    const int count = 3 + random.below(6);
    for (int i = 0; i < count; ++i) {
        const double angle = random.between(0.0, 6.2831853);
        const double x = wide * std::cos(angle);
        const double y = narrow * std::sin(angle);
        points.emplace_back(static_cast<float>(x * std::cos(turn) - y * std::sin(turn)) + offset.x,
                            static_cast<float>(x * std::sin(turn) + y * std::cos(turn)) + offset.y);
    }
    if (compute_hull(points).status != HullStatus::Ok) {
        return std::nullopt;
    }
    return make_hull(points);
}

/// Returns the signed shift along the contact normal that leads from touching to the given depth class.
inline double shift_for(Random& random, Depth depth, double diameter, double width) {
    switch (depth) {
        case Depth::Far: return diameter * random.log_between(0.1, 2.0);
        case Depth::Mid: return diameter * random.log_between(1e-3, 0.1);
        case Depth::Near: return diameter * random.log_between(1e-6, 1e-3);
        case Depth::Touching: return diameter * random.between(-1e-6, 1e-6);
        case Depth::Shallow: return -width * random.log_between(1e-6, 1e-3);
        case Depth::Medium: return -width * random.log_between(1e-3, 0.3);
        case Depth::Deep: break;
    }
    return -width * random.between(0.3, 1.0);
}

/// Returns the minimum width of an outline over its edge normals.
inline double min_width(const std::vector<Vec2d>& outline) {
    double minimum = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2d edge = normalized(outline[(i + 1) % outline.size()] - outline[i]);
        minimum = std::min(minimum, -separation_along(outline, outline, Vec2d{edge.y, -edge.x}));
    }
    return minimum;
}

/// Returns the translation of B after which a random face of `faces` just touches the other outline at a
/// random place of the face. `sign` is +1 if the faces are A's, -1 if they are B's. Also sets the normal from
/// A to B.
inline Vec2d touching_shift(Random& random, const std::vector<Vec2d>& faces, const std::vector<Vec2d>& other,
                            double sign, Vec2d& normal) {
    const std::size_t i = static_cast<std::size_t>(random.below(static_cast<int>(faces.size())));
    const Vec2d& from = faces[i];
    const Vec2d edge = faces[(i + 1) % faces.size()] - from;
    const Vec2d outward = normalized(Vec2d{edge.y, -edge.x});
    const Vec2d nearest = *std::min_element(
        other.begin(), other.end(),
        [&outward](const Vec2d& p, const Vec2d& q) { return dot(outward, p) < dot(outward, q); });
    normal = sign * outward;
    return sign * (from + random.unit() * edge - nearest);
}

/// Returns a random pair near the given depth class; the true distance follows from the rounded poses.
/// Returns nothing if a polygon has no hull.
inline std::optional<PolygonPair> random_pair(Random& random, Offset offset, Depth depth, double max_aspect) {
    const bool baked = offset == Offset::Vertices;
    const Vec2 vertex_offset = baked ? Vec2{1e4f, -1e4f} : Vec2{0.0f, 0.0f};
    std::optional<Polygon> a = random_polygon(random, max_aspect, vertex_offset);
    std::optional<Polygon> b = random_polygon(random, max_aspect, vertex_offset);
    if (!a || !b) {
        return std::nullopt;
    }
    PolygonPair pair{*a, *b, {}, {}};
    const bool turned = !baked || random.below(2) == 0;
    if (turned) {
        pair.pose_a.rotation = Rot::from_angle(random.angle());
        pair.pose_b.rotation = Rot::from_angle(random.angle());
    }
    if (offset == Offset::Poses) {
        pair.pose_a.position = {static_cast<float>(random.between(0.9e4, 1.1e4)),
                                static_cast<float>(random.between(-1.1e4, -0.9e4))};
    }
    const std::vector<Vec2d> at_a = place_exactly(pair.a.vertices(), exact(pair.pose_a));
    const std::vector<Vec2d> at_b = place_exactly(pair.b.vertices(), exact(pair.pose_b));
    Vec2d normal{1.0, 0.0};
    Vec2d shift = random.below(2) == 0 ? touching_shift(random, at_a, at_b, 1.0, normal)
                                       : touching_shift(random, at_b, at_a, -1.0, normal);
    const double size = std::max(diameter(at_a), diameter(at_b));
    const double width = std::min(min_width(at_a), min_width(at_b));
    shift += shift_for(random, depth, size, width) * normal;
    if (depth == Depth::Far) {
        shift += random.between(-1.0, 1.0) * size * Vec2d{-normal.y, normal.x};
    }
    pair.pose_b.position = to_float(shift);
    return pair;
}

}  // namespace drystone::test
