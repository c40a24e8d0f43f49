#include "micro/micro_cases.h"

#include <box2d/box2d.h>
#include <box2d/collision.h>

#include <utility>

namespace bench {
namespace {

b2Vec2 to_b2(Point p) { return {p.x, p.y}; }
b2Transform to_transform(const MicroPose& pose) {
    return {to_b2(pose.position), {pose.rotation.x, pose.rotation.y}};
}
b2AABB to_aabb(const MicroBox& box) { return {to_b2(box.lower), to_b2(box.upper)}; }
MicroBox from_aabb(const b2AABB& box) {
    return {{box.lowerBound.x, box.lowerBound.y}, {box.upperBound.x, box.upperBound.y}};
}

b2Polygon to_polygon(const MicroOutline& outline) {
    b2Vec2 points[max_micro_vertices];
    for (int i = 0; i < outline.count; ++i) {
        points[i] = to_b2(outline.vertices[static_cast<std::size_t>(i)]);
    }
    const b2Hull hull = b2ComputeHull(points, outline.count);
    return b2MakePolygon(&hull, 0.0f);
}

b2ShapeProxy to_proxy(const MicroOutline& outline) {
    const b2Polygon polygon = to_polygon(outline);
    return b2MakeProxy(polygon.vertices, polygon.count, polygon.radius);
}

class DistanceRunner final : public MicroRunner {
public:
    explicit DistanceRunner(const MicroCase& row) : cold_(row.cache == MicroCache::Cold) {
        for (const MicroPair& pair : *row.pairs) {
            inputs_.push_back({to_proxy(pair.a), to_proxy(pair.b), to_transform(pair.pose), true});
            next_.push_back(to_transform(row.cache == MicroCache::Moved ? pair.moved : pair.pose));
        }
        caches_.resize(inputs_.size());
        answers_.resize(inputs_.size());
    }
    void run() override {
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            b2SimplexCache none = b2_emptySimplexCache;
            answers_[i] = b2ShapeDistance(&inputs_[i], cold_ ? &none : &caches_[i], nullptr, 0).distance;
            std::swap(inputs_[i].transform, next_[i]);
        }
    }

private:
    bool cold_;
    std::vector<b2DistanceInput> inputs_;
    std::vector<b2Transform> next_;
    std::vector<b2SimplexCache> caches_;
};

/// Measures manifolds without a cache: the engine has none for them.
class CollideRunner final : public MicroRunner {
public:
    explicit CollideRunner(const MicroCase& row) {
        for (const MicroPair& pair : *row.pairs) {
            polygons_.emplace_back(to_polygon(pair.a), to_polygon(pair.b));
            poses_.push_back(to_transform(pair.pose));
            next_poses_.push_back(to_transform(row.cache == MicroCache::Moved ? pair.moved : pair.pose));
        }
        answers_.resize(polygons_.size());
    }
    void run() override {
        for (std::size_t i = 0; i < polygons_.size(); ++i) {
            const b2LocalManifold manifold =
                b2CollidePolygons(&polygons_[i].first, &polygons_[i].second, poses_[i]);
            float minimum = micro_no_contact;
            for (int k = 0; k < manifold.pointCount; ++k) {
                minimum = std::min(minimum, manifold.points[k].separation);
            }
            answers_[i] = minimum;
        }
        poses_.swap(next_poses_);
    }

private:
    std::vector<std::pair<b2Polygon, b2Polygon>> polygons_;
    std::vector<b2Transform> poses_;
    std::vector<b2Transform> next_poses_;
};

b2Sweep to_sweep(const MicroSweep& sweep) {
    return {{0.0f, 0.0f},
            to_b2(sweep.center_start),
            to_b2(sweep.center_end),
            b2MakeRot(sweep.angle_start),
            b2MakeRot(sweep.angle_start + sweep.angle)};
}

/// Executes `vzeroupper`. The time of impact, as g++ 12 compiles it for AVX2, returns with the upper halves
/// of the AVX registers dirty. On some processors, all SSE code of the thread then takes up to twice as long,
/// which includes the other library's next measurement.
#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx"))) void free_upper_halves() { __builtin_ia32_vzeroupper(); }
void clear_registers() {
    if (__builtin_cpu_supports("avx")) {
        free_upper_halves();
    }
}
#else
void clear_registers() {}
#endif

class ImpactRunner final : public MicroRunner {
public:
    explicit ImpactRunner(const MicroCase& row) {
        for (const MicroImpact& impact : *row.impacts) {
            inputs_.push_back({to_proxy(impact.a), to_proxy(impact.b), to_sweep(impact.sweep_a),
                               to_sweep(impact.sweep_b), 1.0f});
        }
        answers_.resize(inputs_.size());
    }
    void run() override {
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            const b2TOIOutput output = b2TimeOfImpact(&inputs_[i]);
            answers_[i] = output.state == b2_toiStateHit ? output.fraction : micro_no_hit;
        }
        clear_registers();
    }

private:
    std::vector<b2TOIInput> inputs_;
};

