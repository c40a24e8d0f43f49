#include <scenes/benchmark_scenes.h>
#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/ragdoll.h>

#include <vector>

namespace scenes {
namespace {

/// Ragdolls fall on five floors, in groups of five; once there are a thousand, the oldest are destroyed and
/// recreated.
class Rain final : public Scene {
public:
    void build(Backend& backend) override {
        const BodyNumber ground = backend.create_body({});
        for (int floor = 0; floor < count(floors_used); ++floor) {
            for (int i = 0; i <= tiles; ++i) {
                const Point center{-0.5f * span + tile * static_cast<float>(i),
                                   floor_height * static_cast<float>(floor)};
                backend.create_shape(ground, {.shape = box(0.5f * tile, 0.5f * tile, center)});
            }
        }
        ragdolls_.assign(std::size_t{floors} * columns, {});
    }

    void before_step(Backend& backend, int step) override {
        if (step % pause != 0) {
            return;
        }
        for (int floor = 0; floor < count(floors_used); ++floor) {
            renew_group(backend, floor, next_column_);
        }
        next_column_ = (next_column_ + 1) % columns;
    }

private:
    enum Parameters : std::size_t { floors_used };

    static constexpr int floors = 5;
    static constexpr int tiles = 500;
    static constexpr int columns = 40;
    static constexpr int group_size = 5;
    static constexpr int pause = 8;  ///< Steps between two columns.
    static constexpr float tile = 0.5f;
    static constexpr float span = tile * tiles;
    static constexpr float floor_height = 45.0f;

    static std::size_t number_of(int floor, int column) {
        return static_cast<std::size_t>(floor) * columns + static_cast<std::size_t>(column);
    }
    void renew_group(Backend& backend, int floor, int column) {
        std::vector<Ragdoll>& group = ragdolls_[number_of(floor, column)];
        for (const Ragdoll& ragdoll : group) {
            for (const BodyNumber bone : ragdoll.bones) {
                backend.destroy_body(bone);
            }
        }
        group.clear();
        constexpr int paint[] = {color::teal, color::ochre, color::sage, color::terracotta, color::plum};
        Point feet{-0.5f * span + span / columns * (static_cast<float>(column) + 0.5f),
                   40.0f + floor_height * static_cast<float>(floor)};
        for (int i = 0; i < group_size; ++i) {
            group.push_back(add_ragdoll(backend, {.feet = feet, .group = -(i + 1), .color = paint[i]}));
            feet.x += 0.5f;
        }
    }

    std::vector<std::vector<Ragdoll>> ragdolls_;
    int next_column_ = 0;
};

}  // namespace

SceneInfo rain_scene() {
    return describe<Rain>({.name = "rain",
                           .title = "Rain",
                           .group = benchmark_group,
                           .description = "Up to 1,000 ragdolls of 11 bones fall on five floors.",
                           .view = {{0.0f, 110.0f}, 250.0f},
                           .steps = 1000,
                           .parameters = {{"floors", 5.0f, 1.0f, 5.0f, ParameterKind::Count}},
                           .create = {}});
}

}  // namespace scenes
