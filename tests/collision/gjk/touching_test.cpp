#include "support/pair_generator.h"

#include <drystone/collision/gjk.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using namespace drystone::test;

// Touching is distinguished from overlapping and from separated. If all coordinates are small whole numbers
// and rotations are quarter turns, every number in the library is exact, and so must be the result.

namespace {

struct LatticePoint {
    long x = 0;
    long y = 0;
};

long cross_of(const LatticePoint& p, const LatticePoint& q) { return p.x * q.y - p.y * q.x; }
long dot_of(const LatticePoint& p, const LatticePoint& q) { return p.x * q.x + p.y * q.y; }
bool is_zero(const LatticePoint& p) { return p.x == 0 && p.y == 0; }

bool have_origin_between(const LatticePoint& p, const LatticePoint& q) {
    return cross_of(p, q) == 0 && dot_of(p, q) <= 0;
}
bool have_origin_inside(const LatticePoint& p, const LatticePoint& q, const LatticePoint& r) {
    return cross_of(p, q) > 0 && cross_of(q, r) > 0 && cross_of(r, p) > 0;
}

/// Returns whether the hull of the points contains the origin: between two of them, or inside three.
bool hull_holds_origin(const std::vector<LatticePoint>& points) {
    bool found = false;
    for (const LatticePoint& p : points) {
        for (const LatticePoint& q : points) {
            found = found || have_origin_between(p, q);
            for (const LatticePoint& r : points) {
                found = found || have_origin_inside(p, q, r);
            }
        }
    }
    return found;
}

/// Returns whether a line through the origin has all points on one side. Such a line can be rotated until it
/// passes through a point.
bool line_beside(const std::vector<LatticePoint>& points) {
    bool all_zero = true;
    for (const LatticePoint& p : points) {
        all_zero = all_zero && is_zero(p);
        bool left = !is_zero(p);
        bool right = left;
        for (const LatticePoint& q : points) {
            left = left && cross_of(p, q) >= 0;
            right = right && cross_of(p, q) <= 0;
        }
        if (left || right) {
            return true;
        }
    }
    return all_zero;
}

IntersectStatus exact_status(const std::vector<LatticePoint>& difference) {
    if (!hull_holds_origin(difference)) {
        return IntersectStatus::Separated;
    }
    return line_beside(difference) ? IntersectStatus::Touching : IntersectStatus::Overlapping;
}

struct Cloud {
    std::vector<Vec2> points;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        Vec2 best = points[0];
        for (const Vec2& point : points) {
            best = dot(point, direction) > dot(best, direction) ? point : best;
        }
        return best;
    }
};

std::vector<LatticePoint> random_points(Random& random) {
    std::vector<LatticePoint> points(static_cast<std::size_t>(1 + random.below(5)));
    const int reach = 1 + random.below(4);
    for (LatticePoint& point : points) {
        point = {random.below(2 * reach + 1) - reach, random.below(2 * reach + 1) - reach};
    }
    return points;
}

std::vector<Vec2> to_floats(const std::vector<LatticePoint>& points) {
    std::vector<Vec2> result;
    result.reserve(points.size());
    for (const LatticePoint& point : points) {
        result.emplace_back(static_cast<float>(point.x), static_cast<float>(point.y));
    }
    return result;
}

LatticePoint quarter_turned(const LatticePoint& p, int quarters) {
    const LatticePoint turned[] = {p, {-p.y, p.x}, {-p.x, -p.y}, {p.y, -p.x}};
    return turned[quarters];
}

struct LatticePair {
    std::vector<LatticePoint> a;
    std::vector<LatticePoint> b;
    Pose b_in_a;
    IntersectStatus truth = IntersectStatus::NotFinite;
};

LatticePair random_lattice_pair(Random& random) {
    LatticePair pair{random_points(random), random_points(random), {}, {}};
    const LatticePoint shift{random.below(9) - 4, random.below(9) - 4};
    const int quarters = random.below(4);
    const float turns[4][2] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}};
    pair.b_in_a = {{static_cast<float>(shift.x), static_cast<float>(shift.y)},
                   {turns[quarters][0], turns[quarters][1]}};
    std::vector<LatticePoint> difference;
    for (const LatticePoint& p : pair.a) {
        for (const LatticePoint& q : pair.b) {
            const LatticePoint turned = quarter_turned(q, quarters);
            difference.push_back({p.x - turned.x - shift.x, p.y - turned.y - shift.y});
        }
    }
    pair.truth = exact_status(difference);
    return pair;
}

