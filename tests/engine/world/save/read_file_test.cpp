// Files that are no files: reading them fails at once, and takes no more memory than they have bytes.
#include <doctest/doctest.h>

#include <drystone/detail/read_bytes.h>
#include <drystone/drystone.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/stat.h>
#endif

using namespace drystone;

namespace {

/// An empty folder that is removed at the end.
struct TemporaryFolder {
    explicit TemporaryFolder(const std::string& name)
        : path(std::filesystem::temp_directory_path() / ("drystone_" + name)) {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] std::string file(const std::string& name) const { return (path / name).string(); }

    std::filesystem::path path;
};

void check_refused(const std::string& path, const std::string& reason) {
    CAPTURE(path);
    CHECK_THROWS_WITH_AS(static_cast<void>(load_from_file(path)),
                         std::string("load_from_file: ").append(path).append(reason).c_str(), Error);
    CHECK_THROWS_WITH_AS(
        RecordingPlayer{path},
        std::string("RecordingPlayer::RecordingPlayer: ").append(path).append(reason).c_str(), Error);
}

}  // namespace

TEST_CASE("files: what is no regular file is refused at once") {
    const TemporaryFolder folder("no_regular_file");
    check_refused(folder.path.string(), " is no regular file");
    check_refused(folder.file("missing"), " cannot be opened");
#if defined(__unix__) || defined(__APPLE__)
    // A reader would wait for a writer.
    const std::string pipe = folder.file("pipe");
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    check_refused(pipe, " is no regular file");
    std::filesystem::create_symlink(pipe, folder.path / "link");
    check_refused(folder.file("link"), " is no regular file");
    check_refused("/dev/null", " is no regular file");
    check_refused("/dev/zero", " is no regular file");
#endif
#if defined(__linux__)
    check_refused("/proc/self/environ", " is no regular file: its size is unknown");
    check_refused("/proc/self/maps", " is no regular file: its size is unknown");
#endif
}

TEST_CASE("files: a file of any size is read whole, up to a limit that can be set") {
    const TemporaryFolder folder("file_sizes");
    const std::string path = folder.file("bytes");
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{4096}, std::size_t{1000003}}) {
        std::string text(size, '\0');
        for (std::size_t i = 0; i < size; ++i) {
            text[i] = static_cast<char>(i * 7 % 251);
        }
        std::ofstream(path, std::ios::binary) << text;
        const std::vector<std::byte> bytes = detail::read_bytes("test", path, size);
        REQUIRE(bytes.size() == size);
        CHECK(std::equal(bytes.begin(), bytes.end(), text.begin(),
                         [](std::byte a, char b) { return a == static_cast<std::byte>(b); }));
        if (size > 0) {
            CHECK_THROWS_AS(static_cast<void>(detail::read_bytes("test", path, size - 1)), Error);
        }
    }
    const std::string saved = folder.file("world");
    save_to_file(World(), saved);
    const auto size = std::filesystem::file_size(saved);
    CHECK(load_from_file(saved, {.max_file_size = size}).bodies().empty());
    CHECK_THROWS_WITH_AS(static_cast<void>(load_from_file(saved, {.max_file_size = size - 1})),
                         ("load_from_file: " + saved + " must be of at most " + std::to_string(size - 1) +
                          " bytes, got " + std::to_string(size))
                             .c_str(),
                         Error);
    CHECK_THROWS_WITH_AS(RecordingPlayer(saved, {.max_file_size = 16}), doctest::Contains("at most 16 bytes"),
                         Error);
    // A file with a hole is as large as it says, and takes no space: the limit holds, too.
    std::filesystem::resize_file(saved, std::uintmax_t{1} << 33);
    CHECK_THROWS_WITH_AS(static_cast<void>(load_from_file(saved)), doctest::Contains("at most 1073741824"),
                         Error);
    CHECK_THROWS_WITH_AS(RecordingPlayer{saved}, doctest::Contains("at most 4294967296"), Error);
}
