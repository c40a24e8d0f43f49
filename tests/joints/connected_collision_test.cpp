// Which joints let the bodies that they join collide.
#include <doctest/doctest.h>

#include "engine/world/recording/recorded_drop.h"
#include "joints/joint_scenes.h"
#include "support/world_build.h"

#include <optional>
#include <string>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

struct Kind {
    const char* name;
    JointDefinition definition;
    bool collides;
};

/// A joint of each kind that joins two bodies, which does not hold up a box above the ground.
std::vector<Kind> kinds() {
    return {{"distance", DistanceJoint{.limit = JointLimit{0.0f, 100.0f}}, false},
            {"revolute", RevoluteJoint{}, false},
            {"prismatic", PrismaticJoint{.axis_a = {0.0f, 1.0f}}, false},
            {"wheel", WheelJoint{.suspension = {}}, false},
            {"weld", WeldJoint{}, false},
            {"motor", MotorJoint{.maximum_force = 1.0f}, true},
            {"mouse", MouseJoint{.maximum_force = 1.0f}, true},
            {"friction", FrictionJoint{.maximum_force = 1.0f, .maximum_torque = 1.0f}, true},
            {"ratchet", RatchetJoint{}, true},
            {"pulley", PulleyJoint{.length = 100.0f}, true},
            {"filter", FilterJoint{}, false},
            {"generic", GenericJoint{}, false}};
}

struct Pair {
    World world{test::without_sleep({0.0f, -10.0f})};
    BodyId ground = test::add_ground(world);
    BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);

    /// Returns whether the ground carries the box.
    bool is_carried() {
        test::step(world, 60);
        return world.counters().contacts > 0;
    }
};

/// Returns the settings of a joint between a box and the ground that it rests on.
JointSettings settings(std::optional<bool> collide) { return {.collide_connected = collide}; }

}  // namespace

TEST_CASE("joints: those that leave a body's place free let it collide unless they are told not to") {
    for (const Kind& kind : kinds()) {
        CAPTURE(kind.name);
        CHECK(collides_by_default(kind.definition) == kind.collides);
        for (const std::optional<bool> wish :
             {std::optional<bool>{}, std::optional(true), std::optional(false)}) {
            const bool collides = wish.value_or(kind.collides);
            CAPTURE(collides);
            Pair pair;
            const JointId joint =
                pair.world.create_joint(pair.ground, pair.box, kind.definition, settings(wish));
            CHECK(pair.world[joint].settings().collide_connected == std::optional(collides));
            pair.world.step(dt);
            CHECK((pair.world.counters().contacts > 0) == collides);
            pair.world.destroy_joint(joint);
            pair.world.validate();
        }
    }
}

TEST_CASE("joints: a box that is dragged along the ground stays on it") {
    for (const float weights : {0.0f, 0.5f, 0.9f}) {
        CAPTURE(weights);
        Pair pair;
        const float weight = 10.0f * pair.world[pair.box].mass().mass;
        pair.world.create_joint(pair.ground, pair.box,
                                MouseJoint{.target = {3.0f, 0.5f}, .maximum_force = weights * weight});
        CHECK(pair.is_carried());
        CHECK(pair.world[pair.box].position().y == doctest::Approx(0.5f).epsilon(0.02));
    }
}

TEST_CASE("joints: unset collision in new settings is that of the kind") {
    for (const Kind& kind : kinds()) {
        CAPTURE(kind.name);
        Pair pair;
        const JointId joint =
            pair.world.create_joint(pair.ground, pair.box, kind.definition, settings(!kind.collides));
        CHECK(pair.world[joint].settings().collide_connected == std::optional(!kind.collides));
        pair.world[joint].set_settings({.user_data = 3});
        CHECK(pair.world[joint].settings().collide_connected == std::optional(kind.collides));
        pair.world.step(dt);
        CHECK((pair.world.counters().contacts > 0) == kind.collides);
        JointSettings same = pair.world[joint].settings();
        same.user_data = 4;
        pair.world[joint].set_settings(same);
        CHECK(pair.world[joint].settings() == same);
        pair.world[joint].set_enabled(false);
        pair.world[joint].set_enabled(true);
        CHECK(pair.world[joint].settings() == same);
    }
}

TEST_CASE("joints: save files, snapshots and recordings keep whether jointed bodies collide") {
    for (const Kind& kind : kinds()) {
        for (const std::optional<bool> wish :
             {std::optional<bool>{}, std::optional(true), std::optional(false)}) {
            CAPTURE(kind.name);
            const test::TemporaryFile file("connected");
            std::vector<std::uint64_t> hashes;
            Pair pair;
            {
                const Recorder recorder(pair.world, file.path);
                const JointId joint =
                    pair.world.create_joint(pair.ground, pair.box, kind.definition, settings(!kind.collides));
                pair.world[joint].set_settings(settings(wish));
                for (int i = 0; i < 20; ++i) {
                    pair.world.step(dt);
                    hashes.push_back(pair.world.state_hash());
                }
            }
            test::check_played(file.path, hashes, {});
            World loaded = World::load(pair.world.save());
            const JointId joint = pair.world.joints()[0].id();
            const JointSettings own = pair.world[joint].settings();
            CHECK(own.collide_connected == std::optional(wish.value_or(kind.collides)));
            CHECK(loaded.joints()[0].settings() == own);
            const Snapshot snapshot = pair.world.snapshot();
            pair.world[joint].set_settings(settings(!wish.value_or(kind.collides)));
            pair.world.restore(snapshot);
            CHECK(pair.world[joint].settings() == own);
        }
    }
}
