#include <doctest/doctest.h>

#include <drystone/drystone.h>
#include <scenes/drystone_backend.h>
#include <scenes/recorder.h>
#include <scenes/shuffler.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace {

using scenes::BodyNumber;

/// Objects that the engine was told to create, and the final hash.
struct Created {
    std::vector<scenes::RecordedBody> bodies;
    std::vector<scenes::JointDescription> joints;
    std::uint64_t hash = 0;
};

/// Builds a scene, with or without shuffling of bodies, and does some steps.
template <class Use>
Created create(const std::string& name, const std::uint64_t* seed, int steps, Use&& use) {
    const scenes::SceneInfo& info = *scenes::find_scene(name);
    scenes::DrystoneBackend backend(info.world);
    scenes::Recorder recorder(backend);
    scenes::Shuffler shuffler(recorder, seed == nullptr ? 0 : *seed);
    scenes::Backend& target = seed == nullptr ? static_cast<scenes::Backend&>(recorder) : shuffler;
    const auto scene = info.create();
    scene->build(target);
    shuffler.flush();
    for (int step = 0; step < steps; ++step) {
        scene->before_step(target, step);
        shuffler.flush();
        backend.step(info.world);
    }
    backend.world().validate();
    use(*scene, shuffler, recorder);
    return {{recorder.bodies().begin(), recorder.bodies().end()},
            {recorder.joints().begin(), recorder.joints().end()},
            backend.world().state_hash()};
}

Created create(const std::string& name, const std::uint64_t* seed, int steps = 0) {
    return create(name, seed, steps, [](auto&&...) {});
}

using BodyKey = std::tuple<int, float, float, float, std::size_t, std::size_t>;

BodyKey key_of(const scenes::RecordedBody& body) {
    return {static_cast<int>(body.description.kind),
            body.description.position.x,
            body.description.position.y,
            body.description.angle,
            body.shapes.size(),
            body.shapes.empty() ? 0 : body.shapes[0].shape.index()};
}

std::vector<BodyKey> keys_of(const Created& created) {
    std::vector<BodyKey> keys;
    std::transform(created.bodies.begin(), created.bodies.end(), std::back_inserter(keys), key_of);
    return keys;
}

std::vector<BodyKey> sorted(std::vector<BodyKey> keys) {
    std::sort(keys.begin(), keys.end());
    return keys;
}

}  // namespace

TEST_CASE("shuffler: the bodies of a scene are the same ones in another order, which the seed decides") {
    const std::uint64_t seeds[] = {1, 2};
    for (const char* name : {"pyramid", "ragdolls", "junkyard", "ellipses", "chain_slide", "outlines"}) {
        CAPTURE(name);
        const std::vector<BodyKey> in_order = keys_of(create(name, nullptr));
        const std::vector<BodyKey> shuffled = keys_of(create(name, &seeds[0]));
        CHECK(shuffled != in_order);
        CHECK(sorted(shuffled) == sorted(in_order));
        CHECK(keys_of(create(name, &seeds[0])) == shuffled);
        CHECK(keys_of(create(name, &seeds[1])) != shuffled);
    }
}

TEST_CASE("shuffler: joints come in the scene's order and connect the same bodies") {
    const std::uint64_t seed = 3;
    for (const char* name : {"bridge", "car", "gear_train", "pulleys", "ragdolls"}) {
        CAPTURE(name);
        const Created in_order = create(name, nullptr);
        const Created shuffled = create(name, &seed);
        REQUIRE(shuffled.joints.size() == in_order.joints.size());
        CHECK_FALSE(in_order.joints.empty());
        for (std::size_t i = 0; i < in_order.joints.size(); ++i) {
            const scenes::JointDescription& a = in_order.joints[i];
            const scenes::JointDescription& b = shuffled.joints[i];
            CHECK(a.joint.index() == b.joint.index());
            if (std::holds_alternative<scenes::GearJoint>(a.joint)) {
                CHECK(std::get<scenes::GearJoint>(a.joint).first ==
                      std::get<scenes::GearJoint>(b.joint).first);
                continue;
            }
            const auto body = [](const Created& created, BodyNumber number) {
                return key_of(created.bodies[static_cast<std::size_t>(number)]);
            };
            CHECK(body(in_order, a.body_a) == body(shuffled, b.body_a));
            CHECK(body(in_order, a.body_b) == body(shuffled, b.body_b));
        }
    }
}

TEST_CASE("shuffler: a scene that goes on to act on its bodies finds them, and runs are the same") {
    const std::uint64_t seed = 5;
    for (const char* name : {"rain", "junkyard", "explosion", "sensor_funnel", "contact_forces"}) {
        CAPTURE(name);
        const Created first = create(name, &seed, 40);
        CHECK(create(name, &seed, 40).hash == first.hash);
        const Created in_order = create(name, nullptr, 40);
        CHECK(first.bodies.size() == in_order.bodies.size());
        CHECK(first.joints.size() == in_order.joints.size());
    }
}

TEST_CASE("shuffler: the watched body is the one that the scene watches") {
    const std::uint64_t seed = 6;
    for (const std::uint64_t* chosen : {static_cast<const std::uint64_t*>(nullptr), &seed}) {
        create("large_pyramid", chosen, 0, [&](auto& scene, auto& shuffler, auto& recorder) {
            const BodyNumber watched = scene.watched_body();
            const BodyNumber number = chosen == nullptr ? watched : shuffler.target_number(watched);
            CHECK(recorder.bodies()[static_cast<std::size_t>(number)].description.position.y ==
                  doctest::Approx(99.5));
        });
    }
}

TEST_CASE("shuffler: what waits is created before a call that acts on bodies") {
    scenes::DrystoneBackend backend({});
    scenes::Shuffler shuffler(backend, 7);
    const BodyNumber body = shuffler.create_body({.kind = scenes::BodyKind::Dynamic});
    CHECK(shuffler.target_number(body) == -1);
    CHECK(backend.body_count() == 0);
    shuffler.create_shape(body, {.shape = scenes::CircleShape{}});
    shuffler.set_velocity(body, {1.0f, 0.0f}, 0.0f);
    REQUIRE(shuffler.target_number(body) == 0);
    CHECK(backend.world()[backend.body_id(0)].linear_velocity().x == 1.0f);
    shuffler.create_shape(body, {.shape = scenes::CircleShape{{2.0f, 0.0f}}});
    CHECK(backend.world()[backend.body_id(0)].shapes().size() == 2);
    const BodyNumber next = shuffler.create_body({});
    shuffler.destroy_body(body);
    CHECK(shuffler.target_number(next) == 1);
    CHECK(backend.body_id(0).is_null());
}
