#include "world/save/save_format.h"

#include "world/save/little_endian.h"
#include "world/save/schema_map.h"

#include <drystone/error.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>

namespace drystone {

namespace {

constexpr char magic[] = {'D', 'R', 'Y', 'S', 'T', 'O', 'N', 'E'};
// Offsets in the header.
constexpr std::size_t version_at = 8;
constexpr std::size_t schema_size_at = 12;
constexpr std::size_t size_at = 16;
constexpr std::size_t checksum_at = 24;
constexpr std::size_t header_size = 32;

/// Returns the schema of this build, which is the same in every file.
const std::string& own_schema() {
    static const std::string schema = save_schema();
    return schema;
}

/// Returns the checksum of all that follows its place in the header, and of what is before it.
std::uint64_t file_checksum(std::span<const std::byte> bytes) {
    return checksum(bytes.subspan(header_size)) ^ std::rotl(checksum(bytes.first(checksum_at)), 32);
}

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes) {
    std::uint64_t hash = bytes.size();
    const auto mix = [&](std::uint64_t word) { hash = std::rotl((hash ^ word) * 0x9e3779b97f4a7c15ull, 29); };
    std::size_t at = 0;
    for (; bytes.size() - at >= sizeof(std::uint64_t); at += sizeof(std::uint64_t)) {
        mix(load_word(bytes.data() + at));
    }
    if (at < bytes.size()) {
        std::byte rest[sizeof(std::uint64_t)] = {};
        std::copy(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end(), rest);
        mix(load_word(rest));
    }
    return hash;
}

void write_checksum(std::span<std::byte> bytes) { store_number(bytes, checksum_at, file_checksum(bytes)); }

void begin_save(std::vector<std::byte>& bytes) {
    const std::string& schema = own_schema();
    bytes.resize(header_size + schema.size());
    std::memcpy(bytes.data(), magic, sizeof magic);
    store_number(bytes, version_at, save_version);
    store_number(bytes, schema_size_at, static_cast<std::uint32_t>(schema.size()));
    std::memcpy(bytes.data() + header_size, schema.data(), schema.size());
}

void finish_save(std::vector<std::byte>& bytes) {
    store_number(bytes, size_at, std::uint64_t{bytes.size()});
    write_checksum(bytes);
}

std::span<const std::byte> save_content(std::span<const std::byte> bytes, std::vector<std::byte>& converted) {
    if (bytes.size() < header_size || std::memcmp(bytes.data(), magic, sizeof magic) != 0) {
        fail("World::load: the bytes are no save file");
    }
    if (load_number<std::uint32_t>(bytes, version_at) != save_version) {
        fail("World::load", "the version", "1",
             static_cast<double>(load_number<std::uint32_t>(bytes, version_at)));
    }
    if (load_number<std::uint64_t>(bytes, size_at) != bytes.size()) {
        fail("World::load: the bytes are cut off, or others follow");
    }
    if (load_number<std::uint64_t>(bytes, checksum_at) != file_checksum(bytes)) {
        fail("World::load: the bytes are damaged: their checksum is wrong");
    }
    const std::size_t schema_size = load_number<std::uint32_t>(bytes, schema_size_at);
    if (schema_size > bytes.size() - header_size) {
        fail("World::load: the schema in the file is cut off");
    }
    const std::string_view schema(reinterpret_cast<const char*>(bytes.data()) + header_size, schema_size);
    const std::span<const std::byte> content = bytes.subspan(header_size + schema_size);
    if (schema == own_schema()) {
        return content;
    }
    converted = convert_content(content, schema, own_schema());
    return converted;
}

}  // namespace drystone
