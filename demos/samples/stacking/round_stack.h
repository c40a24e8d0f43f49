#pragma once

#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {

/// Circles, or lying capsules, one on top of another.
template <bool capsules>
class RoundStack final : public Sample {
    enum Parameters : std::size_t { rows, more };

    void create() override {
        add_ground(world(), 20.0f);
        for (int stack = 0; stack < 5; ++stack) {
            for (int row = 0; row < count(rows); ++row) {
                const Vec2 at{-8.0f + 4.0f * static_cast<float>(stack),
                              (capsules ? 0.25f : 0.5f) * static_cast<float>(2 * row + 1)};
                ShapeGeometry geometry = drystone::Circle{{0.0f, 0.0f}, 0.5f};
                if (capsules) {
                    geometry = drystone::Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.25f};
                }
                const float density = parameter(more) * static_cast<float>(stack + 1);
                top_ = add_dynamic(world(), at, geometry,
                                   painted(row % 2 == 0 ? color::slate : color::sand, {.density = density}));
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return "top at " + number_text(world()[top_].position().y) + " m";
    }
    BodyId top_;
};

}  // namespace samples
