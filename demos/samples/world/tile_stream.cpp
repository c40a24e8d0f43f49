#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/random.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A world that is created ahead of a moving view and destroyed behind it.
class Stream final : public Sample {
    enum Parameters : std::size_t { pace };

    void create() override {
        for (int tile = -ahead; tile <= ahead; ++tile) {
            add_tile(tile);
        }
    }
    void prepare(int step) override {
        center_ = parameter(pace) * static_cast<float>(step + 1);
        const int middle = static_cast<int>(center_ / width);
        if (middle != middle_) {
            middle_ = middle;
            remove_tile(middle - ahead - 1);
            add_tile(middle + ahead);
        }
    }
    [[nodiscard]] std::optional<Vec2> followed() const override { return Vec2{center_, 5.0f}; }
    [[nodiscard]] std::string status() const override {
        return "at " + number_text(center_) + " m, " + std::to_string(tiles_.size()) + " tiles of 10 m";
    }

    void add_tile(int tile) {
        std::vector<BodyId> bodies;
        scenes::Random random{static_cast<std::uint32_t>(tile + 1000)};
        const float x = width * static_cast<float>(tile);
        const BodyId ground = world().create_body({.type = BodyType::Static, .position = {x, 0.0f}});
        const float from = height(tile);
        const float to = height(tile + 1);
        world().create_shape(
            ground,
            make_polygon(
                {{-0.5f * width, -4.0f}, {0.5f * width, -4.0f}, {0.5f * width, to}, {-0.5f * width, from}}));
        bodies.push_back(ground);
        for (int i = 0; i < 8; ++i) {
            const Vec2 at{x + random.between(-4.5f, 4.5f), 3.0f + 1.3f * static_cast<float>(i)};
            bodies.push_back(add_dynamic(world(), at, make_box(random.between(0.25f, 0.6f), 0.4f),
                                         painted(scenes::random_color(random)), random.between(-1.0f, 1.0f)));
        }
        tiles_.push_back({tile, std::move(bodies)});
    }

    void remove_tile(int tile) {
        for (std::size_t i = 0; i < tiles_.size(); ++i) {
            if (tiles_[i].number == tile) {
                for (const BodyId body : tiles_[i].bodies) {
                    world().destroy_body(body);
                }
                tiles_.erase(tiles_.begin() + static_cast<std::ptrdiff_t>(i));
                return;
            }
        }
    }

    static float height(int tile) { return 0.8f * Rot::from_angle(1.3f * static_cast<float>(tile)).s; }

    struct Tile {
        int number = 0;
        std::vector<BodyId> bodies;
    };
    static constexpr float width = 10.0f;
    static constexpr int ahead = 4;
    std::vector<Tile> tiles_;
    float center_ = 0.0f;
    int middle_ = 0;
};

}  // namespace

scenes::SceneInfo tile_stream_sample() {
    return entry<Stream>("World", "tile_stream", "Stream of tiles",
                         "Ground and bodies are made ahead of the view and destroyed behind it.",
                         {{0.0f, 5.0f}, 20.0f}, {}, 600, {{"speed [m/step]", 0.1f, 0.02f, 1.0f}});
}

}  // namespace samples
