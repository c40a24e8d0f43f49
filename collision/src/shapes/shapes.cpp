#include <drystone/collision/shapes.h>

#include <drystone/collision/error.h>
#include <drystone/collision/hull.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <string>
#include <utility>

namespace drystone {
namespace {

/// Returns the unit normal to the right of the direction from a to b. Uses double precision, so an edge of a
/// polygon far from its body's origin keeps its direction.
Vec2 right_normal(const Vec2& a, const Vec2& b) {
    const double x = static_cast<double>(b.x) - static_cast<double>(a.x);
    const double y = static_cast<double>(b.y) - static_cast<double>(a.y);
    const double length = std::sqrt(x * x + y * y);
    return {static_cast<float>(y / length) + 0.0f, static_cast<float>(-x / length) + 0.0f};
}

/// Computes the normals from the stored vertices, which rounding may have moved far from their intended
/// places.
void set_normals(std::span<const Vec2> vertices, std::vector<Vec2>& normals) {
    const std::size_t count = vertices.size();
    normals.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        normals[i] = right_normal(vertices[i], vertices[i + 1 < count ? i + 1 : 0]);
    }
}

Vec2 area_centroid(std::span<const Vec2> vertices) {
    const Vec2d origin = to_double(vertices[0]);
    Vec2d moment{0.0, 0.0};
    double area = 0.0;
    for (std::size_t i = 1; i + 1 < vertices.size(); ++i) {
        const Vec2d p = to_double(vertices[i]) - origin;
        const Vec2d q = to_double(vertices[i + 1]) - origin;
        const double twice = p.x * q.y - p.y * q.x;
        area += twice;
        moment += twice * (p + q);
    }
    const Vec2d centroid = origin + moment / (3.0 * area);
    return to_float(centroid);
}

void check_finite(const char* function, const char* argument, const Vec2& value) {
    if (!is_finite(value)) {
        char text[64];
        std::snprintf(text, sizeof text, "(%g, %g)", static_cast<double>(value.x),
                      static_cast<double>(value.y));
        fail(function, argument, "finite", std::string(text));
    }
}

void check_radius(const char* function, float radius, bool may_be_zero) {
    if (!is_finite(radius) || radius < 0.0f || (radius == 0.0f && !may_be_zero)) {
        fail(function, "radius", may_be_zero ? "finite and >= 0" : "finite and > 0",
             static_cast<double>(radius));
    }
}

void check_positive(const char* function, const char* argument, float value) {
    if (!is_finite(value) || !(value > 0.0f)) {
        fail(function, argument, "finite and > 0", static_cast<double>(value));
    }
}

/// Returns two core points with both sides as faces, or one point if they are too close for a direction.
SmallCore make_two_point_core(const Vec2& a, const Vec2& b, float radius) {
    SmallCore core{{a, b}, {Vec2{0.0f, 0.0f}, Vec2{0.0f, 0.0f}}, 1, radius};
    if (a != b) {
        core.count = 2;
        core.normals[0] = right_normal(a, b);
        core.normals[1] = right_normal(b, a);
    }
    return core;
}

/// Returns a float one step below the rounding of `value`.
float round_down(double value) {
    const float nearest = static_cast<float>(value);
    return nearest - std::abs(nearest) * 1.1920929e-7f - 1.1754944e-38f;
}
float round_up(double value) { return -round_down(-value); }

/// Returns whether the outline turns left at each stored corner.
bool is_strictly_convex(std::span<const Vec2> corners) {
    const auto edge = [&](std::size_t i) -> Vec2d {
        const Vec2& start = corners[i % corners.size()];
        return to_double(corners[(i + 1) % corners.size()]) - to_double(start);
    };
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec2d in = edge(i);
        const Vec2d out = edge(i + 1);
        if (!(in.x * out.y > in.y * out.x)) {
            return false;
        }
    }
    return true;
}

/// Returns whether an outline with left turns alone goes around once: it goes up once and down once.
bool turns_once(std::span<const Vec2> corners) {
    int changes = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec2& a = corners[i];
        const Vec2& b = corners[(i + 1) % corners.size()];
        const Vec2& c = corners[(i + 2) % corners.size()];
        changes += (b.y > a.y) != (c.y > b.y) ? 1 : 0;
    }
    return changes == 2;
}

std::string describe(std::span<const Vec2> points) {
    std::string text;
    for (const Vec2& point : points) {
        char each[48];
        std::snprintf(each, sizeof each, "%s(%.9g, %.9g)", text.empty() ? "" : ", ",
                      static_cast<double>(point.x), static_cast<double>(point.y));
        text += each;
    }
    return text;
}

Hull checked_hull(const char* function, std::span<const Vec2> points, float radius) {
    check_radius(function, radius, true);
    Hull hull = compute_hull(points);
    if (hull.status != HullStatus::Ok) {
        fail(function, "points", "points with a convex hull of some area", describe(hull.status));
    }
    return hull;
}

/// Tolerance as a part of the whole extent: the same by which `compute_hull` simplifies.
constexpr double relative_tolerance = 5e-7;

