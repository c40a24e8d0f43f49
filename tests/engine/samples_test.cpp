#include <doctest/doctest.h>

#include "support/world_build.h"

#include <drystone/drystone.h>
#include <samples/catalogue.h>
#include <samples/sample.h>
#include <scenes/drystone_backend.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace {

using drystone::Vec2;
using scenes::SceneInfo;

/// A sample in a world of its own, stepped as the viewer steps it.
struct SampleRun {
    explicit SampleRun(const SceneInfo& entry)
        : info(entry),
          backend(entry.world),
          scene(entry.create()),
          sample(dynamic_cast<samples::Sample*>(scene.get())) {
        scene->build(backend);
    }
    void steps(int count) {
        for (int i = 0; i < count; ++i) {
            scene->before_step(backend, made++);
            backend.step(info.world);
            if (sample != nullptr) {
                sample->after_step();
            }
        }
    }

    const SceneInfo& info;
    scenes::DrystoneBackend backend;
    std::unique_ptr<scenes::Scene> scene;
    samples::Sample* sample;
    int made = 0;
};

std::vector<const SceneInfo*> all_samples() {
    std::vector<const SceneInfo*> result;
    for (const SceneInfo& info : samples::catalogue()) {
        if (scenes::find_scene(info.name) == nullptr) {
            result.push_back(&info);
        }
    }
    return result;
}

/// Notices what cannot be drawn.
class CheckedPicture final : public samples::Picture {
public:
    void line(const Vec2& a, const Vec2& b, int /*ink*/) override { check(a), check(b); }
    void arrow(const Vec2& a, const Vec2& b, int /*ink*/) override { check(a), check(b); }
    void point(const Vec2& at, int /*ink*/) override { check(at); }
    void circle(const Vec2& center, float radius, int /*ink*/) override {
        check(center + Vec2{radius, 0.0f});
    }
    void box(const drystone::Aabb& box, int /*ink*/) override { check(box.lower), check(box.upper); }
    void shape(const drystone::ShapeGeometry& /*geometry*/, const drystone::Pose& pose,
               int /*ink*/) override {
        check(pose.position);
    }
    void text(const Vec2& at, const std::string& /*words*/, int /*ink*/) override { check(at); }

    [[nodiscard]] bool all_finite() const { return finite_; }

private:
    void check(const Vec2& at) { finite_ &= drystone::is_finite(at); }
    bool finite_ = true;
};

float fastest(const drystone::World& world) {
    float speed = 0.0f;
    for (const drystone::BodyId body : world.bodies()) {
        const Vec2 velocity = world.linear_velocity(body);
        if (!drystone::is_finite(velocity) || !drystone::is_finite(world.pose(body))) {
            return std::numeric_limits<float>::infinity();
        }
        speed = std::max(speed, velocity.norm());
    }
    return speed;
}

}  // namespace

TEST_CASE("samples: the menu has every scene once, and groups together") {
    std::set<std::string> names;
    std::set<std::string> finished;
    std::string current;
    for (const SceneInfo& info : samples::catalogue()) {
        CAPTURE(info.name);
        CHECK(names.insert(info.name).second);
        CHECK(samples::find(info.name) == &info);
        CHECK_FALSE(info.title.empty());
        CHECK_FALSE(info.description.empty());
        CHECK(info.view.height > 0.0f);
        if (info.group != current) {
            CHECK(finished.insert(info.group).second);
            current = info.group;
        }
    }
    for (const SceneInfo& info : scenes::all_scenes()) {
        CHECK(names.count(info.name) == 1);
    }
    for (const char* group : {"Bodies", "Collision", "Continuous", "Events", "Joints", "Robustness", "Shapes",
                              "Stacking", "World", "Benchmark"}) {
        CHECK(finished.count(group) == 1);
    }
}

TEST_CASE("samples: from group to group, around the end") {
    const SceneInfo& first = samples::catalogue().front();
    const SceneInfo* at = &first;
    std::set<std::string> seen;
    do {
        CHECK(seen.insert(at->group).second);
        at = &samples::neighbour_group(*at, 1);
    } while (at != &first);
    CHECK(samples::neighbour_group(first, -1).group == samples::catalogue().back().group);
}

