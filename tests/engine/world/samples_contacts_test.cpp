// Samples of contacts and of continuous collision, each with the outcome that its description names.
#include <doctest/doctest.h>

#include "engine/world/sample_run.h"
#include "support/world_build.h"

#include <drystone/drystone.h>
#include <samples/catalogue.h>
#include <samples/sample.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

using drystone::Vec2;
using drystone::test::dynamic_bodies;
using drystone::test::SampleRun;

TEST_CASE("samples: segment slide ends in the corner, at rest") {
    SampleRun run(*samples::find("segment_slide"));
    const drystone::World& world = run.backend.world();
    const std::vector<drystone::BodyId> bodies = dynamic_bodies(world);
    REQUIRE(bodies.size() == 3);
    run.steps(20);
    for (const drystone::BodyId body : bodies) {
        // 50 m at 100 m/s take half a second, with friction somewhat longer.
        CHECK(world[body].position().x > 5.0f);
    }
    run.steps(600);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Vec2 at = world[bodies[i]].position();
        CHECK(at.y - 4.0f * static_cast<float>(i) > 0.35f);
        CHECK(at.y - 4.0f * static_cast<float>(i) < 0.55f);
        CHECK(at.x < 29.6f);
    }
}

TEST_CASE("samples: speculative ghost, where boxes miss a corner by 5 cm to 3 mm and never notice") {
    SampleRun run(*samples::find("speculative_ghost"));
    std::vector<drystone::BodyId> bodies;
    std::vector<float> changes(16, 0.0f);
    for (int i = 0; i < 500; ++i) {
        run.steps(1);
        bodies = dynamic_bodies(run.backend.world());
        for (std::size_t k = 0; k < bodies.size(); ++k) {
            const drystone::World& world = run.backend.world();
            if (world[bodies[k]].position().y > 0.5f) {
                changes[k] =
                    std::max(changes[k], length(world[bodies[k]].linear_velocity() - Vec2{7.5f, -7.5f}));
            }
        }
    }
    REQUIRE(bodies.size() == 16);
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        CAPTURE(k);
        // Every fourth hits the table.
        CHECK((changes[k] > 1e-3f) == (k % 4 == 3));
    }
    CHECK(run.sample->failures() == 0);
}

TEST_CASE("samples: pixel imperfect, where balls fall past blocks on their lines, and none sticks") {
    SampleRun run(*samples::find("pixel_imperfect"));
    const drystone::World& world = run.backend.world();
    const std::vector<drystone::BodyId> balls = dynamic_bodies(world);
    REQUIRE(balls.size() == 6);
    std::vector<Vec2> starts;
    for (const drystone::BodyId ball : balls) {
        starts.push_back(world[ball].position());
    }
    float off_line = 0.0f;
    for (int i = 1; i <= 120; ++i) {
        run.steps(1);
        // The last two are next to a corner when a step begins, see the sample.
        for (std::size_t k = 0; k < 4; ++k) {
            const Vec2 expected = starts[k] - Vec2{0.0f, 5.0f * static_cast<float>(i) / 60.0f};
            off_line = std::max(off_line, length(world[balls[k]].position() - expected));
        }
    }
    CHECK(off_line < 1e-4f);
    CHECK(run.sample->failures() == 0);
    for (const drystone::BodyId ball : balls) {
        CHECK(world[ball].position().y < 4.0f);
    }
}

TEST_CASE("samples: safety factor, where no height makes a box sink deep") {
    SampleRun run(*samples::find("safety_factor"));
    const drystone::World& world = run.backend.world();
    const std::vector<drystone::BodyId> boxes = dynamic_bodies(world);
    float deepest = 0.0f;
    std::vector<int> landed(boxes.size(), 0);
    for (int i = 1; i <= 200; ++i) {
        run.steps(1);
        for (std::size_t k = 0; k < boxes.size(); ++k) {
            const float low = world[boxes[k]].position().y;
            deepest = std::max(deepest, 0.5f - low);
            if (landed[k] == 0 && low < 0.51f) {
                landed[k] = i;
            }
        }
    }
    // Slightly more than the contact margin; without sweeps it would be the distance of a step, 27 cm.
    CHECK(deepest < 0.025f);
    // After the time of a free fall.
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        const double height = 0.05 * static_cast<double>(1 << k);
        CHECK(std::abs(landed[k] - 60.0 * std::sqrt(2.0 * height / 10.0)) < 2.0);
    }
    CHECK(run.sample->failures() == 0);
}

