#include "support/random_shape.h"

#include <drystone/collision/chain.h>
#include <drystone/collision/error.h>
#include <drystone/collision/manifold.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Returns all contacts of a chain with a core.
std::vector<Manifold> collide_all(const Chain& chain, const ConvexCore& core, const Pose& pose,
                                  float margin) {
    std::vector<Manifold> manifolds;
    for (int i = 0; i < chain.segment_count(); ++i) {
        const Manifold manifold = collide(chain.segment(i), core, pose, margin);
        if (manifold.count > 0) {
            manifolds.push_back(manifold);
        }
    }
    return manifolds;
}

double min_separation(const std::vector<Manifold>& manifolds) {
    double minimum = 1e9;
    for (const Manifold& manifold : manifolds) {
        for (int k = 0; k < manifold.count; ++k) {
            minimum = std::min(minimum, static_cast<double>(manifold.points[k].separation));
        }
    }
    return minimum;
}

/// Returns a line from right to left, so that it is solid from above, over the given heights at random
/// distances.
template <class Height>
Chain ground(Random& random, double from, double to, const Height& height, ChainSides sides) {
    std::vector<Vec2> points;
    for (double x = to; x > from; x -= random.between(0.2, 1.5)) {
        points.emplace_back(static_cast<float>(x), static_cast<float>(height(x)));
    }
    if (sides == ChainSides::Both && random.below(2) == 0) {
        std::reverse(points.begin(), points.end());
    }
    return make_chain(points, {.sides = sides});
}

/// Returns whether the shape reaches above y = 0 over the segment that is below its lowest point.
bool reaches_front(const Chain& chain, const ConvexCore& core, const Pose& pose) {
    const std::vector<Vec2d> placed = place_exactly(points_of(core), exact(pose));
    const Vec2d lowest = *std::min_element(placed.begin(), placed.end(),
                                           [](const Vec2d& p, const Vec2d& q) { return p.y < q.y; });
    for (int i = 0; i < chain.segment_count(); ++i) {
        const ChainSegment segment = chain.segment(i);
        const double from = static_cast<double>(std::min(segment.a.x, segment.b.x));
        const double to = static_cast<double>(std::max(segment.a.x, segment.b.x));
        if (lowest.x < from || lowest.x > to) {
            continue;
        }
        for (std::size_t k = 0; k < placed.size(); ++k) {
            for (int step = 0; step <= 1000; ++step) {
                const Vec2d p = placed[k] + 0.001 * step * (placed[(k + 1) % placed.size()] - placed[k]);
                if (p.x >= from && p.x <= to && p.y + static_cast<double>(core.radius) > 0.01) {
                    return true;
                }
            }
        }
    }
    return false;
}

