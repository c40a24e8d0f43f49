#include <doctest/doctest.h>

#include "support/recording_draw.h"
#include "support/world_build.h"

#include <limits>
#include <string>
#include <variant>
#include <vector>

using namespace drystone;

namespace {

bool near(const Vec2& a, const Vec2& b, float tolerance = 1e-4f) { return length(a - b) <= tolerance; }

}  // namespace

TEST_CASE("fields: their handles die with them and their definitions are kept") {
    World world;
    const FieldId first = world.create_field({.kind = WindField{.velocity = {1.0f, 2.0f}}, .user_data = 7});
    const FieldId second = world.create_field({.kind = BuoyancyField{.density = 3.0f}});
    CHECK(test::ids(world.fields()) == std::vector<FieldId>{first, second});
    CHECK(world[first].definition().user_data == 7);
    CHECK(std::get<WindField>(world[first].definition().kind).velocity.y == 2.0f);
    world.destroy_field(first);
    CHECK_FALSE(world.is_valid(first));
    CHECK(world.is_valid(second));
    const FieldId third = world.create_field({});
    CHECK(third.index1 == first.index1);
    CHECK(third != first);
    for (const auto& text : {test::error_of([&] { world.destroy_field(first); }),
                             test::error_of([&] { (void)world[first].definition(); }),
                             test::error_of([&] { world[first].set_definition({}); }),
                             test::error_of([&] { world.destroy_field(FieldId{}); })}) {
        CHECK(test::contains_text(text, "living field of this world"));
    }
    World other;
    CHECK_FALSE(other.is_valid(second));
}

TEST_CASE("fields: bad values are refused, and nothing is made or changed") {
    World world;
    const FieldId good = world.create_field({.user_data = 5});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto refused = [&](const FieldDefinition& definition, const char* argument) {
        CAPTURE(argument);
        const std::string made = test::error_of([&] { world.create_field(definition); });
        CHECK(test::contains_text(made, "World::create_field"));
        CHECK(test::contains_text(made, argument));
        const std::string set = test::error_of([&] { world[good].set_definition(definition); });
        CHECK(test::contains_text(set, "FieldRef::set_definition"));
        CHECK(test::contains_text(set, argument));
        CHECK(world.fields().size() == 1);
        CHECK(world[good].definition().user_data == 5);
    };
    refused({.kind = DirectionalField{.strength = {nan, 0.0f}}}, "strength");
    refused({.kind = DirectionalField{.unit = static_cast<FieldUnit>(9)}}, "unit");
    refused({.kind = RadialField{.strength = nan}}, "strength");
    refused({.kind = RadialField{.softening = -1.0f}}, "softening");
    refused({.kind = RadialField{.decay = static_cast<FieldDecay>(9)}}, "decay");
    refused({.kind = VortexField{.strength = nan}}, "strength");
    refused({.kind = WindField{.velocity = {0.0f, nan}}}, "velocity");
    refused({.kind = WindField{.density = -1.0f}}, "density");
    refused({.kind = WindField{.drag = -1.0f}}, "drag");
    refused({.kind = WindField{.lift = nan}}, "lift");
    refused({.kind = BuoyancyField{.density = -1.0f}}, "density");
    refused({.kind = BuoyancyField{.flow = {nan, 0.0f}}}, "flow");
    refused({.kind = BuoyancyField{.linear_drag = -1.0f}}, "linear_drag");
    refused({.kind = BuoyancyField{.angular_drag = nan}}, "angular_drag");
    refused({.kind = BuoyancyField{.surface = FluidSurface{.normal = {0.0f, 0.0f}}}}, "surface.normal");
    refused({.kind = BuoyancyField{.surface = FluidSurface{.point = {nan, 0.0f}}}}, "surface.point");
    refused({.region = Segment{}}, "area");
    refused({.region = Circle{{0.0f, 0.0f}, -1.0f}}, "radius");
    refused({.pose = {{nan, 0.0f}, Rot{}}}, "pose");
    refused({.pose = {{0.0f, 0.0f}, Rot{2.0f, 0.0f}}}, "pose");
    const BodyId dead = world.create_body({.type = BodyType::Static});
    world.destroy_body(dead);
    refused({.body = dead}, "body");
    world.create_shape(world.create_body({.type = BodyType::Static}), Circle{});
    world.overlap(Aabb{{-1.0f, -1.0f}, {1.0f, 1.0f}}, [&](ShapeId) {
        refused({}, "must not be changed");
        return true;
    });
}

TEST_CASE("fields: they are drawn where they are") {
    World world({.gravity = {0.0f, 0.0f}});
    world.create_field({.kind = BuoyancyField{.surface = FluidSurface{.point = {0.0f, 1.0f}}},
                        .region = make_box(4.0f, 2.0f),
                        .pose = {{10.0f, 0.0f}, Rot{}}});
    world.create_field({.kind = RadialField{.strength = 1.0f}, .pose = {{-5.0f, 0.0f}, Rot{}}});
    world.create_field({.kind = WindField{.velocity = {3.0f, 0.0f}}, .enabled = false});
    test::RecordingDraw out;
    DebugDrawOptions options = test::nothing();
    options.fields = true;
    world.draw(out, options);
    REQUIRE(out.of(DebugRole::Field).size() == 1);
    const auto region = out.of(DebugRole::Field)[0];
    CHECK(region.kind == "polygon");
    CHECK(near(region.points[0], {6.0f, -2.0f}));
    const auto flows = out.of(DebugRole::FieldFlow);
    REQUIRE(flows.size() == 9);
    CHECK(flows[0].kind == "segment");
    CHECK(near(flows[0].points[0], {6.0f, 1.0f}, 1e-3f));
    CHECK(near(flows[0].points[1], {14.0f, 1.0f}, 1e-3f));
    for (std::size_t i = 1; i < 9; ++i) {
        // Towards the centre.
        const Vec2 center{-5.0f, 0.0f};
        CHECK(length(flows[i].points[1] - center) < length(flows[i].points[0] - center));
    }
}
