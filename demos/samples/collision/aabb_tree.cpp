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

}  // namespace

scenes::SceneInfo aabb_tree_sample() {
    return entry<Tree>("Collision", "aabb_tree", "AABB tree",
                       "The boxes of the tree's nodes, coloured by level, around shapes that move.",
                       query_view, weightless);
}

}  // namespace samples
