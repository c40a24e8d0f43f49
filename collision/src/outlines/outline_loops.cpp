#include "outlines/outline_loops.h"

#include "math/orientation.h"

#include <algorithm>
#include <cmath>

namespace drystone::detail {

void add_loop(OutlineLoops& loops, std::span<const Vec2> points) {
    const int loop = loops.loop_count();
    const std::size_t begin = loops.points.size();
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (loops.points.size() == begin || points[i] != loops.points.back()) {
            loops.add_point(points[i], {loop, static_cast<int>(i)});
        } else {
            loops.sources.back().point = static_cast<int>(i);
        }
    }
    while (loops.points.size() > begin + 1 && loops.points.back() == loops.points[begin]) {
        loops.points.pop_back();
        loops.sources.pop_back();
    }
    loops.close_loop();
}

bool is_flat(const OutlineLoops& loops, int loop) {
    const int first = loops.begin(loop);
    for (int i = first + 2; i < loops.end(loop); ++i) {
        if (orientation(loops.point(first), loops.point(first + 1), loops.point(i)) != 0) {
            return false;
        }
    }
    return true;
}

bool turns_left(const OutlineLoops& loops, int loop) {
    // The turn at an extreme point is that of the loop, and it cannot be straight in a simple one.
    int lowest = loops.begin(loop);
    for (int i = lowest + 1; i < loops.end(loop); ++i) {
        const Vec2& p = loops.point(i);
        const Vec2& best = loops.point(lowest);
        if (p.y < best.y || (p.y == best.y && p.x < best.x)) {
            lowest = i;
        }
    }
    return orientation(loops.point(loops.previous(loop, lowest)), loops.point(lowest),
                       loops.point(loops.next(loop, lowest))) > 0;
}

void orient_loops(OutlineLoops& loops) {
    for (int loop = 0; loop < loops.loop_count(); ++loop) {
        if (turns_left(loops, loop) != (loop == 0)) {
            const auto begin = static_cast<std::ptrdiff_t>(loops.begin(loop));
            const auto end = static_cast<std::ptrdiff_t>(loops.end(loop));
            std::reverse(loops.points.begin() + begin, loops.points.begin() + end);
            std::reverse(loops.sources.begin() + begin, loops.sources.begin() + end);
        }
    }
}

OutlineScale scale_of(std::span<const Vec2> points) {
    if (points.empty()) {
        return {};
    }
    Vec2 lower = points[0];
    Vec2 upper = points[0];
    for (const Vec2& p : points) {
        lower = min(lower, p);
        upper = max(upper, p);
    }
    const double width = static_cast<double>(upper.x) - static_cast<double>(lower.x);
    const double height = static_cast<double>(upper.y) - static_cast<double>(lower.y);
    const float coordinate = std::max(max_coordinate(abs(lower)), max_coordinate(abs(upper)));
    return {std::max(width, height), static_cast<double>(coordinate)};
}

}  // namespace drystone::detail
