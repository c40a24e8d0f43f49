#pragma once

#include "options.h"

#include <SFML/Graphics/RenderTexture.hpp>

#include <streambuf>
#include <string>

namespace viewer {

/// Throws `UserError` if no X display is set: SFML would terminate the program.
void require_display(const char* purpose);

/// Throws `UserError` if the file cannot be written or its extension is not that of a picture.
void check_picture_file(const std::string& file);

/// Returns the size of pictures: that of the options, or 1280 x 720.
sf::Vector2u picture_size(const Options& options);

/// Creates a texture to draw into, with smooth edges.
void create_canvas(sf::RenderTexture& canvas, const Options& options);

/// Keeps SFML from writing to the standard error stream during its lifetime.
class QuietSfml {
public:
    QuietSfml();
    ~QuietSfml();
    QuietSfml(const QuietSfml&) = delete;
    QuietSfml& operator=(const QuietSfml&) = delete;

private:
    std::streambuf* before_;
};

/// Writes the texture as a picture; throws `UserError` on failure.
void save_picture(const sf::Texture& texture, const std::string& file);

}  // namespace viewer
