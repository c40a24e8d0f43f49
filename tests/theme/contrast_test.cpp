#include <theme.h>

#include <doctest/doctest.h>

#include <vector>

using namespace viewer;

namespace {

/// All colours that texts of the viewer and the explorer have on the sky.
std::vector<sf::Color> text_colors(const Theme& theme) {
    std::vector<sf::Color> colors{theme.text, theme.text_soft, theme.tool_text, theme.contact};
    std::vector<sf::Color> inks{theme.tool,       theme.contact,   theme.friction,       theme.normal,
                                theme.joint,      theme.aabb,      theme.center_of_mass, theme.text_soft,
                                theme.tree_root,  theme.tree_leaf, theme.static_fill,    theme.sky_top,
                                theme.sky_bottom, theme.grid};
    inks.insert(inks.end(), theme.palette.begin(), theme.palette.end());
    for (const sf::Color& ink : inks) {
        colors.push_back(readable(ink, theme));
    }
    return colors;
}

}  // namespace

TEST_CASE("theme: the contrast of colours is that of the guidelines") {
    CHECK(contrast_of({0, 0, 0}, {255, 255, 255}) == doctest::Approx(21.0f));
    CHECK(contrast_of({255, 255, 255}, {255, 255, 255}) == doctest::Approx(1.0f));
    // The darkest grey that passes on white, a figure that is often quoted, and the next one, which fails.
    CHECK(contrast_of({118, 118, 118}, {255, 255, 255}) == doctest::Approx(4.54f).epsilon(0.001));
    CHECK(contrast_of({255, 255, 255}, {119, 119, 119}) == doctest::Approx(4.48f).epsilon(0.001));
}

TEST_CASE("theme: all text on the picture has a contrast of at least 4.5") {
    for (const Theme* theme : {&light_theme(), &dark_theme()}) {
        for (const sf::Color& color : text_colors(*theme)) {
            CHECK(contrast_of(color, theme->sky_top) >= 4.5f);
            CHECK(contrast_of(color, theme->sky_bottom) >= 4.5f);
        }
    }
}

TEST_CASE("theme: text on panels, buttons and handles of sliders has a contrast of at least 4.5") {
    for (const Theme* theme : {&light_theme(), &dark_theme()}) {
        const sf::Color panel = mixed(theme->sky_top, theme->sky_bottom, 0.35f);
        // As the interface lays them over the panel.
        const sf::Color button = mixed(panel, theme->kinematic_fill, 0.22f);
        const sf::Color hovered = mixed(panel, theme->kinematic_fill, 0.42f);
        const sf::Color handle = mixed(button, theme->tool, 0.45f);
        for (const sf::Color& below : {panel, button, hovered, handle}) {
            CHECK(contrast_of(theme->text, below) >= 4.5f);
        }
        for (const sf::Color& below : {panel, button}) {
            CHECK(contrast_of(theme->text_soft, below) >= 4.5f);
        }
    }
}
