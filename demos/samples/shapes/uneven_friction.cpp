#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Crates that are pulled harder and harder: static friction lets go of them late, and then they run. Above,
/// brushes on a shaking board walk to one side, since their hairs hold the other way.
class UnevenFriction final : public Sample {
    enum Parameters : std::size_t { extra_static, extra_reverse };

    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 4; ++i) {
            const float part = static_cast<float>(i) / 3.0f;
            crates_.push_back(add_dynamic(
                world(), {-9.0f, 0.4f}, make_box(0.5f, 0.4f),
                painted(
                    color::rainbow[i],
                    {.material = {.friction = 0.3f, .extra_static_friction = part * parameter(extra_static)},
                     .filter = {.group = -1}})));
        }
        board_ = world().create_body({.type = BodyType::Kinematic, .position = {0.0f, 4.0f}});
        world().create_shape(board_, make_box(9.0f, 0.2f),
                             painted(color::slate, {.material = {.friction = 0.3f}}));
        for (int i = 0; i < 5; ++i) {
            brushes_.push_back(add_dynamic(
                world(), {-6.0f + 2.0f * static_cast<float>(i), 4.5f}, make_box(0.6f, 0.3f),
                painted(color::ochre, {.material = {.friction = 0.1f,
                                                    .extra_reverse_friction = parameter(extra_reverse)}})));
        }
    }
    void prepare(int step) override {
        const float force = 0.9f * static_cast<float>(step % 400) / 400.0f;
        for (const BodyId crate : crates_) {
            world()[crate].apply_force({force * 10.0f * world()[crate].mass().mass, 0.0f});
        }
        world()[board_].set_linear_velocity({step / 6 % 2 == 0 ? 0.8f : -0.8f, 0.0f});
    }
    [[nodiscard]] std::string status() const override {
        return "brushes have gone " + number_text(world()[brushes_.front()].position().x + 6.0f) + " m";
    }

    BodyId board_;
    std::vector<BodyId> crates_;
    std::vector<BodyId> brushes_;
};

}  // namespace

scenes::SceneInfo uneven_friction_sample() {
    return entry<UnevenFriction>(
        "Shapes", "uneven_friction", "Uneven friction",
        "Static friction above that of sliding, and friction that holds one way.", {{0.0f, 3.0f}, 10.0f}, {},
        600, {{"extra static friction", 0.5f, 0.0f, 1.0f}, {"extra reverse friction", 0.6f, 0.0f, 2.0f}});
}

}  // namespace samples