TEST_CASE("samples: each runs, stays whole, draws, and does the same again") {
    for (const SceneInfo* info : all_samples()) {
        CAPTURE(info->name);
        SampleRun run(*info);
        REQUIRE(run.sample != nullptr);
        // In "Continuous" bodies are thrown at up to 200 m/s.
        const float limit = info->group == "Continuous" ? 210.0f : 45.0f;
        float most = 0.0f;
        for (int i = 0; i < 150; ++i) {
            run.steps(1);
            most = std::max(most, fastest(run.backend.world()));
        }
        CHECK(most < limit);
        CheckedPicture picture;
        run.sample->draw(picture);
        CHECK(picture.all_finite());
        CHECK(run.sample->failures() == 0);
        SampleRun again(*info);
        again.steps(150);
        CHECK(run.backend.world().state_hash() == again.backend.world().state_hash());
    }
}

TEST_CASE("samples: nothing gets through what is thin") {
    for (const std::string name :
         {"bounce_house", "skinny_box", "drop", "slivers", "bounce_ragdolls", "chain_drop", "ghost_bumps"}) {
        CAPTURE(name);
        SampleRun run(*samples::find(name));
        run.steps(600);
        CHECK(run.sample->failures() == 0);
    }
}

TEST_CASE("samples: what the descriptions rule out does not happen in ten seconds") {
    for (const std::string name : {"massless", "recreate_static", "sensor_hits", "sensor_bookend"}) {
        CAPTURE(name);
        SampleRun run(*samples::find(name));
        for (int i = 0; i < test::scaled(600, 150); ++i) {
            run.steps(1);
            REQUIRE(run.sample->failures() == 0);
        }
    }
}

TEST_CASE("samples: an action stays until the next step, and only until then") {
    SampleRun pushed(*samples::find("weeble"));
    SampleRun left_alone(*samples::find("weeble"));
    pushed.steps(5);
    left_alone.steps(5);
    pushed.sample->set_input({.action = true});
    pushed.sample->set_input({.action = false});
    pushed.steps(1);
    left_alone.steps(1);
    CHECK(pushed.backend.world().momentum().x() > 1.0 + left_alone.backend.world().momentum().x());
    const double before = pushed.backend.world().momentum().x();
    pushed.steps(1);
    CHECK(pushed.backend.world().momentum().x() < before + 1.0);
}

TEST_CASE("samples: mechanisms run for twenty seconds without a joint that comes apart") {
    struct Bound {
        const char* name;
        float gap;  ///< Half as much again as was measured; limits count [m].
    };
    for (const Bound& bound :
         {Bound{"scissor_lift", 3e-3f}, Bound{"walker", 1.5e-3f}, Bound{"driving", 1.5e-3f},
          Bound{"door", 1e-3f}, Bound{"gear_lift", 7e-4f}, Bound{"crane", 6e-4f},
          Bound{"soft_donuts", 0.021f}, Bound{"ball_and_chain", 0.03f}, Bound{"breakable_bridge", 6.5e-3f},
          Bound{"windmill", 2e-4f}, Bound{"washing_machine", 1.5e-4f}, Bound{"newtons_cradle", 1e-4f},
          Bound{"cantilever", 0.011f}, Bound{"bridge", 0.048f}, Bound{"car", 1.5e-3f}}) {
        CAPTURE(std::string(bound.name));
        SampleRun run(*samples::find(bound.name));
        float gap = 0.0f;
        for (int i = 0; i < test::scaled(1200, 120); ++i) {
            run.steps(1);
            const drystone::World& world = run.backend.world();
            for (const drystone::JointId joint : world.joints()) {
                if (!std::holds_alternative<drystone::MouseJoint>(world.joint(joint)) &&
                    !std::holds_alternative<drystone::RopeJoint>(world.joint(joint))) {
                    gap = std::max(gap, world.joint_state(joint).linear_separation);
                }
            }
        }
        CHECK(gap < bound.gap);
    }
}
