#include "micro/micro_cases.h"

#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/casts.h>
#include <drystone/collision/gjk.h>
#include <drystone/collision/manifold.h>
#include <drystone/collision/time_of_impact.h>

#include <utility>

namespace bench {
namespace {

using namespace drystone;

Vec2 to_vec(Point p) { return {p.x, p.y}; }
Pose to_pose(const MicroPose& pose) { return {to_vec(pose.position), {pose.rotation.x, pose.rotation.y}}; }
Aabb to_aabb(const MicroBox& box) { return {to_vec(box.lower), to_vec(box.upper)}; }
MicroBox from_aabb(const Aabb& box) { return {{box.lower.x, box.lower.y}, {box.upper.x, box.upper.y}}; }

Polygon to_polygon(const MicroOutline& outline) {
    Vec2 points[max_micro_vertices];
    for (int i = 0; i < outline.count; ++i) {
        points[i] = to_vec(outline.vertices[static_cast<std::size_t>(i)]);
    }
    return make_polygon(std::span(points, static_cast<std::size_t>(outline.count)));
}

/// Pairs of polygons, with the poses of this run and of the next one.
class PairRunner : public MicroRunner {
public:
    explicit PairRunner(const MicroCase& row) : cold_(row.cache == MicroCache::Cold) {
        for (const MicroPair& pair : *row.pairs) {
            polygons_.push_back(to_polygon(pair.a));
            polygons_.push_back(to_polygon(pair.b));
            poses_.push_back(to_pose(pair.pose));
            next_poses_.push_back(to_pose(row.cache == MicroCache::Moved ? pair.moved : pair.pose));
        }
        for (std::size_t i = 0; i < poses_.size(); ++i) {
            cores_.emplace_back(make_core(polygons_[2 * i]), make_core(polygons_[2 * i + 1]));
        }
        answers_.resize(poses_.size());
    }

protected:
    bool cold_;
    std::vector<Polygon> polygons_;
    std::vector<std::pair<ConvexCore, ConvexCore>> cores_;
    std::vector<Pose> poses_;
    std::vector<Pose> next_poses_;
};

class DistanceRunner final : public PairRunner {
public:
    explicit DistanceRunner(const MicroCase& row) : PairRunner(row), caches_(poses_.size()) {}
    void run() override {
        for (std::size_t i = 0; i < poses_.size(); ++i) {
            const auto& [a, b] = cores_[i];
            answers_[i] = distance(a, b, poses_[i], cold_ ? nullptr : &caches_[i]).distance;
        }
        poses_.swap(next_poses_);
    }

private:
    std::vector<SimplexCache> caches_;
};

class CollideRunner final : public PairRunner {
public:
    explicit CollideRunner(const MicroCase& row) : PairRunner(row), caches_(poses_.size()) {}
    void run() override {
        for (std::size_t i = 0; i < poses_.size(); ++i) {
            const auto& [a, b] = cores_[i];
            CollisionCache none;
            const Manifold manifold = collide(a, b, poses_[i], micro_margin, cold_ ? none : caches_[i]);
            float minimum = micro_no_contact;
            for (int k = 0; k < manifold.count; ++k) {
                minimum = std::min(minimum, manifold.points[k].separation);
            }
            answers_[i] = minimum;
        }
        poses_.swap(next_poses_);
    }

private:
    std::vector<CollisionCache> caches_;
};

Sweep to_sweep(const MicroSweep& sweep) {
    return {.center_start = to_vec(sweep.center_start),
            .center_end = to_vec(sweep.center_end),
            .rotation_start = Rot::from_angle(sweep.angle_start),
            .angle = sweep.angle};
}

class ImpactRunner final : public MicroRunner {
public:
    explicit ImpactRunner(const MicroCase& row) {
        for (const MicroImpact& impact : *row.impacts) {
            polygons_.push_back(to_polygon(impact.a));
            polygons_.push_back(to_polygon(impact.b));
            sweeps_.push_back(to_sweep(impact.sweep_a));
            sweeps_.push_back(to_sweep(impact.sweep_b));
        }
        for (const Polygon& polygon : polygons_) {
            cores_.push_back(make_core(polygon));
        }
        answers_.resize(row.impacts->size());
    }
    void run() override {
        constexpr TimeOfImpactSettings settings{.target_separation = micro_target,
                                                .tolerance = micro_tolerance};
        for (std::size_t i = 0; i < answers_.size(); ++i) {
            const TimeOfImpact impact = time_of_impact(cores_[2 * i], sweeps_[2 * i], cores_[2 * i + 1],
                                                       sweeps_[2 * i + 1], settings);
            answers_[i] = impact.status == TimeOfImpactStatus::Hit ? impact.fraction : micro_no_hit;
        }
    }

private:
    std::vector<Polygon> polygons_;
    std::vector<ConvexCore> cores_;
    std::vector<Sweep> sweeps_;
};

class RayRunner final : public MicroRunner {
public:
    explicit RayRunner(const MicroCase& row) {
        for (const MicroRay& ray : *row.rays) {
            polygons_.push_back(to_polygon(ray.target));
            rays_.emplace_back(to_vec(ray.origin), to_vec(ray.translation));
        }
        for (const Polygon& polygon : polygons_) {
            cores_.push_back(make_core(polygon));
        }
        answers_.resize(rays_.size());
    }
    void run() override {
        for (std::size_t i = 0; i < rays_.size(); ++i) {
            const RayCastHit hit = cast_ray(cores_[i], rays_[i].first, rays_[i].second);
            answers_[i] = hit.hit ? hit.fraction : micro_no_hit;
        }
    }

private:
    std::vector<Polygon> polygons_;
    std::vector<ConvexCore> cores_;
    std::vector<std::pair<Vec2, Vec2>> rays_;
};

class TreeRunner final : public MicroRunner {
public:
    explicit TreeRunner(const MicroCase& row) : row_(row) {
        for (const MicroBox& box : row.boxes->boxes) {
            items_.push_back({.box = to_aabb(box)});
            boxes_.push_back(to_aabb(box));
        }
        for (const MicroBox& box : row.boxes->moved) {
            next_boxes_.push_back(to_aabb(box));
        }
        proxies_.resize(items_.size());
        tree_.insert(items_, proxies_);
    }
    void run() override {
        answers_.clear();
        switch (row_.query) {
            case MicroQuery::TreeCreate: create(); break;
            case MicroQuery::TreeCreateMany: create_at_once(); break;
            case MicroQuery::TreeMoveFew: move(100); break;
            case MicroQuery::TreeMoveAll: move(1); break;
            case MicroQuery::TreeQuery: query(); break;
            case MicroQuery::TreeRay: cast_rays(); break;
            case MicroQuery::TreeBox: cast_boxes(); break;
            default: find_pairs(); break;
        }
    }

private:
    static constexpr std::uint64_t everything = ~0ull;

