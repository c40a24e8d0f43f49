#include <scenes/metrics.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace scenes {
namespace {

DoublePoint subtract(DoublePoint a, DoublePoint b) { return {a.x - b.x, a.y - b.y}; }
double dot(DoublePoint a, DoublePoint b) { return a.x * b.x + a.y * b.y; }

DoublePoint transform(const WorldPose& pose, Point p) {
    const double x = p.x;
    const double y = p.y;
    return {pose.x + (pose.cosine * x - pose.sine * y), pose.y + (pose.sine * x + pose.cosine * y)};
}

const DoublePoint& point(const WorldCore& core, int index) {
    return core.points[static_cast<std::size_t>(index)];
}
const DoublePoint& next_point(const WorldCore& core, int index) {
    return point(core, (index + 1) % core.count);
}

WorldCore place_points(std::span<const Point> points, double radius, const WorldPose& pose) {
    if (points.empty() || points.size() > WorldCore::capacity) {
        throw std::invalid_argument("scenes::place: a polygon needs 1 to 8 vertices, not " +
                                    std::to_string(points.size()));
    }
    WorldCore core;
    core.count = static_cast<int>(points.size());
    core.radius = radius;
    std::transform(points.begin(), points.end(), core.points.begin(),
                   [&](Point p) { return transform(pose, p); });
    return core;
}

/// Returns the maximum separation of `b` from `a` along the normals of the edges of `a`; minus infinity for a
/// point.
double separation_along_normals(const WorldCore& a, const WorldCore& b) {
    double largest = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < a.count; ++i) {
        const DoublePoint edge = subtract(next_point(a, i), point(a, i));
        const double length = std::hypot(edge.x, edge.y);
        if (length == 0.0) {
            continue;
        }
        const DoublePoint normal{edge.y / length, -edge.x / length};
        double minimum = std::numeric_limits<double>::infinity();
        for (int j = 0; j < b.count; ++j) {
            minimum = std::min(minimum, dot(subtract(point(b, j), point(a, i)), normal));
        }
        largest = std::max(largest, minimum);
    }
    return largest;
}

double distance_to_segment(DoublePoint p, DoublePoint from, DoublePoint to) {
    const DoublePoint along = subtract(to, from);
    const DoublePoint away = subtract(p, from);
    const double squared = dot(along, along);
    const double fraction = squared > 0.0 ? std::clamp(dot(away, along) / squared, 0.0, 1.0) : 0.0;
    return std::hypot(away.x - fraction * along.x, away.y - fraction * along.y);
}

/// Returns the minimum distance of a vertex of `a` to an edge of `b`.
double distance_of_vertices(const WorldCore& a, const WorldCore& b) {
    double minimum = std::numeric_limits<double>::infinity();
    for (int i = 0; i < a.count; ++i) {
        for (int j = 0; j < b.count; ++j) {
            minimum = std::min(minimum, distance_to_segment(point(a, i), point(b, j), next_point(b, j)));
        }
    }
    return minimum;
}

/// Placed shape with its box and the data that decides whether it may collide.
struct Entry {
    WorldCore core;
    double lower[2]{};
    double upper[2]{};
    std::size_t body = 0;
    bool dynamic = false;
    const ShapeDescription* shape = nullptr;
    const std::vector<BodyNumber>* ignored = nullptr;
};

Entry make_entry(const RecordedBody& body, std::size_t number, const ShapeDescription& shape,
                 const WorldPose& pose) {
    Entry entry{.core = place(shape.shape, pose), .body = number, .shape = &shape, .ignored = &body.ignored};
    entry.dynamic = body.description.kind == BodyKind::Dynamic;
    for (int axis = 0; axis < 2; ++axis) {
        const auto coordinate = [&](int i) {
            return axis == 0 ? point(entry.core, i).x : point(entry.core, i).y;
        };
        double lower = coordinate(0);
        double upper = lower;
        for (int i = 1; i < entry.core.count; ++i) {
            lower = std::min(lower, coordinate(i));
            upper = std::max(upper, coordinate(i));
        }
        entry.lower[axis] = lower - entry.core.radius;
        entry.upper[axis] = upper + entry.core.radius;
    }
    return entry;
}

