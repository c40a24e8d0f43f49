#pragma once

#include <drystone/debug_draw.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace drystone::test {

/// Records all draw calls.
class RecordingDraw : public drystone::DebugDraw {
public:
    struct Item {
        std::string kind;
        std::vector<drystone::Vec2> points;
        float radius = 0.0f;
        drystone::Rot rotation{};
        std::string text;
        drystone::DebugStyle style;
    };

    std::vector<Item> items;

    void polygon(std::span<const drystone::Vec2> points, float radius,
                 const drystone::DebugStyle& style) override {
        items.push_back({"polygon", {points.begin(), points.end()}, radius, {}, {}, style});
    }
    void circle(const drystone::Vec2& center, float radius, const drystone::Rot& rotation,
                const drystone::DebugStyle& style) override {
        items.push_back({"circle", {center}, radius, rotation, {}, style});
    }
    void capsule(const drystone::Vec2& a, const drystone::Vec2& b, float radius,
                 const drystone::DebugStyle& style) override {
        items.push_back({"capsule", {a, b}, radius, {}, {}, style});
    }
    void segment(const drystone::Vec2& a, const drystone::Vec2& b,
                 const drystone::DebugStyle& style) override {
        items.push_back({"segment", {a, b}, 0.0f, {}, {}, style});
    }
    void point(const drystone::Vec2& position, const drystone::DebugStyle& style) override {
        items.push_back({"point", {position}, 0.0f, {}, {}, style});
    }
    void arrow(const drystone::Vec2& from, const drystone::Vec2& to,
               const drystone::DebugStyle& style) override {
        items.push_back({"arrow", {from, to}, 0.0f, {}, {}, style});
    }
    void text(const drystone::Vec2& position, std::string_view text,
              const drystone::DebugStyle& style) override {
        items.push_back({"text", {position}, 0.0f, {}, std::string(text), style});
    }

    [[nodiscard]] std::vector<Item> of(drystone::DebugRole role) const {
        std::vector<Item> found;
        std::copy_if(items.begin(), items.end(), std::back_inserter(found),
                     [&](const Item& item) { return item.style.role == role; });
        return found;
    }
};

/// Returns options under which nothing is drawn.
inline drystone::DebugDrawOptions nothing() { return {.fields = false, .shapes = false, .joints = false}; }

}  // namespace drystone::test
