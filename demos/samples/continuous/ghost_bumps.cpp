#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Floors of many pieces, over which a box, a disc and a capsule slide without friction: none may be
/// disturbed.
class GhostBumps final : public Sample {
    enum Parameters : std::size_t { speed };

    void create() override {
        const Material ice{.friction = 0.0f};
        const BodyId ground = world().create_body({.type = BodyType::Static});
        for (int i = 0; i < 60; ++i) {
            const float x = -30.0f + static_cast<float>(i);
            world().create_shape(ground, make_box(0.5f, 0.5f, {{x + 0.5f, 8.5f}, {}}), {.material = ice});
        }
        std::vector<Vec2> points;
        for (int i = 60; i >= 0; --i) {
            points.emplace_back(-30.0f + static_cast<float>(i), 6.0f);
        }
        world().create_chain(ground, {.points = points, .materials = {ice}});
        // A comb, whose pieces meet along its back.
        std::vector<Vec2> comb{{30.0f, 3.0f}, {-30.0f, 3.0f}};
        for (int i = -15; i < 15; ++i) {
            const float x = 2.0f * static_cast<float>(i);
            comb.insert(comb.end(), {{x, 1.5f}, {x + 0.6f, 1.5f}, {x + 0.8f, 2.5f}, {x + 1.8f, 2.5f}});
        }
        comb.emplace_back(30.0f, 1.5f);
        world().create_outline(ground, comb, {}, {.material = ice});
        const ShapeGeometry kinds[] = {make_box(0.4f, 0.4f), Circle{{0.0f, 0.0f}, 0.4f},
                                       Capsule{{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.4f}};
        for (int row = 0; row < 3; ++row) {
            for (int i = 0; i < 3; ++i) {
                const float height = 3.4f + 3.0f * static_cast<float>(row);
                const BodyId body = add_dynamic(world(), {-28.0f + 2.0f * static_cast<float>(i), height},
                                                kinds[i], painted(i, {.material = ice}));
                world()[body].set_linear_velocity({parameter(speed), 0.0f});
                bodies_.push_back(body);
                heights_.push_back(height);
            }
        }
    }
    [[nodiscard]] int failures() const override {
        int felt = 0;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const Vec2 at = world()[bodies_[i]].position();
            const bool on_floor = at.x < 29.0f;
            felt += on_floor && (std::abs(at.y - heights_[i]) > 0.01f ||
                                 std::abs(world()[bodies_[i]].linear_velocity().x - parameter(speed)) > 0.01f)
                        ? 1
                        : 0;
        }
        return felt;
    }
    [[nodiscard]] std::optional<Vec2> followed() const override {
        return Vec2{std::min(world()[bodies_[0]].position().x, 30.0f), 6.0f};
    }
    [[nodiscard]] std::string status() const override { return count_text("felt a bump", failures()); }

    std::vector<BodyId> bodies_;
    std::vector<float> heights_;
};

}  // namespace

scenes::SceneInfo ghost_bumps_sample() {
    return entry<GhostBumps>(
        "Continuous", "ghost_bumps", "Ghost bumps",
        "Boxes in a row, a chain, and the pieces of a comb: nobody feels where they meet.",
        {{-25.0f, 6.0f}, 14.0f}, {}, 600, {{"speed [m/s]", 8.0f, 1.0f, 40.0f}});
}

}  // namespace samples
