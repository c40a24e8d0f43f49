#pragma once

#include "options.h"

#include <SFML/Graphics/RenderTexture.hpp>

#include <streambuf>
#include <string>

namespace viewer {

/// Throws `UserError` where no X display is named: SFML would end the program on the spot.
void require_display(const char* purpose);

/// Throws `UserError` where the file cannot be written or its name does not end like that of a picture.
void check_picture_file(const std::string& file);

/// A texture to draw into with smooth edges.
void create_canvas(sf::RenderTexture& canvas, const Options& options);

/// Keeps SFML from writing to the standard error stream while it lives.
class QuietSfml {
public:
    QuietSfml();
    ~QuietSfml();
    QuietSfml(const QuietSfml&) = delete;
    QuietSfml& operator=(const QuietSfml&) = delete;

private:
    std::streambuf* before_;
};

/// Writes the texture as a picture; throws `UserError` where that fails.
void save_picture(const sf::Texture& texture, const std::string& file);

}  // namespace viewer
