#include <drystone/collision/custom_manifold.h>

#include <drystone/collision/epa.h>

#include <cmath>
#include <optional>

namespace drystone {
namespace {

/// Deviation of a straight side's normal from that of the contact below which the side is the reference
/// [squared sine].
constexpr float aligned = 1e-4f;
/// Minimum alignment of an incident side with the contact normal [cosine]: half a right angle.
constexpr float min_facing = 0.7f;
/// Tolerance for a contact point on a side, as a part of the shapes' sizes.
constexpr float on_side = 1e-4f;

/// A straight side in the frame of A, if there is one.
struct Face {
    Vec2 from{0.0f, 0.0f};
    Vec2 to{0.0f, 0.0f};
    Vec2 normal{1.0f, 0.0f};
    bool is_there = false;
};

void keep_facing(Face& best, const Face& face, const Vec2& towards) {
    const float facing = dot(face.normal, towards);
    const float minimum = best.is_there ? dot(best.normal, towards) : min_facing;
    best = facing > minimum ? face : best;
}

/// Finds the side that faces most directly along `towards`, a direction in the frame in which `pose` places
/// the shape.
Face facing_side(const AnyShape& shape, const Pose& pose, const Vec2& towards) {
    const Vec2 local = inverse_rotate(pose.rotation, towards);
    Face best;
    if (shape.custom != nullptr) {
        for (const CustomShape::Side& side : shape.custom->sides()) {
            keep_facing(best, {side.from, side.to, side.normal, true}, local);
        }
    } else {
        const ConvexCore& core = shape.core;
        for (int i = 0; i < core.count && core.count > 1; ++i) {
            const int next = i + 1 < core.count ? i + 1 : 0;
            keep_facing(best, {core.points[i], core.points[next], core.normals[i], true}, local);
        }
    }
    return {transform(pose, best.from), transform(pose, best.to), rotate(pose.rotation, best.normal),
            best.is_there};
}

/// A contact: the two sides that face each other, the normal from A to B, and the point of each core farthest
/// towards the other along it.
struct Touch {
    Face face_a;
    Face face_b;
    Vec2 normal;
    Vec2 point_a;
    Vec2 point_b;
    float radius_a;
    float radius_b;
    float tolerance;  ///< Maximum distance of a point from the side that it lies on [m].

    [[nodiscard]] float separation() const { return dot(normal, point_b - point_a) - radius_a - radius_b; }
};

/// Returns whether the point is over the side, along the tangent of the normal.
bool is_over(const Face& face, const Vec2& point, const Vec2& tangent) {
    const float t = dot(tangent, point);
    const float from = dot(tangent, face.from);
    const float to = dot(tangent, face.to);
    return from < to ? t >= from && t <= to : t >= to && t <= from;
}

Vec2 support_of(const AnyShape& shape, const Pose& pose, const Vec2& direction) {
    return transform(pose, shape.support(inverse_rotate(pose.rotation, direction)));
}

/// Takes the normal of a side that nearly matches the contact's, if the other shape's lowest point is over
/// that side.
void snap_to_side(Touch& touch, const AnyShape& a, const AnyShape& b, const Pose& b_in_a) {
    for (const bool on_a : {true, false}) {
        const Face& face = on_a ? touch.face_a : touch.face_b;
        const Vec2 normal = on_a ? face.normal : -face.normal;
        const float sine = dot(right_perp(normal), touch.normal);
        if (!face.is_there || sine * sine > aligned || dot(normal, touch.normal) < 0.0f) {
            continue;
        }
        const Vec2 other = on_a ? support_of(b, b_in_a, -normal) : a.support(normal);
        if (is_over(face, other, right_perp(normal))) {
            touch.normal = normal;
            touch.point_a = on_a ? other - dot(normal, other - face.from) * normal : other;
            touch.point_b = on_a ? other : other - dot(normal, other - face.from) * normal;
            return;
        }
    }
}

/// A side along the tangent of a normal.
struct Profile {
    float low_t, low_h, high_t, high_h;

