#include "support/pair_generator.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>
#include <drystone/collision/manifold.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using namespace drystone::test;

// Inputs that have broken other collision libraries. The names G1, G2, ... are those of the list from which
// they are taken.

namespace {

Pose at(float x, float y, float angle = 0.0f) {
    return {{x, y}, angle == 0.0f ? Rot{} : Rot::from_angle(angle)};
}

Manifold contact(const ConvexCore& a, const ConvexCore& b, const Pose& pose, float margin = 0.02f) {
    CollisionCache cache;
    return collide(a, b, pose, margin, cache);
}

double unit_error(const Vec2& normal) { return std::abs(length(to_double(normal)) - 1.0); }

bool along_axis(const Vec2& normal) {
    return (std::abs(normal.x) == 1.0f && normal.y == 0.0f) ||
           (std::abs(normal.y) == 1.0f && normal.x == 0.0f);
}

float signed_separation(const ConvexCore& a, const ConvexCore& b, const Pose& pose) {
    return -penetration(a, b, pose).depth;
}

bool all_finite(const Penetration& p) {
    return is_finite(p.depth) && is_finite(p.normal) && is_finite(p.point_a) && is_finite(p.point_b);
}
bool all_finite(const Distance& d) {
    return is_finite(d.distance) && is_finite(d.normal) && is_finite(d.point_a) && is_finite(d.point_b);
}

}  // namespace

TEST_CASE("G1: boxes overlap by half a metre sideways, and by 1.8 m when nearly concentric") {
    const Polygon box = make_box(2.0f, 1.0f);
    const Penetration side = penetration(make_core(box), make_core(box), at(3.5f, 0.0f));
    CHECK(side.depth == 0.5f);
    CHECK(side.normal == Vec2(1.0f, 0.0f));
    const Penetration up = penetration(make_core(box), make_core(box), at(0.0f, 0.2f));
    CHECK(std::abs(up.depth - 1.8f) <= 1.2e-7f);
    CHECK(up.normal == Vec2(0.0f, 1.0f));
}

TEST_CASE("G2: boxes that share a face have distance zero, a unit normal and two points") {
    const Polygon box = make_box(1.0f, 1.0f);
    const Penetration touching = penetration(make_core(box), make_core(box), at(2.0f, 0.0f));
    CHECK(std::abs(touching.depth) <= 2.4e-7f);
    CHECK(touching.normal == Vec2(1.0f, 0.0f));
    const Manifold manifold = contact(make_core(box), make_core(box), at(2.0f, 0.0f));
    CHECK(manifold.count == 2);
    CHECK(manifold.normal == Vec2(1.0f, 0.0f));
}

TEST_CASE("G3: boxes that share a corner have distance zero and a normal between their sides") {
    const Polygon box = make_box(1.0f, 1.0f);
    const Penetration touching = penetration(make_core(box), make_core(box), at(2.0f, 2.0f));
    CHECK(touching.depth == 0.0f);
    CHECK(unit_error(touching.normal) <= 2e-7);
    CHECK(touching.normal.x >= 0.0f);
    CHECK(touching.normal.y >= 0.0f);
    CHECK(contact(make_core(box), make_core(box), at(2.0f, 2.0f)).count >= 1);
}

TEST_CASE("G4: a gap of one unit in the last place") {
    const Polygon box = make_box(1.0f, 1.0f);
    const float beyond = std::nextafter(2.0f, 3.0f);
    const Distance near = distance(make_core(box), make_core(box), at(beyond, 0.0f));
    CHECK(std::abs(near.distance - (beyond - 2.0f)) <= 2.4e-7f);
    const Penetration gap = penetration(make_core(box), make_core(box), at(beyond, 0.0f));
    CHECK(std::abs(gap.depth + (beyond - 2.0f)) <= 2.4e-7f);
    CHECK(gap.normal == Vec2(1.0f, 0.0f));
}

TEST_CASE("G5: coincident boxes are separated along an axis, the same each time") {
    const Polygon box = make_box(1.0f, 1.0f);
    const Penetration first = penetration(make_core(box), make_core(box), Pose{});
    CHECK(first.depth == 2.0f);
    CHECK(along_axis(first.normal));
    CHECK(penetration(make_core(box), make_core(box), Pose{}).normal == first.normal);
    // Two equal shapes in one place cannot be distinguished, so swapping them cannot reverse the normal; a
    // different partner can.
    const SmallCore circle = make_core(Circle{{0.0f, 0.0f}, 0.5f});
    const Vec2 in = penetration(make_core(box), circle.view(), Pose{}).normal;
    CHECK(penetration(circle.view(), make_core(box), Pose{}).normal == (-in));
}

