#include <doctest/doctest.h>

#include "support/save_mutations.h"
#include "support/save_scene.h"
#include "support/world_build.h"

#include <drystone/drystone.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace drystone;

namespace {

/// Returns the error with which the bytes are refused; empty if they are not.
std::string refusal(const std::vector<std::byte>& bytes, const LoadOptions& options = {}) {
    try {
        static_cast<void>(World::load(bytes, options));
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("save file: bytes that are no save file, cut off, damaged or of a later version are refused") {
    const test::SaveScene scene;
    const std::vector<std::byte> good = scene.world.save(scene.save_options());
    const LoadOptions options = scene.load_options();
    CHECK(refusal(good, options).empty());
    CHECK(refusal({}).find("no save file") != std::string::npos);
    CHECK(refusal(std::vector<std::byte>(1000)).find("no save file") != std::string::npos);
    for (const std::size_t size : {std::size_t{31}, std::size_t{32}, std::size_t{1000}, good.size() - 1}) {
        std::vector<std::byte> part(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
        CHECK(!refusal(part, options).empty());
        test::seal(part);
        CHECK(!refusal(part, options).empty());
    }
    std::vector<std::byte> damaged = good;
    damaged[good.size() / 2] ^= std::byte{1};
    CHECK(refusal(damaged, options).find("checksum") != std::string::npos);
    std::vector<std::byte> later = good;
    test::write_number(later, 8, 4, 2);
    test::seal(later);
    CHECK(refusal(later, options).find("version") != std::string::npos);
    std::vector<std::byte> longer = good;
    longer.resize(longer.size() + 8);
    test::seal(longer);
    CHECK(!refusal(longer, options).empty());
}

TEST_CASE("save file: every cut of the content is refused") {
    const test::SaveScene scene;
    const std::vector<std::byte> good = scene.world.save(scene.save_options());
    const LoadOptions options = scene.load_options();
    for (std::size_t size = test::content_of(good); size < good.size(); size += 257) {
        std::vector<std::byte> part(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
        test::seal(part);
        CHECK(!refusal(part, options).empty());
    }
}

TEST_CASE("save file: changed files with a right checksum are refused, or give a world that holds") {
    test::SaveScene scene;
    scene.step(40);
    const std::vector<std::byte> good = scene.world.save(scene.save_options());
    const LoadOptions options = scene.load_options();
    test::Random random(7);
    int refused = 0;
    for (int i = 0; i < 1500; ++i) {
        CAPTURE(i);
        std::vector<std::byte> bytes = good;
        for (int k = random.below(3); k >= 0; --k) {
            const auto place = static_cast<std::uint32_t>(random.below(1 << 30));
            const auto choice = static_cast<std::uint8_t>(random.below(256));
            test::mutate(bytes, place, choice, static_cast<std::uint32_t>(random.below(1 << 30)));
        }
        test::seal(bytes);
        try {
            World world = World::load(bytes, options);
            world.step(test::dt);
            CHECK_NOTHROW(world.validate());
        } catch (const Error&) {
            ++refused;
        }
    }
    CHECK(refused > 100);
}
