#pragma once

#include <drystone/collision/support.h>

#include <cmath>
#include <cstdint>

namespace drystone::detail {

/// Placement of B in the frame of A, each measured from a point of its own: p_b becomes rotation * (p_b -
/// origin_b) + offset.
///
/// The only subtraction of large numbers is done in double precision, once per query; all later numbers are
/// of the size of the shapes. So neither a distant pose nor vertices far from their body's origin cost
/// accuracy.
struct Placement {
    Rot rotation;
    Vec2 offset{0.0f, 0.0f};
    Vec2d exact_offset{0.0, 0.0};
};

inline Placement place(const Pose& b_in_a, const Vec2& origin_a, const Vec2& origin_b) {
    const double c = static_cast<double>(b_in_a.rotation.c);
    const double s = static_cast<double>(b_in_a.rotation.s);
    const double x = static_cast<double>(origin_b.x);
    const double y = static_cast<double>(origin_b.y);
    const double offset_x =
        c * x - s * y + (static_cast<double>(b_in_a.position.x) - static_cast<double>(origin_a.x));
    const double offset_y =
        s * x + c * y + (static_cast<double>(b_in_a.position.y) - static_cast<double>(origin_a.y));
    return {
        b_in_a.rotation, {static_cast<float>(offset_x), static_cast<float>(offset_y)}, {offset_x, offset_y}};
}

/// Returns twice the signed area of the triangle (origin, p, q). The products of two floats are exact in
/// double precision, so the sign is right for any input.
inline double exact_cross(const Vec2& p, const Vec2& q) {
    return static_cast<double>(p.x) * static_cast<double>(q.y) -
           static_cast<double>(p.y) * static_cast<double>(q.x);
}

/// Returns the dot product; its sign is right for any input, too.
inline double exact_dot(const Vec2& p, const Vec2& q) {
    return static_cast<double>(p.x) * static_cast<double>(q.x) +
           static_cast<double>(p.y) * static_cast<double>(q.y);
}

/// Returns a parallel direction whose products with points neither underflow nor overflow. A very short or
/// very long direction is scaled by a power of two, so exactly.
inline Vec2 moderate(const Vec2& direction) {
    const float x = std::abs(direction.x);
    const float y = std::abs(direction.y);
    const float maximum = x > y ? x : y;
    if ((maximum >= 0x1p-30f && maximum <= 0x1p30f) || maximum == 0.0f || !is_finite(maximum)) {
        return direction;
    }
    int exponent = 0;
    std::frexp(maximum, &exponent);
    return {std::ldexp(direction.x, -exponent), std::ldexp(direction.y, -exponent)};
}

/// The Minkowski difference A - B of two support mappings. It contains the origin exactly where the shapes
/// overlap.
template <SupportMapping A, SupportMapping B>
class MappingDifference {
public:
    struct Vertex {
        Vec2 w;  ///< point of A minus point of B
        Vec2 a;  ///< point of A, measured from origin_a, frame A
        Vec2 b;
        Vec2 direction;  ///< search direction that found the vertex
    };

    MappingDifference(const A& a, const B& b, const Pose& b_in_a)
        : a_(a),
          b_(b),
          origin_a_(a.support(Vec2{1.0f, 0.0f})),
          origin_b_(b.support(Vec2{1.0f, 0.0f})),
          placement_(place(b_in_a, origin_a_, origin_b_)) {}

    [[nodiscard]] Vertex support(const Vec2& searched) const {
        const Vec2 direction = moderate(searched);
        const Vec2 on_a = a_.support(direction) - origin_a_;
        const Vec2 local = b_.support(inverse_rotate(placement_.rotation, -direction)) - origin_b_;
        const Vec2 on_b = rotate(placement_.rotation, local) + placement_.offset;
        return {on_a - on_b, on_a, on_b, direction};
    }
    /// Returns the initial direction, from A towards B.
    [[nodiscard]] Vec2 first_direction() const {
        const bool nowhere = placement_.offset.x == 0.0f && placement_.offset.y == 0.0f;
        return nowhere ? Vec2{1.0f, 0.0f} : placement_.offset;
    }
    /// Returns the origin from which the points of a vertex are measured.
    [[nodiscard]] const Vec2& origin() const { return origin_a_; }
    [[nodiscard]] static Vec2 on_a(const Vertex& vertex) { return vertex.a; }
    [[nodiscard]] static Vec2 on_b(const Vertex& vertex) { return vertex.b; }
    static bool same(const Vertex& p, const Vertex& q) { return p.a == q.a && p.b == q.b; }

private:
    const A& a_;
    const B& b_;
    Vec2 origin_a_;
    Vec2 origin_b_;
    Placement placement_;
};

/// The Minkowski difference of two cores of points; its vertices are index pairs.
class CoreDifference {
public:
    struct Vertex {
        Vec2 w;
        std::uint16_t a;
        std::uint16_t b;
    };

