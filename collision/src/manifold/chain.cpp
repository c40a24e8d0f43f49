#include <drystone/collision/chain.h>

#include <drystone/collision/casts.h>
#include <drystone/collision/manifold.h>

#include <drystone/collision/error.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>

namespace drystone {
namespace {

std::string text_of(const Vec2& point) {
    char text[64];
    std::snprintf(text, sizeof text, "(%g, %g)", static_cast<double>(point.x), static_cast<double>(point.y));
    return text;
}

std::string name_of(std::size_t index) { return "points[" + std::to_string(index) + "]"; }

void check_finite(const std::string& name, const Vec2& point) {
    if (!is_finite(point)) {
        fail("make_chain", name.c_str(), "finite", text_of(point));
    }
}

void check_apart(const std::string& name, const Vec2& from, const Vec2& to, double minimum) {
    const double distance = length(to_double(to) - to_double(from));
    if (!(distance > minimum)) {
        fail("make_chain", name.c_str(), "apart from its neighbour", text_of(to));
    }
}

double extent_of(std::span<const Vec2> points) {
    Vec2d lower = to_double(points[0]);
    Vec2d upper = lower;
    for (const Vec2& point : points) {
        lower = min(lower, to_double(point));
        upper = max(upper, to_double(point));
    }
    return length(upper - lower);
}

void check_settings(std::span<const Vec2> points, const ChainSettings& settings) {
    if (settings.sides > ChainSides::Both) {
        fail("make_chain", "settings.sides", "ChainSides::Right or Both",
             static_cast<double>(settings.sides));
    }
    const std::size_t minimum = settings.is_loop ? 3 : 2;
    if (points.size() < minimum) {
        fail("make_chain", "points", settings.is_loop ? "at least 3 for a loop" : "at least 2",
             static_cast<double>(points.size()));
    }
    if (settings.is_loop && (settings.ghost_before || settings.ghost_after)) {
        fail("make_chain: a loop has no ghosts of its own, its neighbours are its own points");
    }
    if (settings.ghost_before) {
        check_finite("settings.ghost_before", *settings.ghost_before);
    }
    if (settings.ghost_after) {
        check_finite("settings.ghost_after", *settings.ghost_after);
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        check_finite(name_of(i), points[i]);
    }
}

}  // namespace

Chain make_chain(std::span<const Vec2> points, const ChainSettings& settings) {
    check_settings(points, settings);
    const double minimum = 5e-7 * extent_of(points);
    for (std::size_t i = 1; i < points.size(); ++i) {
        check_apart(name_of(i), points[i - 1], points[i], minimum);
    }
    if (settings.is_loop) {
        check_apart(name_of(0), points[points.size() - 1], points[0], minimum);
    }
    if (settings.ghost_before) {
        check_apart("settings.ghost_before", points[0], *settings.ghost_before, minimum);
    }
    if (settings.ghost_after) {
        check_apart("settings.ghost_after", points[points.size() - 1], *settings.ghost_after, minimum);
    }
    Chain chain;
    chain.points_.assign(points.begin(), points.end());
    chain.settings_ = settings;
    return chain;
}

Chain make_chain(std::initializer_list<Vec2> points, const ChainSettings& settings) {
    return make_chain(std::span<const Vec2>(points.begin(), points.size()), settings);
}

int Chain::segment_count() const { return static_cast<int>(points_.size()) - (settings_.is_loop ? 0 : 1); }

ChainSegment Chain::segment(int i) const {
    if (i < 0 || i >= segment_count()) {
        fail("Chain::segment", "i", "in the range of its segments", static_cast<double>(i));
    }
    const std::size_t count = points_.size();
    const std::size_t first = static_cast<std::size_t>(i);
    ChainSegment segment;
    segment.a = points_[first];
    segment.b = points_[(first + 1) % count];
    segment.sides = settings_.sides;
    const bool has_before = settings_.is_loop || first > 0;
    const bool has_after = settings_.is_loop || first + 2 < count;
    segment.ghost_before = has_before ? points_[(first + count - 1) % count] : settings_.ghost_before;
    segment.ghost_after = has_after ? points_[(first + 2) % count] : settings_.ghost_after;
    return segment;
}

SmallCore make_core(const ChainSegment& segment) { return make_core(Segment{segment.a, segment.b}); }

RayCastHit cast_ray(const ChainSegment& segment, const Vec2& origin, const Vec2& translation) {
    const SmallCore core = make_core(segment);
    RayCastHit hit = cast_ray(core.view(), origin, translation);
    // The first normal of a segment is that of its right side.
    if (hit.hit && segment.sides == ChainSides::Right && dot(core.normals[0], hit.normal) < 0.0f) {
        return {};
    }
    return hit;
}

}  // namespace drystone
