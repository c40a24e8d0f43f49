#include "math/orientation.h"

#include <cmath>

namespace drystone::detail {
namespace {

/// Returns the sign of the exact sum. The partial sum is kept as an expansion: non-overlapping parts, the
/// largest last.
int sign_of_sum(const double (&terms)[6]) {
    double parts[6];
    int count = 0;
    for (const double term : terms) {
        double carried = term;
        for (int i = 0; i < count; ++i) {
            const double sum = carried + parts[i];
            const double from_part = sum - carried;
            parts[i] = (carried - (sum - from_part)) + (parts[i] - from_part);
            carried = sum;
        }
        parts[count++] = carried;
    }
    for (int i = count - 1; i >= 0; --i) {
        if (parts[i] != 0.0) {
            return parts[i] > 0.0 ? 1 : -1;
        }
    }
    return 0;
}

/// Returns whether a point known to lie on the line ab lies between a and b, ends included.
bool within_box(const Vec2& a, const Vec2& b, const Vec2& point) {
    const Vec2 lower = min(a, b);
    const Vec2 upper = max(a, b);
    return lower.x <= point.x && point.x <= upper.x && lower.y <= point.y && point.y <= upper.y;
}

bool segment_holds(const Vec2& a, const Vec2& b, const Vec2& point) {
    return within_box(a, b, point) && orientation(a, b, point) == 0;
}

}  // namespace

int orientation(const Vec2& a, const Vec2& b, const Vec2& c) {
    const double ax = static_cast<double>(a.x);
    const double ay = static_cast<double>(a.y);
    const double bx = static_cast<double>(b.x);
    const double by = static_cast<double>(b.y);
    const double cx = static_cast<double>(c.x);
    const double cy = static_cast<double>(c.y);
    const double left = (bx - ax) * (cy - ay);
    const double right = (by - ay) * (cx - ax);
    const double difference = left - right;
    // Three times the rounding error of double precision suffices; this bound is three times larger again.
    if (std::abs(difference) > 1e-15 * (std::abs(left) + std::abs(right))) {
        return difference > 0.0 ? 1 : -1;
    }
    return sign_of_sum({ax * by, -(ax * cy), bx * cy, -(bx * ay), cx * ay, -(cx * by)});
}

bool segments_touch(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
    const int c_side = orientation(a, b, c);
    const int d_side = orientation(a, b, d);
    if (c_side * d_side > 0) {
        return false;
    }
    const int a_side = orientation(c, d, a);
    const int b_side = orientation(c, d, b);
    if (a_side * b_side > 0) {
        return false;
    }
    if (c_side * d_side < 0 && a_side * b_side < 0) {
        return true;
    }
    return (c_side == 0 && within_box(a, b, c)) || (d_side == 0 && within_box(a, b, d)) ||
           (a_side == 0 && within_box(c, d, a)) || (b_side == 0 && within_box(c, d, b));
}

bool same_direction(const Vec2& a, const Vec2& b, const Vec2& c) {
    if (orientation(a, b, c) != 0) {
        return false;
    }
    return (b.x > a.x) == (c.x > a.x) && (b.x < a.x) == (c.x < a.x) && (b.y > a.y) == (c.y > a.y) &&
           (b.y < a.y) == (c.y < a.y);
}

bool triangle_holds(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& point) {
    const int turn = orientation(a, b, c);
    if (turn == 0) {
        return segment_holds(a, b, point) || segment_holds(b, c, point) || segment_holds(c, a, point);
    }
    return turn * orientation(a, b, point) >= 0 && turn * orientation(b, c, point) >= 0 &&
           turn * orientation(c, a, point) >= 0;
}

}  // namespace drystone::detail
