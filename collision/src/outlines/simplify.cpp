#include <drystone/collision/simplify.h>

#include "math/orientation.h"
#include "outlines/outline_loops.h"

#include <drystone/collision/detail/sort_items.h>
#include <drystone/collision/error.h>

#include <algorithm>
#include <cmath>
#include <queue>

namespace drystone {
namespace detail {
namespace {

/// Returns the squared distance of the point from the segment ab, in double precision [m^2].
double squared_distance(const Vec2& a, const Vec2& b, const Vec2& point) {
    const Vec2d along = to_double(b) - to_double(a);
    const Vec2d way = to_double(point) - to_double(a);
    const double length_squared = drystone::length_squared(along);
    const double projected = dot(along, way);
    if (!(projected > 0.0)) {
        return drystone::length_squared(way);
    }
    if (projected >= length_squared) {
        return drystone::length_squared(to_double(point) - to_double(b));
    }
    if (orientation(a, b, point) == 0) {
        return 0.0;
    }
    const double area = along.x * way.y - along.y * way.x;
    return area * area / length_squared;
}

/// A point that may be removed, and the deviation of the input without it. The candidate is valid while
/// `version` matches that of the point.
struct Candidate {
    double deviation = 0.0;
    int point = 0;
    int version = 0;
};

/// Orders the queue: the smallest deviation comes first; of equal ones the point that is first in the input.
bool comes_later(const Candidate& a, const Candidate& b) {
    return a.deviation != b.deviation ? a.deviation > b.deviation : a.point > b.point;
}

class LoopSimplifier {
public:
    LoopSimplifier(const OutlineLoops& loops, double tolerance, bool closed)
        : loops_(loops),
          squared_tolerance_(tolerance * tolerance),
          closed_(closed),
          states_(loops.points.size()) {
        for (int loop = 0; loop < loops_.loop_count(); ++loop) {
            left_.push_back(loops_.loop_size(loop));
            for (int i = loops_.begin(loop); i < loops_.end(loop); ++i) {
                state(i) = {loops_.next(loop, i), loops_.previous(loop, i), loop, 0, true};
                by_x_.push_back(i);
            }
        }
        sort_items(by_x_.begin(), by_x_.end(), [this](int a, int b) {
            const float ax = loops_.point(a).x;
            const float bx = loops_.point(b).x;
            return ax != bx ? ax < bx : a < b;
        });
        for (const int i : by_x_) {
            sorted_x_.push_back(loops_.point(i).x);
            skipped_.push_back(sorted_x_.size());
        }
    }

    OutlineLoops run() {
        std::vector<int> waiting(states_.size());
        for (std::size_t i = 0; i < waiting.size(); ++i) {
            waiting[i] = static_cast<int>(i);
        }
        // The obstacles of a point may have been removed since.
        bool removed = true;
        while (removed && !waiting.empty()) {
            for (const int i : waiting) {
                offer(i);
            }
            waiting.clear();
            removed = remove_offered(waiting);
        }
        return kept();
    }

private:
    struct State {
        int next = 0;
        int previous = 0;
        int loop = 0;
        int version = 0;
        bool alive = true;
        bool straight = true;  ///< All removed points up to `next` lie exactly on the new edge.
    };

    State& state(int i) { return states_[static_cast<std::size_t>(i)]; }

    /// Returns the first place in `by_x_` from `place` on whose point is alive, and remembers it for the
    /// places before it.
    std::size_t next_alive(std::size_t place) {
        while (place < by_x_.size() && !state(by_x_[place]).alive) {
            const std::size_t after = skipped_[place];
            if (after < by_x_.size() && !state(by_x_[after]).alive) {
                skipped_[place] = skipped_[after];
            }
            place = after;
        }
        return place;
    }

    [[nodiscard]] bool is_end(int i) {
        const int loop = state(i).loop;
        return !closed_ && (i == loops_.begin(loop) || i + 1 == loops_.end(loop));
    }

    /// Returns the squared deviation of the input between the neighbours of the point if the point is
    /// removed; stops at the tolerance.
    double deviation_without(int i) {
        const State& s = state(i);
        const Vec2& from = loops_.point(s.previous);
        const Vec2& to = loops_.point(s.next);
        // Along a straight run, the points that were removed before need no look.
        if (state(s.previous).straight && s.straight && squared_distance(from, to, loops_.point(i)) == 0.0) {
            return 0.0;
        }
        double worst = 0.0;
        for (int k = loops_.next(s.loop, s.previous); k != s.next && worst <= squared_tolerance_;
             k = loops_.next(s.loop, k)) {
            worst = std::max(worst, squared_distance(from, to, loops_.point(k)));
        }
        return worst;
    }

    void offer(int i) {
        State& s = state(i);
        if (!s.alive || is_end(i)) {
            return;
        }
        ++s.version;
        const double deviation = deviation_without(i);
        if (deviation <= squared_tolerance_) {
            queue_.push({deviation, i, s.version});
        }
    }

