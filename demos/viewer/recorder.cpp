#include "recorder.h"

#include "output_file.h"
#include "user_error.h"

#include <SFML/Graphics/Image.hpp>

#include <csignal>
#include <cstdlib>
#include <sstream>
#include <string>

namespace viewer {
namespace {

bool is_in_path(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');) {
        std::error_code error;
        if (std::filesystem::is_regular_file(std::filesystem::path(folder) / program, error)) {
            return true;
        }
    }
    return false;
}

/// Quotes the text as one word for the shell.
std::string quoted(const std::string& word) {
    std::string result = "'";
    for (const char c : word) {
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return result + "'";
}

std::string ffmpeg_command(const std::filesystem::path& file, sf::Vector2u size, int frames_per_second) {
    std::ostringstream command;
    // The film's sides are rounded up to even numbers, as the colour format requires. "./" keeps a leading
    // dash from being an option.
    const std::string target = file.is_absolute() ? file.string() : "./" + file.string();
    command << "ffmpeg -hide_banner -loglevel error -y -f rawvideo -pix_fmt rgba -s " << size.x << 'x'
            << size.y << " -r " << frames_per_second
            << " -i - -vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' -c:v libx264 -preset veryfast"
            << " -crf 20 -pix_fmt yuv420p -movflags +faststart " << quoted(target);
    return command.str();
}

}  // namespace

Recorder::Recorder(const std::filesystem::path& file, sf::Vector2u size, int frames_per_second)
    : file_(file), size_(size) {
    if (!is_in_path("ffmpeg")) {
        throw UserError(
            "--record needs the program ffmpeg, which is not in the PATH (Debian: apt install ffmpeg).");
    }
    check_output_file(file);
    // If ffmpeg ends early, writing fails with an error instead of ending this program.
    std::signal(SIGPIPE, SIG_IGN);
    pipe_ = popen(ffmpeg_command(file, size, frames_per_second).c_str(), "w");
    if (pipe_ == nullptr) {
        throw UserError("ffmpeg could not be started.");
    }
}

Recorder::~Recorder() {
    if (pipe_ != nullptr) {
        pclose(pipe_);
    }
}

void Recorder::add(const sf::Texture& frame) {
    const sf::Image image = frame.copyToImage();
    const std::size_t bytes = std::size_t{4} * size_.x * size_.y;
    if (image.getSize() != size_ || std::fwrite(image.getPixelsPtr(), 1, bytes, pipe_) != bytes) {
        throw UserError("ffmpeg no longer takes frames for " + file_.string() + ".");
    }
}

void Recorder::finish() {
    const int status = pclose(pipe_);
    pipe_ = nullptr;
    if (status != 0) {
        throw UserError("ffmpeg failed to write " + file_.string() + ".");
    }
}

}  // namespace viewer
