#include <explorer/model/dragging.h>
#include <explorer/model/shape_menu.h>

#include <drystone/collision/gjk.h>
#include <drystone/collision/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace explorer;
using drystone::Vec2;

namespace {

int kind(const char* key) { return find_shape(key).value(); }

/// A box, 1.8 m x 1.2 m, turned by a quarter, and a polygon to the right of it.
Question box_and_polygon() {
    return {{kind("box"), {-1.5f, 0.25f}, 0.5f * drystone::pi}, {kind("polygon"), {1.5f, 0.0f}, 0.4f}};
}

}  // namespace

TEST_CASE("dragging: a corner is taken near it, the nearest one, and nowhere else") {
    const Tutorial tutorial = make_tutorial(box_and_polygon());
    const auto corner = find_corner(tutorial, {-2.05f, 1.1f}, 0.1f);
    REQUIRE(corner.has_value());
    CHECK(!corner->of_b);
    CHECK(length(corners_of(tutorial, false)[corner->index] - Vec2{-2.1f, 1.15f}) < 1e-5f);
    CHECK(!find_corner(tutorial, {-1.5f, 0.25f}, 0.1f).has_value());
    // Within reach of all: the nearest.
    const auto of_b = find_corner(tutorial, {1.6f, 0.1f}, 9.0f);
    REQUIRE(of_b.has_value());
    CHECK(of_b->of_b);
    for (const bool b : {false, true}) {
        for (const Vec2& other : corners_of(tutorial, b)) {
            const Vec2 chosen = corners_of(tutorial, true)[of_b->index];
            CHECK(length(chosen - Vec2{1.6f, 0.1f}) <= length(other - Vec2{1.6f, 0.1f}));
        }
    }
}

TEST_CASE("dragging: curved and rounded shapes have no corners, all others as many as they show") {
    for (const ShapeChoice& choice : shape_menu()) {
        CAPTURE(choice.key);
        const std::string key = choice.key;
        const Tutorial tutorial = make_tutorial({{kind(choice.key)}, {kind("point"), {4.0f, 0.0f}}});
        const std::size_t count = corners_of(tutorial, false).size();
        const std::size_t expected = key == "point"                       ? 1
                                     : key == "segment"                   ? 2
                                     : key == "triangle"                  ? 3
                                     : key == "box" || key == "sheared"   ? 4
                                     : key == "polygon" || key == "cloud" ? 6
                                                                          : 0;
        if (key == "cloud") {
            CHECK(count >= 3);
        } else {
            CHECK(count == expected);
        }
        CHECK(corners_of(tutorial, true).size() == 1);
    }
}

TEST_CASE("dragging: a shape with a dragged corner is the polygon of its corners") {
    const Question before = box_and_polygon();
    const Tutorial tutorial = make_tutorial(before);
    const Points corners = corners_of(tutorial, false);
    const auto corner = find_corner(tutorial, {-0.9f, 1.15f}, 0.05f);
    REQUIRE(corner.has_value());
    for (const Vec2 to : {Vec2{0.4f, 0.9f}, Vec2{-0.7f, 1.6f}, Vec2{2.0f, 0.5f}, Vec2{-0.9f, 0.6f}}) {
        Question question = before;
        move_corner(question, tutorial, *corner, to);
        const Tutorial after = make_tutorial(question);
        Points expected = corners;
        expected[corner->index] = to;
        // The library's own polygon of the same points, without the explorer's shapes.
        const drystone::Polygon polygon = drystone::make_hull(expected);
        const drystone::Polygon other = drystone::make_hull(corners_of(tutorial, true));
        const drystone::Penetration answer = drystone::penetration(polygon, other, drystone::Pose{});
        CHECK(after.answer.depth == doctest::Approx(answer.depth).epsilon(1e-4));
        CHECK(length(corners_of(after, false)[corner->index] - to) < 1e-5f);
        CHECK(corners_of(after, false).size() == corners.size());
        CHECK(question.b.corners.empty());
    }
}

TEST_CASE("dragging: a corner inside the others can be taken again, and turns along with its shape") {
    Question question = box_and_polygon();
    Tutorial tutorial = make_tutorial(question);
    const auto corner = find_corner(tutorial, {-0.9f, 1.15f}, 0.05f);
    REQUIRE(corner.has_value());
    // Inside of the triangle of the other three.
    move_corner(question, tutorial, *corner, {-1.6f, 0.0f});
    tutorial = make_tutorial(question);
    CHECK(tutorial.border_a.size() == 3);
    CHECK(find_corner(tutorial, {-1.6f, 0.0f}, 0.05f)->index == corner->index);
    question.a.angle += 0.5f * drystone::pi;
    tutorial = make_tutorial(question);
    // A quarter about (-1.5, 0.25): (-0.1, -0.25) turns to (0.25, -0.1).
    CHECK(find_corner(tutorial, {-1.25f, 0.15f}, 0.001f)->index == corner->index);
}

TEST_CASE("dragging: the corners of B can be made to meet A in one point") {
    Question question{{kind("box"), {0.0f, 0.0f}, 0.0f}, {kind("triangle"), {2.5f, 0.0f}, 0.0f}};
    const Tutorial tutorial = make_tutorial(question);
    const auto corner = find_corner(tutorial, {1.7f, -0.6f}, 0.05f);
    REQUIRE(corner.has_value());
    move_corner(question, tutorial, *corner, {0.9f, 0.1f});
    CHECK(std::abs(make_tutorial(question).answer.depth) < 1e-5f);
}
