#include <samples/all_samples.h>
#include <samples/collision/query_view.h>
#include <samples/collision/shape_kinds.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/random.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// An AABB tree whose boxes move: its nodes by level, and the results of a box query and a ray cast.
class Tree final : public Sample {
    enum Parameters : std::size_t { boxes, largest, pace };

    void create() override {
        scenes::Random random{5};
        const float fast = parameter(pace);
        const float wide = parameter(largest);
        for (int i = 0; i < count(boxes); ++i) {
            const Vec2 at{random.between(-11.0f, 11.0f), random.between(-6.0f, 6.0f)};
            const BodyId body = world().create_body(
                {.type = BodyType::Kinematic,
                 .position = at,
                 .linear_velocity = {random.between(-fast, fast), random.between(-fast, fast)},
                 .can_sleep = false});
            world().create_shape(body, make_box(random.between(0.1f, wide), random.between(0.1f, wide)),
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
        const Vec2 at = input().cursor.value_or(Vec2{4.0f, 1.0f});
        const Aabb query{at - Vec2{1.5f, 1.0f}, at + Vec2{1.5f, 1.0f}};
        picture.box(query, color::charcoal);
        world().overlap(query, [&](ShapeId shape) {
            picture.shape(world()[shape].geometry(), world()[world()[shape].body()].pose(), color::rust);
            return true;
        });
        const Vec2 from{-12.5f, 0.0f};
        picture.arrow(from, at, color::charcoal);
        for (const RayHit& hit : world().cast_ray_all({.origin = from, .translation = at - from})) {
            picture.point(hit.point, color::rust);
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("tree height", world().counters().tree_height);
    }

    std::vector<BodyId> bodies_;
};

}  // namespace

scenes::SceneInfo aabb_tree_sample() {
    return entry<Tree>(
        "Collision", "aabb_tree", "AABB tree",
        "The boxes of the tree's nodes, coloured by level, around shapes that move. A box at the "
        "cursor and a ray to it ask the tree.",
        query_view, weightless, 600,
        {{"boxes", 120.0f, 5.0f, 1000.0f, ParameterKind::Count},
         {"largest half width [m]", 0.4f, 0.1f, 2.0f},
         {"speed [m/s]", 1.5f, 0.0f, 6.0f}});
}

}  // namespace samples
