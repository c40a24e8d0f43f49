#include "manifold/chain_axis.h"

#include <utility>

namespace drystone::detail {
namespace {

/// Returns whether a separation of less than `limit` is certain from the height of a vertex along a direction
/// of any length. Without a root.
bool is_below(double height, const Vec2d& direction, double limit) {
    const double squared = limit * limit * length_squared(direction);
    return height < 0.0 ? limit >= 0.0 || height * height > squared
                        : limit > 0.0 && height * height < squared;
}

/// Returns whether a vertex at `height` over the segment is so far from a corner, by `room`, that no normal
/// of the corner separates it better than the segment's own: a normal turned by t from that one separates it
/// by at most height * cos(t) - room * sin(t).
bool is_clear_of(const Corner& corner, const Vec2d& normal, double height, double room) {
    const double depth = height < 0.0 ? -height : 0.0;
    return !corner.is_open ||
           depth * std::abs(cross(normal, corner.end)) < room * (1.0 + dot(normal, corner.end));
}

}  // namespace

Axis find_axis(const Side& side, const PlacedCore& b) {
    Axis best;
    best.direction = side.normal();
    const int lowest = b.lowest(side.normal());
    best.separation = side.separation(b, side.normal());
    // Of parallel faces the segment's own is preferred: its normal does not change while a body turns on it.
    const double tie = 1e-6 * side.length();
    const double along = side.along(b.point(lowest));
    if (is_clear_of(side.a(), side.normal(), best.separation, along - tie) &&
        is_clear_of(side.b(), side.normal(), best.separation, side.length() - along - tie)) {
        return best;
    }
    const auto consider = [&](const Axis& candidate) {
        const bool faces = best.kind == Axis::Kind::FaceOfA && candidate.kind == Axis::Kind::FaceOfB;
        const double advantage = faces ? tie : 0.0;
        if (candidate.separation > best.separation + advantage) {
            best = candidate;
        }
    };
    for (int j = 0; j < b.core.count && b.core.count > 1; ++j) {
        const Vec2d direction = -b.normal(j);
        if (!b.is_hidden(j) && side.has(direction)) {
            const double height = dot(direction, b.point(j));
            const double separation = height - dot(direction, side.highest(direction).vertex);
            consider({Axis::Kind::FaceOfB, direction, separation, j, j});
        }
    }
    const auto consider_vertices = [&](const Vec2d& direction) {
        consider({Axis::Kind::Vertices, direction, side.separation(b, direction), 0, b.lowest(direction)});
    };
    for (const Corner* corner : {&side.a(), &side.b()}) {
        for (int j = 0; j < b.core.count && corner->is_open; ++j) {
            const Vec2d way = b.point(j) - corner->vertex;
            // The separation along a direction is the height of the lowest vertex above the higher end.
            const double of_j = dot(way, b.point(j));
            const double of_lowest = dot(way, b.point(lowest));
            const double height = (of_j < of_lowest ? of_j : of_lowest) - dot(way, side.highest(way).vertex);
            if (is_below(height, way, best.separation - tie)) {
                continue;
            }
            const double distance = length(way);
            if (distance > 0.0 && !b.is_hidden_vertex(j) && side.has(way / distance)) {
                consider_vertices(way / distance);
            }
        }
        if (corner->is_open) {
            consider_vertices(corner->end);
        }
    }
    return best;
}

namespace {

/// Collects points between heights of A and B along an axis, at coordinates along its tangent.
struct Collector {
    const PlacedCore& b;
    Vec2d direction;
    double margin;
    Manifold manifold{};
    double low = 0.0;  ///< Interval along the tangent in which B has to reach in front of A.
    double high = 0.0;