TEST_CASE("samples: circle impulse, where contact forces are the change of momentum") {
    SampleRun run(*samples::find("circle_impulse"));
    const drystone::World& world = run.backend.world();
    const std::vector<drystone::BodyId> balls = dynamic_bodies(world);
    REQUIRE(balls.size() == 4);
    std::vector<double> first(balls.size(), 0.0);
    std::vector<double> hit(balls.size(), 0.0);
    for (int i = 0; i < 60; ++i) {
        run.steps(1);
        for (std::size_t k = 0; k < balls.size(); ++k) {
            for (const drystone::ContactForce& force : world.contact_forces()) {
                if ((world[force.shape_a].body() == balls[k] || world[force.shape_b].body() == balls[k]) &&
                    first[k] == 0.0) {
                    first[k] = static_cast<double>(force.magnitude) / 60.0;
                }
            }
            for (const drystone::ContactHit& event : world.contact_hits()) {
                if ((world[event.shape_a].body() == balls[k] || world[event.shape_b].body() == balls[k]) &&
                    hit[k] == 0.0) {
                    hit[k] = static_cast<double>(event.approach_speed);
                }
            }
        }
    }
    // Without gravity the speed is constant; with it, the ball falls by 5.25 m: v^2 + 2 g h.
    const double faster = std::sqrt(25.0 * 25.0 + 2.0 * 10.0 * 5.25);
    CHECK(hit[0] == doctest::Approx(25.0).epsilon(1e-3));
    CHECK(first[0] == doctest::Approx(25.0).epsilon(1e-3));
    CHECK(first[2] == doctest::Approx(1.25 * 25.0).epsilon(1e-3));
    // Gravity also acts during the step of the impact: on the speed before it, and as weight after it.
    const double of_step = 10.0 / 60.0;
    CHECK(std::abs(hit[1] - faster) < of_step);
    CHECK(std::abs(first[1] - faster) < 2.0 * of_step);
    CHECK(std::abs(first[3] - 1.25 * faster) < 2.25 * of_step);
    CHECK(run.sample->failures() == 0);
}

TEST_CASE("samples: excluded pair, where the left two pass through each other and the right two meet") {
    SampleRun run(*samples::find("excluded_pair"));
    const drystone::World& world = run.backend.world();
    const std::vector<drystone::BodyId> boxes = dynamic_bodies(world);
    REQUIRE(boxes.size() == 4);
    float left = 10.0f;
    float right = 10.0f;
    for (int i = 0; i < 600; ++i) {
        run.steps(1);
        left = std::min(left, world[boxes[1]].position().x - world[boxes[0]].position().x);
        right = std::min(right, world[boxes[3]].position().x - world[boxes[2]].position().x);
    }
    CHECK(left < -3.0f);
    CHECK(right == doctest::Approx(2.0f).epsilon(0.005));
}

TEST_CASE("samples: moving ground, where every body stays above the chain, wherever that is") {
    SampleRun run(*samples::find("moving_ground"));
    const drystone::World& world = run.backend.world();
    const std::vector<drystone::BodyId> bodies = dynamic_bodies(world);
    const drystone::ChainId chain = world[world[world.bodies().front()].shapes().front()].chain();
    for (int i = 0; i < drystone::test::scaled(900, 200); ++i) {
        run.steps(1);
        const drystone::Chain ground = world[chain].geometry();
        for (const drystone::BodyId body : bodies) {
            const Vec2 at = world[body].position();
            for (int k = 0; k < ground.segment_count(); ++k) {
                const drystone::ChainSegment segment = ground.segment(k);
                if (segment.b.x <= at.x && at.x < segment.a.x) {
                    const float part = (at.x - segment.b.x) / (segment.a.x - segment.b.x);
                    REQUIRE(at.y > segment.b.y + part * (segment.a.y - segment.b.y));
                }
            }
        }
    }
    CHECK(run.sample->failures() == 0);
}

TEST_CASE("samples: extra iterations, with which towers rest alike, and nets open a tenth as far, or less") {
    SampleRun run(*samples::find("extra_iterations"));
    run.steps(600);
    CHECK(run.sample->failures() == 0);
}