/// A corner or an edge of an outline, in double precision.
struct Exact {
    double x = 0.0;
    double y = 0.0;

    friend Exact operator-(const Exact& a, const Exact& b) { return {a.x - b.x, a.y - b.y}; }
};
double length(const Exact& v) { return std::sqrt(v.x * v.x + v.y * v.y); }
/// Returns a positive value for a turn to the left.
double turn(const Exact& in, const Exact& out) { return in.x * out.y - in.y * out.x; }

/// Returns the corners without those that repeat the previous one.
std::vector<Exact> distinct_corners(std::span<const Vec2> points, double tolerance) {
    std::vector<Exact> corners;
    for (const Vec2& point : points) {
        const Exact corner{static_cast<double>(point.x), static_cast<double>(point.y)};
        if (corners.empty() || length(corner - corners.back()) > tolerance) {
            corners.push_back(corner);
        }
    }
    while (corners.size() > 1 && length(corners.front() - corners.back()) <= tolerance) {
        corners.pop_back();
    }
    return corners;
}

/// Returns the distance by which the corner between two edges lies inside of the line through its neighbours,
/// where the interior is to the left.
double dent(const Exact& in, const Exact& out) {
    if (turn(in, out) > 0.0) {
        return 0.0;
    }
    const bool turns_back = in.x * out.x + in.y * out.y < 0.0;
    return turns_back ? std::min(length(in), length(out))
                      : -turn(in, out) / length({in.x + out.x, in.y + out.y});
}

/// Returns the number of left turns of the outline's direction past that of the x axis, less those to the
/// right.
int turns_past_axis(const Exact& in, const Exact& out) {
    if (in.y < 0.0 && out.y >= 0.0 && turn(in, out) > 0.0) {
        return 1;
    }
    return in.y >= 0.0 && out.y < 0.0 && turn(in, out) < 0.0 ? -1 : 0;
}

double twice_signed_area(const std::vector<Exact>& corners) {
    double area = 0.0;
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        area += turn(corners[i] - corners[0], corners[i + 1] - corners[0]);
    }
    return area;
}

/// Throws unless the points, in their order, go once around a convex polygon.
void check_convex_outline(const char* function, std::span<const Vec2> points) {
    const char* const requirement = "the corners of a convex outline in order (make_hull takes any points)";
    Aabb box{points[0], points[0]};
    for (const Vec2& point : points) {
        box = merge(box, Aabb{point, point});
    }
    const Exact extent{static_cast<double>(box.upper.x) - static_cast<double>(box.lower.x),
                       static_cast<double>(box.upper.y) - static_cast<double>(box.lower.y)};
    const double tolerance = relative_tolerance * length(extent);
    const std::vector<Exact> corners = distinct_corners(points, tolerance);
    // A clockwise outline is the mirror image of a counter-clockwise one.
    const double side = twice_signed_area(corners) < 0.0 ? -1.0 : 1.0;
    const std::size_t count = corners.size();
    int turns = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Exact in = corners[i] - corners[(i + count - 1) % count];
        const Exact out = corners[(i + 1) % count] - corners[i];
        turns += turns_past_axis({in.x, side * in.y}, {out.x, side * out.y});
        if (dent({in.x, side * in.y}, {out.x, side * out.y}) > tolerance) {
            const Vec2 corner{static_cast<float>(corners[i].x), static_cast<float>(corners[i].y)};
            fail(function, "points", requirement,
                 std::string("a dent at ").append(describe(std::span<const Vec2>(&corner, 1))));
        }
    }
    if (turns != 1) {
        fail(function, "points", requirement, std::string("an outline that crosses itself"));
    }
}

}  // namespace

Polygon Polygon::from_hull(std::vector<Vec2>&& vertices, float radius) {
    Polygon polygon;
    polygon.vertices_ = std::move(vertices);
    polygon.radius_ = radius;
    polygon.centroid_ = area_centroid(polygon.vertices_);
    set_normals(polygon.vertices_, polygon.normals_);
    return polygon;
}

Polygon make_polygon(std::span<const Vec2> points, float radius) {
    Hull hull = checked_hull("make_polygon", points, radius);
    // The tolerant check takes the short side of a needle for one point.
    if (!is_strictly_convex(points) || !turns_once(points)) {
        check_convex_outline("make_polygon", points);
    }
    return Polygon::from_hull(std::move(hull.points), radius);
}

Polygon make_hull(std::span<const Vec2> points, float radius) {
    return Polygon::from_hull(checked_hull("make_hull", points, radius).points, radius);
}

Polygon make_polygon(std::initializer_list<Vec2> points, float radius) {
    return make_polygon(std::span<const Vec2>(points.begin(), points.size()), radius);
}

Polygon make_hull(std::initializer_list<Vec2> points, float radius) {
    return make_hull(std::span<const Vec2>(points.begin(), points.size()), radius);
}

Polygon make_box(float half_width, float half_height) {
    return make_box(half_width, half_height, Pose{}, 0.0f);
}

