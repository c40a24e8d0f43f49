#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>
#include <utility>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Balls that fall from slightly below and slightly above the height from which they bounce.
class RestitutionThreshold final : public Sample {
    enum Parameters : std::size_t { bounce, more };

    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 12; ++i) {
            const float speed = 0.5f + parameter(more) * static_cast<float>(i);
            const float height = speed * speed / 20.0f;
            const float x = -8.25f + 1.5f * static_cast<float>(i);
            add_dynamic(world(), {x, 0.5f + height}, Circle{{0.0f, 0.0f}, 0.5f},
                        painted(speed < 1.0f ? color::slate : color::terracotta,
                                {.material = {.restitution = parameter(bounce)}}));
            speeds_.emplace_back(Vec2{x - 0.6f, -0.4f}, number_text(speed));
        }
    }
    void draw(Picture& picture) const override {
        for (const auto& [at, speed] : speeds_) {
            picture.text(at, speed, color::charcoal);
        }
    }
    std::vector<std::pair<Vec2, std::string>> speeds_;
};

}  // namespace

scenes::SceneInfo restitution_threshold_sample() {
    return entry<RestitutionThreshold>(
        "Continuous", "restitution_threshold", "Restitution threshold",
        "Impacts slower than 1 m/s do not bounce: those in red should.", {{0.0f, 2.5f}, 10.5f}, {}, 600,
        {{"restitution", 1.0f, 0.0f, 1.0f}, {"more speed per ball [m/s]", 0.1f, 0.02f, 0.5f}});
}

}  // namespace samples