struct Tally {
    int wrong = 0;
    int seen[3] = {0, 0, 0};
    int maximum = 0;

    void count(const Intersection& found, IntersectStatus truth) {
        wrong += found.status == truth ? 0 : 1;
        wrong += found.intersecting == (truth != IntersectStatus::Separated) ? 0 : 1;
        ++seen[static_cast<int>(truth)];
        maximum = std::max(maximum, found.iterations);
    }
};

}  // namespace

TEST_CASE("on a lattice, separated, touching and overlapping are distinguished exactly") {
    Random random(81);
    Tally of_clouds;
    Tally of_cores;
    int refused_touching = 0;
    for (int done = 0; done < scaled_count(60000); ++done) {
        const LatticePair pair = random_lattice_pair(random);
        const Cloud a{to_floats(pair.a)};
        const Cloud b{to_floats(pair.b)};
        of_clouds.count(intersect(a, b, pair.b_in_a, IntersectOptions{}), pair.truth);
        const Intersection strict = intersect(a, b, pair.b_in_a, IntersectOptions{.touching_counts = false});
        refused_touching += strict.intersecting == (pair.truth == IntersectStatus::Overlapping) ? 0 : 1;
        if (compute_hull(a.points).status == HullStatus::Ok &&
            compute_hull(b.points).status == HullStatus::Ok) {
            const Polygon hull_a = make_hull(a.points);
            const Polygon hull_b = make_hull(b.points);
            of_cores.count(intersect(make_core(hull_a), make_core(hull_b), pair.b_in_a, IntersectOptions{}),
                           pair.truth);
        }
    }
    for (const Tally& tally : {of_clouds, of_cores}) {
        CHECK(tally.wrong == 0);
        CHECK(tally.maximum <= 20);
        for (const int seen : tally.seen) {
            CHECK(seen > scaled_count(500));
        }
    }
    CHECK(refused_touching == 0);
}

TEST_CASE("rounded shapes touch where their radii meet, to the last digit") {
    const Circle circle{{0.0f, 0.0f}, 0.5f};
    const SmallCore core = make_core(circle);
    const float meeting = 1.0f;
    const struct {
        float x;
        IntersectStatus status;
    } cases[] = {{std::nextafter(meeting, 0.0f), IntersectStatus::Overlapping},
                 {meeting, IntersectStatus::Touching},
                 {std::nextafter(meeting, 2.0f), IntersectStatus::Separated}};
    for (const auto& [x, status] : cases) {
        const Pose pose{{x, 0.0f}, {}};
        CHECK(intersect(circle, circle, pose, IntersectOptions{}).status == status);
        CHECK(intersect(core.view(), core.view(), pose, IntersectOptions{}).status == status);
        CHECK(intersect(circle, circle, pose) == (status != IntersectStatus::Separated));
        const Intersection strict = intersect(circle, circle, pose, {.touching_counts = false});
        CHECK(strict.intersecting == (status == IntersectStatus::Overlapping));
        CHECK(static_cast<bool>(strict) == strict.intersecting);
    }
    // Concentric: the cores are one point, the discs overlap.
    CHECK(intersect(circle, circle, Pose{}, {.touching_counts = false}).status ==
          IntersectStatus::Overlapping);
}

TEST_CASE("a circle that rounds itself in its support mapping touches a box") {
    struct Disc {
        [[nodiscard]] Vec2 support(const Vec2& direction) const { return direction / length(direction); }
    };
    const Polygon box = make_box(1.0f, 1.0f);
    for (const float x : {1.99f, 2.0f, 2.01f}) {
        const Intersection found = intersect(Disc{}, box, {{x, 0.0f}, {}}, IntersectOptions{});
        CHECK(found.status == (x < 2.0f    ? IntersectStatus::Overlapping
                               : x == 2.0f ? IntersectStatus::Touching
                                           : IntersectStatus::Separated));
        CHECK(found.iterations <= 40);
    }
}

TEST_CASE("non-finite input has a status and intersects nothing") {
    const float bad[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()};
    const Polygon box = make_box(1.0f, 1.0f);
    for (const float value : bad) {
        for (const bool touching : {true, false}) {
            const Pose pose{{value, 0.0f}, {}};
            const IntersectOptions options{.touching_counts = touching};
            CHECK(intersect(box, box, pose, options).status == IntersectStatus::NotFinite);
            CHECK(intersect(make_core(box), make_core(box), pose, options).status ==
                  IntersectStatus::NotFinite);
            CHECK_FALSE(intersect(box, box, pose, options).intersecting);
        }
    }
}
