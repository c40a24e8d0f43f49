#pragma once

#include <SFML/Graphics/Texture.hpp>

#include <cstdio>
#include <filesystem>

namespace viewer {

/// Writes frames to a film through the ffmpeg program.
class Recorder {
public:
    /// Throws `UserError` if ffmpeg is not found or the file cannot be written.
    Recorder(const std::filesystem::path& file, sf::Vector2u size, int frames_per_second);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    void add(const sf::Texture& frame);
    /// Completes the file; throws `UserError` if ffmpeg failed.
    void finish();

private:
    std::FILE* pipe_ = nullptr;
    std::filesystem::path file_;
    sf::Vector2u size_;
};

}  // namespace viewer
