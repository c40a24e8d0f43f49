#include "fields/placed_field.h"

#include <cmath>

namespace drystone {

namespace {

/// Wind on the boundary of a shape.
struct WindEdge {
    const PlacedField& field;
    const WindField& kind;
    const FieldBody& body;
    FieldForce& push;
    Vec2 wind;

    /// Returns the wind relative to a point of the body.
    [[nodiscard]] Vec2d felt_at(const Vec2& arm) const { return to_double(wind - body.velocity_at(arm)); }

    /// Pushes at a point with the outward normal `normal`. `shown` is the length projected along the relative
    /// wind `felt`, which is not zero.
    void push_at(const Vec2& arm, const Vec2d& normal, const Vec2d& felt, double shown) const {
        const double speed = length(felt);
        const double pressure = 0.5 * static_cast<double>(kind.density) * shown * speed;
        const Vec2d at = to_double(arm);
        push.add_drag(static_cast<double>(kind.drag) * pressure, at, to_double(wind));
        if (kind.lift != 0.0f) {
            // Lift: the component of the pressure, which acts against the normal, across the wind.
            const Vec2d along = felt / speed;
            const Vec2d across = dot(normal, along) * along - normal;
            push.add_force(static_cast<double>(kind.lift) * pressure * speed * across, at);
        }
    }

    /// Pushes an edge in two halves, since the drag on a rotating edge changes its sign in the middle.
    void push_edge(const Vec2& from, const Vec2& to, const Vec2& normal) const {
        const Vec2 middle = 0.5f * (from + to);
        push_half(from, middle, normal);
        push_half(middle, to, normal);
    }

    void push_half(const Vec2& from, const Vec2& to, const Vec2& normal) const {
        // Two-point Gauss quadrature: exact for polynomials up to degree 3 along the edge.
        constexpr float place = 0.288675135f;
        const Vec2 middle = 0.5f * (from + to);
        const Vec2 way = to - from;
        const double half = 0.5 * static_cast<double>(length(way));
        for (const float sign : {-place, place}) {
            const Vec2 point = middle + sign * way;
            const Vec2 arm = point - body.center;
            const Vec2d felt = felt_at(arm);
            const Vec2d out = to_double(normal);
            const double against = -dot(felt, out);
            if (against > 0.0 && field.holds(point)) {
                push_at(arm, out, felt, half * against / length(felt));
            }
        }
    }

    /// Pushes an arc of at most a quarter turn, counter-clockwise between two normals.
    void push_arc(const Vec2& corner, float radius, const Vec2d& from, const Vec2d& to) const {
        const Vec2d middle = normalized(from + to);
        const Vec2 point = corner + radius * to_float(middle);
        const Vec2 arm = point - body.center;
        const Vec2d felt = felt_at(arm);
        const double speed = length(felt);
        if (!(speed > 0.0) || !field.holds(point)) {
            return;
        }
        const Vec2d along = felt / speed;
        // Only the part that faces the wind counts; `edge` is the normal that is perpendicular to the wind.
        const Vec2d side{-along.y, along.x};
        const Vec2d edge = dot(side, from + to) > 0.0 ? side : -side;
        const bool starts = dot(from, along) < 0.0;
        const bool ends = dot(to, along) < 0.0;
        if (!starts && !ends) {
            return;
        }
        const Vec2d first = starts ? from : edge;
        const Vec2d last = ends ? to : edge;
        const double shown = cross(along, first) - cross(along, last);
        push_at(arm, normalized(first + last), felt, static_cast<double>(radius) * std::max(shown, 0.0));
    }

    void push_corner(const Vec2& corner, float radius, const Vec2& from, const Vec2& to,
                     const Vec2& between) const {
        const Vec2d middle = to_double(between);
        push_arc(corner, radius, to_double(from), middle);
        push_arc(corner, radius, middle, to_double(to));
    }

    /// Pushes a disc: its projected length is its diameter in any wind, and it has no lift.
    void push_disc(const Vec2& center, float radius) const {
        const Vec2 arm = center - body.center;
        const Vec2d felt = felt_at(arm);
        if (length_squared(felt) > 0.0 && field.holds(center)) {
            push_at(arm, -normalized(felt), felt, 2.0 * static_cast<double>(radius));
        }
    }
};

}  // namespace

void push_shape(const PlacedField& field, const WindField& kind, const ConvexCore& core,
                const FieldBody& body, FieldForce& push) {
    const WindEdge wind_edge{field, kind, body, push, rotate(field.pose.rotation, kind.velocity)};
    const auto corner = [&](int i) -> Vec2 { return transform(body.pose, core.points[i % core.count]); };
    const auto normal = [&](int i) -> Vec2 {
        return rotate(body.pose.rotation, core.normals[i % core.count]);
    };
    if (core.count == 1 || (core.count == 2 && core.points[0] == core.points[1])) {
        wind_edge.push_disc(corner(0), core.radius);
        return;
    }
    for (int i = 0; i < core.count; ++i) {
        const Vec2 out = normal(i);
        wind_edge.push_edge(corner(i) + core.radius * out, corner(i + 1) + core.radius * out, out);
        if (core.radius > 0.0f) {
            const Vec2 next = normal(i + 1);
            const Vec2 between = core.count == 2 ? left_perp(out) : normalized(out + next);
            wind_edge.push_corner(corner(i + 1), core.radius, out, next, between);
        }
    }
}

}  // namespace drystone
