#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Dynamic bodies without mass: they stay where they are, and nothing pushes them.
class Massless final : public Sample {
    enum Parameters : std::size_t { hanging_density, load_density };

    void create() override {
        add_ground(world(), 30.0f);
        const ShapeDefinition load{.density = parameter(load_density)};
        for (int i = 0; i < 5; ++i) {
            const Vec2 at{-6.0f + 3.0f * static_cast<float>(i), 2.0f + static_cast<float>(i % 2)};
            hanging_.push_back(add_dynamic(world(), at, make_box(0.8f, 0.3f),
                                           painted(color::cream, {.density = parameter(hanging_density)})));
            places_.push_back(at);
            add_dynamic(world(), at + Vec2{0.3f, 4.0f}, make_box(0.4f, 0.4f),
                        painted(color::terracotta, load));
            add_dynamic(world(), at + Vec2{-0.2f, 6.0f}, Circle{{0.0f, 0.0f}, 0.4f},
                        painted(color::teal, load));
        }
    }
    [[nodiscard]] int failures() const override {
        int moved = 0;
        for (std::size_t i = 0; i < hanging_.size(); ++i) {
            moved += world()[hanging_[i]].position() != places_[i] ? 1 : 0;
        }
        return moved;
    }
    [[nodiscard]] std::string status() const override { return count_text("moved", failures()); }

    std::vector<BodyId> hanging_;
    std::vector<Vec2> places_;
};

}  // namespace

scenes::SceneInfo massless_sample() {
    return entry<Massless>(
        "Bodies", "massless", "Massless",
        "Dynamic bodies without mass hang in the air; what falls on them rests.", {{0.0f, 4.5f}, 13.0f}, {},
        600,
        {{"density in the air [kg/m2]", 0.0f, 0.0f, 1.0f}, {"density of loads [kg/m2]", 1.0f, 0.1f, 100.0f}});
}

}  // namespace samples
