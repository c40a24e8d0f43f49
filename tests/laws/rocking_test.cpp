// A block that rocks from corner to corner without restitution: the law is integrated in small steps, and
// each impact keeps the angular momentum about the corner that it hits. Source: Housner, The Behavior of
// Inverted Pendulum Structures during Earthquakes, 1963.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;

namespace {

constexpr double radius = 2.0;  // From the centre to the corners [m].
constexpr double gravity = 10.0;
constexpr std::size_t swings = 3;

/// Half a swing that ends in an impact.
struct Swing {
    double time;     ///< Time of the impact [s].
    double largest;  ///< Angle that the block reached since the last impact [rad].
};

std::vector<Swing> integrate(double critical, double start) {
    constexpr double h = 1e-5;
    const double kept = 1.0 - 1.5 * std::sin(critical) * std::sin(critical);
    double angle = start;
    double speed = 0.0;
    double largest = start;
    std::vector<Swing> found;
    for (double time = 0.0; found.size() < swings; time += h) {
        speed -= h * 0.75 * gravity / radius * std::sin(critical - angle);
        angle += h * speed;
        largest = std::max(largest, angle);
        if (angle < 0.0) {
            found.push_back({time, largest});
            angle = largest = 0.0;
            speed *= -kept;
        }
    }
    return found;
}

std::vector<Swing> play(double critical, double start, float rate, int sub_steps) {
    World world({.gravity = {0.0f, -static_cast<float>(gravity)}});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});
    // Leans to the left, on its left corner.
    const BodyId block =
        world.create_body({.position = {static_cast<float>(radius * std::sin(critical - start)),
                                        static_cast<float>(radius * std::cos(critical - start))},
                           .angle = static_cast<float>(start)});
    world.create_shape(block, make_box(static_cast<float>(radius * std::sin(critical)),
                                       static_cast<float>(radius * std::cos(critical))));
    std::vector<Swing> found;
    double side = 1.0;
    double largest = 0.0;
    for (int step = 1; found.size() < swings && step < static_cast<int>(20.0f * rate); ++step) {
        world.step(1.0f / rate, sub_steps);
        const double angle = side * static_cast<double>(world[block].angle());
        if (angle < 0.0) {
            found.push_back({step / static_cast<double>(rate), largest});
            side = -side;
            largest = 0.0;
        }
        largest = std::max(largest, std::abs(angle));
    }
    return found;
}

}  // namespace

TEST_CASE("law: a rocking block turns back where its impacts let it") {
    struct Rate {
        float rate;
        int sub_steps;
        double tolerance;  ///< Relative error of the angles that each impact adds.
    };
    for (const Rate& rate : {Rate{60.0f, 4, 0.11}, Rate{240.0f, 4, 0.06}}) {
        for (const double slenderness : {2.0, 4.0, 8.0}) {
            for (const double part : {0.3, 0.5, 0.7}) {
                CAPTURE(rate.rate);
                CAPTURE(slenderness);
                CAPTURE(part);
                const double critical = std::atan(1.0 / slenderness);
                const std::vector<Swing> law = integrate(critical, part * critical);
                const std::vector<Swing> found = play(critical, part * critical, rate.rate, rate.sub_steps);
                REQUIRE(found.size() == swings);
                for (std::size_t i = 0; i < swings; ++i) {
                    CAPTURE(i);
                    const double tolerance = rate.tolerance * static_cast<double>(i);
                    CHECK(found[i].largest > (1.0 - tolerance) * law[i].largest - 1e-3 * critical);
                    CHECK(found[i].largest < 1.02 * law[i].largest);
                    CHECK(found[i].time == doctest::Approx(law[i].time).epsilon(0.02 + tolerance));
                }
            }
        }
    }
}
