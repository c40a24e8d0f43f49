#include <samples/parts.h>
#include <samples/sample.h>

#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/gjk.h>
#include <drystone/collision/manifold.h>
#include <drystone/collision/time_of_impact.h>
#include <scenes/random.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Core of any shape, with its storage.
class AnyCore {
public:
    explicit AnyCore(const ShapeGeometry& geometry) : geometry_(geometry) {
        std::visit(
            [this](const auto& shape) {
                if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, Polygon>) {
                    view_ = make_core(shape);
                } else {
                    small_ = make_core(shape);
                    view_ = small_.view();
                }
            },
            geometry_);
    }
    AnyCore(const AnyCore&) = delete;
    AnyCore& operator=(const AnyCore&) = delete;
    [[nodiscard]] const ConvexCore& view() const { return view_; }
    [[nodiscard]] const ShapeGeometry& geometry() const { return geometry_; }

private:
    ShapeGeometry geometry_;
    SmallCore small_{};
    ConvexCore view_{};
};

std::vector<ShapeGeometry> shape_kinds() {
    return {Circle{{0.0f, 0.0f}, 0.6f},
            Capsule{{-0.6f, 0.0f}, {0.6f, 0.0f}, 0.35f},
            make_box(0.7f, 0.5f),
            make_regular_polygon(5, 0.7f),
            make_rounded_box(0.4f, 0.3f, 0.2f),
            make_polygon({{-0.7f, -0.4f}, {0.7f, -0.4f}, {0.0f, 0.7f}})};
}

/// A field of slowly rotating shapes, and a query among them.
class Field : public Sample {
protected:
    void create() override {
        scenes::Random random{11};
        const std::vector<ShapeGeometry> kinds = shape_kinds();
        for (int i = 0; i < 40; ++i) {
            const Vec2 at{-9.8f + 2.8f * static_cast<float>(i % 8), -5.6f + 2.8f * static_cast<float>(i / 8)};
            const BodyId body = world().create_body(
                {.type = BodyType::Kinematic,
                 .position = at + Vec2{random.between(-0.5f, 0.5f), random.between(-0.5f, 0.5f)},
                 .angle = random.between(-3.0f, 3.0f),
                 .angular_velocity = random.between(-0.5f, 0.5f),
                 .can_sleep = false});
            world().create_shape(
                body, kinds[static_cast<std::size_t>(random.below(static_cast<int>(kinds.size())))],
                painted(i % 2 == 0 ? color::sand : color::cream));
        }
    }
    void prepare(int step) override { time_ = static_cast<float>(step + 1) / 60.0f; }

    /// Returns the cursor; if there is none, a point that wanders through the field.
    [[nodiscard]] Vec2 probe() const {
        if (input().cursor) {
            return *input().cursor;
        }
        return {9.0f * Rot::from_angle(0.31f * time_).s, 5.0f * Rot::from_angle(0.47f * time_).s};
    }
    [[nodiscard]] float time() const { return time_; }

private:
    float time_ = 0.0f;
};

/// Thirty-six rays from one point, each up to its first hit.
class RayCasts final : public Field {
    void draw(Picture& picture) const override {
        const Vec2 origin = probe();
        for (int i = 0; i < 36; ++i) {
            const Vec2 way =
                rotate(Rot::from_angle(pi / 18.0f * static_cast<float>(i) + 0.1f * time()), {9.0f, 0.0f});
            const auto hit = world().cast_ray({.origin = origin, .translation = way});
            picture.line(origin, hit ? hit->point : origin + way, hit ? color::teal : color::sand);
            if (hit) {
                picture.point(hit->point, color::rust);
                picture.arrow(hit->point, hit->point + 0.5f * hit->normal, color::rust);
            }
        }
    }
};