TEST_CASE("G6: concentric circles have their full depth and a fixed unit normal") {
    const SmallCore circle = make_core(Circle{{0.0f, 0.0f}, 1.0f});
    const Penetration deep = penetration(circle.view(), circle.view(), Pose{});
    CHECK(deep.depth == 2.0f);
    CHECK(deep.normal == Vec2(1.0f, 0.0f));
    const Manifold manifold = contact(circle.view(), circle.view(), Pose{});
    CHECK(manifold.count == 1);
    CHECK(manifold.normal == Vec2(1.0f, 0.0f));
    CHECK(manifold.points[0].separation == -2.0f);
}

TEST_CASE("G8: a circle at the centre of a box leaves through a side") {
    const Polygon box = make_box(1.0f, 1.0f);
    const SmallCore circle = make_core(Circle{{0.0f, 0.0f}, 0.1f});
    const Penetration deep = penetration(make_core(box), circle.view(), Pose{});
    CHECK(deep.depth == doctest::Approx(1.1f));
    CHECK(along_axis(deep.normal));
    CHECK(penetration(circle.view(), make_core(box), Pose{}).normal == (-deep.normal));
}

TEST_CASE("G9: a circle with its centre on the corner or on the side of a box") {
    const Polygon box = make_box(1.0f, 1.0f);
    const SmallCore circle = make_core(Circle{{0.0f, 0.0f}, 0.1f});
    const Penetration corner = penetration(make_core(box), circle.view(), at(1.0f, 1.0f));
    CHECK(corner.depth == doctest::Approx(0.1f));
    CHECK(unit_error(corner.normal) <= 2e-7);
    CHECK(corner.normal.x >= 0.0f);
    CHECK(corner.normal.y >= 0.0f);
    const Penetration side = penetration(make_core(box), circle.view(), at(1.0f, 0.25f));
    CHECK(side.depth == doctest::Approx(0.1f));
    CHECK(side.normal == Vec2(1.0f, 0.0f));
}

TEST_CASE("G10: capsules without length behave like circles") {
    const SmallCore capsule = make_core(Capsule{{0.0f, 0.0f}, {0.0f, 0.0f}, 0.5f});
    const Penetration deep = penetration(capsule.view(), capsule.view(), at(0.5f, 0.0f));
    CHECK(deep.depth == 0.5f);
    CHECK(deep.normal == Vec2(1.0f, 0.0f));
    const Manifold manifold = contact(capsule.view(), capsule.view(), at(0.5f, 0.0f));
    CHECK(manifold.count == 1);
    CHECK(manifold.points[0].separation == -0.5f);
}

TEST_CASE("G11: collinear overlapping segments, and the capsules around them") {
    const SmallCore first = make_core(Segment{{0.0f, 0.0f}, {2.0f, 0.0f}});
    const SmallCore second = make_core(Segment{{1.0f, 0.0f}, {3.0f, 0.0f}});
    CHECK(penetration(first.view(), second.view(), Pose{}).depth == 0.0f);
    CHECK(distance(first.view(), second.view(), Pose{}).status == DistanceStatus::Overlapping);
    const SmallCore thick = make_core(Capsule{{0.0f, 0.0f}, {2.0f, 0.0f}, 0.1f});
    const SmallCore other = make_core(Capsule{{1.0f, 0.0f}, {3.0f, 0.0f}, 0.1f});
    const Penetration deep = penetration(thick.view(), other.view(), Pose{});
    CHECK(deep.depth == 0.2f);
    CHECK(std::abs(deep.normal.y) == 1.0f);
    const SmallCore fat = make_core(Capsule{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.5f});
    CHECK(penetration(fat.view(), fat.view(), Pose{}).depth == 1.0f);
}

