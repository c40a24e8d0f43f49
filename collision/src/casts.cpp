#include <drystone/collision/casts.h>

#include <cmath>

namespace drystone {
namespace {

using Vec2d = Eigen::Vector2d;

/// All relative to the ray's origin, so that a shape far from the body's origin loses nothing.
struct Ray {
    const ConvexCore& core;
    Vec2d origin;
    Vec2d translation;

    [[nodiscard]] Vec2d point(int i) const { return core.points[i].cast<double>() - origin; }
    [[nodiscard]] Vec2d normal(int i) const { return core.normals[i].cast<double>(); }
};

struct Entry {
    double fraction = 2.0;
    Vec2d normal{0.0, 0.0};
};

double cross_of(const Vec2d& a, const Vec2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Cuts the ray by the half-plane of every edge; what remains begins at the entry.
Entry enter_polygon(const Ray& ray) {
    Entry entry{-1.0, {0.0, 0.0}};
    double leave = 1.0;
    for (int i = 0; i < ray.core.count; ++i) {
        const Vec2d normal = ray.normal(i);
        const double speed = normal.dot(ray.translation);
        const double distance = normal.dot(ray.point(i));
        if (speed < 0.0 && distance > speed * entry.fraction) {
            continue;
        }
        if (speed < 0.0) {
            entry = {distance / speed, normal};
        } else if (speed > 0.0 && distance < speed * leave) {
            leave = distance / speed;
        } else if (speed == 0.0 && distance < 0.0) {
            return {};
        }
    }
    const bool crosses = entry.fraction >= 0.0 && entry.fraction <= leave;
    return crosses ? entry : Entry{};
}

Entry enter_segment(const Ray& ray) {
    const Vec2d a = ray.point(0);
    const Vec2d edge = ray.point(1) - a;
    const double determinant = cross_of(ray.translation, edge);
    if (determinant == 0.0) {
        return {};
    }
    const double fraction = cross_of(a, edge) / determinant;
    const double along = cross_of(a, ray.translation) / determinant;
    const Vec2d normal = ray.normal(0);
    const Entry crossing{fraction, normal.dot(ray.translation) < 0.0 ? normal : Vec2d{-normal}};
    return fraction >= 0.0 && along >= 0.0 && along <= 1.0 ? crossing : Entry{};
}

/// The flat side that lies `radius` outside of edge i.
Entry enter_band(const Ray& ray, int i, double radius) {
    const Vec2d a = ray.point(i);
    const Vec2d b = ray.point((i + 1) % ray.core.count);
    const Vec2d normal = ray.normal(i);
    const double speed = normal.dot(ray.translation);
    const double distance = normal.dot(a) + radius;
    if (speed >= 0.0 || distance > 0.0) {
        return {};
    }
    const double fraction = distance / speed;
    const double along = (b - a).dot(fraction * ray.translation - a);
    return along >= 0.0 && along <= (b - a).squaredNorm() ? Entry{fraction, normal} : Entry{};
}

Entry enter_circle(const Ray& ray, int i, double radius) {
    const Vec2d center = ray.point(i);
    const double speed = ray.translation.squaredNorm();
    const double approach = ray.translation.dot(center);
    const double miss = cross_of(ray.translation, center);
    const double discriminant = radius * radius * speed - miss * miss;
    if (discriminant < 0.0 || approach <= 0.0) {
        return {};
    }
    const double fraction = (approach - std::sqrt(discriminant)) / speed;
    const Vec2d normal = (fraction * ray.translation - center).normalized();
    return fraction >= 0.0 ? Entry{fraction, normal} : Entry{};
}

/// The first of the arcs and flat sides: before it the ray is outside of all of them.
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
    const double length = edge.squaredNorm();
    const double along = length > 0.0 ? edge.dot(p - a) / length : 0.0;
    const double clamped = along < 0.0 ? 0.0 : (along > 1.0 ? 1.0 : along);
    return (p - a - clamped * edge).squaredNorm();
}

}  // namespace

RayCastHit cast_ray(const ConvexCore& core, const Vec2& origin, const Vec2& translation) {
    if (!is_finite(origin) || !is_finite(translation) || contains(core, origin)) {
        return {};
    }
    const Ray ray{core, origin.cast<double>(), translation.cast<double>()};
    Entry entry;
    if (core.radius > 0.0f) {
        entry = enter_rounded(ray);
    } else if (core.count > 2) {
        entry = enter_polygon(ray);
    } else if (core.count == 2) {
        entry = enter_segment(ray);
    }
    if (!(entry.fraction <= 1.0)) {
        return {};
    }
    const Vec2d point = ray.origin + entry.fraction * ray.translation;
    return {true, static_cast<float>(entry.fraction), point.cast<float>(), entry.normal.cast<float>()};
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
    const Vec2d p = point.cast<double>();
    bool inside_core = core.count > 2;
    double nearest = (p - core.points[0].cast<double>()).squaredNorm();
    for (int i = 0; i < core.count; ++i) {
        const Vec2d a = core.points[i].cast<double>();
        const Vec2d b = core.points[(i + 1) % core.count].cast<double>();
        inside_core = inside_core && cross_of(b - a, p - a) >= 0.0;
        const double squared = squared_distance_to_edge(p, a, b);
        nearest = squared < nearest ? squared : nearest;
    }
    const double radius = static_cast<double>(core.radius);
    return inside_core || nearest <= radius * radius;
}

namespace {

/// The nearest point of a core's outline, and the outward unit normal there.
struct CoreFoot {
    double distance = 0.0;  ///< Negative inside.
    Vec2d foot{0.0, 0.0};
    Vec2d normal{1.0, 0.0};
};

/// Whether the point is inside is decided by the vertices, not by the normals, whose rounding reaches far
/// beyond a sharp corner.
CoreFoot nearest_foot(const ConvexCore& core, const Vec2d& p) {
    CoreFoot best;
    double least = -1.0;
    int side = 0;
    bool inside = core.count > 2;
    for (int i = 0; i < core.count; ++i) {
        const Vec2d a = core.points[i].cast<double>();
        const Vec2d edge = core.points[(i + 1) % core.count].cast<double>() - a;
        const double length = edge.squaredNorm();
        const double along = length > 0.0 ? edge.dot(p - a) / length : 0.0;
        const Vec2d foot = a + (along < 0.0 ? 0.0 : (along > 1.0 ? 1.0 : along)) * edge;
        const double squared = (p - foot).squaredNorm();
        inside = inside && cross_of(edge, p - a) >= 0.0;
        if (least < 0.0 || squared < least) {
            least = squared;
            best.foot = foot;
            side = i;
        }
    }
    const double distance = std::sqrt(least);
    best.distance = inside ? -distance : distance;
    if (!inside && distance > 0.0) {
        best.normal = (p - best.foot) / distance;
    } else if (core.count > 1) {
        best.normal = core.normals[side].cast<double>();
    }
    return best;
}

}  // namespace

ClosestPoint closest_point(const ConvexCore& core, const Vec2& point) {
    const Vec2d p = point.cast<double>();
    const double radius = static_cast<double>(core.radius);
    const CoreFoot nearest = nearest_foot(core, p);
    ClosestPoint result;
    result.distance = static_cast<float>(nearest.distance - radius);
    result.point = (nearest.foot + radius * nearest.normal).cast<float>();
    result.normal = nearest.normal.cast<float>();
    if (!is_finite(result.distance) || !is_finite(result.point)) {
        return {};
    }
    result.status = result.distance > 0.0f ? DistanceStatus::Separated : DistanceStatus::Overlapping;
    return result;
}

}  // namespace drystone
