#pragma once

#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <vector>

/// Bodies on hinges, and measures of their energy and their joints.
namespace bench {

/// Gravity of the scenes [m/s^2].
inline constexpr double gravity = 10.0;

/// Body whose mass is computed from its shape, independently of the engine. Its origin is its centre.
struct Weighed {
    scenes::BodyNumber body = -1;
    double mass = 0.0;
    double inertia = 0.0;  ///< About the centre.
};

/// Bodies, and the hinges between them.
class Mechanism {
public:
    explicit Mechanism(QualityRun& quality_run) : quality_run_(quality_run) {}

    void add(const Weighed& body) { bodies_.push_back(body); }
    /// Adds a hinge. Returns false if the engine has no such joint.
    bool add_hinge(scenes::BodyNumber a, scenes::Point anchor_a, scenes::BodyNumber b, scenes::Point anchor_b,
                   const scenes::RevoluteJoint& joint = {}) {
        hinges_.push_back({a, b, anchor_a, anchor_b, joint});
        return quality_run_.scene().create_joint(hinges_.back()) != scenes::no_joint;
    }

    /// Returns the kinetic energy [J].
    [[nodiscard]] double kinetic_energy() const {
        double sum = 0.0;
        for (const Weighed& weighed : bodies_) {
            sum += kinetic_energy_of(weighed);
        }
        return sum;
    }
    /// Returns the kinetic and potential energy [J].
    [[nodiscard]] double energy() const {
        double sum = 0.0;
        for (const Weighed& weighed : bodies_) {
            sum += kinetic_energy_of(weighed) + weighed.mass * gravity * quality_run_.pose(weighed.body).y;
        }
        return sum;
    }
    /// Returns the maximum distance between two anchors of a hinge [m].
    [[nodiscard]] double gap() const {
        double maximum = 0.0;
        for (const scenes::JointDescription& hinge : hinges_) {
            const scenes::DoublePoint a = world_point(quality_run_.pose(hinge.body_a), hinge.anchor_a);
            const scenes::DoublePoint b = world_point(quality_run_.pose(hinge.body_b), hinge.anchor_b);
            const double distance = std::hypot(b.x - a.x, b.y - a.y);
            maximum = std::isfinite(distance) ? std::max(maximum, distance) : distance;
        }
        return maximum;
    }

private:
    [[nodiscard]] double kinetic_energy_of(const Weighed& weighed) const {
        const Motion motion = quality_run_.motion(weighed.body);
        return 0.5 * weighed.mass * (motion.x * motion.x + motion.y * motion.y) +
               0.5 * weighed.inertia * motion.spin * motion.spin;
    }
    [[nodiscard]] static scenes::DoublePoint world_point(const scenes::WorldPose& pose, scenes::Point local) {
        return {pose.x + pose.cosine * local.x - pose.sine * local.y,
                pose.y + pose.sine * local.x + pose.cosine * local.y};
    }

    QualityRun& quality_run_;
    std::vector<Weighed> bodies_;
    std::vector<scenes::JointDescription> hinges_;
};

}  // namespace bench
