#include "quality/quality_mechanism.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

/// Mechanisms of light links that heavy bodies fall on: energy, and joint separation.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;
using scenes::Point;

constexpr double to_mm = 1000.0;
constexpr float link_length = 1.0f;
constexpr float link_thickness = 0.2f;
constexpr float link_density = 10.0f;
constexpr double link_mass = static_cast<double>(link_length) * static_cast<double>(link_thickness) *
                             static_cast<double>(link_density);
constexpr float ball_radius = 0.8f;

/// Light links on hinges, and the bodies that fall on them.
class LoadedMechanism {
public:
    explicit LoadedMechanism(QualityRun& quality_run) : quality_run_(quality_run), mechanism_(quality_run) {}

    /// Adds a link between two points, which its hinges lie on.
    BodyNumber add_link(Point from, Point to) {
        const double along_x = static_cast<double>(to.x) - static_cast<double>(from.x);
        const double along_y = static_cast<double>(to.y) - static_cast<double>(from.y);
        const double length = std::hypot(along_x, along_y);
        const BodyNumber body =
            scenes::add_body(quality_run_.scene(),
                             {.kind = BodyKind::Dynamic,
                              .position = {0.5f * (from.x + to.x), 0.5f * (from.y + to.y)},
                              .angle = static_cast<float>(std::atan2(along_y, along_x))},
                             {.shape = scenes::box(0.5f * static_cast<float>(length), 0.5f * link_thickness),
                              .density = link_density});
        const double thickness = static_cast<double>(link_thickness);
        const double mass = static_cast<double>(link_density) * length * thickness;
        weigh(body, mass, mass * (length * length + thickness * thickness) / 12.0);
        return body;
    }
    /// Adds a ball with the mass of `ratio` links of 1 m.
    BodyNumber add_ball(Point center, double ratio) {
        const double radius = static_cast<double>(ball_radius);
        const double mass = ratio * link_mass;
        const BodyNumber body =
            scenes::add_body(quality_run_.scene(), {.kind = BodyKind::Dynamic, .position = center},
                             {.shape = scenes::CircleShape{{}, ball_radius},
                              .density = static_cast<float>(mass / (std::numbers::pi * radius * radius))});
        weigh(body, mass, 0.5 * mass * radius * radius);
        return body;
    }
    void add_hinge(BodyNumber a, Point anchor_a, BodyNumber b, Point anchor_b) {
        joined_ = mechanism_.add_hinge(a, anchor_a, b, anchor_b) && joined_;
    }
    [[nodiscard]] bool joined() const { return joined_; }
    [[nodiscard]] double energy() const { return mechanism_.energy(); }
    [[nodiscard]] double gap() const { return mechanism_.gap(); }

private:
    void weigh(BodyNumber body, double mass, double inertia) { mechanism_.add({body, mass, inertia}); }

    QualityRun& quality_run_;
    Mechanism mechanism_;
    bool joined_ = true;
};

/// Load of a mechanism: a ball of `ratio` links' mass that falls from a height [m].
struct Load {
    double ratio;
    double drop;
};

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

std::vector<Metric> measure(QualityRun& quality_run, const LoadedMechanism& mechanism, BodyNumber ball,
                            const Load& load) {
    if (!mechanism.joined()) {
        return failures(4, "no joint");
    }
    const double start = quality_run.pose(ball).y;
    const double first_energy = mechanism.energy();
    double lowest_energy = first_energy;
    double gain = 0.0;
    double rise = 0.0;
    double gap = 0.0;
    double late_gap = 0.0;
    const auto look = [&] {
        const double energy = mechanism.energy();
        gain = std::isfinite(energy) ? std::max(gain, energy - first_energy)
                                     : std::numeric_limits<double>::infinity();
        rise = std::max(rise, energy - lowest_energy);
        lowest_energy = std::min(lowest_energy, energy);
        gap = std::max(gap, mechanism.gap());
    };
    quality_run.run(6.0, look);
    quality_run.run(2.0, [&] {
        look();
        late_gap = std::max(late_gap, mechanism.gap());
    });
    const double fallen = std::max(0.5, start - quality_run.pose(ball).y);
    if (fallen > load.drop + 20.0) {
        return failures(4, "falls through");
    }
    const double fallen_energy = load.ratio * link_mass * gravity * fallen;
    return {to_mm * gap, to_mm * late_gap, 100.0 * gain / fallen_energy, 100.0 * rise / fallen_energy};
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
                return measure(quality_run, mechanism, ball, load);
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