    void create() {
        AabbTree tree;
        for (const TreeItem& item : items_) {
            tree.insert(item.box);
        }
        answers_.push_back(static_cast<float>(tree.size()));
    }
    void create_at_once() {
        AabbTree tree;
        tree.insert(items_, proxies_);
        answers_.push_back(static_cast<float>(tree.size()));
    }
    void move(std::size_t stride) {
        std::swap(boxes_, next_boxes_);
        for (std::size_t i = 0; i < boxes_.size(); i += stride) {
            tree_.move(proxies_[i], boxes_[i]);
        }
        tree_.refit();
        tree_.commit();
        count_boxes(row_.boxes->probes.front());
    }
    void count_boxes(const MicroBoxes::Probe& probe) {
        int found = 0;
        tree_.query(to_aabb(probe.box), everything, [&found](AabbTree::Proxy) {
            ++found;
            return true;
        });
        answers_.push_back(static_cast<float>(found));
    }
    void query() {
        for (const MicroBoxes::Probe& probe : row_.boxes->probes) {
            count_boxes(probe);
        }
    }
    void cast_rays() {
        for (const MicroBoxes::Probe& probe : row_.boxes->probes) {
            float nearest = micro_no_hit;
            tree_.cast_ray(to_vec(probe.box.lower), to_vec(probe.translation), everything,
                           [&](AabbTree::Proxy proxy, float maximum) {
                               const float entry = micro_entry(from_aabb(tree_.box(proxy)), probe.box.lower,
                                                               {}, probe.translation);
                               nearest = std::min(nearest, entry);
                               return std::min(entry, maximum);
                           });
            answers_.push_back(nearest);
        }
    }
    void cast_boxes() {
        for (const MicroBoxes::Probe& probe : row_.boxes->probes) {
            const Point half{0.5f * (probe.box.upper.x - probe.box.lower.x),
                             0.5f * (probe.box.upper.y - probe.box.lower.y)};
            const Point middle{probe.box.lower.x + half.x, probe.box.lower.y + half.y};
            float nearest = micro_no_hit;
            tree_.cast_box(to_aabb(probe.box), to_vec(probe.translation), everything,
                           [&](AabbTree::Proxy proxy, float maximum) {
                               const float entry =
                                   micro_entry(from_aabb(tree_.box(proxy)), middle, half, probe.translation);
                               nearest = std::min(nearest, entry);
                               return std::min(entry, maximum);
                           });
            answers_.push_back(nearest);
        }
    }
    void find_pairs() {
        pairs_.clear();
        tree_.append_overlapping_pairs(pairs_);
        answers_.push_back(static_cast<float>(pairs_.size()));
    }

    MicroCase row_;
    AabbTree tree_;
    std::vector<TreeItem> items_;
    std::vector<AabbTree::Proxy> proxies_;
    std::vector<Aabb> boxes_;
    std::vector<Aabb> next_boxes_;
    std::vector<ProxyPair> pairs_;
};

}  // namespace

std::unique_ptr<MicroRunner> make_drystone_runner(const MicroCase& row) {
    return make_runner<DistanceRunner, CollideRunner, ImpactRunner, RayRunner, TreeRunner>(row);
}

}  // namespace bench