class RayRunner final : public MicroRunner {
public:
    explicit RayRunner(const MicroCase& row) {
        for (const MicroRay& ray : *row.rays) {
            polygons_.push_back(to_polygon(ray.target));
            inputs_.push_back({to_b2(ray.origin), to_b2(ray.translation), 1.0f});
        }
        answers_.resize(inputs_.size());
    }
    void run() override {
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            const b2CastOutput output = b2RayCastPolygon(&polygons_[i], &inputs_[i]);
            answers_[i] = output.hit ? output.fraction : micro_no_hit;
        }
    }

private:
    std::vector<b2Polygon> polygons_;
    std::vector<b2RayCastInput> inputs_;
};

/// Context of a tree visitor.
struct Visit {
    const b2DynamicTree* tree = nullptr;
    const MicroBoxes::Probe* probe = nullptr;
    Point from{};
    Point half{};
    float nearest = micro_no_hit;
    int found = 0;
    int self = -1;
};

bool count_box(int /*proxy*/, std::uint64_t /*data*/, void* context) {
    ++static_cast<Visit*>(context)->found;
    return true;
}

bool count_later_box(int proxy, std::uint64_t /*data*/, void* context) {
    Visit& visit = *static_cast<Visit*>(context);
    visit.found += proxy > visit.self ? 1 : 0;
    return true;
}

float meet_box(Visit& visit, int proxy, float maximum) {
    const float entry = micro_entry(from_aabb(b2DynamicTree_GetAABB(visit.tree, proxy)), visit.from,
                                    visit.half, visit.probe->translation);
    visit.nearest = std::min(visit.nearest, entry);
    return std::min(entry, maximum);
}

float meet_ray(const b2RayCastInput* input, int proxy, std::uint64_t /*data*/, void* context) {
    return meet_box(*static_cast<Visit*>(context), proxy, input->maxFraction);
}

float meet_moving_box(const b2BoxCastInput* input, int proxy, std::uint64_t /*data*/, void* context) {
    return meet_box(*static_cast<Visit*>(context), proxy, input->maxFraction);
}

class TreeRunner final : public MicroRunner {
public:
    explicit TreeRunner(const MicroCase& row) : row_(row) {
        for (const MicroBox& box : row.boxes->boxes) {
            boxes_.push_back(to_aabb(box));
        }
        for (const MicroBox& box : row.boxes->moved) {
            next_boxes_.push_back(to_aabb(box));
        }
        tree_ = b2DynamicTree_Create(16);
        for (const b2AABB& box : boxes_) {
            proxies_.push_back(b2DynamicTree_CreateProxy(&tree_, box, everything, 0));
        }
        b2DynamicTree_Rebuild(&tree_, true);
    }
    ~TreeRunner() override { b2DynamicTree_Destroy(&tree_); }

