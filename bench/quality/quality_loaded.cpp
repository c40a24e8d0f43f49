#include "quality/quality_loaded.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

/// Nets, ladders, cranes and figures of light links that heavy balls fall on: none may gain energy.
namespace bench {
namespace {

using scenes::BodyNumber;
using scenes::Point;

/// Builds a mechanism of links, and returns where the lowest point of the ball is that rests on it.
using Builder = Point (*)(QualityRun& quality_run, LoadedMechanism& links);

constexpr int group = -1;
constexpr float floor_height = -12.0f;

/// Adds the floor below what hangs.
BodyNumber add_floor(QualityRun& quality_run, float height) {
    return scenes::add_static_box(quality_run.scene(), {0.0f, height - 1.0f}, {80.0f, 2.0f},
                                  {.shape = {}, .friction = 0.6f});
}

/// Four rows of twelve links with 2 % slack, one below the other, held at their ends and by links between
/// them.
Point build_net(QualityRun& quality_run, LoadedMechanism& links) {
    constexpr int columns = 12;
    constexpr int rows = 4;
    const BodyNumber ground = add_floor(quality_run, floor_height);
    const auto place = [](int column, int row) {
        const auto x = static_cast<float>(column - columns / 2);
        return Point{0.98f * x, 0.199f * std::abs(x) - static_cast<float>(row)};
    };
    // The body that the others at a node are hinged to, for the row above.
    std::array<BodyNumber, columns + 1> above{};
    for (int row = 0; row < rows; ++row) {
        BodyNumber last = ground;
        std::array<BodyNumber, columns + 1> now{};
        for (int column = 0; column < columns; ++column) {
            const BodyNumber link = links.add_link(place(column, row), place(column + 1, row));
            links.add_hinge_at(last, link, place(column, row));
            last = link;
            now[static_cast<std::size_t>(column) + 1] = link;
        }
        links.add_hinge_at(last, ground, place(columns, row));
        for (int column = 1; column < columns && row > 0; ++column) {
            const auto i = static_cast<std::size_t>(column);
            const BodyNumber link = links.add_link(place(column, row - 1), place(column, row));
            links.add_hinge_at(above[i], link, place(column, row - 1));
            links.add_hinge_at(link, now[i], place(column, row));
        }
        above = now;
    }
    return {0.2f, 0.15f};
}

/// Two ropes of eight links that hang down, with rungs between them.
Point build_ladder(QualityRun& quality_run, LoadedMechanism& links) {
    constexpr int rungs = 8;
    constexpr float half = 1.5f;
    const BodyNumber ground = add_floor(quality_run, floor_height);
    std::array<BodyNumber, 2> ropes{ground, ground};
    for (int i = 0; i < rungs; ++i) {
        const auto top = -static_cast<float>(i);
        for (std::size_t side = 0; side < ropes.size(); ++side) {
            const float x = side == 0 ? -half : half;
            const BodyNumber link = links.add_link({x, top}, {x, top - 1.0f});
            links.add_hinge_at(ropes[side], link, {x, top});
            ropes[side] = link;
        }
        const BodyNumber rung = links.add_link({-half, top - 1.0f}, {half, top - 1.0f});
        links.add_hinge_at(ropes[0], rung, {-half, top - 1.0f});
        links.add_hinge_at(ropes[1], rung, {half, top - 1.0f});
    }
    return {0.1f, -0.9f};
}

/// A boom of 6 m on a hinge, held in its middle by a tie of eight links. The ball falls on its free end.
Point build_crane(QualityRun& quality_run, LoadedMechanism& links) {
    constexpr int ties = 8;
    constexpr Point top{0.0f, 4.0f};
    constexpr Point middle{3.0f, 0.0f};
    const BodyNumber ground = add_floor(quality_run, floor_height);
    const BodyNumber boom = links.add_link({0.0f, 0.0f}, {6.0f, 0.0f});
    links.add_hinge_at(ground, boom, {0.0f, 0.0f});
    const auto place = [&](int i) {
        const float part = static_cast<float>(i) / static_cast<float>(ties);
        return Point{top.x + part * (middle.x - top.x), top.y + part * (middle.y - top.y)};
    };
    BodyNumber last = ground;
    for (int i = 0; i < ties; ++i) {
        const BodyNumber link = links.add_link(place(i), place(i + 1), 0.1f);
        links.add_hinge_at(last, link, place(i));
        last = link;
    }
    links.add_hinge_at(last, boom, middle);
    return {5.0f, 0.1f};
}

/// A figure that lies on the ground: a head, a torso, two arms and two legs with knees.
Point build_figure(QualityRun& quality_run, LoadedMechanism& links) {
    constexpr float middle = 0.5f * link_thickness;
    add_floor(quality_run, 0.0f);
    const auto at = [](float x) { return Point{x, middle}; };
    const BodyNumber torso = links.add_link(at(-0.4f), at(0.3f));
    const BodyNumber head = links.add_link(at(-0.7f), at(-0.4f));
    links.add_hinge_at(torso, head, at(-0.4f));
    for (int side = 0; side < 2; ++side) {
        const BodyNumber thigh = links.add_link(at(0.3f), at(0.75f));
        const BodyNumber shin = links.add_link(at(0.75f), at(1.2f));
        const BodyNumber arm = links.add_link(at(-0.3f), at(0.3f));
        links.add_hinge_at(torso, thigh, at(0.3f));
        links.add_hinge_at(thigh, shin, at(0.75f));
        links.add_hinge_at(torso, arm, at(-0.3f));
    }
    return {0.1f, link_thickness};
}

LoadOutcome play(const TestedEngine& tested_engine, Builder build, const Load& load, bool& joined) {
    QualityRun quality_run(tested_engine, awake_world());
    LoadedMechanism links(quality_run, group);
    const Point rest = build(quality_run, links);
    const BodyNumber ball =
        links.add_ball({rest.x, rest.y + ball_radius + static_cast<float>(load.drop)}, load.ratio);
    joined = joined && links.joined();
    return joined ? run_load(quality_run, links, ball, load) : LoadOutcome{};
}

/// Returns three metrics: the worst of all drops with each of these ratios.
std::vector<Metric> play_worst(const TestedEngine& tested_engine, Builder build,
                               const std::vector<double>& ratios) {
    LoadOutcome worst;
    bool joined = true;
    for (const double ratio : ratios) {
        for (const double drop : {0.0, 2.0, 5.0}) {
            const LoadOutcome outcome = play(tested_engine, build, {ratio, drop}, joined);
            worst.gain = std::max(worst.gain, outcome.gain);
            worst.rise = std::max(worst.rise, outcome.rise);
            worst.late_gap = std::max(worst.late_gap, outcome.late_gap);
        }
    }
    return joined ? std::vector<Metric>{100.0 * worst.gain, 100.0 * worst.rise, 1000.0 * worst.late_gap}
                  : failures(3, "no joint");
}

QualityScene loaded(const char* name, Builder build) {
    QualityScene scene;
    scene.name = std::string(name) + " under a ball dropped 0 to 5 m";
    for (const char* load : {"1 to 30 links' mass", "100 to 1000 links' mass"}) {
        scene.rows.push_back({std::string(load) + ", energy above the start, of what fell", "%", 0.0, 2});
        scene.rows.push_back({std::string(load) + ", rise of energy, of what fell", "%", 0.0, 1});
        scene.rows.push_back({std::string(load) + ", gap of a joint after 6 s", "mm", 0.0, 2});
    }
    scene.measure = [build](const TestedEngine& tested_engine) {
        std::vector<Metric> metrics = play_worst(tested_engine, build, {1.0, 10.0, 30.0});
        for (Metric& metric : play_worst(tested_engine, build, {100.0, 300.0, 1000.0})) {
            metrics.push_back(std::move(metric));
        }
        return metrics;
    };
    return scene;
}

}  // namespace

std::vector<QualityScene> loaded_scenes() {
    return {loaded("net", build_net), loaded("rope ladder", build_ladder), loaded("crane", build_crane),
            loaded("figure on the ground", build_figure)};
}

}  // namespace bench
