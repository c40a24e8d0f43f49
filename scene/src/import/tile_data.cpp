#include "import/tile_data.h"

#include "format/read_values.h"

#if defined(DRYSTONE_HAS_ZLIB)
#include <zlib.h>
#endif

#include <string>
#include <string_view>

namespace drystone::scene {
namespace {

/// Returns the six bits of a digit of base64; -1: none.
int base64_digit(char digit) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t at = digits.find(digit);
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

/// Decodes base64 (RFC 4648), around which and in which there may be white space.
std::vector<std::uint8_t> decode_base64(const Place& data) {
    std::vector<std::uint8_t> bytes;
    std::uint32_t bits = 0;
    int count = 0;
    bool is_padded = false;
    for (const char letter : data.node().text) {
        if (letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t') {
            continue;
        }
        const int digit = base64_digit(letter);
        is_padded = is_padded || letter == '=';
        if (is_padded ? letter != '=' : digit < 0) {
            data.stop("must be digits of base64");
        }
        if (is_padded) {
            continue;
        }
        bits = (bits << 6) | static_cast<std::uint32_t>(digit);
        if (++count % 4 != 1) {
            bytes.push_back(static_cast<std::uint8_t>(bits >> (6 - 2 * ((count - 1) % 4)) & 0xffu));
        }
    }
    return bytes;
}

#if defined(DRYSTONE_HAS_ZLIB)
/// Decompresses at most `size` bytes of zlib or gzip.
std::vector<std::uint8_t> decompress(const Place& data, std::vector<std::uint8_t>& packed, std::size_t size) {
    std::vector<std::uint8_t> bytes(size);
    z_stream stream{};
    constexpr int either_header = 32 + 15;
    if (inflateInit2(&stream, either_header) != Z_OK) {
        data.stop("zlib cannot start");
    }
    stream.next_in = packed.data();
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = bytes.data();
    stream.avail_out = static_cast<uInt>(bytes.size());
    const int result = inflate(&stream, Z_FINISH);
    const std::size_t written = stream.total_out;
    inflateEnd(&stream);
    if (result != Z_STREAM_END || written != size) {
        data.stop("must be compressed cells, as many as width * height");
    }
    return bytes;
}
#endif

std::vector<std::uint32_t> read_encoded_cells(const Place& data, const Place& layer, std::size_t count) {
    std::string compression;
    read_member(layer, "compression", compression);
    std::vector<std::uint8_t> bytes = decode_base64(data);
    if (compression == "zlib" || compression == "gzip") {
#if defined(DRYSTONE_HAS_ZLIB)
        bytes = decompress(data, bytes, 4 * count);
#else
        layer.find("compression")
            ->stop("needs a build with zlib; save the map with CSV or uncompressed layers");
#endif
    } else if (!compression.empty()) {
        layer.find("compression")
            ->stop(std::string("must be \"zlib\", \"gzip\" or \"\", got ").append(quote(compression)));
    }
    if (bytes.size() != 4 * count) {
        data.stop(std::string("must hold width * height cells of 4 bytes, which is ")
                      .append(std::to_string(4 * count))
                      .append(" bytes, got ")
                      .append(std::to_string(bytes.size())));
    }
    std::vector<std::uint32_t> cells(count);
    for (std::size_t i = 0; i < count; ++i) {
        for (unsigned int byte = 0; byte < 4; ++byte) {
            cells[i] |= std::uint32_t{bytes[4 * i + byte]} << (8 * byte);
        }
    }
    return cells;
}

}  // namespace

std::vector<std::uint32_t> read_tile_data(const Place& data, const Place& layer, std::size_t count) {
    if (data.is(Node::Kind::String)) {
        return read_encoded_cells(data, layer, count);
    }
    data.expect(Node::Kind::Array, "an array, or text of base64");
    if (data.size() != count) {
        data.stop(std::string("must hold width * height cells, which is ")
                      .append(std::to_string(count))
                      .append(", got ")
                      .append(std::to_string(data.size())));
    }
    std::vector<std::uint32_t> cells(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t cell = 0;
        read(data.at(i), cell);
        if (cell > 0xffffffffu) {
            data.at(i).stop("must be an integer of 32 bits");
        }
        cells[i] = static_cast<std::uint32_t>(cell);
    }
    return cells;
}

namespace {

/// Visits the cells of a layer, or of a chunk of it.
void visit_cells(const Place& part, const Place& layer,
                 FunctionRef<void(std::uint32_t gid, int x, int y)> visitor) {
    std::int32_t origin_x = 0;
    std::int32_t origin_y = 0;
    std::int32_t width = 0;
    std::int32_t height = 0;
    read_member(part, "x", origin_x);
    read_member(part, "y", origin_y);
    read(part.get("width"), width);
    read(part.get("height"), height);
    const double count = static_cast<double>(width) * height;
    if (width < 0 || height < 0 || count > static_cast<double>(largest_cell_count)) {
        part.stop("width * height must be in [0, 16777216]");
    }
    constexpr int far = 1 << 24;
    if (std::abs(origin_x) > far || std::abs(origin_y) > far) {
        part.stop("x and y must be in [-16777216, 16777216]");
    }
    const std::vector<std::uint32_t> cells =
        read_tile_data(part.get("data"), layer, static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i] != 0) {
            visitor(cells[i], origin_x + static_cast<int>(i % static_cast<std::size_t>(width)),
                    origin_y + static_cast<int>(i / static_cast<std::size_t>(width)));
        }
    }
}

}  // namespace

void visit_tiles(const Place& layer, FunctionRef<void(std::uint32_t gid, int x, int y)> visitor) {
    const std::optional<Place> chunks = layer.find("chunks");
    if (!chunks) {
        visit_cells(layer, layer, visitor);
        return;
    }
    chunks->expect(Node::Kind::Array, "an array");
    for (std::size_t i = 0; i < chunks->size(); ++i) {
        const Place chunk = chunks->at(i);
        chunk.expect(Node::Kind::Object, "an object");
        visit_cells(chunk, layer, visitor);
    }
}

}  // namespace drystone::scene
