#include <drystone/collision/clipped_area.h>

#include "math/trigonometry.h"

#include <array>
#include <cmath>
#include <utility>

namespace drystone {
namespace {

Vec2d left_of(const Vec2d& v) { return {-v.y, v.x}; }
Vec2d right_of(const Vec2d& v) { return {v.y, -v.x}; }

/// Returns the arm halfway from one arm of a circle to another, at most half a turn later.
Vec2d middle_arm(const Vec2d& from, const Vec2d& to, double radius) {
    const Vec2d sum = from + to;
    const double length = drystone::length(sum);
    return length > 0.0 ? radius / length * sum : right_of(from);
}

/// Returns whether the arm lies on the arc, of at most a quarter turn.
bool lies_between(const Vec2d& arm, const Vec2d& from, const Vec2d& to) {
    return cross(from, arm) > 0.0 && cross(arm, to) > 0.0;
}

}  // namespace

void AreaClipper::reserve(std::size_t vertices, std::size_t planes) {
    // An edge and two arcs per vertex, four arcs of a disc; a cut adds at most three pieces: where it cuts an
    // arc twice.
    const std::size_t count = 3 * vertices + 4 + 3 * planes;
    pieces_.reserve(count);
    kept_.reserve(count);
}

void AreaClipper::add_arc(const Vec2d& center, const Vec2d& from, const Vec2d& to) {
    if (dot(from, to) >= 0.0) {
        pieces_.push_back({center + from, center + to, center, true});
        return;
    }
    const Vec2d middle = middle_arm(from, to, radius_);
    pieces_.push_back({center + from, center + middle, center, true});
    pieces_.push_back({center + middle, center + to, center, true});
}

void AreaClipper::start(const ConvexCore& core, const Pose& pose) {
    pieces_.clear();
    radius_ = static_cast<double>(core.radius);
    const Vec2d rotation =
        normalized(Vec2d{static_cast<double>(pose.rotation.c), static_cast<double>(pose.rotation.s)});
    const auto turned = [&](const Vec2& point) -> Vec2d {
        const Vec2d own = to_double(point);
        return own.x * rotation + own.y * left_of(rotation);
    };
    const Vec2d first = turned(core.points[0]);
    origin_ = first + to_double(pose.position);
    const auto corner = [&](int i) -> Vec2d { return turned(core.points[i % core.count]) - first; };
    const bool disc = core.count == 1 || (core.count == 2 && length(corner(1) - corner(0)) == 0.0);
    if (disc) {
        const std::array<Vec2d, 4> arms{Vec2d{radius_, 0.0}, Vec2d{0.0, radius_}, Vec2d{-radius_, 0.0},
                                        Vec2d{0.0, -radius_}};
        for (std::size_t i = 0; i < arms.size(); ++i) {
            add_arc({0.0, 0.0}, arms[i], arms[(i + 1) % arms.size()]);
        }
        return;
    }
    const auto arm = [&](int i) -> Vec2d {
        return radius_ * normalized(right_of(corner(i + 1) - corner(i)));
    };
    for (int i = 0; i < core.count; ++i) {
        const Vec2d out = arm(i);
        pieces_.push_back({corner(i) + out, corner(i + 1) + out, {0.0, 0.0}, false});
        if (radius_ > 0.0) {
            const Vec2d next = arm((i + 1) % core.count);
            if (core.count > 2) {
                add_arc(corner(i + 1), out, next);
            } else {
                // Half a turn is split at the arm ahead.
                add_arc(corner(i + 1), out, left_of(out));
                add_arc(corner(i + 1), left_of(out), next);
            }
        }
    }
}

/// Appends a piece and closes the gap to the previous one along the cut.
void AreaClipper::keep(const Piece& piece) {
    if (!kept_.empty() && kept_.back().to != piece.from) {
        const Vec2d from = kept_.back().to;
        kept_.push_back({from, piece.from, {0.0, 0.0}, false});
    }
    kept_.push_back(piece);
}

void AreaClipper::clip_segment(const Piece& piece, const Vec2d& normal, double offset) {
    const double from = dot(normal, piece.from) - offset;
    const double to = dot(normal, piece.to) - offset;
    if (from > 0.0 && to > 0.0) {
        return;
    }
    if (from <= 0.0 && to <= 0.0) {
        keep(piece);
        return;
    }
    const Vec2d cut = piece.from + from / (from - to) * (piece.to - piece.from);
    keep(from <= 0.0 ? Piece{piece.from, cut, piece.center, false}
                     : Piece{cut, piece.to, piece.center, false});
}

/// Clips an arc. The circle leaves the half-plane where its arm is at -angle from the normal and returns at
/// +angle. The middle of the part between such points decides whether the part is kept, so rounding of its
/// ends has no influence.
void AreaClipper::clip_arc(const Piece& piece, const Vec2d& normal, double offset) {
    const double reach = offset - dot(normal, piece.center);
    const double square = radius_ * radius_ - reach * reach;
    const Vec2d from = piece.from - piece.center;
    const Vec2d to = piece.to - piece.center;
    std::array<Vec2d, 4> arms{from, to, to, to};
    int count = 1;
    if (square > 0.0) {
        const Vec2d along = std::sqrt(square) * left_of(normal);
        Vec2d first = reach * normal - along;
        Vec2d second = reach * normal + along;
        if (cross(first, second) < 0.0) {
            std::swap(first, second);
        }
        for (const Vec2d& arm : {first, second}) {
            if (lies_between(arm, from, to)) {
                arms[static_cast<std::size_t>(count++)] = arm;
            }
        }
    }
    arms[static_cast<std::size_t>(count)] = to;
    for (int i = 0; i < count; ++i) {
        const Vec2d& begin = arms[static_cast<std::size_t>(i)];
        const Vec2d& end = arms[static_cast<std::size_t>(i) + 1];
        if (dot(normal, middle_arm(begin, end, radius_)) <= reach) {
            keep({piece.center + begin, piece.center + end, piece.center, true});
        }
    }
}

void AreaClipper::clip(const HalfPlane& plane) {
    const double length = drystone::length(to_double(plane.normal));
    if (length == 0.0) {
        return;
    }
    const Vec2d normal = to_double(plane.normal) / length;
    const double offset = static_cast<double>(plane.offset) / length - dot(normal, origin_);
    if (!std::isfinite(offset)) {
        return;
    }
    kept_.clear();
    for (const Piece& piece : pieces_) {
        if (piece.arc) {
            clip_arc(piece, normal, offset);
        } else {
            clip_segment(piece, normal, offset);
        }
    }
    if (!kept_.empty()) {
        const Piece first = kept_.front();
        if (kept_.back().to != first.from) {
            kept_.push_back({kept_.back().to, first.from, {0.0, 0.0}, false});
        }
    }
    pieces_.swap(kept_);
}

ClippedArea AreaClipper::measure() const {
    double area = 0.0;
    Vec2d moment{0.0, 0.0};
    for (const Piece& piece : pieces_) {
        const double triangle = 0.5 * cross(piece.from, piece.to);
        area += triangle;
        moment += triangle / 3.0 * (piece.from + piece.to);
        if (piece.arc) {
            // Between chord and arc: r^2 (angle - sine) / 2, with the first moment chord^3 / 12 about the
            // centre.
            const Vec2d from = piece.from - piece.center;
            const Vec2d to = piece.to - piece.center;
            const double sine = cross(from, to);
            const double angle = detail::arc_tangent(sine, dot(from, to));
            const double cap = 0.5 * (radius_ * radius_ * angle - sine);
            const Vec2d chord = to - from;
            area += cap;
            moment += cap * piece.center + length_squared(chord) / 12.0 * right_of(chord);
        }
    }
    if (!(area > 0.0)) {
        return {};
    }
    return {area, origin_ + moment / area};
}

ClippedArea clipped_area(const ConvexCore& core, const Pose& pose, std::span<const HalfPlane> planes) {
    AreaClipper clipper;
    clipper.start(core, pose);
    for (const HalfPlane& plane : planes) {
        clipper.clip(plane);
    }
    return clipper.measure();
}

}  // namespace drystone
