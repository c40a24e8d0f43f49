#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scenes {
namespace {

constexpr float card_length = 0.4f;
constexpr float card_thickness = 0.002f;
constexpr float lean = 25.0f * std::numbers::pi_v<float> / 180.0f;
/// Distance between the tips of neighbouring pairs; shorter than a card, so that the lying cards overlap like
/// shingles.
constexpr float pitch = 0.35f;

/// Upper edge of a lying card.
struct Edge {
    Point left{};
    Point right{};
};

float height_on(const Edge& edge, float x) {
    return edge.left.y + (edge.right.y - edge.left.y) * (x - edge.left.x) / (edge.right.x - edge.left.x);
}

/// Leaning pairs and lying cards, each placed exactly onto what is below: five storeys, forty cards.
class CardHouse final : public Scene {
public:
    void build(Backend& backend) override {
        add_static_box(backend, {0.0f, -1.0f}, {12.0f, 2.0f},
                       {.shape = {}, .friction = parameter(card_friction)});
        floor_ = {{{-6.0f, 0.0f}, {6.0f, 0.0f}}};
        for (int pairs = count(storeys); pairs > 0; --pairs) {
            std::vector<Point> tips;
            for (int i = 0; i < pairs; ++i) {
                const float x = pitch * (static_cast<float>(i) - 0.5f * static_cast<float>(pairs - 1));
                add_pair(backend, x, tips);
            }
            lay_cards(backend, tips);
        }
    }
    [[nodiscard]] BodyNumber watched_body() const override { return top_; }

private:
    enum Parameters : std::size_t { storeys, card_friction };

    [[nodiscard]] float floor_height(float x) const {
        float height = -1.0f;
        for (const Edge& edge : floor_) {
            if (x >= edge.left.x && x <= edge.right.x) {
                height = std::max(height, height_on(edge, x));
            }
        }
        return height;
    }

    BodyNumber add_card(Backend& backend, Point center, float angle, int color) {
        const ShapeDescription surface{.shape = {}, .friction = parameter(card_friction), .color = color};
        return add_box(backend, center, {card_length, card_thickness}, surface, angle);
    }

    /// Adds two cards that lean on each other above `x`; appends the two highest points, left and right of
    /// the tip.
    void add_pair(Backend& backend, float x, std::vector<Point>& tips) {
        const float s = std::sin(lean);
        const float c = std::cos(lean);
        const float foot = card_length * s;
        const Point left_foot{x - foot, floor_height(x - foot)};
        const Point right_foot{x + foot, floor_height(x + foot)};
        const float tilt = std::atan2(right_foot.y - left_foot.y, 2.0f * foot);
        const auto place = [&](float along, float up) {
            return Point{x + along * std::cos(tilt) - up * std::sin(tilt),
                         0.5f * (left_foot.y + right_foot.y) + along * std::sin(tilt) + up * std::cos(tilt)};
        };
        const float center_x = 0.5f * (card_length * s + card_thickness * c);
        const float center_y = 0.5f * (card_length * c + card_thickness * s);
        const float upright = 0.5f * std::numbers::pi_v<float>;
        add_card(backend, place(-center_x, center_y), tilt + upright - lean, color::terracotta);
        top_ = add_card(backend, place(center_x, center_y), tilt + upright + lean, color::slate);
        tips.push_back(place(-card_thickness * c, card_length * c + card_thickness * s));
        tips.push_back(place(card_thickness * c, card_length * c + card_thickness * s));
    }

    /// Places cards over the gaps between the tips: first the even ones, then the odd ones onto their ends.
    void lay_cards(Backend& backend, const std::vector<Point>& tips) {
        const std::size_t count = tips.size() / 2 - 1;
        std::vector<Edge> edges(count);
        const auto higher = [](Point a, Point b) { return a.y > b.y ? a : b; };
        for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
            for (std::size_t i = first; i < count; i += 2) {
                Point left = higher(tips[2 * i], tips[2 * i + 1]);
                Point right = higher(tips[2 * i + 2], tips[2 * i + 3]);
                if (first == 1) {
                    left = edges[i - 1].right;
                    right = i + 1 < count ? edges[i + 1].left : right;
                }
                const float x =
                    0.25f * (tips[2 * i].x + tips[2 * i + 1].x + tips[2 * i + 2].x + tips[2 * i + 3].x);
                edges[i] = lay_card(backend, x, left, right);
            }
        }
        floor_ = edges;
    }

    /// Adds a card whose middle is above `x` and whose lower edge passes through the two points.
    Edge lay_card(Backend& backend, float x, Point left, Point right) {
        const float angle = std::atan2(right.y - left.y, right.x - left.x);
        const float c = std::cos(angle);
        const float s = std::sin(angle);
        const float y = height_on({left, right}, x) + 0.5f * card_thickness / c;
        add_card(backend, {x, y}, angle, color::ochre);
        const Point rise{-0.5f * card_thickness * s, 0.5f * card_thickness * c};
        const Point half{0.5f * card_length * c, 0.5f * card_length * s};
        return {{x - half.x + rise.x, y - half.y + rise.y}, {x + half.x + rise.x, y + half.y + rise.y}};
    }

    std::vector<Edge> floor_;
    BodyNumber top_ = -1;
};

}  // namespace

SceneInfo card_house_scene() {
    return describe<CardHouse>(
        {.name = "card_house",
         .title = "House of cards",
         .group = "Stacking",
         .description = "Five storeys of cards 0.4 m long and 2 mm thick that lean "
                        "on friction alone.",
         .view = {{0.0f, 0.82f}, 2.3f},
         .parameters = {{"storeys", 5.0f, 1.0f, 6.0f, ParameterKind::Count}, {"friction", 0.7f, 0.0f, 1.5f}},
         .create = {}});
}

}  // namespace scenes
