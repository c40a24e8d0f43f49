// Any calls of `World` in any order: each throws `Error` and changes nothing, or has its documented effect;
// after every step all invariants hold and everything is finite.
#include "companion_calls.h"
#include "state_calls.h"
#include "surface_calls.h"
#include "value_calls.h"
#include "world_calls.h"
#include "world_fuzzer.h"

#include "support/world_fingerprint.h"

#include <drystone/error.h>

#include <cstdio>
#include <cstdlib>
#include <span>

namespace drystone::test {

namespace {

/// Maximum depth of calls, which may nest once through callbacks.
constexpr int deepest = 2;

/// Returns whether DRYSTONE_FUZZ_TRACE is set: every call is then printed, to show the calls of a failing
/// input.
bool tracing() {
    static const bool on = std::getenv("DRYSTONE_FUZZ_TRACE") != nullptr;  // NOLINT(concurrency-mt-unsafe)
    return on;
}

void check_bodies(const World& world) {
    for (const BodyId body : world.bodies()) {
        expect(is_finite(world[body].pose()), "poses are finite");
        expect(is_finite(world[body].linear_velocity()), "velocities are finite");
        expect(is_finite(world[body].angular_velocity()), "angular velocities are finite");
    }
}

/// Checks that contacts are shown with finite points, finite impulses and a unit normal.
void check_contacts(const World& world) {
    world.visit_contacts([&](const ContactView& view) {
        expect(world.is_valid(view.shape_a) && world.is_valid(view.shape_b), "contacts name living shapes");
        if (view.count == 0) {
            return;
        }
        expect(view.normal != Vec2{} && is_unit_or_zero(view.normal),
               "the normal of a contact is a unit vector");
        for (int i = 0; i < view.count; ++i) {
            const ContactPointView& point = view.points[i];
            expect(is_finite(point.point) && is_finite(point.separation), "contacts are somewhere");
            expect(is_finite(point.normal_impulse) && is_finite(point.friction_impulse),
                   "impulses are finite");
        }
    });
}

const WorldCall& choose_call(ValueInput& input) {
    const int kind = input.below(24);
    const auto from = [&](std::span<const WorldCall> calls) -> const WorldCall& {
        return calls[input.byte() % calls.size()];
    };
    if (kind < 4) {
        return from(life_calls);
    }
    if (kind < 7) {
        return step_calls[0];
    }
    if (kind < 9) {
        return from(step_calls);
    }
    if (kind < 11) {
        return from(query_calls);
    }
    if (kind < 14) {
        return from(body_calls);
    }
    if (kind < 16) {
        return from(shape_calls);
    }
    if (kind < 18) {
        return from(surface_calls);
    }
    if (kind < 20) {
        return from(effect_calls);
    }
    return kind < 23 ? from(companion_calls) : from(state_calls);
}

}  // namespace

WorldFuzzer::WorldFuzzer(const std::uint8_t* data, std::size_t size) : input(data, size) {
    foreign_bodies.push_back(foreign.create_body({.type = BodyType::Dynamic}));
    foreign_bodies.push_back(foreign.create_body({.type = BodyType::Static}));
    for (const BodyId body : foreign_bodies) {
        foreign_shapes.push_back(foreign.create_shape(body, Circle{}));
    }
    foreign_chains.push_back(
        foreign.create_chain(foreign_bodies[1], {.points = {{0.0f, 0.0f}, {1.0f, 0.0f}}}));
    foreign_fields.push_back(foreign.create_field({}));
    foreign_joints.push_back(foreign.create_joint(foreign_bodies[0], foreign_bodies[1], RevoluteJoint{}));
    bodies.push_back(world.create_body({.type = BodyType::Static}));
    shapes.push_back(world.create_shape(bodies[0], Segment{{-10.0f, -1.0f}, {10.0f, -1.0f}}));
}

void WorldFuzzer::run() {
    while (!input.empty()) {
        called_inside_ = false;
        call();
        validate();
    }
    if (recorder) {
        play_recording(*this);
    }
}

void WorldFuzzer::call() {
    const WorldCall& chosen = choose_call(input);
    if (tracing()) {
        std::fprintf(stderr, "%*s%s\n", 2 * depth_, "", chosen.name);
    }
    // Inside a step the world is half updated.
    const bool is_outermost = depth_ == 0;
    const Fingerprint before = is_outermost ? fingerprint_of(world) : Fingerprint{};
    ++depth_;
    try {
        chosen.call(*this);
    } catch (const Error& error) {
        if (tracing()) {
            std::fprintf(stderr, "%*s  %s\n", 2 * depth_, "", error.what());
        }
        // Nested calls may have changed the world, and the error of a callback is thrown after the step has
        // completed.
        expect(called_inside_ || !is_outermost || fingerprint_of(world) == before,
               "a call that throws changes nothing");
    }
    --depth_;
    if (is_outermost) {
        check_contacts(world);
    }
}

bool WorldFuzzer::decide() {
    const int kind = input.below(16);
    if (depth_ < deepest && kind < 4) {
        call();
        called_inside_ = true;
    }
    if (kind == 4) {
        called_inside_ = true;
        throw Error("a callback throws");
    }
    return (kind & 1) != 0;
}

void WorldFuzzer::step() {
    constexpr float steps[] = {1.0f / 60.0f, 1.0f / 60.0f, 0.0f,    0.25f,  1e-30f,
                               1e-6f,        10.0f,        1000.0f, 1e-45f, 3e38f};
    const int kind = input.below(32);
    const float time_step = kind < 10 ? steps[kind] : kind == 31 ? input.any_float() : 1.0f / 60.0f;
    constexpr int counts[] = {4, 4, 1, 2, 8, 0, -1, 50};
    world.step(time_step, counts[input.below(8)]);
    check_bodies(world);
    check_events();
}

void WorldFuzzer::check_events() {
    for (const ContactBegin& begin : world.contact_begins()) {
        expect(world.is_valid(begin.shape_a) && world.is_valid(begin.shape_b), "events name living shapes");
        contacts.push_back(begin.contact);
    }
    for (const ContactEnd& end : world.contact_ends()) {
        expect(!end.shape_a.is_null() && !end.shape_b.is_null(), "events name shapes");
    }
    for (const ContactHit& hit : world.contact_hits()) {
        expect(is_finite(hit.point) && hit.approach_speed > 0.0f, "hits are somewhere");
        expect(is_unit_or_zero(hit.normal), "the normal of a hit is a unit vector");
    }
    for (const BodyMoved& moved : world.moved_bodies()) {
        expect(world.is_valid(moved.body) && is_finite(moved.pose), "bodies move to finite poses");
    }
    for (const SensorBegin& begin : world.sensor_begins()) {
        expect(world.is_valid(begin.sensor) && world.is_valid(begin.visitor), "sensors see living shapes");
    }
    for (const SensorEnd& end : world.sensor_ends()) {
        expect(!end.sensor.is_null() && !end.visitor.is_null(), "events name shapes");
    }
    for (const ContactForce& force : world.contact_forces()) {
        expect(is_finite(force.force) && is_finite(force.point) && force.magnitude >= 0.0f,
               "forces act somewhere");
        expect(is_unit_or_zero(force.normal), "the normal of a force is a unit vector");
    }
    for (const BodyId body : world.sleep_begins()) {
        expect(world.is_valid(body) && !world[body].is_awake(), "who fell asleep sleeps");
    }
    for (const BodyId body : world.sleep_ends()) {
        expect(world.is_valid(body) && world[body].is_awake(), "who woke is awake");
    }
    for (const BodyQuarantined& taken : world.quarantined_bodies()) {
        expect(world.is_valid(taken.body) && is_finite(taken.pose), "bodies are put back to where they were");
    }
    for (const JointBreak& broken : world.joint_breaks()) {
        expect(!world.is_valid(broken.joint), "what broke is gone");
    }
}

}  // namespace drystone::test

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        drystone::test::WorldFuzzer(data, size).run();
    } catch (const drystone::Error&) {
        return 0;  // The definition of the world is refused.
    }
    return 0;
}
