#include <scenes/building.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// Boxes of 1 m that touch without a gap, twenty in the lowest row.
class Pyramid final : public Scene {
public:
    void build(Backend& backend) override {
        const int base = count(rows);
        add_ground(backend, 60.0f);
        top_ = add_pyramid(backend, base, {-0.5f * static_cast<float>(base), 0.0f});
    }
    [[nodiscard]] BodyNumber watched_body() const override { return top_; }

private:
    enum Parameters : std::size_t { rows };

    BodyNumber top_ = -1;
};

}  // namespace

SceneInfo pyramid_scene() {
    return describe<Pyramid>({.name = "pyramid",
                              .title = "Pyramid",
                              .group = "Stacking",
                              .description = "210 boxes of 1 m on a base of 20; the top must not sink.",
                              .view = {{0.0f, 9.2f}, 23.0f},
                              .parameters = {{"rows", 20.0f, 2.0f, 40.0f, ParameterKind::Count}},
                              .create = {}});
}

}  // namespace scenes
