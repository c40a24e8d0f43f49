#include <doctest/doctest.h>

#include <drystone/collision/active_edges.h>
#include <drystone/collision/manifold.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

using namespace drystone;

namespace {

/// Returns all edges of a polygon as active, except the given ones, which continue straight in a neighbour.
std::vector<ActiveEdge> edges_of(const Polygon& polygon, FaceBits covered = 0) {
    const std::span<const Vec2> v = polygon.vertices();
    const std::size_t count = v.size();
    std::vector<ActiveEdge> edges;
    const auto is_covered = [&](std::size_t face) { return ((covered >> face) & 1) != 0; };
    for (std::size_t i = 0; i < count; ++i) {
        if (is_covered(i)) {
            continue;
        }
        const std::size_t next = (i + 1) % count;
        const std::size_t before = (i + count - 1) % count;
        ActiveEdge edge;
        edge.face = static_cast<int>(i);
        edge.segment.a = v[i];
        edge.segment.b = v[next];
        const Vec2 way = v[next] - v[i];
        edge.segment.ghost_before = is_covered(before) ? v[i] - way : v[before];
        edge.segment.ghost_after = is_covered(next) ? v[next] + way : v[(next + 1) % count];
        edges.push_back(edge);
    }
    return edges;
}

/// A generator of numbers that are the same on every platform.
class Numbers {
public:
    explicit Numbers(std::uint32_t seed) : state_(seed) {}
    float between(float low, float high) {
        state_ = state_ * 1664525u + 1013904223u;
        return low + (high - low) * (static_cast<float>(state_ >> 8) / 16777216.0f);
    }

private:
    std::uint32_t state_;
};

}  // namespace

TEST_CASE("exposed core: without covered faces it equals the core") {
    Numbers random(7);
    const Polygon a = make_polygon({{-1.0f, -0.6f}, {0.9f, -0.8f}, {1.2f, 0.4f}, {-0.2f, 0.9f}});
    const Polygon others[] = {make_box(0.4f, 0.3f), make_regular_polygon(5, 0.5f), make_box(0.2f, 0.2f)};
    const std::vector<ActiveEdge> edges = edges_of(a);
    int touching = 0;
    for (int i = 0; i < 4000; ++i) {
        const Polygon& other = others[i % 3];
        const SmallCore disc = make_core(Circle{{0.1f, 0.0f}, 0.3f});
        const ConvexCore b = i % 4 == 3 ? disc.view() : make_core(other);
        const Pose pose{Vec2{random.between(-2.0f, 2.0f), random.between(-1.6f, 1.6f)},
                        Rot::from_angle(random.between(-3.0f, 3.0f))};
        CollisionCache cache;
        const Manifold expected = collide(make_core(a), b, pose, 0.02f, cache);
        const Manifold found = collide(PolygonWithActiveEdges{make_core(a), edges, 0.0f}, b, pose, 0.02f);
        const auto minimum = [](const Manifold& manifold) {
            return manifold.count == 2
                       ? std::min(manifold.points[0].separation, manifold.points[1].separation)
                       : manifold.points[0].separation;
        };
        REQUIRE((expected.count > 0) == (found.count > 0));
        if (found.count > 0) {
            ++touching;
            // Near ties may choose another axis, but none that is worse.
            CHECK(minimum(found) == doctest::Approx(minimum(expected)).epsilon(1e-3));
            CHECK((dot(found.normal, expected.normal) > 0.9999f ||
                   std::abs(minimum(found) - minimum(expected)) < 1e-4f));
        }
    }
    CHECK(touching > 1000);
}

TEST_CASE("exposed core: a covered face is never the normal") {
    Numbers random(8);
    const Polygon tile = make_box(0.5f, 0.5f);
    // Faces of a box: -y, +x, +y, -x. Only the top is exposed.
    const std::vector<ActiveEdge> edges = edges_of(tile, 0b1011);
    REQUIRE(edges.size() == 1);
    for (int i = 0; i < 2000; ++i) {
        const Polygon other = make_box(random.between(0.1f, 0.6f), random.between(0.1f, 0.6f));
        const Pose pose{Vec2{random.between(-1.2f, 1.2f), random.between(-0.2f, 1.2f)},
                        Rot::from_angle(random.between(-0.2f, 0.2f))};
        const Manifold found =
            collide(PolygonWithActiveEdges{make_core(tile), edges, 1e-3f}, make_core(other), pose, 0.02f);
        if (found.count > 0) {
            CHECK(found.normal.y == doctest::Approx(1.0f));
        }
    }
    CHECK(collide(PolygonWithActiveEdges{make_core(tile), {}, 1e-3f}, make_core(tile), Pose{}, 0.02f).count ==
          0);
}

TEST_CASE("exposed core: flipping twice restores the manifold") {
    const Polygon a = make_box(1.0f, 0.5f);
    const Polygon b = make_box(0.4f, 0.4f);
    const Pose pose{Vec2{0.3f, 0.88f}, Rot::from_angle(0.02f)};
    CollisionCache cache;
    const Manifold there = collide(make_core(a), make_core(b), pose, 0.02f, cache);
    REQUIRE(there.count == 2);
    const Manifold back = flipped(flipped(there, pose), inverse_multiply(pose, Pose{}));
    CHECK(length(back.normal - there.normal) < 1e-6f);
    for (int i = 0; i < 2; ++i) {
        CHECK(length(back.points[i].point - there.points[i].point) < 1e-6f);
        CHECK(back.points[i].feature == there.points[i].feature);
    }
    // It equals the manifold of the swapped shapes.
    const Manifold other = collide(make_core(b), make_core(a), inverse_multiply(pose, Pose{}), 0.02f, cache);
    const Manifold turned = flipped(there, pose);
    REQUIRE(other.count == 2);
    CHECK(length(other.normal - turned.normal) < 1e-6f);
    for (int i = 0; i < 2; ++i) {
        CHECK(length(other.points[i].point - turned.points[i].point) < 1e-5f);
        CHECK(other.points[i].feature == turned.points[i].feature);
    }
}
