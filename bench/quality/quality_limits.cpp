#include "quality/quality_mechanism.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

/// Chains with limits at their joints: energy, and how far they pass their limits.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;

constexpr double degrees = 180.0 / std::numbers::pi;

/// Chain of links of 0.5 m with limits at all joints between them, whose last link may be heavier.
struct LimitedChain {
    int links;
    float limit;  ///< To both sides [degrees].
    float tip;    ///< Mass of the last link over that of the others.
    bool held;    ///< The joint to the ground has limits too: the chain hangs like a beam.
};

double relative_angle(const scenes::WorldPose& a, const scenes::WorldPose& b) {
    return std::atan2(a.cosine * b.sine - a.sine * b.cosine, a.cosine * b.cosine + a.sine * b.sine);
}

/// Plays the chain, released horizontally in a line.
std::vector<Metric> play_limited_chain(const TestedEngine& tested_engine, const LimitedChain& chain) {
    QualityRun quality_run(tested_engine, awake_world());
    Mechanism mechanism(quality_run);
    const float limit = chain.limit / static_cast<float>(degrees);
    std::vector<BodyNumber> bodies{quality_run.scene().create_body({})};
    bool joined = true;
    for (int i = 0; i < chain.links; ++i) {
        const float density = i == chain.links - 1 ? 10.0f * chain.tip : 10.0f;
        const BodyNumber link =
            scenes::add_box(quality_run.scene(), {0.25f + 0.5f * static_cast<float>(i), 0.0f}, {0.5f, 0.1f},
                            {.shape = {}, .density = density, .group = -1});
        const double mass = static_cast<double>(density) * 0.5 * 0.1;
        mechanism.add({link, mass, mass * (0.5 * 0.5 + 0.1 * 0.1) / 12.0});
        scenes::RevoluteJoint joint;
        if (i > 0 || chain.held) {
            joint.limit = scenes::JointLimit{-limit, limit};
        }
        joined =
            mechanism.add_hinge(bodies.back(), {i == 0 ? 0.0f : 0.25f, 0.0f}, link, {-0.25f, 0.0f}, joint) &&
            joined;
        bodies.push_back(link);
    }
    if (!joined) {
        return failures(3, "no joint");
    }
    const double start = mechanism.energy();
    double lowest = start;
    double rise = 0.0;
    double fallen = 0.0;
    double passed = 0.0;
    double gap = 0.0;
    quality_run.run(10.0, [&] {
        const double energy = mechanism.energy();
        rise = std::max(rise, energy - lowest);
        lowest = std::min(lowest, energy);
        fallen = std::max(fallen, mechanism.kinetic_energy());
        gap = std::max(gap, mechanism.gap());
        for (std::size_t i = chain.held ? 0 : 1; i + 1 < bodies.size(); ++i) {
            const double angle = relative_angle(quality_run.pose(bodies[i]), quality_run.pose(bodies[i + 1]));
            passed = std::max(passed, std::abs(angle) - static_cast<double>(limit));
        }
    });
    return {100.0 * rise / fallen, degrees * passed, 1000.0 * gap};
}

QualityScene limited_chain(const LimitedChain& chain) {
    const auto number = [](float value) { return std::to_string(static_cast<int>(value)); };
    return {(chain.held ? "beam of " : "chain of ") + std::to_string(chain.links) + ", limits of " +
                number(chain.limit) + " degrees, tip of " + number(chain.tip),
            {{"greatest rise of energy, of the kinetic", "%", 0.0, 2},
             {"passes a limit by", "degrees", 0.0, 2},
             {"greatest gap of a joint", "mm", 0.0, 2}},
            [chain](const TestedEngine& tested_engine) { return play_limited_chain(tested_engine, chain); }};
}

}  // namespace

std::vector<QualityScene> limit_scenes() {
    return {limited_chain({12, 30.0f, 1.0f, false}), limited_chain({20, 15.0f, 10.0f, false}),
            limited_chain({30, 5.0f, 1.0f, false}), limited_chain({12, 15.0f, 10.0f, true}),
            limited_chain({20, 5.0f, 1.0f, true})};
}

}  // namespace bench
