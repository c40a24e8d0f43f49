#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Move events draw a trail behind each body.
class MoveTrails final : public Sample {
    enum Parameters : std::size_t { balls, bounce };

    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 9; ++i) {
            add_static(world(),
                       {-8.0f + 2.0f * static_cast<float>(i), 3.0f + 2.0f * static_cast<float>(i % 2)},
                       Circle{{0.0f, 0.0f}, 0.4f});
        }
        for (int i = 0; i < count(balls); ++i) {
            const BodyId ball = add_dynamic(
                world(), {-7.8f + 2.0f * static_cast<float>(i), 11.0f + 0.2f * static_cast<float>(i % 3)},
                Circle{{0.0f, 0.0f}, 0.3f}, painted(i, {.material = {.restitution = parameter(bounce)}}));
            world()[ball].set_user_data(static_cast<std::uint64_t>(i));
        }
        trails_.resize(static_cast<std::size_t>(count(balls)));
    }
    void after_step() override {
        for (const BodyMoved& moved : world().moved_bodies()) {
            std::vector<Vec2>& trail = trails_[moved.user_data];
            trail.push_back(moved.pose.position);
            asleep_ += moved.fell_asleep ? 1 : 0;
        }
    }
    void draw(Picture& picture) const override {
        for (std::size_t body = 0; body < trails_.size(); ++body) {
            for (std::size_t i = 1; i < trails_[body].size(); ++i) {
                picture.line(trails_[body][i - 1], trails_[body][i], static_cast<int>(body));
            }
        }
    }
    [[nodiscard]] std::string status() const override { return count_text("fell asleep", asleep_); }

    std::vector<std::vector<Vec2>> trails_;
    int asleep_ = 0;
};

}  // namespace

scenes::SceneInfo move_trails_sample() {
    return entry<MoveTrails>(
        "Events", "move_trails", "Move trails",
        "Trails made of move events alone: where nothing moves, none comes.", {{0.0f, 6.0f}, 15.0f}, {}, 600,
        {{"balls", 8.0f, 1.0f, 8.0f, ParameterKind::Count}, {"restitution", 0.6f, 0.0f, 1.0f}});
}

}  // namespace samples
