#include "quality/quality_loaded.h"

#include <cmath>
#include <string>

/// Bridges that heavy bodies fall on: energy, and joint separation.
namespace bench {
namespace {

using scenes::BodyNumber;
using scenes::Point;

constexpr double to_mm = 1000.0;

/// Adds a row of links, hinged at both ends to a static body, that sags in the shape of a V with 2 % slack.
void add_bridge(QualityRun& quality_run, LoadedMechanism& mechanism, int links) {
    const BodyNumber ground = quality_run.scene().create_body({});
    const double cosine = 0.98;
    const double sine = std::sqrt(1.0 - cosine * cosine);
    const auto point = [&](int i) {
        const double from_middle = static_cast<double>(i) - 0.5 * static_cast<double>(links);
        return Point{static_cast<float>(cosine * from_middle),
                     static_cast<float>(sine * (std::abs(from_middle) - 0.5 * static_cast<double>(links)))};
    };
    BodyNumber last = ground;
    Point end = point(0);
    for (int i = 0; i < links; ++i) {
        const BodyNumber link = mechanism.add_link(point(i), point(i + 1));
        mechanism.add_hinge(last, end, link, {-0.5f * link_length, 0.0f});
        last = link;
        end = {0.5f * link_length, 0.0f};
    }
    mechanism.add_hinge(last, end, ground, point(links));
}

std::vector<QualityRow> load_rows() {
    return {{"greatest gap of a joint", "mm", 0.0, 2},
            {"greatest gap after 6 s", "mm", 0.0, 2},
            {"greatest energy above the start, of what fell", "%", 0.0, 2},
            {"greatest rise of energy, of what fell", "%", 0.0, 1}};
}

std::string load_text(const Load& load) {
    return std::to_string(static_cast<int>(load.ratio)) + " links' mass from " +
           std::to_string(static_cast<int>(load.drop)) + " m";
}

QualityScene bridge(int links, const Load& load) {
    return {"bridge of " + std::to_string(links) + ", " + load_text(load), load_rows(),
            [links, load](const TestedEngine& tested_engine) {
                QualityRun quality_run(tested_engine, awake_world());
                LoadedMechanism mechanism(quality_run);
                add_bridge(quality_run, mechanism, links);
                const double sag = 0.5 * links * std::sqrt(1.0 - 0.98 * 0.98);
                const double height = load.drop + static_cast<double>(ball_radius) + 0.18 - sag;
                const BodyNumber ball = mechanism.add_ball({0.2f, static_cast<float>(height)}, load.ratio);
                if (!mechanism.joined()) {
                    return failures(4, "no joint");
                }
                const LoadOutcome outcome = run_load(quality_run, mechanism, ball, load);
                return outcome.holds ? std::vector<Metric>{to_mm * outcome.gap, to_mm * outcome.late_gap,
                                                           100.0 * outcome.gain, 100.0 * outcome.rise}
                                     : failures(4, "falls through");
            }};
}

}  // namespace

std::vector<QualityScene> bridge_scenes() {
    std::vector<QualityScene> scenes;
    for (const Load& load :
         {Load{1.0, 2.0}, Load{30.0, 0.0}, Load{30.0, 2.0}, Load{60.0, 5.0}, Load{100.0, 2.0},
          Load{300.0, 0.0}, Load{300.0, 2.0}, Load{600.0, 5.0}, Load{1000.0, 1.0}}) {
        scenes.push_back(bridge(30, load));
    }
    scenes.push_back(bridge(12, {100.0, 2.0}));
    scenes.push_back(bridge(60, {60.0, 5.0}));
    scenes.push_back(bridge(60, {300.0, 2.0}));
    return scenes;
}

}  // namespace bench