TEST_CASE("G12: crossing segments") {
    const SmallCore flat = make_core(Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}});
    const SmallCore upright = make_core(Segment{{0.0f, -1.0f}, {0.0f, 1.0f}});
    const Distance near = distance(flat.view(), upright.view(), Pose{});
    CHECK(near.status == DistanceStatus::Overlapping);
    CHECK(near.distance == 0.0f);
    CHECK(near.iterations <= 8);
    const Penetration deep = penetration(flat.view(), upright.view(), Pose{});
    CHECK(unit_error(deep.normal) <= 2e-7);
    CHECK(deep.depth == 1.0f);
}

TEST_CASE("G13: a point off the end of an ever thinner plank") {
    for (const float thickness : {3.2e-3f, 4e-4f, 2e-5f, 2e-6f, 2e-8f}) {
        const Polygon plank = make_box(0.5f, 0.5f * thickness);
        const SmallCore point = make_core(Circle{{0.0f, 0.0f}, 0.0f});
        const Distance near = distance(make_core(plank), point.view(), at(0.505f, 0.0f));
        CHECK(near.status == DistanceStatus::Separated);
        CHECK(std::abs(static_cast<double>(near.distance) - (static_cast<double>(0.505f) - 0.5)) <= 1e-8);
        CHECK(std::abs(near.normal.y) <= 1e-5f);
        CHECK(near.normal.x > 0.99f);
    }
}

TEST_CASE("G17: vertices so small that products underflow give no NaN and terminate") {
    for (const float s : {1e-38f, 1e-30f, 1e-20f}) {
        const Polygon box = make_box(s, s);
        for (const float gap : {0.0f, 0.5f, 2.5f, 10.0f}) {
            const Distance near = distance(make_core(box), make_core(box), at(gap * s, 0.1f * s, 0.7f));
            const Penetration deep = penetration(make_core(box), make_core(box), at(gap * s, 0.1f * s, 0.7f));
            CHECK(all_finite(near));
            CHECK(all_finite(deep));
            CHECK(near.iterations <= 12);
            CHECK(unit_error(deep.normal) <= 2e-7);
        }
    }
}

TEST_CASE("G18: boxes whose vertices lie 10 km from their bodies") {
    const Polygon box = make_box(1.0f, 1.0f, {{1e4f, 1e4f}, {}});
    for (int i = 1; i <= 10; ++i) {
        const float gap = 0.0009765625f * static_cast<float>(i);
        const Distance near = distance(make_core(box), make_core(box), at(2.0f + gap, 0.25f));
        CHECK(std::abs(near.distance - gap) <= 2.4e-7f * 2.83f);
        CHECK(near.normal == Vec2(1.0f, 0.0f));
    }
}

TEST_CASE("G19: the same pair 10 km from the world's origin") {
    const Polygon a = make_polygon({{-0.5f, -0.25f}, {0.75f, -0.5f}, {0.5f, 0.5f}});
    const Polygon b = make_box(0.5f, 0.125f);
    const Rot turn = Rot::from_angle(0.4f);
    for (const Vec2& place : {Vec2{1.5f, 0.25f}, Vec2{0.75f, 0.125f}, Vec2{0.25f, 0.0f}}) {
        const float here =
            signed_separation(make_core(a), make_core(b), inverse_multiply({{0, 0}, turn}, {place, Rot{}}));
        const Pose far_a{{10240.0f, 10240.0f}, turn};
        const Pose far_b{Vec2{10240.0f, 10240.0f} + place, Rot{}};
        CHECK(signed_separation(make_core(a), make_core(b), inverse_multiply(far_a, far_b)) == here);
    }
}

TEST_CASE("G24: a box and a box turned by 45 degrees") {
    const Polygon box = make_box(0.5f, 0.5f);
    const Rot turn{std::sqrt(0.5f), std::sqrt(0.5f)};
    CHECK(signed_separation(make_core(box), make_core(box), {{1.2f, 0.0f}, turn}) ==
          doctest::Approx(-0.007106781f).epsilon(2e-5));
    CHECK(signed_separation(make_core(box), make_core(box), {{1.1f, 0.0f}, turn}) ==
          doctest::Approx(-0.107106781f).epsilon(2e-6));
}

