#include <drystone/collision/casts.h>

#include "simd/points4.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace drystone {
namespace {

using detail::Float4;

/// A ray and a core. Points are relative to the ray's origin, so a shape far from the body's origin loses no
/// precision.
struct Ray {
    const ConvexCore& core;
    Vec2d origin;
    Vec2d translation;

    [[nodiscard]] Vec2d point(int i) const { return to_double(core.points[i]) - origin; }
    [[nodiscard]] Vec2d normal(int i) const { return to_double(core.normals[i]); }
};

struct Entry {
    double fraction = 2.0;
    Vec2d normal{0.0, 0.0};
};

Entry enter_segment(const Ray& ray) {
    const Vec2d a = ray.point(0);
    const Vec2d edge = ray.point(1) - a;
    const double determinant = cross(ray.translation, edge);
    if (determinant == 0.0) {
        return {};
    }
    const double fraction = cross(a, edge) / determinant;
    const double along = cross(a, ray.translation) / determinant;
    const Vec2d normal = ray.normal(0);
    const Entry crossing{fraction, dot(normal, ray.translation) < 0.0 ? normal : -normal};
    return fraction >= 0.0 && along >= 0.0 && along <= 1.0 ? crossing : Entry{};
}

/// Intersects the ray with the flat side that lies `radius` outside of edge i.
Entry enter_band(const Ray& ray, int i, double radius) {
    const Vec2d a = ray.point(i);
    const Vec2d b = ray.point((i + 1) % ray.core.count);
    const Vec2d normal = ray.normal(i);
    const double speed = dot(normal, ray.translation);
    const double distance = dot(normal, a) + radius;
    if (speed >= 0.0 || distance > 0.0) {
        return {};
    }
    const double fraction = distance / speed;
    const double along = dot(b - a, fraction * ray.translation - a);
    return along >= 0.0 && along <= length_squared(b - a) ? Entry{fraction, normal} : Entry{};
}

Entry enter_circle(const Ray& ray, int i, double radius) {
    const Vec2d center = ray.point(i);
    const double speed = length_squared(ray.translation);
    const double approach = dot(ray.translation, center);
    const double miss = cross(ray.translation, center);
    const double discriminant = radius * radius * speed - miss * miss;
    if (discriminant < 0.0 || approach <= 0.0) {
        return {};
    }
    const double fraction = (approach - std::sqrt(discriminant)) / speed;
    const Vec2d normal = normalized(fraction * ray.translation - center);
    return fraction >= 0.0 ? Entry{fraction, normal} : Entry{};
}

/// Returns the first entry into an arc or a flat side; before it the ray is outside of all of them.
Entry enter_rounded(const Ray& ray) {
    const double radius = static_cast<double>(ray.core.radius);
    Entry first;
    for (int i = 0; i < ray.core.count; ++i) {
        const Entry arc = enter_circle(ray, i, radius);
        first = arc.fraction < first.fraction ? arc : first;
        if (ray.core.count > 1) {
            const Entry side = enter_band(ray, i, radius);
            first = side.fraction < first.fraction ? side : first;
        }
    }
    return first;
}

double squared_distance_to_edge(const Vec2d& p, const Vec2d& a, const Vec2d& b) {
    const Vec2d edge = b - a;
    const double length = length_squared(edge);
    const double along = length > 0.0 ? dot(edge, p - a) / length : 0.0;
    const double clamped = along < 0.0 ? 0.0 : (along > 1.0 ? 1.0 : along);
    return length_squared(p - a - clamped * edge);
}

/// Interval of the ray inside of all faces seen so far, as fractions.
struct Stretch {
    double enter = -1.0;
    double leave = 1.0;
    bool beside = false;  ///< The ray runs parallel to a face, outside of it.