/// One ray through everything: all hits, in order.
class RayThrough final : public Field {
    void draw(Picture& picture) const override {
        const Vec2 origin{-13.0f, 0.3f * probe().y};
        const Vec2 way{26.0f, 1.4f * probe().y};
        const std::vector<RayHit> hits = world().cast_ray_all({.origin = origin, .translation = way});
        picture.arrow(origin, origin + way, color::slate);
        for (std::size_t i = 0; i < hits.size(); ++i) {
            picture.point(hits[i].point, color::rust);
            picture.text(hits[i].point, std::to_string(i + 1), color::charcoal);
        }
    }
};

/// A shape that is moved until it hits something.
class ShapeCasts final : public Field {
    void draw(Picture& picture) const override {
        const std::vector<ShapeGeometry> kinds = shape_kinds();
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            const Rot turn = Rot::from_angle(0.5f * time() + static_cast<float>(i));
            const Pose start{probe(), turn};
            const Vec2 way =
                rotate(Rot::from_angle(pi / 3.0f * static_cast<float>(i) + 0.1f * time()), {8.0f, 0.0f});
            const auto hit = world().cast_shape({.geometry = kinds[i], .pose = start, .translation = way});
            const float fraction = hit ? hit->fraction : 1.0f;
            const Pose end{start.position + fraction * way, turn};
            picture.line(start.position, end.position, color::slate);
            picture.shape(kinds[i], end, hit ? color::rust : color::teal);
            if (hit && hit->fraction > 0.0f) {
                picture.point(hit->point, color::charcoal);
                picture.arrow(hit->point, hit->point + 0.5f * hit->normal, color::charcoal);
            }
        }
    }
};

/// Overlaps of a shape, and of a box.
class Overlaps final : public Field {
    void draw(Picture& picture) const override {
        const ShapeGeometry probe_shape = make_rounded_box(1.6f, 0.7f, 0.3f);
        const Pose pose{probe(), Rot::from_angle(0.6f * time())};
        picture.shape(probe_shape, pose, color::rust);
        const auto mark = [&](int ink) {
            return [&picture, ink, this](ShapeId shape) {
                picture.shape(world()[shape].geometry(), world()[world()[shape].body()].pose(), ink);
                return true;
            };
        };
        world().overlap(probe_shape, pose, mark(color::rust));
        const Vec2 corner = -0.6f * probe();
        const Aabb box{corner - Vec2{2.0f, 1.2f}, corner + Vec2{2.0f, 1.2f}};
        picture.box(box, color::teal);
        world().overlap(box, mark(color::teal));
    }
};

/// The point nearest to a probe, of each shape nearby and of all.
class NearestPoints final : public Field {
    void draw(Picture& picture) const override {
        const Vec2 at = probe();
        constexpr float reach = 3.5f;
        picture.circle(at, reach, color::sand);
        world().overlap(Aabb{at - Vec2{reach, reach}, at + Vec2{reach, reach}}, [&](ShapeId shape) {
            const auto near = world()[shape].closest_point(at);
            if (near.distance < reach) {
                picture.line(at, near.point, color::slate);
                picture.point(near.point, color::slate);
            }
            return true;
        });
        if (const auto nearest = world().nearest(at, reach)) {
            picture.arrow(nearest->point, at, color::rust);
            picture.text(at + Vec2{0.2f, 0.3f}, number_text(nearest->distance) + " m", color::rust);
        }
        picture.point(at, color::charcoal);
    }
};