std::string message_of(const std::vector<Vec2>& points, const ChainSettings& settings = {}) {
    try {
        make_chain(points, settings);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("chain: invalid input is refused with the reason") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const Vec2 o{0.0f, 0.0f};
    const Vec2 p{1.0f, 0.0f};
    const Vec2 q{2.0f, 1.0f};
    CHECK(message_of({}) == "make_chain: points must be at least 2, got 0");
    CHECK(message_of({o}) == "make_chain: points must be at least 2, got 1");
    CHECK(message_of({o, p}, {.is_loop = true}) == "make_chain: points must be at least 3 for a loop, got 2");
    CHECK(message_of({o, p, p, q}) == "make_chain: points[2] must be apart from its neighbour, got (1, 0)");
    CHECK(message_of({o, Vec2{1e-9f, 0.0f}, q}).find("points[1]") != std::string::npos);
    CHECK(message_of({o, p, q, o}, {.is_loop = true}).find("points[0]") != std::string::npos);
    CHECK(message_of({o, Vec2{nan, 0.0f}, q}) == "make_chain: points[1] must be finite, got (nan, 0)");
    CHECK(message_of({o, p, Vec2{0.0f, infinity}}).find("points[2] must be finite") != std::string::npos);
    CHECK(message_of({o, o, o}) != "");
    CHECK(message_of({o, p, q}, {.ghost_before = o}).find("ghost_before") != std::string::npos);
    CHECK(message_of({o, p, q}, {.ghost_after = Vec2{nan, nan}}).find("ghost_after") != std::string::npos);
    CHECK(message_of({o, p, q}, {.is_loop = true, .ghost_after = p}).find("loop") != std::string::npos);

    CHECK(make_chain({o, p}).segment_count() == 1);
    CHECK(make_chain({o, p, q}).segment_count() == 2);
    CHECK(make_chain({o, p, q, o}).segment_count() == 3);
    const Chain loop = make_chain({o, p, q}, {.is_loop = true});
    REQUIRE(loop.segment_count() == 3);
    CHECK(loop.segment(0).ghost_before == q);
    CHECK(loop.segment(0).ghost_after == q);
    CHECK(loop.segment(2).b == o);
    CHECK(loop.segment(2).ghost_after == p);
    const Chain open = make_chain({o, p, q}, {.ghost_before = Vec2{-1.0f, 0.0f}});
    CHECK(open.segment(0).ghost_before == Vec2{-1.0f, 0.0f});
    CHECK(open.segment(0).ghost_after == q);
    CHECK(open.segment(1).ghost_before == o);
    CHECK_FALSE(open.segment(1).ghost_after);
    CHECK_THROWS_AS(static_cast<void>(open.segment(2)), Error);
    CHECK_THROWS_AS(static_cast<void>(open.segment(-1)), Error);
    CHECK_THROWS_WITH_AS(make_chain({{0, 0}, {1, 0}}, {.sides = static_cast<ChainSides>(7)}),
                         "make_chain: settings.sides must be ChainSides::Right or Both, got 7", Error);
}

TEST_CASE("chain: over flat joints every normal is vertical, at any depth and position of the joints") {
    Random random(71);
    const auto flat = [](double) { return 0.0; };
    int contacts = 0;
    int reaching = 0;
    double worst_separation = 0.0;
    for (int i = 0; i < scaled_count(4000); ++i) {
        const ChainSides sides = random.below(2) == 0 ? ChainSides::Right : ChainSides::Both;
        const Chain chain = ground(random, -40.0, 40.0, flat, sides);
        const RandomShape shape = random_shape(random, 8.0);
        const ConvexCore core = shape.core();
        Pose pose{{static_cast<float>(random.between(-5.0, 5.0)), 0.0f}, Rot::from_angle(random.angle())};
        if (random.below(3) == 0) {
            pose.rotation = Rot{};
        }
        const std::vector<Vec2d> placed = place_exactly(points_of(core), exact(pose));
        const double lowest =
            std::min_element(placed.begin(), placed.end(), [](const Vec2d& p, const Vec2d& q) {
                return p.y < q.y;
            })->y;
        double middle = 0.0;
        for (const Vec2d& point : placed) {
            middle += point.y / static_cast<double>(placed.size());
        }
        // From 1 cm above to so deep that the centre is still above the ground.
        const double depth =
            random.between(-0.01, 0.9 * (middle - lowest) + static_cast<double>(core.radius) * 0.9);
        const double drop = std::min(depth, 0.95 * (middle - lowest) + static_cast<double>(core.radius));
        pose.position.y = static_cast<float>(-lowest + static_cast<double>(core.radius) - drop);
        if (middle - lowest + static_cast<double>(core.radius) - drop < 1e-3) {
            continue;
        }
        const std::vector<Manifold> manifolds = collide_all(chain, core, pose, 0.02f);
        REQUIRE(!manifolds.empty());
        contacts += static_cast<int>(manifolds.size());
        for (const Manifold& manifold : manifolds) {
            REQUIRE(manifold.normal.y == 1.0f);
        }
        // A thin shape that is entirely below the ground is kept on the side from which it came.
        if (reaches_front(chain, core, pose)) {
            ++reaching;
            worst_separation = std::max(worst_separation, std::abs(min_separation(manifolds) + drop));
        }
    }
    CHECK(contacts > scaled_count(4000));
    CHECK(reaching > scaled_count(2000));
    CHECK(worst_separation < 5e-6);
}

TEST_CASE("chain: circles over hills and valleys touch the nearest point, once") {
    Random random(72);
    int contacts = 0;
    int at_corners = 0;
    for (int i = 0; i < scaled_count(4000); ++i) {
        const double rise = random.between(0.0, 1.2);
        const auto hills = [&](double) { return rise * random.unit(); };
        const ChainSides sides = random.below(2) == 0 ? ChainSides::Right : ChainSides::Both;
        const Chain chain = ground(random, -6.0, 6.0, hills, sides);
        const std::vector<Vec2d> line = place_exactly(chain.points(), ExactPose{});
        const float radius = static_cast<float>(random.log_between(0.05, 1.0));
        const SmallCore disc = make_core(Circle{{0.0f, 0.0f}, radius});
        // Down from above until the gap is -1 mm to 1 mm.
        const double x = random.between(-3.0, 3.0);
        const auto distance = [&](double y) {
            double minimum = 1e9;
            for (std::size_t k = 0; k + 1 < line.size(); ++k) {
                minimum = std::min(minimum, length(way_to_edge(Vec2d{x, y}, line[k], line[k + 1])));
            }
            return minimum;
        };
        const double gap = random.between(-1e-3, 1e-3);
        double y = 10.0;
        for (int k = 0; k < 400; ++k) {
            y -= 0.5 * (distance(y) - static_cast<double>(radius) - gap);
        }
        const Pose pose{{static_cast<float>(x), static_cast<float>(y)}, Rot::from_angle(random.angle())};
        const double truth = distance(y) - static_cast<double>(radius);
        const std::vector<Manifold> manifolds = collide_all(chain, disc.view(), pose, 0.002f);
        REQUIRE(!manifolds.empty());
        REQUIRE(std::abs(min_separation(manifolds) - truth) < 2e-6);
        int nearest = 0;
        for (const Manifold& manifold : manifolds) {
            REQUIRE(manifold.count == 1);
            // Back along the normal from the centre of the disc there is a point of the line.
            const double separation = static_cast<double>(manifold.points[0].separation);
            const Vec2d foot =
                Vec2d{x, y} - (separation + static_cast<double>(radius)) * to_double(manifold.normal);
            double off = 1e9;
            bool corner = false;
            for (std::size_t k = 0; k + 1 < line.size(); ++k) {
                off = std::min(off, length(way_to_edge(foot, line[k], line[k + 1])));
                corner = corner || length(foot - line[k]) < 1e-5;
            }
            REQUIRE(off < 4e-6);
            at_corners += corner ? 1 : 0;
            nearest += separation < truth + 4e-6 ? 1 : 0;
            ++contacts;
        }
        REQUIRE(nearest <= 2);
    }
    CHECK(contacts > scaled_count(4000));
    CHECK(at_corners > scaled_count(200));
}

TEST_CASE("chain: polygons over hills and valleys, apart or touching, have the distance of the whole line") {
    Random random(73);
    double worst = 0.0;
    int checked = 0;
    for (int i = 0; i < scaled_count(4000); ++i) {
        const double rise = random.between(0.0, 1.0);
        const auto hills = [&](double) { return rise * random.unit(); };
        const ChainSides sides = random.below(2) == 0 ? ChainSides::Right : ChainSides::Both;
        const Chain chain = ground(random, -8.0, 8.0, hills, sides);
        const std::vector<Vec2d> line = place_exactly(chain.points(), ExactPose{});
        const RandomShape shape = random_shape(random, 8.0);
        const ConvexCore core = shape.core();
        Pose pose{{static_cast<float>(random.between(-2.0, 2.0)), 20.0f}, Rot::from_angle(random.angle())};
        const auto distance = [&](const Pose& at) {
            const std::vector<Vec2d> outline = place_exactly(points_of(core), exact(at));
            double minimum = 1e9;
            for (std::size_t k = 0; k + 1 < line.size(); ++k) {
                minimum = std::min(minimum, reference_distance({line[k], line[k + 1]}, outline).value);
            }
            return minimum - static_cast<double>(core.radius);
        };
        const double gap = random.between(1e-4, 1e-2);
        for (int k = 0; k < 300; ++k) {
            pose.position.y -= static_cast<float>(0.5 * (distance(pose) - gap));
        }
        const double truth = distance(pose);
        const std::vector<Vec2d> outline = place_exactly(points_of(core), exact(pose));
        const bool beside =
            std::any_of(outline.begin(), outline.end(), [](const Vec2d& p) { return std::abs(p.x) > 6.0; });
        if (truth > 0.015 || truth < 0.0 || beside) {
            continue;
        }
        ++checked;
        const std::vector<Manifold> manifolds = collide_all(chain, core, pose, 0.02f);
        REQUIRE(!manifolds.empty());
        worst = std::max(worst, std::abs(min_separation(manifolds) - truth));
        for (const Manifold& manifold : manifolds) {
            REQUIRE(std::abs(length(manifold.normal) - 1.0f) < 1e-6f);
            REQUIRE(manifold.normal.y > 0.0f);
        }
    }
    CHECK(checked > scaled_count(1000));
    CHECK(worst < 5e-6);
}