    void cut(const Vec2d& normal, const Vec2d& way, const Vec2d& translation) {
        const double distance = dot(normal, way);
        const double speed = dot(normal, translation);
        const double fraction = speed != 0.0 ? distance / speed : 0.0;
        enter = speed < 0.0 && fraction > enter ? fraction : enter;
        leave = speed > 0.0 && fraction < leave ? fraction : leave;
        beside = beside || (speed == 0.0 && distance < 0.0);
    }
};

/// Returns the first face that the ray enters at `fraction`, which must have been computed by the same
/// arithmetic.
int entered_face(const ConvexCore& core, const Vec2& origin, const Vec2& translation, double fraction) {
    const Vec2d from = to_double(origin);
    const Vec2d way = to_double(translation);
    for (int i = 0; i < core.count; ++i) {
        const Vec2d normal = to_double(core.normals[i]);
        const double speed = dot(normal, way);
        if (speed < 0.0 && dot(normal, to_double(core.points[i]) - from) / speed == fraction) {
            return i;
        }
    }
    return 0;
}

RayCastHit hit_on_face(const ConvexCore& core, const Vec2& origin, const Vec2& translation, int face,
                       double fraction) {
    const auto at = [fraction](float from, float way) {
        return static_cast<float>(static_cast<double>(from) + fraction * static_cast<double>(way));
    };
    return {true, static_cast<float>(fraction),
            Vec2{at(origin.x, translation.x), at(origin.y, translation.y)}, core.normals[face]};
}

/// Clips the ray against the half-plane of every face; the rest begins at the entry.
DRYSTONE_NOINLINE RayCastHit cut_by_faces(const ConvexCore& core, const Vec2& origin,
                                          const Vec2& translation) {
    const Vec2d from = to_double(origin);
    const Vec2d whole_way = to_double(translation);
    Stretch stretch;
    for (int i = 0; i < core.count; ++i) {
        stretch.cut(to_double(core.normals[i]), to_double(core.points[i]) - from, whole_way);
    }
    if (!(stretch.enter >= 0.0) || !(stretch.enter <= stretch.leave) || stretch.beside) {
        return {};
    }
    const int face = entered_face(core, origin, translation, stretch.enter);
    const Vec2& normal = core.normals[face];
    // Normals are rounded, so the vertices decide whether an origin close to the line is outside.
    const Vec2 way = core.points[face] - origin;
    if (!(dot(normal, way) < -1e-6f * (std::abs(way.x) + std::abs(way.y))) && contains(core, origin)) {
        return {};
    }
    return is_finite(origin) && is_finite(translation)
               ? hit_on_face(core, origin, translation, face, stretch.enter)
               : RayCastHit{};
}

/// Vertices of a core by the side of the ray's line on which they lie.
struct Sides {
    Float4 origin;           ///< The ray's origin, twice.
    Float4 translation;      ///< The ray's translation, twice, y before x.
    std::uint32_t left = 0;  ///< A bit per vertex left of the line.
    Float4 certain = Float4::everywhere(true);

    Sides(const Vec2& from, const Vec2& way)
        : origin(detail::twice(from)), translation(detail::exchanged(detail::twice(way))) {}

