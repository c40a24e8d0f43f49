#pragma once

#include "quality/quality_mechanism.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

/// Light links on hinges, and heavy bodies that fall on them.
namespace bench {

inline constexpr float link_length = 1.0f;
inline constexpr float link_thickness = 0.2f;
inline constexpr float link_density = 10.0f;
inline constexpr double link_mass = static_cast<double>(link_length) * static_cast<double>(link_thickness) *
                                    static_cast<double>(link_density);
inline constexpr float ball_radius = 0.8f;

/// Load of a mechanism: a ball of `ratio` links' mass that falls from a height [m].
struct Load {
    double ratio;
    double drop;
};

/// Light links on hinges, and the bodies that fall on them.
class LoadedMechanism {
public:
    /// Links of the same negative `group` do not collide with each other.
    explicit LoadedMechanism(QualityRun& quality_run, int group = 0)
        : quality_run_(quality_run), mechanism_(quality_run), group_(group) {}

    /// Adds a link between two points, which its hinges lie on.
    scenes::BodyNumber add_link(scenes::Point from, scenes::Point to, float thickness = link_thickness) {
        const double along_x = static_cast<double>(to.x) - static_cast<double>(from.x);
        const double along_y = static_cast<double>(to.y) - static_cast<double>(from.y);
        const double length = std::hypot(along_x, along_y);
        const double width = static_cast<double>(thickness);
        const scenes::BodyNumber body =
            scenes::add_body(quality_run_.scene(),
                             {.kind = scenes::BodyKind::Dynamic,
                              .position = {0.5f * (from.x + to.x), 0.5f * (from.y + to.y)},
                              .angle = static_cast<float>(std::atan2(along_y, along_x))},
                             {.shape = scenes::box(0.5f * static_cast<float>(length), 0.5f * thickness),
                              .density = link_density,
                              .group = group_});
        const double mass = static_cast<double>(link_density) * length * width;
        mechanism_.add({body, mass, mass * (length * length + width * width) / 12.0});
        return body;
    }
    /// Adds a ball with the mass of `ratio` links of 1 m.
    scenes::BodyNumber add_ball(scenes::Point center, double ratio) {
        const double radius = static_cast<double>(ball_radius);
        const double mass = ratio * link_mass;
        const scenes::BodyNumber body =
            scenes::add_body(quality_run_.scene(), {.kind = scenes::BodyKind::Dynamic, .position = center},
                             {.shape = scenes::CircleShape{{}, ball_radius},
                              .density = static_cast<float>(mass / (std::numbers::pi * radius * radius))});
        mechanism_.add({body, mass, 0.5 * mass * radius * radius});
        return body;
    }
    void add_hinge(scenes::BodyNumber a, scenes::Point anchor_a, scenes::BodyNumber b,
                   scenes::Point anchor_b) {
        joined_ = mechanism_.add_hinge(a, anchor_a, b, anchor_b) && joined_;
    }
    /// Adds a hinge where two bodies are now.
    void add_hinge_at(scenes::BodyNumber a, scenes::BodyNumber b, scenes::Point place) {
        add_hinge(a, local_point(a, place), b, local_point(b, place));
    }
    [[nodiscard]] bool joined() const { return joined_; }
    [[nodiscard]] double energy() const { return mechanism_.energy(); }
    [[nodiscard]] double gap() const { return mechanism_.gap(); }

private:
    [[nodiscard]] scenes::Point local_point(scenes::BodyNumber body, scenes::Point place) const {
        const scenes::WorldPose pose = quality_run_.pose(body);
        const double x = static_cast<double>(place.x) - pose.x;
        const double y = static_cast<double>(place.y) - pose.y;
        return {static_cast<float>(pose.cosine * x + pose.sine * y),
                static_cast<float>(pose.cosine * y - pose.sine * x)};
    }

    QualityRun& quality_run_;
    Mechanism mechanism_;
    int group_;
    bool joined_ = true;
};

/// Outcome of 8 s under a load.
struct LoadOutcome {
    double gap = 0.0;       ///< Maximum distance between two anchors of a hinge [m].
    double late_gap = 0.0;  ///< The same after 6 s.
    double gain = 0.0;      ///< Energy above that at the start, as a part of what the ball lost in height.
    double rise = 0.0;      ///< Greatest rise of the energy, likewise.
    bool holds = true;      ///< The ball did not fall through.
};

/// Runs the scene and measures it. The mechanism must be joined.
inline LoadOutcome run_load(QualityRun& quality_run, const LoadedMechanism& mechanism,
                            scenes::BodyNumber ball, const Load& load) {
    constexpr double deepest = 20.0;
    const double start = quality_run.pose(ball).y;
    const double first_energy = mechanism.energy();
    double lowest_energy = first_energy;
    LoadOutcome outcome;
    const auto look = [&] {
        const double energy = mechanism.energy();
        outcome.gain = std::isfinite(energy) ? std::max(outcome.gain, energy - first_energy)
                                             : std::numeric_limits<double>::infinity();
        outcome.rise = std::max(outcome.rise, energy - lowest_energy);
        lowest_energy = std::min(lowest_energy, energy);
        outcome.gap = std::max(outcome.gap, mechanism.gap());
    };
    quality_run.run(6.0, look);
    quality_run.run(2.0, [&] {
        look();
        outcome.late_gap = std::max(outcome.late_gap, mechanism.gap());
    });
    const double fallen = std::max(0.5, start - quality_run.pose(ball).y);
    outcome.holds = fallen <= load.drop + deepest;
    const double fallen_energy = load.ratio * link_mass * gravity * fallen;
    outcome.gain /= fallen_energy;
    outcome.rise /= fallen_energy;
    return outcome;
}

}  // namespace bench
