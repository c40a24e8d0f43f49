#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// Columns side by side: exact, jittered, of planks and posts, and a cairn of rounded stones.
class VerticalStack final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 60.0f);
        top_ = add_column(backend, -10.5f, 0.0f, color::slate);
        add_column(backend, -6.3f, 0.02f, color::teal);
        add_cairn(backend, -1.4f);
        add_planks(backend, 4.6f);
        add_column(backend, 10.5f, 0.06f, color::terracotta);
    }
    [[nodiscard]] BodyNumber watched_body() const override { return top_; }

private:
    /// Adds twelve boxes of 1 m, each offset sideways by up to `jitter`.
    BodyNumber add_column(Backend& backend, float x, float jitter, int color) {
        BodyNumber top = -1;
        for (int i = 0; i < count(boxes); ++i) {
            const float offset = parameter(shift) * random_.between(-jitter, jitter);
            top = add_box(backend, {x + offset, 0.5f + static_cast<float>(i)}, {1.0f, 1.0f},
                          {.shape = {}, .color = color});
        }
        return top;
    }

    /// Adds flat rounded stones, larger ones lower.
    void add_cairn(Backend& backend, float x) {
        float y = 0.0f;
        for (int i = 0; i < 13; ++i) {
            const float shrink = 1.0f - 0.065f * static_cast<float>(i);
            const float half_width = shrink * random_.between(1.25f, 1.65f);
            const float half_height = shrink * random_.between(0.42f, 0.6f);
            const float radius = 0.45f * half_height;
            const ShapeDescription surface{
                .shape = box(half_width - radius, half_height - radius, {}, 0.0f, radius),
                .color = i % 3 == 0 ? color::stone : (i % 3 == 1 ? color::sand : color::cream)};
            const float offset = 0.08f * random_.between(-shrink, shrink);
            add_body(backend, {.kind = BodyKind::Dynamic, .position = {x + offset, y + half_height}},
                     surface);
            y += 2.0f * half_height;
        }
    }

    /// Adds storeys of two posts and a plank over them.
    void add_planks(Backend& backend, float x) {
        constexpr float post_height = 1.15f;
        constexpr float plank_height = 0.3f;
        for (int i = 0; i < 8; ++i) {
            const float y = static_cast<float>(i) * (post_height + plank_height);
            const float reach = 1.45f - 0.1f * static_cast<float>(i);
            for (const float side : {-1.0f, 1.0f}) {
                add_box(backend, {x + side * reach, y + 0.5f * post_height}, {0.4f, post_height},
                        {.shape = {}, .color = color::ochre});
            }
            add_box(backend, {x, y + post_height + 0.5f * plank_height}, {2.0f * reach + 0.9f, plank_height},
                    {.shape = {}, .color = color::rust});
        }
    }

    enum Parameters : std::size_t { boxes, shift };

    Random random_{11};
    BodyNumber top_ = -1;
};

}  // namespace

SceneInfo vertical_stack_scene() {
    return describe<VerticalStack>(
        {.name = "vertical_stack",
         .title = "Vertical stacks",
         .group = "Stacking",
         .description = "Columns of twelve boxes, exact and jittered; a cairn; a "
                        "tower of planks.",
         .view = {{0.0f, 5.6f}, 16.0f},
         .parameters = {{"boxes in a column", 12.0f, 2.0f, 30.0f, ParameterKind::Count},
                        {"random shift x", 1.0f, 0.0f, 6.0f}},
         .create = {}});
}

}  // namespace scenes