    /// Classifies two pairs of vertices.
    void add(const Vec2* low_pair, const Vec2* high_pair, int first) {
        const Float4 low = (Float4::load_any(low_pair) - origin) * translation;
        const Float4 high = (Float4::load_any(high_pair) - origin) * translation;
        const Float4 back = Float4::shuffle<0, 2, 0, 2>(low, high);
        const Float4 forward = Float4::shuffle<1, 3, 1, 3>(low, high);
        const Float4 right = back - forward;
        // Three roundings of at most 6e-8 each; where they matter, both products have the same sign. The
        // smallest normal float covers products that underflow.
        const Float4 error_bound = Float4::abs((back + forward) * Float4::all(2.5e-7f)) +
                                   Float4::all(std::numeric_limits<float>::min());
        certain = certain & (error_bound < Float4::abs(right));
        left |= signs_of(right) << first;
    }
    void add_all(const ConvexCore& core) {
        if (core.count == 3) {
            add(core.points, core.points + 1, 0);
            return;
        }
        add(core.points, core.points + 2, 0);
        // The last four are taken first: that completes up to eight vertices.
        if (core.count > detail::lane_width) {
            const int last = core.count - detail::lane_width;
            add(core.points + last, core.points + last + 2, last);
            for (int i = detail::lane_width; i < last; i += detail::lane_width) {
                add(core.points + i, core.points + i + 2, i);
            }
        }
    }
};

/// Tabulates the entered face of a triangle whose second vertex is stored twice, by its vertices left of the
/// line: the face that leads from the left to the right. Negative: none.
constexpr std::array<signed char, 16> make_triangle_entries() {
    std::array<signed char, 16> entries{};
    for (unsigned left = 0; left < 16; ++left) {
        const bool is_left[3] = {(left & 1u) != 0, (left & 2u) != 0, (left & 8u) != 0};
        entries[left] = -1;
        for (int i = 0; i < 3; ++i) {
            if (is_left[i] && !is_left[(i + 1) % 3]) {
                entries[left] = static_cast<signed char>(i);
            }
        }
    }
    return entries;
}
constexpr std::array<signed char, 16> triangle_entries = make_triangle_entries();

/// Returns the first face that leads from the left of the ray to its right; negative: none.
inline int entered_side(std::uint32_t left, int count) {
    if (count == 3) {
        return triangle_entries[left];
    }
    const std::uint32_t left_at_end = left >> 1 | left << (count - 1);
    const std::uint32_t entered = left & ~left_at_end;
    return entered != 0 ? std::countr_zero(entered) : -1;
}

constexpr int max_sides = 32;

/// Casts a ray at a polygon. The ray's line enters where the outline crosses it from left to right. The
/// vertices left of it are found in single precision; where that is uncertain, or whether the ray begins
/// before the face, the half-planes decide.
RayCastHit cast_at_polygon(const ConvexCore& core, const Vec2& origin, const Vec2& translation) {
    Sides sides(origin, translation);
    sides.add_all(core);
    if (mask_of(sides.certain) != 15u) [[unlikely]] {
        return cut_by_faces(core, origin, translation);
    }
    const int face = entered_side(sides.left, core.count);
    if (face < 0) {
        return {};
    }
    const Vec2d normal = to_double(core.normals[face]);
    const Vec2d way = to_double(core.points[face]) - to_double(origin);
    const double distance = dot(normal, way);
    const double speed = dot(normal, to_double(translation));
    const double error_bound = 1e-6 * (std::abs(way.x) + std::abs(way.y));
    if (distance < -error_bound && speed <= distance) {
        return hit_on_face(core, origin, translation, face, distance / speed);
    }
    if (!(std::abs(distance) > error_bound)) [[unlikely]] {
        return cut_by_faces(core, origin, translation);
    }
    return {};
}

/// Casts a ray at a core that is not a polygon with sharp corners.
DRYSTONE_NOINLINE RayCastHit cast_at_other(const ConvexCore& core, const Vec2& origin,
                                           const Vec2& translation) {
    if (!is_finite(origin) || !is_finite(translation) || contains(core, origin)) {
        return {};
    }
    const Ray ray{core, to_double(origin), to_double(translation)};
    Entry entry;
    if (core.radius > 0.0f) {
        entry = enter_rounded(ray);
    } else if (core.count == 2) {
        entry = enter_segment(ray);
    }
    if (!(entry.fraction <= 1.0)) {
        return {};
    }
    const Vec2d point = ray.origin + entry.fraction * ray.translation;
    return {true, static_cast<float>(entry.fraction), to_float(point), to_float(entry.normal)};
}

}  // namespace

RayCastHit cast_ray(const ConvexCore& core, const Vec2& origin, const Vec2& translation) {
    const bool has_few_sides = static_cast<unsigned>(core.count - 3) <= max_sides - 3u;
    if (has_few_sides && !(core.radius > 0.0f)) [[likely]] {
        return cast_at_polygon(core, origin, translation);
    }
    if (core.count > 2 && !(core.radius > 0.0f)) {
        return cut_by_faces(core, origin, translation);
    }
    return cast_at_other(core, origin, translation);
}

