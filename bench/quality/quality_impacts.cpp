#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

/// Impacts: restitution, and conservation of energy and momentum.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;
using scenes::Point;

constexpr double percent = 100.0;

/// Record of a body that bounces on the ground: the heights of its bounces, and its spin in between.
struct Bounces {
    std::vector<double> heights;  ///< [m], above its rest position.
    std::vector<double> spins;    ///< After each impact [rad/s].
};

constexpr float drop_height = 5.0f;
constexpr float half_size = 0.5f;

Bounces drop(const TestedEngine& tested_engine, const scenes::Shape& shape, float restitution,
             std::size_t count) {
    QualityRun quality_run(tested_engine, awake_world());
    scenes::add_ground(quality_run.scene(), 40.0f);
    const BodyNumber body = scenes::add_body(
        quality_run.scene(), {.kind = BodyKind::Dynamic, .position = {0.0f, drop_height + half_size}},
        {.shape = shape, .restitution = restitution});
    Bounces bounces;
    bool rising = false;
    double highest = 0.0;
    for (int step = 0; step < quality_run.steps_in(30.0) && bounces.heights.size() < count; ++step) {
        quality_run.step();
        const Motion motion = quality_run.motion(body);
        if (!rising && motion.y > 0.0) {
            rising = true;
            highest = 0.0;
            bounces.spins.push_back(std::abs(motion.spin));
        }
        highest = std::max(highest, quality_run.pose(body).y - half_size);
        if (rising && motion.y <= 0.0) {
            rising = false;
            bounces.heights.push_back(highest);
        }
    }
    return bounces;
}

/// Returns the error of the height of bounce `number` (n, from 1), relative to e^(2n) h [%].
Metric rebound_error(const Bounces& bounces, double restitution, int number) {
    if (bounces.heights.size() < static_cast<std::size_t>(number)) {
        return Metric::failure("no bounce");
    }
    const double ideal = drop_height * std::pow(restitution, 2.0 * number);
    return percent * (bounces.heights[static_cast<std::size_t>(number) - 1] / ideal - 1.0);
}

QualityScene rebound(const std::string& name, const scenes::Shape& shape, bool flat) {
    QualityScene scene;
    scene.name = name;
    for (const char* e : {"0.3", "0.5", "0.8", "1"}) {
        scene.rows.push_back({std::string("height of the rebound, e = ") + e, "%", 0.0, 2});
    }
    scene.rows.push_back({"height of the 10th, e = 1", "%", 0.0, 2});
    if (flat) {
        scene.rows.push_back({"spin after the first, e = 1", "rad/s", 0.0, 4});
    }
    scene.measure = [shape, flat](const TestedEngine& tested_engine) {
        std::vector<Metric> metrics;
        for (const float e : {0.3f, 0.5f, 0.8f}) {
            metrics.push_back(rebound_error(drop(tested_engine, shape, e, 1), e, 1));
        }
        const Bounces elastic = drop(tested_engine, shape, 1.0f, 10);
        metrics.push_back(rebound_error(elastic, 1.0, 1));
        metrics.push_back(rebound_error(elastic, 1.0, 10));
        if (flat) {
            metrics.push_back(elastic.spins.empty() ? Metric::failure("no bounce") : elastic.spins.front());
        }
        return metrics;
    };
    return scene;
}

/// Returns the sum of squared speeds: proportional to the kinetic energy of equal bodies that do not spin.
double kinetic_energy(const QualityRun& quality_run) {
    double sum = 0.0;
    for (const BodyNumber body : quality_run.dynamic_bodies()) {
        sum += quality_run.speed(body) * quality_run.speed(body);
    }
    return sum;
}

/// Ratios of the remaining to the initial energy, after 1 s and after 20 s.
struct EnergyLeft {
    double soon = 0.0;
    double late = 0.0;
};

EnergyLeft run_gas(const TestedEngine& tested_engine, std::uint64_t seed) {
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    const scenes::ShapeDescription elastic{
        .shape = scenes::CircleShape{{}, 0.25f}, .friction = 0.0f, .restitution = 1.0f};
    for (const float side : {-5.5f, 5.5f}) {
        scenes::add_static_box(quality_run.scene(), {side, 0.0f}, {1.0f, 12.0f}, elastic);
        scenes::add_static_box(quality_run.scene(), {0.0f, side}, {12.0f, 1.0f}, elastic);
    }
    scenes::Random random(seed);
    for (int i = 0; i < 64; ++i) {
        const Point velocity = scenes::polar(5.0f, random.between(0.0f, 6.2831853f));
        const Point position{1.2f * (static_cast<float>(i % 8) - 3.5f),
                             1.2f * (static_cast<float>(i / 8) - 3.5f)};
        scenes::add_body(quality_run.scene(),
                         {.kind = BodyKind::Dynamic, .position = position, .velocity = velocity}, elastic);
    }
    const double start = kinetic_energy(quality_run);
    quality_run.run(1.0);
    const double soon = kinetic_energy(quality_run) / start;
    quality_run.run(19.0);
    return {soon, kinetic_energy(quality_run) / start};
}

