#pragma once

#include "frame.h"
#include "theme.h"

#include <SFML/Graphics/RenderTexture.hpp>
#include <SFML/Graphics/Texture.hpp>

#include <map>
#include <memory>
#include <string>

namespace viewer {

/// Small pictures of scenes, made when they are first asked for.
class Thumbnails {
public:
    static constexpr unsigned width = 144;
    static constexpr unsigned height = 81;

    /// Returns the picture of a scene; null if it is not made yet. At most one is made between two calls of
    /// `begin_frame`.
    [[nodiscard]] const sf::Texture* of(const scenes::SceneInfo& info, const Theme& theme);
    void begin_frame() { may_make_ = true; }
    /// Forgets all, for other colours.
    void clear() { pictures_.clear(); }

private:
    void make(const scenes::SceneInfo& info, const Theme& theme);

    sf::RenderTexture canvas_;
    std::map<std::string, sf::Texture> pictures_;
    bool may_make_ = true;
};

}  // namespace viewer