TEST_CASE("G25: random simplices in the cache do not change the result") {
    Random random(25);
    double worst = 0.0;
    for (int done = 0; done < scaled_count(20000);) {
        const std::optional<PolygonPair> pair =
            random_pair(random, Offset::Origin, static_cast<Depth>(random.below(7)), 1000.0);
        if (!pair) {
            continue;
        }
        ++done;
        const ConvexCore a = make_core(pair->a);
        const ConvexCore b = make_core(pair->b);
        SimplexCache cache;
        cache.count = 3;
        for (int k = 0; k < 3; ++k) {
            cache.a[k] = static_cast<std::uint16_t>(random.below(a.count));
            cache.b[k] = static_cast<std::uint16_t>(random.below(b.count));
        }
        const double cold = static_cast<double>(penetration(a, b, pair->b_in_a()).depth);
        const double stale = static_cast<double>(penetration(a, b, pair->b_in_a(), &cache).depth);
        const double size =
            std::max(diameter(place_exactly(points_of(a), {})), diameter(place_exactly(points_of(b), {})));
        worst = std::max(worst, std::abs(cold - stale) / (size + std::abs(cold)));
    }
    CHECK(worst <= 2.4e-7);
}

TEST_CASE("G27: through contact in steps of the last digit, the distance grows and both algorithms agree") {
    const Polygon box = make_box(1.0f, 1.0f);
    const Rot turn = Rot::from_angle(0.3f);
    const double nx = static_cast<double>(turn.c);
    const double ny = static_cast<double>(turn.s);
    double last = -1.0;
    int disagreements = 0;
    double worst_fall = 0.0;
    double worst_error = 0.0;
    for (double offset = -1e-6; offset <= 1e-6; offset += 2e-9) {
        // The frame of A is rotated, so that the face normal is oblique to both coordinate axes.
        const Pose a{{0.0f, 0.0f}, Rot{}};
        const Polygon turned = make_box(1.0f, 1.0f, {{0.0f, 0.0f}, turn});
        const Pose b{{static_cast<float>((2.0 + offset) * nx), static_cast<float>((2.0 + offset) * ny)},
                     Rot{}};
        const Penetration deep = penetration(make_core(turned), make_core(turned), inverse_multiply(a, b));
        const Distance near = distance(make_core(turned), make_core(turned), inverse_multiply(a, b));
        const double found = -static_cast<double>(deep.depth);
        worst_fall = std::max(worst_fall, last - found);
        worst_error = std::max(worst_error, std::abs(found - offset));
        last = found;
        disagreements += (found > 0.0) != (near.status == DistanceStatus::Separated) ? 1 : 0;
        CHECK(dot(deep.normal, Vec2(turn.c, turn.s)) > 0.999999f);
    }
    CHECK(worst_fall <= 2.4e-7);
    CHECK(worst_error <= 7e-7);
    CHECK(disagreements == 0);
}

TEST_CASE("G31: NaN and infinity in a vertex or a pose give a status and finite numbers") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const Polygon box = make_box(1.0f, 1.0f);
    for (const float bad : {nan, infinity, -infinity}) {
        for (const Pose& pose :
             {Pose{{bad, 0.0f}, {}}, Pose{{0.0f, bad}, {}}, Pose{{3.0f, 0.0f}, {bad, 0.0f}}}) {
            const Distance near = distance(make_core(box), make_core(box), pose);
            CHECK(near.status == DistanceStatus::NotFinite);
            CHECK(all_finite(near));
            CHECK(near.iterations <= 12);
            const Penetration deep = penetration(make_core(box), make_core(box), pose);
            CHECK(deep.status == PenetrationStatus::NotFinite);
            CHECK(all_finite(deep));
            CHECK(contact(make_core(box), make_core(box), pose).count == 0);
        }
        for (int vertex = 0; vertex < 4; ++vertex) {
            std::vector<Vec2> points(box.vertices().begin(), box.vertices().end());
            points[static_cast<std::size_t>(vertex)].x = bad;
            const ConvexCore broken{points.data(), box.normals().data(), 4, 0.0f};
            for (const float x : {0.5f, 3.0f}) {
                const Distance near = distance(broken, make_core(box), at(x, 0.0f));
                CHECK(all_finite(near));
                CHECK(near.iterations <= 12);
                CHECK(all_finite(penetration(broken, make_core(box), at(x, 0.0f))));
                CHECK(all_finite(penetration(make_core(box), broken, at(x, 0.0f))));
            }
        }
    }
}