    CoreDifference(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a)
        : a_(a), b_(b), placement_(place(b_in_a, a.points[0], b.points[0])) {}

    [[nodiscard]] Vec2 point_a(int i) const { return a_.points[i] - a_.points[0]; }
    [[nodiscard]] Vec2 point_b(int j) const {
        const Vec2 local = b_.points[j] - b_.points[0];
        return rotate(placement_.rotation, local) + placement_.offset;
    }
    /// Returns point j of B minus point i of A in double precision, for the direction between two vertices
    /// that nearly touch.
    [[nodiscard]] Vec2d exact_gap(int i, int j) const {
        return exact_rotate(exact_between(b_.points, 0, j)) + placement_.exact_offset -
               exact_between(a_.points, 0, i);
    }
    /// Returns the vector from one point of a core to another, frame A, in double precision.
    [[nodiscard]] Vec2d exact_edge_a(int from, int to) const { return exact_between(a_.points, from, to); }
    [[nodiscard]] Vec2d exact_edge_b(int from, int to) const {
        return exact_rotate(exact_between(b_.points, from, to));
    }
    [[nodiscard]] Vertex vertex(int i, int j) const {
        return {point_a(i) - point_b(j), static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)};
    }
    [[nodiscard]] Vertex support(const Vec2& direction) const {
        const Vec2 local = inverse_rotate(placement_.rotation, -direction);
        return vertex(support_index(a_.points, a_.count, direction),
                      support_index(b_.points, b_.count, local));
    }
    [[nodiscard]] Vec2 first_direction() const {
        return 0.5f * (point_b(0) + point_b(b_.count / 2) - point_a(a_.count / 2));
    }
    [[nodiscard]] const Vec2& origin() const { return a_.points[0]; }
    [[nodiscard]] Vec2 on_a(const Vertex& vertex) const { return point_a(vertex.a); }
    [[nodiscard]] Vec2 on_b(const Vertex& vertex) const { return point_b(vertex.b); }
    static bool same(const Vertex& p, const Vertex& q) { return p.a == q.a && p.b == q.b; }

    [[nodiscard]] const ConvexCore& a() const { return a_; }
    [[nodiscard]] const ConvexCore& b() const { return b_; }
    [[nodiscard]] const Rot& rotation() const { return placement_.rotation; }
    [[nodiscard]] const Vec2& offset() const { return placement_.offset; }
    [[nodiscard]] const Vec2& normal_a(int i) const { return a_.normals[i]; }
    /// Returns the normal j of B in the frame of A; its length is off by a few units in the last place.
    [[nodiscard]] Vec2 normal_b(int j) const { return rotate(placement_.rotation, b_.normals[j]); }
    /// Returns the normal j of B with unit length within rounding, by one Newton step for 1 / length.
    [[nodiscard]] Vec2 unit_normal_b(int j) const {
        const Vec2 normal = normal_b(j);
        return (1.5f - 0.5f * length_squared(normal)) * normal;
    }

private:
    static Vec2d exact_between(const Vec2* points, int from, int to) {
        return to_double(points[to]) - to_double(points[from]);
    }
    [[nodiscard]] Vec2d exact_rotate(const Vec2d& v) const {
        const double c = static_cast<double>(placement_.rotation.c);
        const double s = static_cast<double>(placement_.rotation.s);
        return {c * v.x - s * v.y, s * v.x + c * v.y};
    }

    ConvexCore a_;
    ConvexCore b_;
    Placement placement_;
};

}  // namespace drystone::detail
