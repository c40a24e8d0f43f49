#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/random.h>

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Bodies that touch the core become a part of it.
class Merging final : public Sample {
    enum Parameters : std::size_t { bodies, pace };

    void create() override {
        add_room(world(), {{-10.0f, -8.0f}, {10.0f, 8.0f}}, {.material = {.restitution = 1.0f}});
        core_ = add_dynamic(world(), {0.0f, 0.0f}, Circle{{0.0f, 0.0f}, 0.8f}, painted(color::rust));
        scenes::Random random{11};
        const float fast = parameter(pace);
        for (int i = 0; i < count(bodies); ++i) {
            const BodyId body = add_dynamic(
                world(),
                {random.between(-9.0f, 9.0f), (i % 2 == 0 ? 1.0f : -1.0f) * random.between(2.0f, 7.0f)},
                i % 3 == 0 ? ShapeGeometry(Circle{{0.0f, 0.0f}, 0.3f}) : ShapeGeometry(make_box(0.3f, 0.25f)),
                painted(color::cream, {.material = {.restitution = 0.8f}}));
            world()[body].set_linear_velocity({random.between(-fast, fast), random.between(-fast, fast)});
        }
    }
    void after_step() override {
        // A body merged by one event no longer exists when another event names it.
        const std::span<const ContactBegin> begins = world().contact_begins();
        const std::vector<ContactBegin> begun(begins.begin(), begins.end());
        for (const ContactBegin& begin : begun) {
            if (world().is_valid(begin.shape_a) && world().is_valid(begin.shape_b)) {
                const BodyId a = world()[begin.shape_a].body();
                const BodyId b = world()[begin.shape_b].body();
                if (a == core_ || b == core_) {
                    merge(a == core_ ? b : a);
                }
            }
        }
    }
    void merge(BodyId other) {
        if (world()[other].type() != BodyType::Dynamic) {
            return;
        }
        const Vec2d momentum = world()[core_].momentum() + world()[other].momentum();
        const double spin = world().angular_momentum();
        for (const ShapeId shape : world()[other].shapes()) {
            const ShapeGeometry geometry = world()[shape].geometry();
            const Pose place = inverse_multiply(world()[core_].pose(), world()[other].pose());
            if (const auto* disc = std::get_if<Circle>(&geometry)) {
                world().create_shape(core_, Circle{transform(place, disc->center), disc->radius},
                                     painted(color::ochre));
            } else {
                world().create_shape(core_, make_box(0.3f, 0.25f, place), painted(color::ochre));
            }
        }
        world().destroy_body(other);
        const float mass = world()[core_].mass().mass;
        world()[core_].set_linear_velocity(to_float(momentum / static_cast<double>(mass)));
        // The merged body's angular momentum about the origin is kept.
        const double lost = spin - world().angular_momentum();
        world()[core_].apply_angular_impulse(static_cast<float>(lost));
        change_look();
        ++merged_;
    }
    [[nodiscard]] std::string status() const override { return count_text("merged", merged_); }

    BodyId core_;
    int merged_ = 0;
};

}  // namespace

scenes::SceneInfo merging_sample() {
    return entry<Merging>(
        "Events", "merging", "Merging",
        "What touches the core becomes a part of it, momentum and spin included.", {{0.0f, 0.0f}, 18.0f},
        {.gravity = {0.0f, 0.0f}}, 600,
        {{"bodies", 40.0f, 1.0f, 100.0f, ParameterKind::Count}, {"largest speed [m/s]", 3.0f, 0.0f, 10.0f}});
}

}  // namespace samples
