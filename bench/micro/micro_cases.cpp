#include "micro/micro_cases.h"

#include <drystone/collision/epa.h>
#include <scenes/random.h>

#include <cmath>
#include <string>

namespace bench {
namespace {

using scenes::Random;

template <class T>
std::shared_ptr<const std::vector<T>> share(std::vector<T> values) {
    return std::make_shared<const std::vector<T>>(std::move(values));
}

/// Returns points on an ellipse, or for four the corners of a box, of about 1 m.
MicroOutline random_outline(Random& random, int count) {
    MicroOutline outline;
    outline.count = count;
    const float width = random.between(0.3f, 0.8f);
    const float height = random.between(0.3f, 0.8f);
    if (count == 4) {
        outline.vertices = {Point{-width, -height}, Point{width, -height}, Point{width, height},
                            Point{-width, height}};
        return outline;
    }
    for (int i = 0; i < count; ++i) {
        const float turn = 2.0f * drystone::pi / static_cast<float>(count);
        const float angle = turn * (static_cast<float>(i) + random.between(-0.3f, 0.3f));
        const drystone::Rot rotation = drystone::Rot::from_angle(angle);
        outline.vertices[static_cast<std::size_t>(i)] = {width * rotation.c, height * rotation.s};
    }
    return outline;
}

drystone::Polygon to_polygon(const MicroOutline& outline) {
    std::vector<drystone::Vec2> points;
    for (int i = 0; i < outline.count; ++i) {
        const Point& p = outline.vertices[static_cast<std::size_t>(i)];
        points.emplace_back(p.x, p.y);
    }
    return drystone::make_polygon(points);
}

/// Returns an angle at which sides are almost parallel, as in a stack, for half of the pairs; a random one
/// for the others.
float random_angle(Random& random) {
    return random.below(2) == 0
               ? 0.5f * drystone::pi * static_cast<float>(random.below(4)) + random.between(-0.005f, 0.005f)
               : random.between(-drystone::pi, drystone::pi);
}

/// Places B in a random direction from A, at the distance `separation` [m]; negative: overlapping.
drystone::Pose pose_at(Random& random, const MicroOutline& a, const MicroOutline& b, float separation) {
    const drystone::Polygon polygon_a = to_polygon(a);
    const drystone::Polygon polygon_b = to_polygon(b);
    const drystone::Rot direction = drystone::Rot::from_angle(random_angle(random));
    drystone::Pose pose{drystone::Vec2{4.0f * direction.c, 4.0f * direction.s},
                        drystone::Rot::from_angle(random_angle(random))};
    pose.position += drystone::rotate(direction, drystone::Vec2{0.0f, random.between(-0.5f, 0.5f)});
    for (int i = 0; i < 20; ++i) {
        const drystone::Penetration now =
            drystone::penetration(drystone::make_core(polygon_a), drystone::make_core(polygon_b), pose);
        pose.position += (separation + now.depth) * now.normal;
    }
    return pose;
}

MicroPose to_pose(const drystone::Pose& pose) {
    return {{pose.position.x, pose.position.y}, {pose.rotation.c, pose.rotation.s}};
}

struct Separation {
    const char* kind;
    float minimum;
    float maximum;
};
constexpr Separation separations[] = {{"separated", 0.5f, 2.0f},
                                      {"near", 0.002f, 0.015f},
                                      {"shallow", -0.02f, -0.001f},
                                      {"deep", -0.4f, -0.1f}};

std::vector<MicroPair> make_pairs(const Separation& separation, int size, int queries) {
    Random random(static_cast<std::uint64_t>(size));
    std::vector<MicroPair> pairs;
    for (int i = 0; i < queries; ++i) {
        MicroPair pair{random_outline(random, size), random_outline(random, size), {}, {}};
        drystone::Pose pose =
            pose_at(random, pair.a, pair.b, random.between(separation.minimum, separation.maximum));
        pair.pose = to_pose(pose);
        pose.position += drystone::Vec2{random.between(-0.01f, 0.01f), random.between(-0.01f, 0.01f)};
        pose.rotation =
            drystone::multiply(pose.rotation, drystone::Rot::from_angle(random.between(-0.01f, 0.01f)));
        pair.moved = to_pose(pose);
        pairs.push_back(pair);
    }
    return pairs;
}

/// Kind of motion of B. A always drifts and turns a little.
struct Flight {
    const char* kind;
    float gap;     ///< Initial gap [m].
    float toward;  ///< Motion of B towards A [m].
    float aside;   ///< Maximum motion of B across that direction, either way [m].
    float turn;    ///< Maximum angle, either way [rad].
};
constexpr Flight flights[] = {{"head-on", 1.0f, 3.0f, 0.3f, 0.3f},
                              {"spinning", 1.0f, 3.0f, 0.3f, 1.0f},
                              {"passing by", 0.5f, 0.2f, 3.0f, 0.3f},
                              {"sliding", 0.02f, 0.0f, 0.3f, 0.01f}};

std::vector<MicroImpact> make_impacts(const Flight& flight, int size, int queries) {
    Random random(static_cast<std::uint64_t>(size));
    std::vector<MicroImpact> impacts;
    for (int i = 0; i < queries; ++i) {
        MicroImpact impact{random_outline(random, size), random_outline(random, size), {}, {}};
        const drystone::Pose pose = pose_at(random, impact.a, impact.b, flight.gap);
        const drystone::Vec2 toward = -normalized(pose.position);
        const drystone::Vec2 way = flight.toward * toward +
                                   random.between(-flight.aside, flight.aside) * drystone::left_perp(toward);
        impact.sweep_a.center_end = {random.between(-0.01f, 0.01f), random.between(-0.01f, 0.01f)};
        impact.sweep_a.angle = random.between(-0.01f, 0.01f);
        impact.sweep_b.center_start = {pose.position.x, pose.position.y};
        impact.sweep_b.center_end = {pose.position.x + way.x, pose.position.y + way.y};
        impact.sweep_b.angle_start = pose.rotation.angle();
        impact.sweep_b.angle = random.between(-flight.turn, flight.turn);
        impacts.push_back(impact);
    }
    return impacts;
}

/// Makes rays from 3 m away whose lines pass the middle at a distance between `min_aside` and `max_aside`
/// [m].
std::vector<MicroRay> make_rays(float min_aside, float max_aside, int size, int queries) {
    Random random(static_cast<std::uint64_t>(size));
    std::vector<MicroRay> rays;
    for (int i = 0; i < queries; ++i) {
        const drystone::Rot frame = drystone::Rot::from_angle(random.between(-drystone::pi, drystone::pi));
        const float aside = random.between(min_aside, max_aside);
        const drystone::Vec2 origin = drystone::rotate(frame, {-3.0f, aside});
        const drystone::Vec2 translation = drystone::rotate(frame, {random.between(4.0f, 8.0f), 0.0f});
        rays.push_back({random_outline(random, size), {origin.x, origin.y}, {translation.x, translation.y}});
    }
    return rays;
}

/// Makes boxes of about 1 m, scattered over a square such that each overlaps about two others.
MicroBoxes make_boxes(int size, int queries) {
    Random random(static_cast<std::uint64_t>(size));
    const float width = 1.4f * std::sqrt(static_cast<float>(size));
    const auto box_at = [](Point at, float half_x, float half_y) {
        return MicroBox{{at.x - half_x, at.y - half_y}, {at.x + half_x, at.y + half_y}};
    };
    MicroBoxes result;
    for (int i = 0; i < size; ++i) {
        const Point at{random.between(0.0f, width), random.between(0.0f, width)};
        const float half_x = random.between(0.25f, 0.75f);
        const float half_y = random.between(0.25f, 0.75f);
        result.boxes.push_back(box_at(at, half_x, half_y));
        const Point later{at.x + random.between(-0.1f, 0.1f), at.y + random.between(-0.1f, 0.1f)};
        result.moved.push_back(box_at(later, half_x, half_y));
    }
    for (int i = 0; i < queries; ++i) {
        const Point at{random.between(0.0f, width), random.between(0.0f, width)};
        const drystone::Rot way = drystone::Rot::from_angle(random.between(-drystone::pi, drystone::pi));
        const float half = random.between(0.5f, 2.0f);
        result.probes.push_back({box_at(at, half, half), {20.0f * way.c, 20.0f * way.s}});
    }
    return result;
}

constexpr int outline_sizes[] = {3, 4, 6, 8};
constexpr int tree_sizes[] = {1000, 10000, 100000};

void add_pair_cases(std::vector<MicroCase>& rows, int queries) {
    std::vector<MicroCase> collisions;
    for (const Separation& separation : separations) {
        for (const int size : outline_sizes) {
            const auto pairs = share(make_pairs(separation, size, queries));
            for (const MicroCache cache : {MicroCache::Cold, MicroCache::Warm, MicroCache::Moved}) {
                MicroCase row{MicroQuery::Distance, separation.kind, cache, size, pairs, {}, {}, {}};
                rows.push_back(row);
                row.query = MicroQuery::Collide;
                collisions.push_back(row);
            }
        }
    }
    rows.insert(rows.end(), collisions.begin(), collisions.end());
}

void add_motion_cases(std::vector<MicroCase>& rows, int queries) {
    for (const Flight& flight : flights) {
        for (const int size : outline_sizes) {
            const auto impacts = share(make_impacts(flight, size, queries));
            rows.push_back(
                {MicroQuery::TimeOfImpact, flight.kind, MicroCache::None, size, {}, impacts, {}, {}});
        }
    }
    for (const int size : outline_sizes) {
        const auto hits = share(make_rays(-0.1f, 0.1f, size, queries));
        const auto misses = share(make_rays(0.9f, 1.2f, size, queries));
        const auto mixed = share(make_rays(-0.9f, 0.9f, size, queries));
        rows.push_back({MicroQuery::Ray, "hit", MicroCache::None, size, {}, {}, hits, {}});
        rows.push_back({MicroQuery::Ray, "miss", MicroCache::None, size, {}, {}, misses, {}});
        rows.push_back({MicroQuery::Ray, "either", MicroCache::None, size, {}, {}, mixed, {}});
    }
}

void add_tree_cases(std::vector<MicroCase>& rows, int queries) {
    for (const int size : tree_sizes) {
        const auto boxes = std::make_shared<const MicroBoxes>(make_boxes(size, queries));
        for (const MicroQuery query :
             {MicroQuery::TreeCreate, MicroQuery::TreeCreateMany, MicroQuery::TreeMoveFew,
              MicroQuery::TreeMoveAll, MicroQuery::TreeQuery, MicroQuery::TreeRay, MicroQuery::TreeBox,
              MicroQuery::TreePairs}) {
            const bool probes = query == MicroQuery::TreeQuery || query == MicroQuery::TreeRay ||
                                query == MicroQuery::TreeBox;
            rows.push_back(
                {query, probes ? "per query" : "per box", MicroCache::None, size, {}, {}, {}, boxes});
        }
    }
}

}  // namespace

std::size_t MicroCase::queries() const {
    if (boxes == nullptr) {
        return pairs != nullptr ? pairs->size() : (impacts != nullptr ? impacts->size() : rays->size());
    }
    if (query == MicroQuery::TreeMoveFew) {
        return boxes->boxes.size() / 100;
    }
    const bool probes =
        query == MicroQuery::TreeQuery || query == MicroQuery::TreeRay || query == MicroQuery::TreeBox;
    return probes ? boxes->probes.size() : boxes->boxes.size();
}

const char* name_of(MicroQuery query) {
    switch (query) {
        case MicroQuery::Distance: return "distance";
        case MicroQuery::Collide: return "collide";
        case MicroQuery::TimeOfImpact: return "time of impact";
        case MicroQuery::Ray: return "ray";
        case MicroQuery::TreeCreate: return "tree, create";
        case MicroQuery::TreeCreateMany: return "tree, create at once";
        case MicroQuery::TreeMoveFew: return "tree, move one in 100";
        case MicroQuery::TreeMoveAll: return "tree, move all";
        case MicroQuery::TreeQuery: return "tree, overlap";
        case MicroQuery::TreeRay: return "tree, ray";
        case MicroQuery::TreeBox: return "tree, box cast";
        case MicroQuery::TreePairs: return "tree, all pairs";
    }
    return "";
}

const char* name_of(MicroCache cache) {
    switch (cache) {
        case MicroCache::None: return "";
        case MicroCache::Cold: return "cold";
        case MicroCache::Warm: return "warm";
        case MicroCache::Moved: return "moved 1 %";
    }
    return "";
}

std::string kind_of(const MicroCase& row) {
    return row.cache == MicroCache::None ? row.kind : row.kind + ", " + name_of(row.cache);
}

std::vector<MicroCase> make_micro_cases(int queries) {
    std::vector<MicroCase> rows;
    add_pair_cases(rows, queries);
    add_motion_cases(rows, queries);
    add_tree_cases(rows, queries);
    return rows;
}

}  // namespace bench
