#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstdint>

namespace samples {
namespace {

using namespace drystone;

/// Three teams by category and mask: each collides with the ground, and only the second one with all.
class Filters final : public Sample {
    enum Parameters : std::size_t { boxes, meet };

    void create() override {
        add_ground(world(), 40.0f);
        const bool all = parameter(meet) != 0.0f;
        const struct {
            int paint;
            std::uint64_t category;
            std::uint64_t mask;
        } teams[] = {{color::teal, 2, all ? ~std::uint64_t{0} : 1 | 4},
                     {color::ochre, 4, ~std::uint64_t{0}},
                     {color::plum, 8, all ? ~std::uint64_t{0} : 1 | 4}};
        for (int i = 0; i < count(boxes); ++i) {
            const auto& team = teams[i % 3];
            add_dynamic(world(),
                        {-1.0f + 0.5f * static_cast<float>(i % 5), 2.0f + 1.1f * static_cast<float>(i)},
                        make_box(0.8f, 0.4f),
                        painted(team.paint, {.filter = {.category = team.category, .mask = team.mask}}));
        }
    }
};

}  // namespace

scenes::SceneInfo filters_sample() {
    return entry<Filters>("Shapes", "filters", "Filter",
                          "By category and mask: teal and plum ignore each other, ochre meets all.",
                          {{0.0f, 7.0f}, 20.0f}, {}, 600,
                          {{"boxes", 30.0f, 3.0f, 90.0f, ParameterKind::Count},
                           {"teal and plum meet", 0.0f, 0.0f, 1.0f, ParameterKind::Switch}});
}

}  // namespace samples
