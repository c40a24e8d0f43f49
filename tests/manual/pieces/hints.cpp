// Pieces of docs/manual/hints.md.
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include <cstdio>
#include <string>

using namespace drystone;

TEST_CASE("hints: the five usual slips are found") {
    World world;
    const BodyId pixels = world.create_body({.position = {400.0f, 300.0f}});
    world.create_shape(pixels, make_box(200.0f, 150.0f));
    const BodyId turned = world.create_body({.angle = 90.0f});
    world.create_shape(turned, make_box(0.5f, 0.5f));
    world.create_joint(turned, world.create_body({.position = {100.0f, 0.0f}}), RevoluteJoint{});
    world.step(16.0f);
    world.step(10.0f);
    // [hints]
    for (const Hint& hint : world.hints()) {
        std::printf("%s: see %s\n", hint.text.c_str(), hint.page.c_str());
    }
    // [/hints]
    bool found[hint_kind_count] = {};
    for (const Hint& hint : world.hints()) {
        found[static_cast<std::size_t>(hint.kind)] = true;
    }
    for (const HintKind kind :
         {HintKind::TimeStep, HintKind::LargeBody, HintKind::BodyAngle, HintKind::FarAnchors}) {
        CHECK(found[static_cast<std::size_t>(kind)]);
    }
}
