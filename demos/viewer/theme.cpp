#include "theme.h"

#include <algorithm>
#include <cmath>

namespace viewer {
namespace {

sf::Color rgb(unsigned hex) {
    return {static_cast<sf::Uint8>(hex >> 16), static_cast<sf::Uint8>((hex >> 8) & 0xffu),
            static_cast<sf::Uint8>(hex & 0xffu)};
}

sf::Color rgb(unsigned hex, float alpha) { return with_alpha(rgb(hex), alpha); }

sf::Uint8 channel(float value) { return static_cast<sf::Uint8>(std::clamp(value + 0.5f, 0.0f, 255.0f)); }

Theme make_light() {
    Theme t;
    t.sky_top = rgb(0xfcfaf5);
    t.sky_bottom = rgb(0xf0e8d9);
    t.grid = rgb(0x6b5a3c, 0.06f);
    t.grid_strong = rgb(0x6b5a3c, 0.12f);
    t.text = rgb(0x3a352d);
    t.text_soft = rgb(0x665c4c);
    t.tool_text = rgb(0xa8431f);
    t.shadow = rgb(0x4a3a20, 0.13f);
    t.static_fill = rgb(0xb9ad99);
    t.kinematic_fill = rgb(0x8f7f69);
    t.dynamic_fills = {rgb(0x7f95a8), rgb(0x86a5a3), rgb(0xa0b08f), rgb(0xd0b67e), rgb(0xcb8f72)};
    t.palette = {rgb(0x6f879c), rgb(0xd27d5f), rgb(0xdfb15c), rgb(0x94ad85), rgb(0x62a09c), rgb(0x9b7496),
                 rgb(0xd8c29c), rgb(0xa8a196), rgb(0xa85a43), rgb(0xeddcb6), rgb(0x4b4a50)};
    t.aabb = rgb(0x2f6f9f, 0.55f);
    t.tree_leaf = rgb(0x3c8d5a, 0.75f);
    t.tree_root = rgb(0xb0447c, 0.8f);
    t.contact = rgb(0xc02f2f);
    t.normal = rgb(0xb3261e, 0.9f);
    t.friction = rgb(0x2e62a8, 0.9f);
    t.center_of_mass = rgb(0x2b2b2b, 0.85f);
    t.tool = rgb(0xc4552d);
    t.joint = rgb(0x34485c, 0.85f);
    return t;
}

Theme make_dark() {
    Theme t = make_light();
    t.sky_top = rgb(0x2a2a2e);
    t.sky_bottom = rgb(0x1b1b1f);
    t.grid = rgb(0xfff2d8, 0.045f);
    t.grid_strong = rgb(0xfff2d8, 0.09f);
    t.text = rgb(0xf1eadc);
    t.text_soft = rgb(0xb8afa0);
    t.tool_text = rgb(0xf0925f);
    t.shadow = rgb(0x000000, 0.28f);
    t.static_fill = rgb(0x5a544a);
    t.kinematic_fill = rgb(0x85755f);
    t.palette[scenes::color::charcoal] = rgb(0x71707a);
    t.aabb = rgb(0x7cbcec, 0.6f);
    t.tree_leaf = rgb(0x7fd49d, 0.8f);
    t.tree_root = rgb(0xf08cc0, 0.8f);
    t.contact = rgb(0xff6b5e);
    t.normal = rgb(0xff7c70, 0.9f);
    t.friction = rgb(0x86b8ff, 0.9f);
    t.center_of_mass = rgb(0xffffff, 0.85f);
    t.tool = rgb(0xf0925f);
    t.joint = rgb(0xd6e2ee, 0.85f);
    return t;
}

/// Returns the part of light that a channel gives off.
float linear(sf::Uint8 value) {
    const float part = static_cast<float>(value) / 255.0f;
    return part <= 0.03928f ? part / 12.92f : std::pow((part + 0.055f) / 1.055f, 2.4f);
}

float luminance(sf::Color color) {
    return 0.2126f * linear(color.r) + 0.7152f * linear(color.g) + 0.0722f * linear(color.b);
}

}  // namespace

const Theme& light_theme() {
    static const Theme theme = make_light();
    return theme;
}

const Theme& dark_theme() {
    static const Theme theme = make_dark();
    return theme;
}

sf::Color scaled(sf::Color color, float brightness) {
    return {channel(static_cast<float>(color.r) * brightness),
            channel(static_cast<float>(color.g) * brightness),
            channel(static_cast<float>(color.b) * brightness), color.a};
}

sf::Color with_alpha(sf::Color color, float alpha) {
    return {color.r, color.g, color.b, channel(255.0f * alpha)};
}

sf::Color mixed(sf::Color a, sf::Color b, float part_of_b) {
    const auto mix = [part_of_b](sf::Uint8 from, sf::Uint8 to) {
        return channel(static_cast<float>(from) * (1.0f - part_of_b) + static_cast<float>(to) * part_of_b);
    };
    return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), mix(a.a, b.a)};
}

float contrast_of(sf::Color a, sf::Color b) {
    const float first = luminance(a) + 0.05f;
    const float second = luminance(b) + 0.05f;
    return std::max(first, second) / std::min(first, second);
}

sf::Color readable(sf::Color color, const Theme& theme) {
    constexpr float enough = 4.5f;
    constexpr int parts = 16;
    color.a = 255;
    for (int i = 0; i < parts; ++i) {
        const sf::Color shade = mixed(color, theme.text, static_cast<float>(i) / static_cast<float>(parts));
        if (contrast_of(shade, theme.sky_top) >= enough && contrast_of(shade, theme.sky_bottom) >= enough) {
            return shade;
        }
    }
    return theme.text;
}

}  // namespace viewer
