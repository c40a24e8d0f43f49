#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace drystone::scene {

/// Reads the files that a file names, by paths relative to it, and none outside of a folder.
class FolderReader {
public:
    /// \param folder  folder that the files must be in; empty: that of `file`
    FolderReader(const std::filesystem::path& file, const std::filesystem::path& folder,
                 std::uint64_t max_size);

    /// Returns the content of a file. Throws `Error` if it lies outside of the folder, also by way of a
    /// symbolic link, and as `read_text`.
    [[nodiscard]] std::string read(std::string_view path) const;

private:
    std::filesystem::path base_;
    std::filesystem::path folder_;
    std::uint64_t max_size_;
};

}  // namespace drystone::scene