/// Averages over several gases, since each is chaotic.
std::vector<Metric> play_gas(const TestedEngine& tested_engine, int runs) {
    EnergyLeft sum;
    for (int run = 0; run < runs; ++run) {
        const EnergyLeft left = run_gas(tested_engine, static_cast<std::uint64_t>(run) + 1);
        sum.soon += left.soon;
        sum.late += left.late;
    }
    return {sum.soon / runs, sum.late / runs};
}

QualityScene gas() {
    return {"elastic gas of 64 discs",
            {{"energy left after 1 s", "of 1", 1.0, 2}, {"energy left after 20 s", "of 1", 1.0, 2}},
            [](const TestedEngine& tested_engine) { return play_gas(tested_engine, 128); }};
}

QualityScene gas_at_changing_steps() {
    return {"elastic gas of 64 discs, steps of 1/144 to 1/30 s",
            {{"energy left after 1 s", "of 1", 1.0, 2}, {"energy left after 20 s", "of 1", 1.0, 2}},
            [](TestedEngine tested_engine) {
                tested_engine.times.random_steps = true;
                return play_gas(tested_engine, 32);
            }};
}

/// Drops elastic boxes without friction at several angles, and returns the least and the greatest energy in a
/// minute, relative to the start.
std::vector<Metric> play_tumbling(const TestedEngine& tested_engine) {
    constexpr double width = 1.0;
    constexpr double height = 0.5;
    constexpr double inertia = (width * width + height * height) / 12.0;  // For a mass of 1 kg.
    constexpr double fall = 10.0;
    double least = std::numeric_limits<double>::infinity();
    double largest = 0.0;
    for (int i = 0; i < 8; ++i) {
        QualityRun quality_run(tested_engine, awake_world());
        scenes::add_ground(quality_run.scene(), 400.0f);
        const BodyNumber box = scenes::add_body(
            quality_run.scene(),
            {.kind = BodyKind::Dynamic,
             .position = {0.0f, 5.5f},
             .angle = 0.1f + 0.37f * static_cast<float>(i)},
            {.shape = scenes::box(0.5f * static_cast<float>(width), 0.5f * static_cast<float>(height)),
             .friction = 0.0f,
             .restitution = 1.0f});
        const auto energy = [&] {
            const Motion motion = quality_run.motion(box);
            return 0.5 * (motion.x * motion.x + motion.y * motion.y + inertia * motion.spin * motion.spin) +
                   fall * quality_run.pose(box).y;
        };
        const double start = energy();
        quality_run.run(60.0, [&] {
            least = std::min(least, energy() / start);
            largest = std::max(largest, energy() / start);
        });
    }
    return {least, largest};
}

QualityScene tumbling() {
    return {"elastic box that tumbles, a minute",
            {{"least energy", "of 1", 1.0, 2}, {"greatest energy", "of 1", 1.0, 2}},
            play_tumbling};
}

/// Returns the greatest energy of 40 elastic boxes in a room under gravity during a minute, relative to the
/// start.
std::vector<Metric> play_room(const TestedEngine& tested_engine) {
    constexpr double side = 0.6f;
    constexpr double inertia = side * side / 6.0;  // For a mass of 1 kg.
    QualityRun quality_run(tested_engine, awake_world());
    const scenes::ShapeDescription elastic{
        .shape = scenes::box(0.3f, 0.3f), .friction = 0.0f, .restitution = 1.0f};
    for (const float wall : {-6.0f, 6.0f}) {
        scenes::add_static_box(quality_run.scene(), {wall, 6.0f}, {1.0f, 14.0f}, elastic);
        scenes::add_static_box(quality_run.scene(), {0.0f, 6.0f + wall}, {14.0f, 1.0f}, elastic);
    }
    scenes::Random random(1);
    for (int i = 0; i < 40; ++i) {
        const float x = random.between(-5.0f, 5.0f);
        scenes::add_body(
            quality_run.scene(),
            {.kind = BodyKind::Dynamic,
             .position = {-4.0f + 1.1f * static_cast<float>(i % 8), 2.0f + 1.5f * static_cast<float>(i / 8)},
             .velocity = {x, random.between(-5.0f, 5.0f)}},
            elastic);
    }
    const auto energy = [&] {
        double sum = 0.0;
        for (const BodyNumber body : quality_run.dynamic_bodies()) {
            const Motion motion = quality_run.motion(body);
            sum += 0.5 * (motion.x * motion.x + motion.y * motion.y + inertia * motion.spin * motion.spin) +
                   10.0 * quality_run.pose(body).y;
        }
        return sum;
    };
    const double start = energy();
    double largest = start;
    quality_run.run(60.0, [&] { largest = std::max(largest, energy()); });
    return {largest / start, energy() / start};
}

