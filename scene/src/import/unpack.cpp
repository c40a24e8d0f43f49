#include "import/unpack.h"

#if defined(DRYSTONE_HAS_ZLIB)
#include <zlib.h>
#endif
#if defined(DRYSTONE_HAS_ZSTD)
#include <zstd.h>
#endif

#include <algorithm>
#include <array>
#include <string>

namespace drystone::scene {
namespace {

#if defined(DRYSTONE_HAS_ZLIB) || defined(DRYSTONE_HAS_ZSTD)
/// Bytes that are decompressed at a time.
constexpr std::size_t piece_size = 65536;

[[noreturn]] void refuse(const Place& data) {
    data.stop("must be compressed cells, as many as width * height");
}

void append(const Place& data, std::span<const std::uint8_t> piece, std::size_t size,
            std::vector<std::uint8_t>& bytes) {
    if (piece.size() > size - bytes.size()) {
        refuse(data);
    }
    bytes.insert(bytes.end(), piece.begin(), piece.end());
}
#endif

#if defined(DRYSTONE_HAS_ZLIB)
/// A stream of zlib, closed at the end.
struct Inflation {
    Inflation() = default;
    ~Inflation() { inflateEnd(&stream); }
    Inflation(const Inflation&) = delete;
    Inflation& operator=(const Inflation&) = delete;
    z_stream stream{};
};

std::vector<std::uint8_t> inflate_all(const Place& data, std::span<const std::uint8_t> packed,
                                      std::size_t size) {
    Inflation inflation;
    z_stream& stream = inflation.stream;
    constexpr int either_header = 32 + 15;
    if (inflateInit2(&stream, either_header) != Z_OK) {
        data.stop("zlib cannot start");
    }
    // Older versions of zlib take no pointer to constant bytes.
    stream.next_in = const_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    std::vector<std::uint8_t> bytes;
    std::array<std::uint8_t, piece_size> piece{};
    for (int result = Z_OK; result != Z_STREAM_END;) {
        stream.next_out = piece.data();
        stream.avail_out = static_cast<uInt>(piece.size());
        result = inflate(&stream, Z_NO_FLUSH);
        const std::size_t written = piece.size() - stream.avail_out;
        if ((result != Z_OK && result != Z_STREAM_END) || (written == 0 && result != Z_STREAM_END)) {
            refuse(data);
        }
        append(data, std::span(piece).first(written), size, bytes);
    }
    return bytes;
}
#endif

#if defined(DRYSTONE_HAS_ZSTD)
/// A stream of zstd, closed at the end.
struct ZstdStream {
    ZstdStream() = default;
    ~ZstdStream() { ZSTD_freeDStream(stream); }
    ZstdStream(const ZstdStream&) = delete;
    ZstdStream& operator=(const ZstdStream&) = delete;
    ZSTD_DStream* stream = ZSTD_createDStream();
};

std::vector<std::uint8_t> unpack_zstd(const Place& data, std::span<const std::uint8_t> packed,
                                      std::size_t size) {
    const ZstdStream zstd;
    // Frames may ask for windows of gigabytes; those of Tiled have at most 8 MB.
    constexpr int largest_window_bits = 23;
    if (zstd.stream == nullptr ||
        ZSTD_isError(ZSTD_DCtx_setParameter(zstd.stream, ZSTD_d_windowLogMax, largest_window_bits)) != 0) {
        data.stop("zstd cannot start");
    }
    ZSTD_inBuffer input{packed.data(), packed.size(), 0};
    std::vector<std::uint8_t> bytes;
    std::array<std::uint8_t, piece_size> piece{};
    for (std::size_t left = 1; left != 0;) {
        ZSTD_outBuffer output{piece.data(), piece.size(), 0};
        left = ZSTD_decompressStream(zstd.stream, &output, &input);
        if (ZSTD_isError(left) != 0 || (left != 0 && output.pos == 0 && input.pos == input.size)) {
            refuse(data);
        }
        append(data, std::span(piece).first(output.pos), size, bytes);
    }
    return bytes;
}
#endif

}  // namespace

std::vector<std::uint8_t> unpack(const Place& data, [[maybe_unused]] std::span<const std::uint8_t> packed,
                                 std::string_view compression, std::size_t size) {
    std::vector<std::uint8_t> bytes;
    if (compression == "zlib" || compression == "gzip") {
#if defined(DRYSTONE_HAS_ZLIB)
        bytes = inflate_all(data, packed, size);
#else
        data.stop(
            "is compressed, which needs a build with zlib; save the map with CSV or uncompressed layers");
#endif
    } else if (compression == "zstd") {
#if defined(DRYSTONE_HAS_ZSTD)
        bytes = unpack_zstd(data, packed, size);
#else
        data.stop("is compressed, which needs a build with zstd; save the map with zlib or CSV layers");
#endif
    } else {
        data.stop(std::string("has a compression that must be \"zlib\", \"gzip\", \"zstd\" or \"\", got ")
                      .append(quote(compression.substr(0, 80))));
    }
    if (bytes.size() != size) {
        data.stop("must be compressed cells, as many as width * height");
    }
    return bytes;
}

}  // namespace drystone::scene