    /// Returns whether any other point lies in the triangle of the point and its neighbours: the new edge
    /// would then cross or touch something. Points that coincide with a neighbour touch the old edges as much
    /// as the new one.
    bool is_blocked(int i) {
        const State& s = state(i);
        const Vec2& a = loops_.point(s.previous);
        const Vec2& b = loops_.point(i);
        const Vec2& c = loops_.point(s.next);
        const Vec2 lower = min(min(a, b), c);
        const Vec2 upper = max(max(a, b), c);
        const auto first = std::lower_bound(sorted_x_.begin(), sorted_x_.end(), lower.x);
        for (auto k = next_alive(static_cast<std::size_t>(first - sorted_x_.begin()));
             k < by_x_.size() && sorted_x_[k] <= upper.x; k = next_alive(k + 1)) {
            const int other = by_x_[k];
            const Vec2& p = loops_.point(other);
            if (p.y < lower.y || p.y > upper.y || other == i || other == s.previous || other == s.next ||
                p == a || p == c) {
                continue;
            }
            if (triangle_holds(a, b, c, p)) {
                return true;
            }
        }
        return false;
    }

    /// Empties the queue; adds points whose removal is blocked to `blocked`.
    bool remove_offered(std::vector<int>& blocked) {
        bool removed = false;
        while (!queue_.empty()) {
            const Candidate candidate = queue_.top();
            queue_.pop();
            State& s = state(candidate.point);
            if (!s.alive || s.version != candidate.version ||
                (closed_ && left_[static_cast<std::size_t>(s.loop)] <= 3)) {
                continue;
            }
            if (is_blocked(candidate.point)) {
                blocked.push_back(candidate.point);
                continue;
            }
            s.alive = false;
            state(s.previous).straight = candidate.deviation == 0.0;
            --left_[static_cast<std::size_t>(s.loop)];
            state(s.previous).next = s.next;
            state(s.next).previous = s.previous;
            offer(s.previous);
            offer(s.next);
            removed = true;
        }
        return removed;
    }

    OutlineLoops kept() {
        OutlineLoops result;
        for (int loop = 0; loop < loops_.loop_count(); ++loop) {
            for (int i = loops_.begin(loop); i < loops_.end(loop); ++i) {
                if (state(i).alive) {
                    result.add_point(loops_.point(i), loops_.source(i));
                }
            }
            result.close_loop();
        }
        return result;
    }

    const OutlineLoops& loops_;
    double squared_tolerance_;
    bool closed_;
    std::vector<State> states_;
    std::vector<int> left_;             ///< Number of points left, by loop.
    std::vector<int> by_x_;             ///< All points, sorted by x.
    std::vector<std::size_t> skipped_;  ///< By place in `by_x_`: one after it, up to which none is alive.
    std::vector<float> sorted_x_;       ///< Their x coordinates.
    std::priority_queue<Candidate, std::vector<Candidate>, decltype(&comes_later)> queue_{&comes_later};
};

}  // namespace

OutlineLoops simplify_loops(const OutlineLoops& loops, double tolerance, bool closed) {
    return LoopSimplifier(loops, tolerance, closed).run();
}

}  // namespace detail

namespace {

Simplification simplify(const char* function, std::span<const Vec2> points, float tolerance, bool closed) {
    if (!is_finite(tolerance) || tolerance < 0.0f) {
        fail(function, "tolerance", "finite and >= 0", static_cast<double>(tolerance));
    }
    for (const Vec2& p : points) {
        if (!is_finite(p)) {
            return {SimplificationStatus::NotFinite, {}, {}};
        }
    }
    detail::OutlineLoops loops;
    detail::add_loop(loops, points);
    if (!closed && loops.size() > 1 && points.front() == points.back()) {
        // A path may end where it began; `add_loop` has removed the last point as a repetition.
        loops.add_point(points.back(), {0, static_cast<int>(points.size()) - 1});
        loops.starts.back() = loops.size();
    }
    if (loops.size() < (closed ? 3 : 2)) {
        return {SimplificationStatus::TooFewPoints, {}, {}};
    }
    if (closed && detail::is_flat(loops, 0)) {
        return {SimplificationStatus::NoArea, {}, {}};
    }
    const detail::OutlineLoops kept = detail::simplify_loops(loops, static_cast<double>(tolerance), closed);
    Simplification result{SimplificationStatus::Ok, kept.points, {}};
    for (const detail::OutlineSource& source : kept.sources) {
        result.indices.push_back(source.point);
    }
    return result;
}

}  // namespace

const char* describe(SimplificationStatus status) {
    switch (status) {
        case SimplificationStatus::Ok: return "the simplification is valid";
        case SimplificationStatus::TooFewPoints: return "too few distinct points";
        case SimplificationStatus::NotFinite: return "a coordinate is not finite";
        case SimplificationStatus::NoArea: return "all points lie on a line";
    }
    return "unknown";
}

Simplification simplify_outline(std::span<const Vec2> points, float tolerance) {
    return simplify("simplify_outline", points, tolerance, true);
}

Simplification simplify_path(std::span<const Vec2> points, float tolerance) {
    return simplify("simplify_path", points, tolerance, false);
}

}  // namespace drystone