QualityScene room() {
    return {"40 elastic boxes in a room, a minute",
            {{"greatest energy", "of 1", 1.0, 2}, {"energy left", "of 1", 1.0, 2}},
            play_room};
}

std::vector<Metric> play_cradle(const TestedEngine& tested_engine) {
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    const scenes::ShapeDescription elastic{
        .shape = scenes::CircleShape{{}, 0.5f}, .friction = 0.0f, .restitution = 1.0f};
    std::vector<BodyNumber> discs;
    discs.push_back(scenes::add_body(
        quality_run.scene(), {.kind = BodyKind::Dynamic, .position = {-3.0f, 0.0f}, .velocity = {5.0f, 0.0f}},
        elastic));
    for (int i = 0; i < 5; ++i) {
        discs.push_back(scenes::add_body(
            quality_run.scene(), {.kind = BodyKind::Dynamic, .position = {static_cast<float>(i), 0.0f}},
            elastic));
    }
    quality_run.run(2.0);
    double squares = 0.0;
    double momentum = 0.0;
    for (const BodyNumber disc : discs) {
        const double ideal = disc == discs.back() ? 5.0 : 0.0;
        const double error = quality_run.motion(disc).x - ideal;
        squares += error * error;
        momentum += quality_run.motion(disc).x;
    }
    return {quality_run.motion(discs.front()).x, quality_run.motion(discs.back()).x, std::sqrt(squares / 6.0),
            1e6 * std::abs(momentum / 5.0 - 1.0)};
}

QualityScene cradle() {
    return {"disc into five in a row, e = 1",
            {{"speed of the first afterwards", "m/s", 0.0, 2},
             {"speed of the last afterwards", "m/s", 5.0, 2},
             {"rms error of the speeds", "m/s", 0.0, 2},
             {"momentum gained or lost", "ppm", 0.0, 0}},
            play_cradle};
}

/// Total momenta about the origin, and the sums of the bodies' absolute momenta, for bodies of mass 1 kg and
/// inertia `inertia` [kg m^2].
struct Momenta {
    double x = 0.0;
    double y = 0.0;
    double angular = 0.0;
    double linear_amount = 0.0;
    double angular_amount = 0.0;
};

Momenta momenta_of(const QualityRun& quality_run, double inertia) {
    Momenta sum;
    for (const BodyNumber body : quality_run.dynamic_bodies()) {
        const scenes::WorldPose pose = quality_run.pose(body);
        const Motion motion = quality_run.motion(body);
        const double angular = pose.x * motion.y - pose.y * motion.x + inertia * motion.spin;
        sum.x += motion.x;
        sum.y += motion.y;
        sum.angular += angular;
        sum.linear_amount += quality_run.speed(body);
        sum.angular_amount += std::abs(angular);
    }
    return sum;
}

/// Plays a cloud of boxes that fly towards each other, collide and separate.
std::vector<Metric> play_cloud(const TestedEngine& tested_engine) {
    constexpr float side = 0.6f;
    constexpr double inertia = side * side / 6.0;  // Of a square with a mass of 1 kg.
    QualityRun quality_run(tested_engine, awake_world({0.0f, 0.0f}));
    scenes::Random random(1);
    for (int i = 0; i < 64; ++i) {
        const Point position{static_cast<float>(i % 8) - 3.5f, static_cast<float>(i / 8) - 3.5f};
        const float x = random.between(-1.0f, 1.0f);
        const float y = random.between(-1.0f, 1.0f);
        scenes::add_body(quality_run.scene(),
                         {.kind = BodyKind::Dynamic,
                          .position = position,
                          .velocity = {4.0f * x - position.x, 4.0f * y - position.y},
                          .angular_velocity = random.between(-6.0f, 6.0f)},
                         {.shape = scenes::box(0.5f * side, 0.5f * side)});
    }
    const Momenta before = momenta_of(quality_run, inertia);
    quality_run.run(10.0);
    const Momenta after = momenta_of(quality_run, inertia);
    const double linear = std::hypot(after.x - before.x, after.y - before.y) / before.linear_amount;
    const double angular = std::abs(after.angular - before.angular) / before.angular_amount;
    return {1e6 * linear, 1e6 * angular};
}

QualityScene cloud() {
    return {"64 boxes collide in free space",
            {{"linear momentum gained or lost", "ppm", 0.0, 0},
             {"angular momentum gained or lost", "ppm", 0.0, 0}},
            play_cloud};
}

}  // namespace

std::vector<QualityScene> impact_scenes() {
    return {rebound("disc dropped 5 m", scenes::CircleShape{{}, half_size}, false),
            rebound("box dropped 5 m flat", scenes::box(half_size, half_size), true),
            gas(),
            gas_at_changing_steps(),
            tumbling(),
            room(),
            cradle(),
            cloud()};
}

}  // namespace bench