    void add(double t, double on_a, double on_b, std::uint32_t feature) {
        const double radius = static_cast<double>(b.core.radius);
        const double separation = on_b - radius - on_a;
        if (separation <= margin) {
            const Vec2d tangent = right_perp(direction);
            const Vec2d point = t * tangent + (on_a + 0.5 * separation) * direction;
            ManifoldPoint& added = manifold.points[manifold.count++];
            added.point = to_float(point);
            added.separation = static_cast<float>(separation);
            added.feature = feature;
            manifold.normal = to_float(direction);
        }
    }
};

/// The ends of an edge in the frame of an axis, ordered along its tangent.
struct Profile {
    double low_t, low_h;
    double high_t, high_h;
    std::uint32_t low_feature, high_feature;

    Profile(const Vec2d& direction, const Vec2d& p, std::uint32_t p_feature, const Vec2d& q,
            std::uint32_t q_feature)
        : low_t(dot(right_perp(direction), p)),
          low_h(dot(direction, p)),
          high_t(dot(right_perp(direction), q)),
          high_h(dot(direction, q)),
          low_feature(p_feature),
          high_feature(q_feature) {
        if (low_t > high_t) {
            std::swap(low_t, high_t);
            std::swap(low_h, high_h);
            std::swap(low_feature, high_feature);
        }
    }
    [[nodiscard]] double height(double t) const {
        const double width = high_t - low_t;
        return width > 0.0 ? low_h + (t - low_t) / width * (high_h - low_h) : low_h;
    }
};

/// Adds points at the ends of the stretch that the segment and a face of B share.
void add_face_points(Collector& collector, const Side& side, int face) {
    const PlacedCore& b = collector.b;
    const Vec2d& direction = collector.direction;
    const int end = b.next(face);
    const Profile of_a(direction, side.a().vertex, side.a().feature, side.b().vertex, side.b().feature);
    const Profile of_b(direction, b.point(face), static_cast<std::uint32_t>(face), b.point(end),
                       static_cast<std::uint32_t>(end));
    const double low = of_a.low_t > of_b.low_t ? of_a.low_t : of_b.low_t;
    const double high = of_a.high_t < of_b.high_t ? of_a.high_t : of_b.high_t;
    if (low < high) {
        collector.low = low;
        collector.high = high;
        collector.add(low, of_a.height(low), of_b.height(low), of_a.low_feature << 16 | of_b.low_feature);
        collector.add(high, of_a.height(high), of_b.height(high),
                      of_a.high_feature << 16 | of_b.high_feature);
    }
}

/// Adds one vertex of B against the segment or one of its corners.
void add_vertex(Collector& collector, const Side& side, int vertex, const Corner& corner) {
    const Vec2d point = collector.b.point(vertex);
    const bool round = collector.b.core.count == 1;
    const double t = dot(right_perp(collector.direction), point);
    collector.low = collector.high = t;
    const std::uint32_t feature = round ? 0 : corner.feature << 16 | static_cast<std::uint32_t>(vertex);
    collector.add(t, dot(collector.direction, side.highest(collector.direction).vertex),
                  dot(collector.direction, point), feature);
}

/// Finds the face of B that is lowest over the segment; of equally low ones, the one that faces it most
/// directly. Returns -1 if there is none. This need not be a face at the lowest point of B, which may be over
/// another segment.
int lowest_face(const PlacedCore& b, const Side& side) {
    const Vec2d& direction = side.normal();
    const Profile segment(direction, side.a().vertex, 0, side.b().vertex, 0);
    const double tie = 1e-9 * side.length();
    int best = -1;
    double minimum = 0.0;
    for (int j = 0; j < b.core.count; ++j) {
        const double facing = dot(b.normal(j), direction);
        const Profile face(direction, b.point(j), 0, b.point(b.next(j)), 0);
        const double from = face.low_t > segment.low_t ? face.low_t : segment.low_t;
        const double to = face.high_t < segment.high_t ? face.high_t : segment.high_t;
        if (!(facing < 0.0) || !(from < to)) {
            continue;
        }
        const double height = face.height(from) < face.height(to) ? face.height(from) : face.height(to);
        const bool equal = best >= 0 && height - minimum <= tie && minimum - height <= tie;
        if (best < 0 || (equal ? facing < dot(b.normal(best), direction) : height < minimum)) {
            best = j;
            minimum = height;
        }
    }
    return best;
}

/// Adds the contact along the segment's own normal: the lowest face of B, or its lowest vertex alone.
void add_on_segment(Collector& collector, const Side& side) {
    const PlacedCore& b = collector.b;
    const int face = b.core.count > 1 ? lowest_face(b, side) : -1;
    if (face >= 0) {
        add_face_points(collector, side, face);
    }
    const int lowest = b.lowest(side.normal());
    const double along = side.along(b.point(lowest));
    if (collector.manifold.count == 0 && side.reaches(along)) {
        add_vertex(collector, side, lowest, 2.0 * along < side.length() ? side.a() : side.b());
    }
    const Profile segment(side.normal(), side.a().vertex, 0, side.b().vertex, 0);
    collector.low = segment.low_t;
    collector.high = segment.high_t;
}

/// Adds the contact along the normal of a face of B: the stretch that the segment shares with it, or the
/// corner alone.
void add_on_face(Collector& collector, const Side& side, int face) {
    add_face_points(collector, side, face);
    if (collector.manifold.count == 0) {
        const PlacedCore& b = collector.b;
        const Corner& corner = side.highest(collector.direction);
        const Vec2d from = b.point(face);
        const Vec2d edge = b.point(b.next(face)) - from;
        const double along = dot(edge, corner.vertex - from);
        if (along >= 0.0 && along <= length_squared(edge)) {
            const double t = dot(right_perp(collector.direction), corner.vertex);
            collector.low = collector.high = t;
            collector.add(t, dot(collector.direction, corner.vertex), dot(collector.direction, from),
                          corner.feature << 16 | static_cast<std::uint32_t>(face));
        }
    }
}

/// Returns whether B reaches in front of the segment anywhere over the contact. If all of B is behind the
/// segment, it came from behind: for example from the far side of a loop smaller than the body.
bool reaches_front(const Collector& collector, const Side& side) {
    const PlacedCore& b = collector.b;
    const double low = collector.low;
    const double high = collector.high;
    const double radius = static_cast<double>(b.core.radius);
    const double front = dot(collector.direction, side.highest(collector.direction).vertex) - radius;
    for (int i = 0; i < b.core.count; ++i) {
        const Profile edge(collector.direction, b.point(i), 0, b.point(b.next(i)), 0);
        const double from = edge.low_t > low ? edge.low_t : low;
        const double to = edge.high_t < high ? edge.high_t : high;
        // Rounding may place a contact point at the very end of B beyond that end.
        if (from <= to + 1e-9 * side.length() && (edge.height(from) >= front || edge.height(to) >= front)) {
            return true;
        }
    }
    return false;
}

}  // namespace

Manifold collide_side(const Side& side, const PlacedCore& b, Axis axis, double margin, bool is_solid) {
    if (!(axis.separation - static_cast<double>(b.core.radius) <= margin)) {
        return {};
    }
    // A core more than half way through came from the other side.
    if (!is_solid && dot(axis.direction, b.middle() - side.highest(axis.direction).vertex) < 0.0) {
        return {};
    }
    if (!side.owns(axis.direction)) {
        if (b.core.count == 1 || !side.corner_at(axis.direction).is_gentle) {
            return {};
        }
        axis.kind = Axis::Kind::FaceOfA;
        axis.direction = side.normal();
        axis.separation = side.separation(b, axis.direction);
    }
    Collector collector{b, axis.direction, margin, {}};
    switch (axis.kind) {
        case Axis::Kind::FaceOfA: add_on_segment(collector, side); break;
        case Axis::Kind::FaceOfB: add_on_face(collector, side, axis.face); break;
        case Axis::Kind::Vertices:
            add_vertex(collector, side, axis.vertex, side.highest(axis.direction));
            break;
    }
    const bool is_deep = !is_solid && axis.separation < -deep_part * side.length();
    const bool touches = collector.manifold.count > 0 && (!is_deep || reaches_front(collector, side));
    return touches ? collector.manifold : Manifold{};
}

}  // namespace drystone::detail
