#include "import/tile_data.h"

#include "format/read_values.h"
#include "import/unpack.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
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

void check_count(const Place& data, std::size_t found, std::size_t count) {
    if (found != count) {
        data.stop(std::string("must hold width * height cells, which is ")
                      .append(std::to_string(count))
                      .append(", got ")
                      .append(std::to_string(found)));
    }
}

std::vector<std::uint32_t> read_encoded_cells(const Place& data, const TileCoding& coding,
                                              std::size_t count) {
    std::vector<std::uint8_t> bytes = decode_base64(data);
    if (!coding.compression.empty()) {
        bytes = unpack(data, bytes, coding.compression, 4 * count);
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

/// Reads numbers with commas between them, and white space around them.
std::vector<std::uint32_t> read_csv(const Place& data, std::size_t count) {
    constexpr std::string_view blanks = " \t\r\n,";
    const std::string& text = data.node().text;
    const char* const end = text.data() + text.size();
    std::vector<std::uint32_t> cells;
    for (std::size_t at = text.find_first_not_of(blanks); at < text.size();
         at = text.find_first_not_of(blanks, at)) {
        std::uint32_t cell = 0;
        const auto [stop, error] = std::from_chars(text.data() + at, end, cell);
        at = static_cast<std::size_t>(stop - text.data());
        if (error != std::errc{} || (at < text.size() && blanks.find(text[at]) == std::string_view::npos)) {
            data.stop("must be integers of 32 bits with commas between them");
        }
        cells.push_back(cell);
    }
    check_count(data, cells.size(), count);
    return cells;
}

}  // namespace

std::vector<std::uint32_t> read_tile_data(const Place& data, const TileCoding& coding, std::size_t count) {
    if (data.is(Node::Kind::String)) {
        return coding.is_csv ? read_csv(data, count) : read_encoded_cells(data, coding, count);
    }
    data.expect(Node::Kind::Array, "an array, or text");
    check_count(data, data.size(), count);
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

/// Visits the cells of a layer, or of a chunk of it. Returns their number.
std::size_t visit_cells(const Place& part, const TileCoding& coding, std::size_t max_cells,
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
    if (count > static_cast<double>(max_cells)) {
        part.stop("the layers of the map have more than 16777216 cells");
    }
    constexpr int far = 1 << 24;
    if (origin_x < -far || origin_x > far || origin_y < -far || origin_y > far) {
        part.stop("x and y must be in [-16777216, 16777216]");
    }
    const std::vector<std::uint32_t> cells =
        read_tile_data(part.get("data"), coding, static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i] != 0) {
            visitor(cells[i], origin_x + static_cast<int>(i % static_cast<std::size_t>(width)),
                    origin_y + static_cast<int>(i / static_cast<std::size_t>(width)));
        }
    }
    return cells.size();
}

TileCoding read_coding(const Place& layer) {
    TileCoding coding;
    std::string encoding;
    read_member(layer, "encoding", encoding);
    read_member(layer, "compression", coding.compression);
    coding.is_csv = encoding == "csv";
    if (!coding.is_csv && !encoding.empty() && encoding != "base64") {
        layer.get("encoding")
            .stop(std::string("must be \"csv\" or \"base64\", got ").append(quote(encoding.substr(0, 80))));
    }
    return coding;
}

}  // namespace

std::size_t visit_tiles(const Place& layer, std::size_t max_cells,
                        FunctionRef<void(std::uint32_t gid, int x, int y)> visitor) {
    const TileCoding coding = read_coding(layer);
    const std::optional<Place> chunks = layer.find("chunks");
    if (!chunks) {
        return visit_cells(layer, coding, max_cells, visitor);
    }
    chunks->expect(Node::Kind::Array, "an array");
    std::size_t count = 0;
    for (std::size_t i = 0; i < chunks->size(); ++i) {
        const Place chunk = chunks->at(i);
        chunk.expect(Node::Kind::Object, "an object");
        count += visit_cells(chunk, coding, max_cells - count, visitor);
    }
    return count;
}

}  // namespace drystone::scene
