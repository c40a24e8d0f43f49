#include "import/folder_reader.h"

#include "json/node.h"
#include "json/read_text.h"

#include <drystone/error.h>

#include <algorithm>

namespace drystone::scene {
namespace {

/// Returns the folder without symbolic links, or as it is where that fails: nothing is found in it then.
std::filesystem::path real_folder(const std::filesystem::path& folder) {
    std::error_code error;
    const std::filesystem::path real =
        std::filesystem::canonical(folder.empty() ? std::filesystem::path(".") : folder, error);
    return error ? folder : real;
}

/// Returns whether the path begins with the folder. Both are absolute and have no "..".
bool is_within(const std::filesystem::path& folder, const std::filesystem::path& path) {
    const auto [end, at] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end == folder.end() && at != path.end();
}

}  // namespace

FolderReader::FolderReader(const std::filesystem::path& file, const std::filesystem::path& folder,
                           std::uint64_t max_size)
    : base_(real_folder(file.parent_path())),
      folder_(folder.empty() ? base_ : real_folder(folder)),
      max_size_(max_size) {}

std::string FolderReader::read(std::string_view path) const {
    const auto refuse = [&](const char* what) {
        fail(std::string("import_tiled_file: ").append(quote(path)).append(what));
    };
    if (path.find('\0') != std::string_view::npos) {
        refuse(" is no path");
    }
    constexpr const char* outside =
        " lies outside of the folder from which files are read, see TiledOptions::folder";
    // By its words first: whether a file outside is there is not told.
    const std::filesystem::path named = (base_ / std::filesystem::path(path)).lexically_normal();
    if (!is_within(folder_, named)) {
        refuse(outside);
    }
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(named, error);
    if (error) {
        refuse(" cannot be opened");
    }
    if (!is_within(folder_, real)) {
        refuse(outside);
    }
    return read_text("import_tiled_file", real, max_size_);
}

}  // namespace drystone::scene
