// Bodies that turn far within a step, compared with double precision.
#include <doctest/doctest.h>

#include "narrow_phase/far_spins.h"
#include "support/world_random.h"

#include <cmath>
#include <cstddef>

using namespace drystone;

TEST_CASE("contacts: bodies that turn far within a step are known, in each step those of that step") {
    constexpr float time_step = 1.0f / 60.0f;
    constexpr float min_thickness = 0.1f;
    test::Random random(17);
    BodyStore bodies;
    FarSpins far;
    int found = 0;
    int slow = 0;
    for (int round = 0; round < 200; ++round) {
        const bool is_dynamic = random.below(4) != 0;
        const std::uint32_t added = bodies.create(is_dynamic ? BodyType::Dynamic : BodyType::Kinematic);
        if (random.below(3) != 0) {
            bodies.awake.push_back(added);
        }
        bool any = false;
        bool any_dynamic = false;
        const float fastest = random.below(3) == 0 ? 2.0f : 20.0f;
        for (std::uint32_t body = 0; body < bodies.slots.size(); ++body) {
            bodies.velocities[body].w = random.between(-fastest, fastest);
            bodies.damping_and_sleep.edit(body).extent = random.between(0.1f, 1.0f);
        }
        far.find(bodies, time_step, min_thickness);
        REQUIRE(far.velocities().size() == bodies.awake.size());
        for (std::size_t i = 0; i < bodies.awake.size(); ++i) {
            CHECK(far.velocities()[i].w == bodies.velocities[bodies.awake[i]].w);
        }
        for (std::uint32_t body = 0; body < bodies.slots.size(); ++body) {
            bool is_awake = false;
            for (const std::uint32_t each : bodies.awake) {
                is_awake = is_awake || each == body;
            }
            const double turned = double{time_step} * std::abs(double{bodies.velocities[body].w}) *
                                  double{bodies.damping_and_sleep[body].extent};
            if (std::abs(turned - double{min_thickness}) < 1e-6) {
                continue;
            }
            const bool is_far = is_awake && turned > double{min_thickness};
            REQUIRE(far.has(static_cast<std::int32_t>(body)) == is_far);
            any = any || is_far;
            any_dynamic = any_dynamic || (is_far && bodies.types[body] == BodyType::Dynamic);
            (is_far ? found : slow) += 1;
        }
        CHECK(far.any() == any);
        CHECK(far.any_dynamic() == any_dynamic);
    }
    CHECK(found > 1000);
    CHECK(slow > 1000);
}