    void run() override {
        answers_.clear();
        switch (row_.query) {
            case MicroQuery::TreeCreate: create(false); break;
            case MicroQuery::TreeCreateMany: create(true); break;
            case MicroQuery::TreeMoveFew: move_few(); break;
            case MicroQuery::TreeMoveAll: move_all(); break;
            case MicroQuery::TreeQuery: query(); break;
            case MicroQuery::TreeRay: cast_rays(); break;
            case MicroQuery::TreeBox: cast_boxes(); break;
            default: find_pairs(); break;
        }
    }

private:
    static constexpr std::uint64_t everything = ~0ull;

    void create(bool rebuild) {
        b2DynamicTree tree = b2DynamicTree_Create(16);
        for (const b2AABB& box : boxes_) {
            b2DynamicTree_CreateProxy(&tree, box, everything, 0);
        }
        if (rebuild) {
            b2DynamicTree_Rebuild(&tree, true);
        }
        answers_.push_back(static_cast<float>(b2DynamicTree_GetProxyCount(&tree)));
        b2DynamicTree_Destroy(&tree);
    }
    /// Moves proxies as the engine moves static bodies.
    void move_few() {
        std::swap(boxes_, next_boxes_);
        for (std::size_t i = 0; i < boxes_.size(); i += 100) {
            b2DynamicTree_MoveProxy(&tree_, proxies_[i], boxes_[i]);
        }
        count_boxes(row_.boxes->probes.front());
    }
    /// Moves proxies as the engine moves bodies in a step.
    void move_all() {
        std::swap(boxes_, next_boxes_);
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            b2DynamicTree_EnlargeProxy(&tree_, proxies_[i], boxes_[i]);
        }
        b2DynamicTree_Rebuild(&tree_, false);
        count_boxes(row_.boxes->probes.front());
    }
    void count_boxes(const MicroBoxes::Probe& probe) {
        Visit visit;
        b2DynamicTree_Query(&tree_, to_aabb(probe.box), everything, count_box, &visit);
        answers_.push_back(static_cast<float>(visit.found));
    }
    void query() {
        for (const MicroBoxes::Probe& probe : row_.boxes->probes) {
            count_boxes(probe);
        }
    }
    void cast_rays() {
        for (const MicroBoxes::Probe& probe : row_.boxes->probes) {
            Visit visit{&tree_, &probe, probe.box.lower};
            const b2RayCastInput input{to_b2(probe.box.lower), to_b2(probe.translation), 1.0f};
            b2DynamicTree_RayCast(&tree_, &input, everything, meet_ray, &visit);
            answers_.push_back(visit.nearest);
        }
    }
    void cast_boxes() {
        for (const MicroBoxes::Probe& probe : row_.boxes->probes) {
            const Point half{0.5f * (probe.box.upper.x - probe.box.lower.x),
                             0.5f * (probe.box.upper.y - probe.box.lower.y)};
            Visit visit{&tree_, &probe, {probe.box.lower.x + half.x, probe.box.lower.y + half.y}, half};
            const b2BoxCastInput input{to_aabb(probe.box), to_b2(probe.translation), 1.0f};
            b2DynamicTree_BoxCast(&tree_, &input, everything, meet_moving_box, &visit);
            answers_.push_back(visit.nearest);
        }
    }
    /// Queries the tree once for every moved box, as the engine does.
    void find_pairs() {
        Visit visit;
        for (std::size_t i = 0; i < proxies_.size(); ++i) {
            visit.self = proxies_[i];
            b2DynamicTree_Query(&tree_, boxes_[i], everything, count_later_box, &visit);
        }
        answers_.push_back(static_cast<float>(visit.found));
    }

    MicroCase row_;
    b2DynamicTree tree_{};
    std::vector<int> proxies_;
    std::vector<b2AABB> boxes_;
    std::vector<b2AABB> next_boxes_;
};

}  // namespace

std::unique_ptr<MicroRunner> make_box2d3_runner(const MicroCase& row) {
    return make_runner<DistanceRunner, CollideRunner, ImpactRunner, RayRunner, TreeRunner>(row);
}

}  // namespace bench
