#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A block four hundred times as heavy as the two small boxes that carry it.
class HighMassRatio2 final : public Sample {
    enum Parameters : std::size_t { block_density };

    void create() override {
        add_ground(world(), 30.0f);
        for (const float side : {-1.0f, 1.0f}) {
            add_dynamic(world(), {4.0f * side, 0.5f}, make_box(0.5f, 0.5f), painted(color::terracotta));
        }
        block_ = add_dynamic(world(), {0.0f, 6.0f}, make_box(5.0f, 5.0f),
                             painted(color::slate, {.density = parameter(block_density)}));
    }
    [[nodiscard]] std::string status() const override {
        return "the block stands " + number_text(100.0f * (6.0f - world()[block_].position().y)) +
               " cm too low";
    }

    BodyId block_;
};

}  // namespace

scenes::SceneInfo high_mass_ratio_2_sample() {
    return entry<HighMassRatio2>("Robustness", "high_mass_ratio_2", "High mass ratio 2",
                                 "A block of 400 t on two boxes of 1 t: they must not sink into each other.",
                                 {{0.0f, 5.5f}, 15.0f}, {}, 600,
                                 {{"block density [t/m2]", 4.0f, 0.1f, 20.0f}});
}

}  // namespace samples
