#include "display.h"

#include "output_file.h"
#include "user_error.h"

#include <SFML/System/Err.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace viewer {

void require_display([[maybe_unused]] const char* purpose) {
#if defined(__unix__) && !defined(__APPLE__)
    const char* display = std::getenv("DISPLAY");
    if (display == nullptr || *display == '\0') {
        throw UserError(
            std::string(purpose) +
            " needs an X display, and DISPLAY is not set. Start it under a virtual one:\n"
            "  xvfb-run -a -s \"-screen 0 1280x720x24\" drystone-demo ...\n"
            "(scripts/demo does so by itself). --list, and --headless without --shot or --record, "
            "need none.");
    }
#endif
}

void check_picture_file(const std::string& file) {
    std::string extension = std::filesystem::path(file).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (extension != ".png" && extension != ".jpg" && extension != ".bmp" && extension != ".tga") {
        throw UserError("Cannot write " + file + ": the name of a picture ends in .png, .jpg, .bmp or .tga.");
    }
    check_output_file(file);
}

QuietSfml::QuietSfml() : before_(sf::err().rdbuf(nullptr)) {}

QuietSfml::~QuietSfml() {
    sf::err().rdbuf(before_);
    sf::err().clear();
}

sf::Vector2u picture_size(const Options& options) {
    return options.width != 0 ? sf::Vector2u(options.width, options.height) : sf::Vector2u(1280, 720);
}

void create_canvas(sf::RenderTexture& canvas, const Options& options) {
    const unsigned samples = std::min(options.samples, sf::RenderTexture::getMaximumAntialiasingLevel());
    const sf::Vector2u size = picture_size(options);
    if (!canvas.create(size.x, size.y, sf::ContextSettings(0, 0, samples))) {
        throw UserError("The display cannot draw a picture of " + std::to_string(size.x) + " x " +
                        std::to_string(size.y) + " pixels.");
    }
}

void open_window(sf::RenderWindow& window, const WindowForm& form) {
    const QuietSfml quiet;  // It warns if there is no vertical synchronisation, which is not used.
    const sf::VideoMode desktop = sf::VideoMode::getDesktopMode();
    const auto bordered = form.resizable ? sf::Style::Default : sf::Style::Titlebar | sf::Style::Close;
    const auto style = form.full_screen ? static_cast<int>(sf::Style::None) : static_cast<int>(bordered);
    // Leaves room for the borders of a window that fills the screen.
    constexpr unsigned borders = 64;
    const bool own_size = form.width != 0 && !form.full_screen;
    const unsigned width = own_size ? form.width : desktop.width;
    const unsigned height = own_size           ? form.height
                            : form.full_screen ? desktop.height
                                               : std::max(desktop.height, 2 * borders) - borders;
    window.create(sf::VideoMode(width, height), form.title, static_cast<sf::Uint32>(style),
                  sf::ContextSettings(0, 0, form.samples));
    // On X11, a new window can appear partly outside of a small screen.
    window.setPosition({0, 0});
    window.setFramerateLimit(60);
    window.setKeyRepeatEnabled(true);
}

void save_picture(const sf::Image& picture, const std::string& file) {
    check_picture_file(file);
    if (!picture.saveToFile(file)) {
        throw UserError("Cannot write " + file + ".");
    }
}

void save_picture(const sf::Texture& texture, const std::string& file) {
    save_picture(texture.copyToImage(), file);
}

}  // namespace viewer
