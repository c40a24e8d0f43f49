#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Each thing twice: with one extra iteration, and with many. Nets open less with them; towers rest alike.
class ExtraIterations final : public Sample {
    static constexpr int few = 1;
    enum Parameters : std::size_t { iterations, ratio };

    static constexpr int settled = 400;  ///< Steps.

    /// Stacked boxes, the top one heavier than the rest.
    struct Tower {
        float x = 0.0f;
        float half = 0.5f;
        std::vector<BodyId> boxes{};

        [[nodiscard]] float height() const { return 2.0f * half * static_cast<float>(boxes.size()); }
        [[nodiscard]] float sag(const World& world) const {
            return height() - half - world[boxes.back()].position().y;
        }
    };
    struct Net {
        Vec2 corner{0.0f, 0.0f};
        std::vector<JointId> pins{};

        [[nodiscard]] float sag(const World& world) const {
            float largest = 0.0f;
            for (const JointId pin : pins) {
                largest = std::max(largest, world[pin].state().linear_separation);
            }
            return largest;
        }
    };

    [[nodiscard]] int extra() const { return count(iterations); }

    Tower pile_up(float x, float half, int boxes, float heavier, bool asks) {
        Tower tower{x, half};
        for (int i = 0; i < boxes; ++i) {
            const bool last = i + 1 == boxes;
            const Vec2 at{x, half * static_cast<float>(2 * i + 1)};
            tower.boxes.push_back(add_body(world(),
                                           {.type = BodyType::Dynamic, .position = at, .can_sleep = false},
                                           make_box(half, half),
                                           painted(last && heavier > 1.0f ? color::charcoal
                                                   : asks                 ? color::teal
                                                                          : color::sand,
                                                   {.density = last ? heavier : 1.0f})));
        }
        world()[tower.boxes.back()].set_extra_iterations(asks ? extra() : few);
        return tower;
    }
    /// Hangs a net by two corners with a weight on it.
    Net hang(const Vec2& corner, bool asks) {
        constexpr int side = 9;
        constexpr float mesh = 0.6f;
        Net net{corner};
        std::vector<BodyId> knots;
        for (int i = 0; i < side * side; ++i) {
            const int row = i / side;
            const int column = i % side;
            const bool held = row == 0 && (column == 0 || column == side - 1);
            const bool heavy = row == side - 1 && column == side / 2;
            knots.push_back(add_body(
                world(),
                {.type = held ? BodyType::Static : BodyType::Dynamic,
                 .position = corner + mesh * Vec2{static_cast<float>(column), -static_cast<float>(row)},
                 .angular_damping = 1.0f,
                 .can_sleep = false},
                Circle{{0.0f, 0.0f}, heavy ? 0.45f : 0.2f},
                ghost(heavy  ? color::charcoal
                      : asks ? color::teal
                             : color::sand,
                      {.density = heavy ? 100.0f : 1.0f})));
            const auto knot = [&](int other, const Vec2& way) {
                const std::size_t last = knots.size() - 1;
                net.pins.push_back(pin(world(), knots[static_cast<std::size_t>(other)], knots[last],
                                       world()[knots[last]].position() - 0.5f * mesh * way, {},
                                       {.solver = JointSolver::Iterative}));
            };
            if (column > 0) {
                knot(i - 1, {1.0f, 0.0f});
            }
            if (row > 0) {
                knot(i - side, {0.0f, -1.0f});
            }
        }
        world()[knots.back()].set_extra_iterations(asks ? extra() : few);
        return net;
    }

    void create() override {
        add_ground(world(), 30.0f);
        for (const bool asks : {false, true}) {
            const std::size_t i = asks ? 1 : 0;
            const float right = asks ? 2.5f : 0.0f;
            loaded_[i] = pile_up(-13.0f + right, 0.5f, 7, parameter(ratio), asks);
            tall_[i] = pile_up(-6.0f + right, 0.2f, 40, 1.0f, asks);
            nets_[i] = hang({1.0f + (asks ? 7.0f : 0.0f), 14.0f}, asks);
        }
    }
    void after_step() override {
        ++steps_;
        if (steps_ >= settled) {
            wrong_ += differs(loaded_) + differs(tall_) + is_soft(nets_);
        }
    }
    /// Returns 1 if the sags differ by more than a tenth, else 0.
    [[nodiscard]] int differs(const std::array<Tower, 2>& towers) const {
        const float sag = towers[0].sag(world());
        return std::abs(towers[1].sag(world()) - sag) > 0.1f * sag ? 1 : 0;
    }
    /// Returns 1 if the second net opens by more than a tenth of the first one's gap, else 0. About a
    /// sixteenth is expected.
    [[nodiscard]] int is_soft(const std::array<Net, 2>& nets) const {
        return nets[1].sag(world()) > 0.1f * nets[0].sag(world()) ? 1 : 0;
    }
    void show_towers(Picture& picture, const std::array<Tower, 2>& towers) const {
        for (const Tower& tower : towers) {
            const float top = tower.height();
            picture.line({tower.x - 1.0f, top}, {tower.x + 1.0f, top}, color::rust);
            show_sag(picture, {tower.x - 1.0f, top + 0.7f}, tower.sag(world()));
        }
    }
    static void show_sag(Picture& picture, const Vec2& at, float sag) {
        picture.text(at, number_text(1000.0f * sag) + " mm", color::rust);
    }
    void draw(Picture& picture) const override {
        show_towers(picture, loaded_);
        show_towers(picture, tall_);
        for (const Net& net : nets_) {
            show_sag(picture, net.corner + Vec2{1.6f, 0.7f}, net.sag(world()));
        }
    }
    [[nodiscard]] int failures() const override { return wrong_; }
    [[nodiscard]] std::string status() const override { return count_text("wrong", wrong_); }

    std::array<Tower, 2> loaded_;
    std::array<Tower, 2> tall_;
    std::array<Net, 2> nets_;
    int steps_ = 0;
    int wrong_ = 0;
};

}  // namespace

scenes::SceneInfo extra_iterations_sample() {
    return entry<ExtraIterations>("Robustness", "extra_iterations", "Extra iterations",
                                  "Each thing twice, on the left with one extra iteration, on the right with "
                                  "31: the towers sink alike, and the gap between the pins of the nets is a "
                                  "sixteenth.",
                                  {{0.0f, 9.2f}, 20.5f}, {}, 600,
                                  {{"extra iterations", 31.0f, 1.0f, 40.0f, ParameterKind::Count},
                                   {"heavy box x", 300.0f, 1.0f, 1000.0f}});
}

}  // namespace samples