bool may_collide(const Entry& a, const Entry& b) {
    if (a.body == b.body || !(a.dynamic || b.dynamic)) {
        return false;
    }
    const bool joined =
        std::find(a.ignored->begin(), a.ignored->end(), static_cast<BodyNumber>(b.body)) != a.ignored->end();
    if (joined) {
        return false;
    }
    if (a.shape->group == b.shape->group && a.shape->group != 0) {
        return a.shape->group > 0;
    }
    return (a.shape->mask & b.shape->category) != 0 && (b.shape->mask & a.shape->category) != 0;
}

bool is_finite(const WorldPose& pose) {
    return std::isfinite(pose.x) && std::isfinite(pose.y) && std::isfinite(pose.cosine) &&
           std::isfinite(pose.sine);
}

/// Returns the axis along which the boxes are spread more widely.
int sweep_axis(std::span<const Entry> entries) {
    double spread[2]{};
    for (int axis = 0; axis < 2; ++axis) {
        double sum = 0.0;
        double squares = 0.0;
        for (const Entry& entry : entries) {
            const double middle = 0.5 * (entry.lower[axis] + entry.upper[axis]);
            sum += middle;
            squares += middle * middle;
        }
        const auto count = static_cast<double>(entries.size());
        spread[axis] = squares - sum * sum / count;
    }
    return spread[0] >= spread[1] ? 0 : 1;
}

std::vector<Entry> make_entries(std::span<const RecordedBody> bodies, std::span<const WorldPose> poses,
                                OverlapReport& report) {
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (!bodies[i].alive) {
            continue;
        }
        if (!is_finite(poses[i])) {
            ++report.non_finite_bodies;
            continue;
        }
        for (const ShapeDescription& shape : bodies[i].shapes) {
            entries.push_back(make_entry(bodies[i], i, shape, poses[i]));
        }
    }
    return entries;
}

/// Calls `visit` for every pair whose boxes are nearer than `margin` on both axes.
template <class Visit>
void sweep(std::vector<Entry>& entries, double margin, const Visit& visit) {
    const int axis = sweep_axis(entries);
    const int other = 1 - axis;
    std::sort(entries.begin(), entries.end(),
              [axis](const Entry& a, const Entry& b) { return a.lower[axis] < b.lower[axis]; });
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Entry& a = entries[i];
        for (std::size_t j = i + 1; j < entries.size() && entries[j].lower[axis] <= a.upper[axis] + margin;
             ++j) {
            const Entry& b = entries[j];
            if (b.lower[other] <= a.upper[other] + margin && a.lower[other] <= b.upper[other] + margin) {
                visit(a, b);
            }
        }
    }
}

}  // namespace

WorldCore place(const Shape& shape, const WorldPose& pose) {
    if (const auto* circle = std::get_if<CircleShape>(&shape)) {
        return place_points({&circle->center, 1}, circle->radius, pose);
    }
    if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) {
        return place_points(std::array{capsule->a, capsule->b}, capsule->radius, pose);
    }
    if (const auto* segment = std::get_if<SegmentShape>(&shape)) {
        return place_points(std::array{segment->a, segment->b}, 0.0, pose);
    }
    const auto& polygon = std::get<PolygonShape>(shape);
    return place_points(polygon.vertices, polygon.radius, pose);
}

double signed_distance(const WorldCore& a, const WorldCore& b) {
    const double separation = std::max(separation_along_normals(a, b), separation_along_normals(b, a));
    const bool cores_overlap = separation < 0.0 && separation > -std::numeric_limits<double>::infinity();
    const double between_cores =
        cores_overlap ? separation : std::min(distance_of_vertices(a, b), distance_of_vertices(b, a));
    return between_cores - a.radius - b.radius;
}

OverlapReport measure_overlaps(std::span<const RecordedBody> bodies, std::span<const WorldPose> poses,
                               double margin) {
    if (bodies.size() != poses.size()) {
        throw std::invalid_argument("scenes::measure_overlaps: as many poses as bodies are needed");
    }
    OverlapReport report;
    std::vector<Entry> entries = make_entries(bodies, poses, report);
    double sum = 0.0;
    sweep(entries, margin, [&](const Entry& a, const Entry& b) {
        if (!may_collide(a, b)) {
            return;
        }
        const double distance = signed_distance(a.core, b.core);
        report.close_pairs += distance < margin ? 1 : 0;
        if (distance < 0.0) {
            ++report.overlapping_pairs;
            sum -= distance;
            report.worst = std::max(report.worst, -distance);
        }
    });
    report.mean = report.overlapping_pairs > 0 ? sum / report.overlapping_pairs : 0.0;
    return report;
}

}  // namespace scenes