/// An AABB tree whose boxes move: its nodes by level, and the results of a box query and a ray cast.
class Tree final : public Sample {
    static constexpr int count = 120;
    void create() override {
        scenes::Random random{5};
        for (int i = 0; i < count; ++i) {
            const Vec2 at{random.between(-11.0f, 11.0f), random.between(-6.0f, 6.0f)};
            const BodyId body = world().create_body(
                {.type = BodyType::Kinematic,
                 .position = at,
                 .linear_velocity = {random.between(-1.5f, 1.5f), random.between(-1.5f, 1.5f)},
                 .can_sleep = false});
            world().create_shape(body, make_box(random.between(0.1f, 0.4f), random.between(0.1f, 0.4f)),
                                 painted(color::teal));
            bodies_.push_back(body);
        }
    }
    void prepare(int /*step*/) override {
        for (const BodyId body : bodies_) {
            const Vec2 at = world()[body].position();
            Vec2 velocity = world()[body].linear_velocity();
            if (std::abs(at.x) > 11.5f && at.x * velocity.x > 0.0f) {
                velocity.x = -velocity.x;
            }
            if (std::abs(at.y) > 6.5f && at.y * velocity.y > 0.0f) {
                velocity.y = -velocity.y;
            }
            world()[body].set_linear_velocity(velocity);
        }
    }
    void draw(Picture& picture) const override {
        constexpr int inks[] = {color::sage, color::teal, color::slate, color::plum, color::rust};
        world().visit_tree([&](int level, const Aabb& box) { picture.box(box, inks[std::min(level, 4)]); });
    }
    [[nodiscard]] std::string status() const override {
        return count_text("tree height", world().counters().tree_height);
    }

    std::vector<BodyId> bodies_;
};

/// Pairs of shapes that rotate against each other, and their manifolds.
class Manifolds final : public Sample {
    void create() override {}
    void prepare(int step) override { time_ = static_cast<float>(step + 1) / 60.0f; }
    void draw(Picture& picture) const override {
        const std::vector<ShapeGeometry> kinds = shape_kinds();
        for (std::size_t i = 0; i < 18; ++i) {
            const AnyCore a(kinds[i % 6]);
            const AnyCore b(kinds[(i + i / 6 + 1) % 6]);
            const Vec2 at{-8.0f + 3.2f * static_cast<float>(i % 6), 3.2f - 3.2f * static_cast<float>(i / 6)};
            const Pose pose_a{at, Rot::from_angle(0.3f)};
            const Rot way = Rot::from_angle(0.4f * time_ + static_cast<float>(i));
            const Pose pose_b{at + rotate(way, {1.0f + 0.15f * Rot::from_angle(time_).s, 0.0f}),
                              Rot::from_angle(-0.5f * time_)};
            picture.shape(a.geometry(), pose_a, color::slate);
            picture.shape(b.geometry(), pose_b, color::teal);
            CollisionCache cache;
            const Manifold manifold =
                collide(a.view(), b.view(), inverse_multiply(pose_a, pose_b), 0.1f, cache);
            for (int k = 0; k < manifold.count; ++k) {
                const Vec2 point = transform(pose_a, manifold.points[k].point);
                picture.point(point, color::rust);
                picture.arrow(point, point + 0.5f * rotate(pose_a.rotation, manifold.normal), color::rust);
                picture.text(point, number_text(manifold.points[k].separation), color::charcoal);
            }
        }
    }
    float time_ = 0.0f;
};

/// The distance of pairs of shapes, and their nearest points.
class Distances final : public Sample {
    void create() override {}
    void prepare(int step) override { time_ = static_cast<float>(step + 1) / 60.0f; }
    void draw(Picture& picture) const override {
        const std::vector<ShapeGeometry> kinds = shape_kinds();
        for (std::size_t i = 0; i < 12; ++i) {
            const AnyCore a(kinds[i % 6]);
            const AnyCore b(kinds[(i + i / 6 + 2) % 6]);
            const Vec2 at{-8.6f + 3.2f * static_cast<float>(i % 6), 2.0f - 4.0f * static_cast<float>(i / 6)};
            const Pose pose_a{at, Rot::from_angle(0.2f * time_)};
            const Pose pose_b{
                at + rotate(Rot::from_angle(0.5f * time_ + static_cast<float>(i)), {1.7f, 0.0f}),
                Rot::from_angle(0.7f * time_)};
            picture.shape(a.geometry(), pose_a, color::slate);
            picture.shape(b.geometry(), pose_b, color::teal);
            const Distance found = distance(a.view(), b.view(), inverse_multiply(pose_a, pose_b));
            const Vec2 from = transform(pose_a, found.point_a);
            const Vec2 to = transform(pose_a, found.point_b);
            picture.line(from, to, color::rust);
            picture.point(from, color::rust);
            picture.point(to, color::rust);
            picture.text(
                at - Vec2{0.5f, 1.9f},
                number_text(found.distance) + " m, " + std::to_string(found.iterations) + " iterations",
                color::charcoal);
        }
    }
    float time_ = 0.0f;
};

