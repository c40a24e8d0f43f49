#pragma once

#include <samples/collision/shape_kinds.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/random.h>

#include <cstddef>
#include <vector>

namespace samples {

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
        return {9.0f * drystone::Rot::from_angle(0.31f * time_).s,
                5.0f * drystone::Rot::from_angle(0.47f * time_).s};
    }
    [[nodiscard]] float time() const { return time_; }

private:
    float time_ = 0.0f;
};

}  // namespace samples