RayCastHit cast_ray(const ConvexCore& core, const Vec2& origin, const Vec2& translation,
                    const RayCastSettings& settings) {
    if (!is_finite(settings.radius) || settings.radius < 0.0f || !is_finite(origin) ||
        !is_finite(translation)) {
        return {};
    }
    ConvexCore thick = core;
    thick.radius += settings.radius;
    if (settings.origin_inside == OriginInside::Hit && contains(thick, origin)) {
        const ClosestPoint nearest = closest_point(core, origin);
        return {true, 0.0f, nearest.point, nearest.normal};
    }
    RayCastHit hit = cast_ray(thick, origin, translation);
    hit.point -= settings.radius * hit.normal;
    return hit;
}

bool contains(const ConvexCore& core, const Vec2& point) {
    if (!is_finite(point)) {
        return false;
    }
    const Vec2d p = to_double(point);
    bool inside_core = core.count > 2;
    double nearest = length_squared(p - to_double(core.points[0]));
    for (int i = 0; i < core.count; ++i) {
        const Vec2d a = to_double(core.points[i]);
        const Vec2d b = to_double(core.points[(i + 1) % core.count]);
        inside_core = inside_core && cross(b - a, p - a) >= 0.0;
        const double squared = squared_distance_to_edge(p, a, b);
        nearest = squared < nearest ? squared : nearest;
    }
    const double radius = static_cast<double>(core.radius);
    return inside_core || nearest <= radius * radius;
}

namespace {

/// The nearest point of a core's outline, and the outward unit normal there.
struct CoreFoot {
    double distance = 0.0;  ///< Negative inside [m].
    Vec2d foot{0.0, 0.0};
    Vec2d normal{1.0, 0.0};
};

/// Finds the nearest point of the outline. The vertices decide whether the point is inside, not the normals:
/// their rounding reaches far beyond a sharp corner.
CoreFoot nearest_foot(const ConvexCore& core, const Vec2d& p) {
    CoreFoot best;
    double minimum = -1.0;
    int side = 0;
    bool inside = core.count > 2;
    for (int i = 0; i < core.count; ++i) {
        const Vec2d a = to_double(core.points[i]);
        const Vec2d edge = to_double(core.points[(i + 1) % core.count]) - a;
        const double length = length_squared(edge);
        const double along = length > 0.0 ? dot(edge, p - a) / length : 0.0;
        const Vec2d foot = a + (along < 0.0 ? 0.0 : (along > 1.0 ? 1.0 : along)) * edge;
        const double squared = length_squared(p - foot);
        inside = inside && cross(edge, p - a) >= 0.0;
        if (minimum < 0.0 || squared < minimum) {
            minimum = squared;
            best.foot = foot;
            side = i;
        }
    }
    const double distance = std::sqrt(minimum);
    best.distance = inside ? -distance : distance;
    if (!inside && distance > 0.0) {
        best.normal = (p - best.foot) / distance;
    } else if (core.count > 1) {
        best.normal = to_double(core.normals[side]);
    }
    return best;
}

}  // namespace

ClosestPoint closest_point(const ConvexCore& core, const Vec2& point) {
    const Vec2d p = to_double(point);
    const double radius = static_cast<double>(core.radius);
    const CoreFoot nearest = nearest_foot(core, p);
    ClosestPoint result;
    result.distance = static_cast<float>(nearest.distance - radius);
    result.point = to_float(nearest.foot + radius * nearest.normal);
    result.normal = to_float(nearest.normal);
    if (!is_finite(result.distance) || !is_finite(result.point)) {
        return {};
    }
    result.status = result.distance > 0.0f ? DistanceStatus::Separated : DistanceStatus::Overlapping;
    return result;
}

}  // namespace drystone
