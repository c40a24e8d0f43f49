// The menu of the samples, and checks that every sample passes.
#include <doctest/doctest.h>

#include "engine/world/sample_run.h"
#include "support/world_build.h"

#include <drystone/drystone.h>
#include <samples/catalogue.h>
#include <samples/sample.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using drystone::Vec2;
using drystone::test::fastest;
using drystone::test::SampleRun;
using scenes::SceneInfo;

namespace {

std::vector<const SceneInfo*> all_samples() {
    std::vector<const SceneInfo*> result;
    for (const SceneInfo& info : samples::catalogue()) {
        if (scenes::find_scene(info.name) == nullptr) {
            result.push_back(&info);
        }
    }
    return result;
}

/// Checks that everything can be drawn.
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
        // In "Continuous", bodies are thrown at up to 200 m/s.
        const float limit = info->group == "Continuous" ? 210.0f : 45.0f;
        float maximum = 0.0f;
        const int steps = drystone::test::scaled(150, 60);
        for (int i = 0; i < steps; ++i) {
            run.steps(1);
            maximum = std::max(maximum, fastest(run.backend.world()));
        }
        CHECK(maximum < limit);
        CheckedPicture picture;
        run.sample->draw(picture);
        CHECK(picture.all_finite());
        CHECK(run.sample->failures() == 0);
        SampleRun again(*info);
        again.steps(steps);
        CHECK(run.backend.world().state_hash() == again.backend.world().state_hash());
    }
}

TEST_CASE("samples: nothing gets through what is thin") {
    for (const std::string name :
         {"bounce_house", "skinny_box", "drop", "slivers", "bounce_ragdolls", "chain_drop", "ghost_bumps",
          "ring_races", "segment_slide", "speculative_fallback"}) {
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
        for (int i = 0; i < drystone::test::scaled(600, 150); ++i) {
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
    CHECK(pushed.backend.world().momentum().x > 1.0 + left_alone.backend.world().momentum().x);
    const double before = pushed.backend.world().momentum().x;
    pushed.steps(1);
    CHECK(pushed.backend.world().momentum().x < before + 1.0);
}
