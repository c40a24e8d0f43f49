#include <samples/all_samples.h>
#include <samples/own_world.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <drystone/time.h>

#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A world that is stepped a few times a second, drawn twice: where its bodies are after each step, and where
/// they are between the steps.
class Between final : public Sample {
    enum Parameters : std::size_t { rate, tempo };

    void create() override {
        inner_.set(World());
        inner_->create_shape(inner_->create_body({.type = BodyType::Static, .position = {0.0f, -0.5f}}),
                             make_box(12.0f, 0.5f));
        for (int i = 0; i < 7; ++i) {
            const BodyId body = inner_->create_body({.position = {3.0f * static_cast<float>(i) - 9.0f, 3.0f},
                                                     .linear_velocity = {i % 2 == 0 ? 1.5f : -1.5f, 0.0f},
                                                     .angular_velocity = 2.0f});
            inner_->create_shape(body, make_box(0.5f, 0.5f), {.material = {.restitution = 0.85f}});
            bodies_.push_back(body);
        }
        change_parameters();
    }
    void change_parameters() override {
        stepper_.set_time_step(1.0f / parameter(rate));
        stepper_.set_speed(parameter(tempo));
    }
    void after_step() override {
        for (int left = stepper_.advance(1.0 / 60.0); left > 0; --left) {
            between_.step(*inner_, stepper_.time_step());
        }
    }
    void draw(Picture& picture) const override {
        picture.line({-12.0f, 0.0f}, {12.0f, 0.0f}, color::slate);
        for (const BodyId body : bodies_) {
            const ShapeGeometry box = make_box(0.5f, 0.5f);
            picture.shape(box, (*inner_)[body].pose(), color::sand);
            picture.shape(box, between_.pose(*inner_, body, stepper_.fraction()), color::rust);
        }
    }
    [[nodiscard]] std::string status() const override {
        return std::to_string(stepper_.steps()) + " steps; red: between them";
    }

    OwnWorld inner_;
    std::vector<BodyId> bodies_;
    FixedStepper stepper_;
    Interpolation between_;
};

}  // namespace

scenes::SceneInfo interpolation_sample() {
    return entry<Between>("World", "interpolation", "Interpolation",
                          "A world of few steps a second: after each step, and in red between them.",
                          {{0.0f, 3.0f}, 9.0f}, {}, 600,
                          {{"steps a second", 12.0f, 4.0f, 120.0f, ParameterKind::Number, true},
                           {"speed", 1.0f, 0.0f, 2.0f, ParameterKind::Number, true}});
}

}  // namespace samples
