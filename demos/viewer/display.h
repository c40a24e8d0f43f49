#pragma once

#include "options.h"

#include <SFML/Graphics/Image.hpp>
#include <SFML/Graphics/RenderTexture.hpp>
#include <SFML/Graphics/RenderWindow.hpp>

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

/// Form in which a window opens.
struct WindowForm {
    const char* title = "";
    unsigned width = 0;  ///< With `height` [pixels]; 0: the size of the screen.
    unsigned height = 0;
    bool full_screen = false;
    bool resizable = true;
    unsigned samples = 4;  ///< Per pixel.
};

/// Opens a window, or opens it again in another form.
void open_window(sf::RenderWindow& window, const WindowForm& form);

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

/// Writes a picture; throws `UserError` on failure.
void save_picture(const sf::Image& picture, const std::string& file);
void save_picture(const sf::Texture& texture, const std::string& file);

}  // namespace viewer