Polygon make_box(float half_width, float half_height, const Pose& pose, float radius) {
    check_positive("make_box", "half_width", half_width);
    check_positive("make_box", "half_height", half_height);
    check_radius("make_box", radius, true);
    if (!is_finite(pose)) {
        fail("make_box: pose must be finite");
    }
    Polygon polygon;
    polygon.radius_ = radius;
    polygon.centroid_ = pose.position;
    const Vec2 corners[] = {{-half_width, -half_height},
                            {half_width, -half_height},
                            {half_width, half_height},
                            {-half_width, half_height}};
    polygon.vertices_.reserve(std::size(corners));
    for (const Vec2& corner : corners) {
        polygon.vertices_.push_back(transform(pose, corner));
    }
    if (!is_strictly_convex(polygon.vertices_)) {
        fail("make_box", "pose", "such that rounding leaves the corners those of a convex shape",
             describe(polygon.vertices_));
    }
    set_normals(polygon.vertices_, polygon.normals_);
    return polygon;
}

Polygon detail::SavedPolygon::restore(std::vector<Vec2> vertices, float radius) {
    const char* const function = "restore_polygon";
    check_radius(function, radius, true);
    for (const Vec2& vertex : vertices) {
        if (!is_finite(vertex)) {
            fail(function, "vertices", "finite", describe(vertices));
        }
    }
    if (vertices.size() < 3 || !is_strictly_convex(vertices) || !turns_once(vertices)) {
        fail(function, "vertices", "those of a convex polygon, counter-clockwise", describe(vertices));
    }
    return Polygon::from_hull(std::move(vertices), radius);
}

Polygon make_rounded_box(float half_width, float half_height, float radius) {
    return make_box(half_width, half_height, Pose{}, radius);
}

Polygon make_regular_polygon(int count, float circumradius, float radius) {
    if (count < 3) {
        fail("make_regular_polygon", "count", ">= 3", static_cast<double>(count));
    }
    check_positive("make_regular_polygon", "circumradius", circumradius);
    std::vector<Vec2> points;
    points.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        const Rot turn = Rot::from_angle(2.0f * pi * static_cast<float>(i) / static_cast<float>(count));
        points.emplace_back(circumradius * turn.c, circumradius * turn.s);
    }
    return make_polygon(points, radius);
}

SmallCore make_core(const Circle& circle) {
    return {{circle.center, circle.center}, {Vec2{0.0f, 0.0f}, Vec2{0.0f, 0.0f}}, 1, circle.radius};
}

SmallCore make_core(const Capsule& capsule) {
    return make_two_point_core(capsule.a, capsule.b, capsule.radius);
}

SmallCore make_core(const Segment& segment) { return make_two_point_core(segment.a, segment.b, 0.0f); }

ConvexCore make_core(const Polygon& polygon) {
    return {polygon.vertices().data(), polygon.normals().data(), static_cast<int>(polygon.vertices().size()),
            polygon.radius()};
}

Aabb compute_aabb(const ConvexCore& core, const Pose& pose) {
    const double c = static_cast<double>(pose.rotation.c);
    const double s = static_cast<double>(pose.rotation.s);
    double lower_x = 0.0, lower_y = 0.0, upper_x = 0.0, upper_y = 0.0;
    for (int i = 0; i < core.count; ++i) {
        const double x = static_cast<double>(core.points[i].x);
        const double y = static_cast<double>(core.points[i].y);
        const double turned_x = c * x - s * y;
        const double turned_y = s * x + c * y;
        lower_x = i == 0 || turned_x < lower_x ? turned_x : lower_x;
        lower_y = i == 0 || turned_y < lower_y ? turned_y : lower_y;
        upper_x = i == 0 || turned_x > upper_x ? turned_x : upper_x;
        upper_y = i == 0 || turned_y > upper_y ? turned_y : upper_y;
    }
    const double r = static_cast<double>(core.radius);
    const double x = static_cast<double>(pose.position.x);
    const double y = static_cast<double>(pose.position.y);
    return {{round_down(x + lower_x - r), round_down(y + lower_y - r)},
            {round_up(x + upper_x + r), round_up(y + upper_y + r)}};
}

void check_geometry(const ShapeGeometry& geometry, const char* function) {
    if (const auto* circle = std::get_if<Circle>(&geometry)) {
        check_finite(function, "circle.center", circle->center);
        check_radius(function, circle->radius, false);
    } else if (const auto* capsule = std::get_if<Capsule>(&geometry)) {
        check_finite(function, "capsule.a", capsule->a);
        check_finite(function, "capsule.b", capsule->b);
        check_radius(function, capsule->radius, false);
    } else if (const auto* segment = std::get_if<Segment>(&geometry)) {
        check_finite(function, "segment.a", segment->a);
        check_finite(function, "segment.b", segment->b);
        if (segment->a == segment->b) {
            fail(std::string(function) + ": segment.a and segment.b must be distinct");
        }
    }
}

}  // namespace drystone