/// A bar that spins past a block: its path, and the pose of first contact.
class TimesOfImpact final : public Sample {
    void create() override {}
    void prepare(int step) override { time_ = static_cast<float>(step + 1) / 60.0f; }
    void draw(Picture& picture) const override {
        const AnyCore block(make_box(0.4f, 2.0f));
        const AnyCore bar(make_rounded_box(0.8f, 0.05f, 0.1f));
        for (int i = 0; i < 3; ++i) {
            const Vec2 at{3.0f, 5.0f - 5.0f * static_cast<float>(i)};
            const Pose wall{at, Rot::from_angle(0.2f * time_)};
            Sweep way =
                make_sweep({{-9.0f, at.y + 1.2f * Rot::from_angle(0.6f * time_).s}, Rot::from_angle(time_)},
                           {{9.0f, at.y}, Rot::from_angle(time_)}, {0.0f, 0.0f});
            way.angle = 2.0f * pi * static_cast<float>(i);
            const TimeOfImpact impact =
                time_of_impact(block.view(), make_sweep(wall, wall, {0.0f, 0.0f}), bar.view(), way);
            picture.shape(block.geometry(), wall, color::slate);
            for (int k = 0; k <= 16; ++k) {
                picture.shape(bar.geometry(), interpolate(way, static_cast<float>(k) / 16.0f), color::sand);
            }
            picture.shape(bar.geometry(), interpolate(way, impact.fraction),
                          impact.status == TimeOfImpactStatus::Hit ? color::rust : color::teal);
            if (impact.status == TimeOfImpactStatus::Hit) {
                picture.point(impact.point, color::charcoal);
            }
            picture.text(at + Vec2{1.0f, 1.6f},
                         "fraction " + number_text(impact.fraction) + ", " +
                             std::to_string(impact.iterations) + " queries",
                         color::charcoal);
        }
    }
    float time_ = 0.0f;
};

}  // namespace

std::vector<scenes::SceneInfo> collision_samples() {
    const scenes::View wide{{0.0f, 0.0f}, 15.5f};
    const scenes::WorldSettings floating{.gravity = {0.0f, 0.0f}};
    return {
        entry<RayCasts>("Collision", "ray_cast", "Ray casts",
                        "Rays from the cursor, each up to its first hit, with the normal there.", wide,
                        floating),
        entry<RayThrough>("Collision", "ray_cast_all", "Ray cast, all hits",
                          "One ray through everything; hits come in their order.", wide, floating),
        entry<ShapeCasts>("Collision", "shape_cast", "Shape casts",
                          "Six shapes leave the cursor until they meet something (red).", wide, floating),
        entry<Overlaps>("Collision", "overlaps", "Overlaps",
                        "Red: what the turning shape overlaps, exactly. Teal: whose box overlaps the box.",
                        wide, floating),
        entry<NearestPoints>("Collision", "nearest_point", "Nearest point",
                             "Of every shape within reach; red: the nearest of all.", wide, floating),
        entry<Tree>("Collision", "aabb_tree", "AABB tree",
                    "The boxes of the tree's nodes, coloured by level, around shapes that move.", wide,
                    floating),
        entry<Manifolds>("Collision", "manifolds", "Manifolds",
                         "Up to two contact points along one normal, with their separation.", wide, floating),
        entry<Distances>("Collision", "distances", "Distances",
                         "GJK: the distance between two shapes and the points that are nearest.", wide,
                         floating),
        entry<TimesOfImpact>(
            "Collision", "time_of_impact", "Time of impact",
            "Bars fly to the right, turning 0, 1 and 2 times: red is where they touch first.", wide,
            floating),
    };
}

}  // namespace samples
