// The law of contacts: how far they yield at rest, whatever solves them and however long steps are.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;

namespace {

struct Column {
    World world;
    std::vector<BodyId> boxes;

    explicit Column(const WorldDefinition& definition = {}) : world(definition) {
        test::add_ground(world, 20.0f);
    }
    void add(float mass = 1.0f, float x = 0.0f) {
        const float height = 0.5f + static_cast<float>(boxes.size());
        const BodyId body = world.create_body({.position = {x, height}});
        world.create_shape(body, make_box(0.5f, 0.5f), {.density = mass});
        boxes.push_back(body);
    }
    void add(int count) {
        for (int i = 0; i < count; ++i) {
            add();
        }
    }
    void run(float seconds, float time_step = test::dt, int sub_steps = 4) {
        const int steps = static_cast<int>(std::lround(seconds / time_step));
        for (int i = 0; i < steps; ++i) {
            world.step(time_step, sub_steps);
        }
    }
    /// Returns how far a box is below the place where it was put [m].
    [[nodiscard]] float sag(std::size_t box) const {
        return 0.5f + static_cast<float>(box) - world[boxes[box]].position().y;
    }
    [[nodiscard]] bool is_awake() const {
        return std::any_of(boxes.begin(), boxes.end(), [&](BodyId box) { return world[box].is_awake(); });
    }
    [[nodiscard]] float rms_speed() const {
        float sum = 0.0f;
        for (const BodyId box : boxes) {
            sum += length_squared(world[box].linear_velocity());
        }
        return std::sqrt(sum / static_cast<float>(boxes.size()));
    }
};

/// Returns the overlap at which the soft constraint between two boxes of masses 1 and `mass` bears the weight
/// of the upper one, a part `left` of which has not settled:
/// impulse_scale * left * yielding impulse = 0.55 * mass_scale * effective mass * bias_rate * overlap.
double overlap_at_rest(double mass, const ContactTuning& contact, double left) {
    const double h = 1.0 / 240.0;
    const double w = 2.0 * 3.141592653589793 * double{contact.frequency};
    const double a = 2.0 * double{contact.damping_ratio} + h * w;
    const double b = h * w * a;
    const double impulse = 0.5 * mass * 10.0 * h;
    // Two points of a box on a box: each has the effective mass of its own Jacobian.
    const double inverse_mass = (1.0 + 1.0 / mass) * (1.0 + 0.25 / (1.0 / 6.0));
    const double hardening = double{contact.compliance} / (16.0 * 10.0 * h);
    const double yielding = impulse / (1.0 + hardening * impulse * inverse_mass);
    const double given_back = double{contact.compliance} * left * yielding / (1.0 + b);
    return given_back * inverse_mass / (0.55 * b / (1.0 + b) * w / a);
}

}  // namespace

/// Overlap that rounding of positions and velocities may add to that of the law [m].
constexpr double rounding = 2e-6;

TEST_CASE("contact law: a box sinks into a lighter one as far as the law says, at any ratio") {
    double before = 0.0;
    for (const float mass :
         {1.0f, 2.0f, 4.0f, 7.0f, 8.0f, 9.0f, 20.0f, 50.0f, 99.0f, 101.0f, 300.0f, 1000.0f}) {
        CAPTURE(mass);
        WorldDefinition definition;
        definition.time_to_sleep = 1000.0f;
        Column column(definition);
        column.add();
        column.add(mass);
        column.run(15.0f);
        const double soon = double{column.sag(1)} - double{column.sag(0)};
        CHECK(soon < overlap_at_rest(double{mass}, definition.contact, 0.1));
        column.run(300.0f);  // The heaviest settles for half a minute.
        const double overlap = double{column.sag(1)} - double{column.sag(0)};
        // A contact stops settling when less than a hundredth is left of what it settles slowly.
        const double rest = 0.002 + 0.01 * (0.1 - 0.002);
        CHECK(overlap > overlap_at_rest(double{mass}, definition.contact, 0.002) - rounding);
        CHECK(overlap < overlap_at_rest(double{mass}, definition.contact, rest) + rounding);
        CHECK(overlap > before - rounding);
        before = overlap;
    }
}

