#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Two chains, the second of which continues where the first ends.
class LinkedChains final : public Sample {
    enum Parameters : std::size_t { ghosts, slip };

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        const bool linked = parameter(ghosts) != 0.0f;
        std::vector<Vec2> left;
        std::vector<Vec2> right;
        for (int i = 0; i <= 20; ++i) {
            const float x = -10.0f + static_cast<float>(i);
            const Vec2 point{x, 0.04f * x * x};
            if (i <= 10) {
                left.push_back(point);
            }
            if (i >= 10) {
                right.push_back(point);
            }
        }
        const std::vector<Material> ice{Material{.friction = parameter(slip)}};
        // Each has the vertex beyond its end as a ghost, so that the joint between them has no effect.
        world().create_chain(ground, {.points = {left.rbegin(), left.rend()},
                                      .ghost_before = linked ? std::optional<Vec2>(right[1]) : std::nullopt,
                                      .materials = ice});
        world().create_chain(
            ground, {.points = {right.rbegin(), right.rend()},
                     .ghost_after = linked ? std::optional<Vec2>(left[left.size() - 2]) : std::nullopt,
                     .materials = ice});
        for (int i = 0; i < 3; ++i) {
            add_dynamic(
                world(), {-8.0f + 1.5f * static_cast<float>(i), 4.5f - static_cast<float>(i)},
                i == 1 ? ShapeGeometry(make_box(0.3f, 0.2f)) : ShapeGeometry(Circle{{0.0f, 0.0f}, 0.3f}),
                painted(i, {.material = {.friction = parameter(slip)}}));
        }
    }
    [[nodiscard]] std::string status() const override {
        return "energy " + number_text(static_cast<float>(world().energy())) + " J";
    }
};

}  // namespace

scenes::SceneInfo chain_link_sample() {
    return entry<LinkedChains>(
        "Shapes", "chain_link", "Chain link", "Two chains that meet in the middle; nothing is felt there.",
        {{0.0f, 3.0f}, 12.0f}, {}, 600,
        {{"ghost vertices", 1.0f, 0.0f, 1.0f, ParameterKind::Switch}, {"friction", 0.0f, 0.0f, 1.0f}});
}

}  // namespace samples