    Profile(const Face& face, const Vec2& normal) {
        const Vec2 tangent = right_perp(normal);
        const bool forward = dot(tangent, face.from) < dot(tangent, face.to);
        const Vec2& low = forward ? face.from : face.to;
        const Vec2& high = forward ? face.to : face.from;
        low_t = dot(tangent, low);
        low_h = dot(normal, low);
        high_t = dot(tangent, high);
        high_h = dot(normal, high);
    }
    [[nodiscard]] float height(float t) const {
        return high_t > low_t ? low_h + (t - low_t) / (high_t - low_t) * (high_h - low_h) : low_h;
    }
};

void add_point(Manifold& manifold, const Touch& touch, float t, float on_a, float on_b, std::uint32_t feature,
               float margin) {
    const float separation = on_b - on_a - touch.radius_a - touch.radius_b;
    if (separation <= margin) {
        ManifoldPoint& point = manifold.points[manifold.count++];
        point.point =
            t * right_perp(touch.normal) + (on_a + touch.radius_a + 0.5f * separation) * touch.normal;
        point.separation = separation;
        point.feature = feature;
    }
}

/// Returns whether the lowest point of the shape lies on its side, so that no curve reaches farther.
bool holds(const Face& face, const Vec2& point, const Touch& touch) {
    const float off = dot(face.normal, point - face.from);
    return face.is_there && off * off <= touch.tolerance * touch.tolerance;
}

/// Adds up to two points at the ends of the stretch that both sides share.
bool add_shared_stretch(Manifold& manifold, const Touch& touch, float margin) {
    if (!holds(touch.face_a, touch.point_a, touch) || !holds(touch.face_b, touch.point_b, touch)) {
        return false;
    }
    const Profile a(touch.face_a, touch.normal);
    const Profile b(touch.face_b, touch.normal);
    const float low = a.low_t > b.low_t ? a.low_t : b.low_t;
    const float high = a.high_t < b.high_t ? a.high_t : b.high_t;
    if (!(low < high)) {
        return false;
    }
    add_point(manifold, touch, low, a.height(low), b.height(low), 1, margin);
    add_point(manifold, touch, high, a.height(high), b.height(high), 2, margin);
    return manifold.count > 0;
}

std::optional<Touch> find_touch(const AnyShape& a, const AnyShape& b, const Pose& b_in_a, float margin) {
    const Penetration found = penetration(a, b, b_in_a);
    if (found.status == PenetrationStatus::NotFinite || !(-found.depth <= margin)) {
        return std::nullopt;
    }
    Touch touch;
    touch.normal = found.normal;
    touch.radius_a = core_radius(a);
    touch.radius_b = core_radius(b);
    touch.point_a = found.point_a - touch.radius_a * found.normal;
    touch.point_b = found.point_b + touch.radius_b * found.normal;
    touch.face_a = facing_side(a, Pose{}, found.normal);
    touch.face_b = facing_side(b, b_in_a, -found.normal);
    const float size_a = a.custom != nullptr ? a.custom->size() : 0.0f;
    const float size_b = b.custom != nullptr ? b.custom->size() : 0.0f;
    touch.tolerance = on_side * (size_a > size_b ? size_a : size_b);
    snap_to_side(touch, a, b, b_in_a);
    return touch;
}

}  // namespace

Manifold collide(const AnyShape& a, const AnyShape& b, const Pose& b_in_a, float margin) {
    Manifold manifold;
    const std::optional<Touch> touch = find_touch(a, b, b_in_a, margin);
    if (!touch) {
        return manifold;
    }
    manifold.normal = touch->normal;
    if (!add_shared_stretch(manifold, *touch, margin)) {
        manifold.count = 0;
        const float t = dot(right_perp(touch->normal), touch->point_b);
        add_point(manifold, *touch, t, dot(touch->normal, touch->point_a), dot(touch->normal, touch->point_b),
                  0, margin);
    }
    return manifold;
}

}  // namespace drystone
