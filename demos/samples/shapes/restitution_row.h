#pragma once

#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace samples {

/// A row of balls, or of boxes, with restitution from 0 to 1.
template <bool boxes>
class RestitutionRow final : public Sample {
    enum Parameters : std::size_t { height };

    static constexpr int count = 21;
    void create() override {
        add_ground(world(), 40.0f);
        for (int i = 0; i < count; ++i) {
            const float restitution = static_cast<float>(i) / (count - 1);
            ShapeGeometry geometry = drystone::Circle{{0.0f, 0.0f}, 0.5f};
            if (boxes) {
                geometry = drystone::make_box(0.5f, 0.5f);
            }
            balls_.push_back(add_dynamic(
                world(), {1.6f * (static_cast<float>(i) - 0.5f * (count - 1)), parameter(height)}, geometry,
                painted(i % 2 == 0 ? color::teal : color::ochre,
                        {.material = {.restitution = restitution}})));
            highest_.push_back(0.0f);
        }
    }
    void after_step() override {
        for (std::size_t i = 0; i < balls_.size(); ++i) {
            bounced_ |= world()[balls_[i]].linear_velocity().y > 0.5f;
            if (bounced_ && world()[balls_[i]].linear_velocity().y > 0.0f) {
                highest_[i] = std::max(highest_[i], world()[balls_[i]].position().y);
            }
        }
    }
    /// Draws the expected heights: a ball that rebounds with the fraction e of its speed reaches e^2 of its
    /// height.
    void draw(Picture& picture) const override {
        for (std::size_t i = 0; i < balls_.size(); ++i) {
            const float restitution = static_cast<float>(i) / (count - 1);
            const float x = 1.6f * (static_cast<float>(i) - 0.5f * (count - 1));
            const float ideal = 0.5f + (parameter(height) - 0.5f) * restitution * restitution;
            picture.line({x - 0.5f, ideal}, {x + 0.5f, ideal}, color::sage);
            picture.line({x - 0.5f, highest_[i]}, {x + 0.5f, highest_[i]}, color::rust);
        }
    }
    std::vector<BodyId> balls_;
    std::vector<float> highest_;
    bool bounced_ = false;
};

}  // namespace samples
