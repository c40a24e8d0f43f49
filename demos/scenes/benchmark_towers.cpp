#include <scenes/benchmark_scenes.h>
#include <scenes/building.h>

#include <vector>

namespace scenes {
namespace {

constexpr int levels = 10;
constexpr int boxes_per_level = 9;

/// Thirty towers of boxes and slabs. Neighbours were not created in sequence, as if bodies were loaded,
/// streamed or spawned in any order.
class ShuffledTowers final : public Scene {
public:
    void build(Backend& backend) override {
        add_static_box(backend, {0.0f, -1.0f}, {4000.0f, 2.0f});
        std::vector<Piece> pieces = make_pieces(count(tower_count));
        const Point first_top = pieces[levels * (boxes_per_level + 1) - 1].center;
        Random random(7);
        shuffle(pieces, random);
        for (const Piece& piece : pieces) {
            const BodyNumber body =
                add_box(backend, piece.center, piece.size, {.shape = {}, .color = piece.color});
            if (piece.center.x == first_top.x && piece.center.y == first_top.y) {
                watched_ = body;
            }
        }
    }
    [[nodiscard]] BodyNumber watched_body() const override { return watched_; }

private:
    enum Parameters : std::size_t { tower_count };

    struct Piece {
        Point center;
        Point size;
        int color;
    };

    /// Returns the pieces, tower by tower, from the bottom to the top.
    static std::vector<Piece> make_pieces(int towers) {
        constexpr float width = boxes_per_level;
        std::vector<Piece> pieces;
        for (int tower = 0; tower < towers; ++tower) {
            const float left = (width + 2.0f) * static_cast<float>(tower);
            for (int level = 0; level < levels; ++level) {
                const float bottom = 1.3f * static_cast<float>(level);
                for (int i = 0; i < boxes_per_level; ++i) {
                    pieces.push_back({{left + 0.5f + static_cast<float>(i), bottom + 0.4f}, {0.8f, 0.8f}, 1});
                }
                pieces.push_back({{left + 0.5f * width, bottom + 1.05f}, {width, 0.5f}, 2});
            }
        }
        return pieces;
    }

    BodyNumber watched_ = -1;
};

}  // namespace

SceneInfo shuffled_towers_scene() {
    return describe<ShuffledTowers>(
        {.name = "shuffled_towers",
         .title = "Shuffled towers",
         .group = benchmark_group,
         .description = "30 towers of boxes and slabs, created in no order, without sleeping.",
         .world = {.sleeping = false},
         .view = {{165.0f, 20.0f}, 190.0f},
         .steps = 300,
         .parameters = {{"towers", 30.0f, 1.0f, 30.0f, ParameterKind::Count}},
         .create = {}});
}

}  // namespace scenes
