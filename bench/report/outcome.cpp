#include "report/outcome.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bench {
namespace {

bool is_dynamic(const scenes::RecordedBody& body) {
    return body.alive && body.description.kind == scenes::BodyKind::Dynamic;
}

void judge_watched(Outcome& outcome, const scenes::RecordedBody& body, const scenes::WorldPose& pose) {
    if (!body.alive) {
        return;
    }
    const scenes::Point start = body.description.position;
    outcome.has_watched = true;
    outcome.watched = pose;
    outcome.drift = std::hypot(pose.x - start.x, pose.y - start.y);
}

}  // namespace

OverlapsOverRun over_moments(std::span<const scenes::OverlapReport> moments) {
    OverlapsOverRun over;
    for (const scenes::OverlapReport& moment : moments) {
        ++over.moments;
        over.pairs += moment.overlapping_pairs;
        over.mean += moment.mean;
        over.worst += moment.worst;
        over.deepest = std::max(over.deepest, moment.worst);
        over.non_finite_bodies = std::max(over.non_finite_bodies, moment.non_finite_bodies);
    }
    if (over.moments > 0) {
        over.pairs /= over.moments;
        over.mean /= over.moments;
        over.worst /= over.moments;
    }
    return over;
}

std::vector<scenes::WorldPose> read_poses(const Engine& engine,
                                          std::span<const scenes::RecordedBody> bodies) {
    std::vector<scenes::WorldPose> poses(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (bodies[i].alive) {
            poses[i] = engine.pose(static_cast<scenes::BodyNumber>(i));
        }
    }
    return poses;
}

Speeds measure_speeds(std::span<const scenes::RecordedBody> bodies, std::span<const scenes::WorldPose> before,
                      std::span<const scenes::WorldPose> after, double time_step) {
    Speeds speeds;
    double squares = 0.0;
    int count = 0;
    const std::size_t common = std::min({bodies.size(), before.size(), after.size()});
    for (std::size_t i = 0; i < common; ++i) {
        const double speed = std::hypot(after[i].x - before[i].x, after[i].y - before[i].y) / time_step;
        if (is_dynamic(bodies[i]) && std::isfinite(speed)) {
            speeds.largest = std::max(speeds.largest, speed);
            squares += speed * speed;
            ++count;
        }
    }
    speeds.root_mean_square = count > 0 ? std::sqrt(squares / count) : 0.0;
    return speeds;
}

Outcome judge(const Engine& engine, std::span<const scenes::RecordedBody> bodies,
              std::span<const scenes::WorldPose> poses, scenes::BodyNumber watched) {
    Outcome outcome;
    outcome.lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        outcome.bodies += bodies[i].alive ? 1 : 0;
        outcome.shapes += bodies[i].alive ? static_cast<int>(bodies[i].shapes.size()) : 0;
        if (is_dynamic(bodies[i])) {
            outcome.lowest = std::min(outcome.lowest, poses[i].y);
        }
    }
    if (watched >= 0) {
        const auto index = static_cast<std::size_t>(watched);
        judge_watched(outcome, bodies[index], poses[index]);
    }
    outcome.contacts = engine.touching_contacts();
    outcome.pairs = engine.pairs();
    outcome.bytes = engine.bytes();
    outcome.overlaps = scenes::measure_overlaps(bodies, poses);
    return outcome;
}

}  // namespace bench
