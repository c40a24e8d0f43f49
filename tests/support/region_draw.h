#pragma once

#include "outline_generator.h"
#include "region_reference.h"

#include <drystone/collision/regions.h>

#include <array>
#include <vector>

namespace drystone::test {

/// Kinds of random loops for regions, the hostile ones among them.
enum class LoopKind : std::uint8_t { Grid, Whole, Floats, Stars, Neighbours, Squares, Large };
inline constexpr int loop_kinds = 7;

/// Returns a loop of random whole points, which mostly crosses itself.
inline WholeLoop whole_loop(Random& random, int count, int range) {
    WholeLoop loop;
    for (int i = 0; i < count; ++i) {
        const int x = random.below(2 * range + 1) - range;
        loop.push_back({x, random.below(2 * range + 1) - range});
    }
    return loop;
}

inline std::vector<Vec2> to_floats(const WholeLoop& loop, double scale) {
    std::vector<Vec2> points;
    for (const WholePoint& p : loop) {
        points.push_back(to_float(scale * Vec2d{static_cast<double>(p.x), static_cast<double>(p.y)}));
    }
    return points;
}

/// Returns a point moved by some roundings of 1.
inline Vec2 shaken(Random& random, const Vec2& point) {
    const auto move = [&] { return static_cast<float>(random.below(9) - 4) * 1.1920929e-7f; };
    const float x = point.x + move();
    return {x, point.y + move()};
}

/// Returns squares of a checkerboard, some of them missing: they touch in edges and corners.
inline std::vector<Outline> some_squares(Random& random, int size) {
    std::vector<Outline> squares;
    for (int x = 0; x < size; ++x) {
        for (int y = 0; y < size; ++y) {
            const Vec2 corner{static_cast<float>(x) * 0.1f, static_cast<float>(y) * 0.1f};
            const Vec2 other{static_cast<float>(x + 1) * 0.1f, static_cast<float>(y + 1) * 0.1f};
            if (random.below(2) == 0) {
                squares.push_back({{corner, {other.x, corner.y}, other, {corner.x, other.y}}, {}});
            }
        }
    }
    return squares;
}

/// Returns a star with star-shaped holes, which may cross it and each other.
inline Outline star_with_holes(Random& random, int count) {
    const Vec2d center{random.between(-1.0, 1.0), random.between(-1.0, 1.0)};
    Outline star{star_outline(random, count, 0.3, 1.5, center), {}};
    for (int i = random.below(4); i > 0; --i) {
        const Vec2d place = center + Vec2d{random.between(-0.7, 0.7), random.between(-0.7, 0.7)};
        star.holes.push_back(star_outline(random, 3 + random.below(8), 0.05, 0.4, place));
    }
    return star;
}

inline std::vector<Vec2> float_loop(Random& random, int count) {
    std::vector<Vec2> loop;
    for (int i = 0; i < count; ++i) {
        const auto x = static_cast<float>(random.between(-1.0, 1.0));
        loop.push_back({x, static_cast<float>(random.between(-1.0, 1.0))});
    }
    return loop;
}

/// Returns two regions of up to 2,000 points each; whole loops of the first two kinds are for the exact
/// reference.
inline std::array<Region, 2> draw_regions(Random& random, LoopKind kind) {
    switch (kind) {
        case LoopKind::Grid:
        case LoopKind::Whole: return {};  // See `draw_whole`.
        case LoopKind::Floats:
            return {
                Region(std::span<const Vec2>(float_loop(random, 3 + random.below(30)))),
                Region(std::span<const Vec2>(float_loop(random, 3 + random.below(30))), FillRule::EvenOdd)};
        case LoopKind::Stars:
            return {Region(star_with_holes(random, 3 + random.below(60))),
                    Region(star_with_holes(random, 3 + random.below(60)))};
        case LoopKind::Neighbours: {
            std::vector<Vec2> loop = float_loop(random, 3 + random.below(12));
            const Region first{std::span<const Vec2>(loop)};
            for (Vec2& point : loop) {
                point = random.below(3) == 0 ? point : shaken(random, point);
            }
            return {first, Region(std::span<const Vec2>(loop))};
        }
        case LoopKind::Squares: {
            const int size = 2 + random.below(6);
            return {Region(std::span<const Outline>(some_squares(random, size))),
                    Region(std::span<const Outline>(some_squares(random, size)))};
        }
        case LoopKind::Large: {
            const int count = random.below(16) == 0 ? 2000 : 200 + random.below(400);
            const Region star(star_with_holes(random, count));
            if (random.below(2) == 0) {
                return {star, Region(std::span<const Vec2>(spiral_outline(count, 1.0 + random.below(4))))};
            }
            return {star, Region(std::span<const Vec2>(star_outline(random, count, 0.2, 1.4, {0.3, 0.1})))};
        }
    }
    return {};
}

/// Whole loops of two operands, and what they are multiplied by.
struct WholeOperands {
    std::vector<WholeLoop> loops[2];
    FillRule rule = FillRule::NonZero;
    double scale = 1.0;

    [[nodiscard]] Region region(int operand) const {
        if (rule == FillRule::NonZero) {
            return Region(std::span<const Vec2>(to_floats(loops[operand][0], scale)));
        }
        std::vector<Outline> outlines;
        for (const WholeLoop& loop : loops[operand]) {
            outlines.push_back({to_floats(loop, scale), {}});
        }
        return Region(std::span<const Outline>(outlines), rule);
    }
};

/// Returns operands of small grids, where many points and edges coincide, or of larger ones.
inline WholeOperands draw_whole(Random& random, LoopKind kind) {
    WholeOperands result;
    result.rule = random.below(2) == 0 ? FillRule::NonZero : FillRule::EvenOdd;
    result.scale = std::ldexp(1.0, random.below(20) - 10);
    const int range = kind == LoopKind::Grid ? 1 + random.below(4) : 256;
    for (std::vector<WholeLoop>& loops : result.loops) {
        const int count = result.rule == FillRule::NonZero ? 1 : 1 + random.below(3);
        for (int i = 0; i < count; ++i) {
            loops.push_back(whole_loop(random, 3 + random.below(8), range));
        }
    }
    return result;
}

}  // namespace drystone::test