TEST_CASE("contact law: on a lift, a box rests as far in a lighter one, at any ratio and rate") {
    struct Rate {
        float steps;
        int sub_steps;
    };
    for (const Rate rate : {Rate{60.0f, 4}, Rate{60.0f, 1}, Rate{30.0f, 4}}) {
        for (const float mass : {1.0f, 10.0f, 100.0f, 1000.0f}) {
            CAPTURE(rate.steps);
            CAPTURE(rate.sub_steps);
            CAPTURE(mass);
            const Vec2 rise{0.0f, 0.1f};
            World world;
            const BodyId lift = world.create_body({.type = BodyType::Kinematic, .linear_velocity = rise});
            world.create_shape(lift, make_box(5.0f, 0.5f, Pose{{0.0f, -0.5f}, Rot{}}));
            BodyId boxes[2];
            for (int i = 0; i < 2; ++i) {
                boxes[i] = world.create_body(
                    {.position = {0.0f, 0.5f + static_cast<float>(i)}, .linear_velocity = rise});
                world.create_shape(boxes[i], make_box(0.5f, 0.5f), {.density = i == 0 ? 1.0f : mass});
            }
            const int steps = static_cast<int>(15.0f * rate.steps);
            for (int i = 0; i < steps; ++i) {
                world.step(1.0f / rate.steps, rate.sub_steps);
                if (2 * i > steps) {
                    CHECK(length(world[boxes[0]].linear_velocity() - rise) < 1e-3f);
                    CHECK(length(world[boxes[1]].linear_velocity() - rise) < 1e-3f);
                }
            }
            const float overlap = 1.0f - world[boxes[1]].position().y + world[boxes[0]].position().y;
            // Contacts have soon settled under nine tenths.
            CHECK(double{overlap} < overlap_at_rest(double{mass}, {}, 0.1));
        }
    }
}

TEST_CASE("contact law: a box that is put on what has come to rest moves it down, by what it weighs") {
    constexpr float tolerance = 1e-4f;
    const auto check = [](Column& column, float seconds) {
        column.world.set_sleeping(false);
        column.run(seconds);
        column.world.set_sleeping(true);
        column.run(2.0f);
        REQUIRE(!column.is_awake());
        std::vector<float> before;
        for (std::size_t i = 0; i < column.boxes.size(); ++i) {
            before.push_back(column.sag(i));
        }
        const BodyId top = column.world.create_body(
            {.position = {0.0f, column.world[column.boxes.back()].position().y + 1.0f}});
        column.world.create_shape(top, make_box(0.5f, 0.5f));
        column.run(1.0f / 60.0f);
        column.world.set_sleeping(false);
        column.run(15.0f);
        for (std::size_t i = 0; i < column.boxes.size(); ++i) {
            CHECK(column.sag(i) > before[i] - tolerance);
            CHECK(column.sag(i) < before[i] + 1e-3f);
        }
    };
    for (int count = 2; count <= 20; ++count) {
        CAPTURE(count);
        Column column;
        column.add(count);
        check(column, 15.0f);
    }
    for (const float mass : {3.0f, 10.0f, 30.0f, 100.0f, 300.0f, 1000.0f}) {
        CAPTURE(mass);
        Column column;
        column.add();
        column.add(mass);
        check(column, 300.0f);  // The heaviest settles in minutes.
    }
}

TEST_CASE("contact law: columns come to rest at any rate and compliance") {
    struct Rate {
        float steps;
        int sub_steps;
    };
    for (const Rate rate :
         {Rate{60.0f, 1}, Rate{60.0f, 2}, Rate{40.0f, 4}, Rate{30.0f, 6}, Rate{30.0f, 4}, Rate{60.0f, 4}}) {
        for (const int count : {5, 14, 17, 22, 25, 40}) {
            for (const float compliance : {1e-6f, 0.05f, 0.8f}) {
                CAPTURE(rate.steps);
                CAPTURE(rate.sub_steps);
                CAPTURE(count);
                CAPTURE(compliance);
                WorldDefinition definition;
                definition.contact.compliance = compliance;
                Column column(definition);
                column.add(count);
                column.run(15.0f, 1.0f / rate.steps, rate.sub_steps);
                CHECK(!column.is_awake());
                CHECK(column.sag(column.boxes.size() - 1) < 0.5f);
            }
        }
    }
}

TEST_CASE("contact law: steps of two lengths in turn leave columns at rest") {
    for (const float longer : {1.0f / 20.0f, 1.0f / 30.0f}) {
        for (const float shorter : {1.0f / 60.0f, 1.0f / 144.0f, 1.0f / 240.0f}) {
            for (const int count : {6, 12}) {
                CAPTURE(longer);
                CAPTURE(shorter);
                CAPTURE(count);
                Column column;
                column.add(count);
                for (int i = 0; i < 400; ++i) {
                    column.world.step(i % 2 == 0 ? longer : shorter);
                    if (i > 200) {
                        CHECK(column.rms_speed() <= 0.02f);
                    }
                }
            }
        }
    }
}
