#include <drystone/collision/trace_image.h>

#include "outlines/outline_loops.h"
#include "regions/region_build.h"

#include <drystone/collision/error.h>

#include <cstddef>

namespace drystone {
namespace {

constexpr int max_side = 16384;

/// Follows the threshold between values. Values are at whole coordinates, y up, and outside of the image
/// there are zeros. Crossing 2 i is on the line from value i to the right, and 2 i + 1 on that upwards.
class ImageTracer {
public:
    ImageTracer(std::span<const std::uint8_t> alpha, int width, int height, int threshold)
        : alpha_(alpha),
          width_(width),
          height_(height),
          threshold_(threshold),
          columns_(static_cast<std::size_t>(width) + 1),
          next_(2 * columns_ * (static_cast<std::size_t>(height) + 1), none) {
        for (int y = -1; y < height; ++y) {
            for (int x = -1; x < width; ++x) {
                add_square(x, y);
            }
        }
    }

    detail::OutlineLoops loops() {
        detail::OutlineLoops result;
        std::vector<Vec2> points;
        for (std::size_t first = 0; first < next_.size(); ++first) {
            points.clear();
            for (std::size_t i = first; next_[i] != none;) {
                points.push_back(point_of(i));
                const std::size_t after = next_[i];
                next_[i] = none;
                i = after;
            }
            if (!points.empty()) {
                detail::add_loop(result, points);
            }
        }
        return result;
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Returns twice the height of a value over the threshold, which is between two values: never zero.
    [[nodiscard]] int height_of(int x, int y) const {
        const bool is_outside = x < 0 || y < 0 || x >= width_ || y >= height_;
        const auto row = static_cast<std::size_t>(height_ - 1 - y);
        const int value =
            is_outside ? 0 : alpha_[row * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
        return 2 * (value - threshold_) + 1;
    }
    [[nodiscard]] std::uint32_t crossing(int x, int y, bool is_upwards) const {
        const std::size_t value =
            static_cast<std::size_t>(y + 1) * columns_ + static_cast<std::size_t>(x + 1);
        return static_cast<std::uint32_t>(2 * value + (is_upwards ? 1 : 0));
    }
    [[nodiscard]] Vec2 point_of(std::size_t crossing) const {
        const std::size_t value = crossing / 2;
        const int x = static_cast<int>(value % columns_) - 1;
        const int y = static_cast<int>(value / columns_) - 1;
        const bool is_upwards = crossing % 2 != 0;
        const double from = height_of(x, y);
        const double to = is_upwards ? height_of(x, y + 1) : height_of(x + 1, y);
        const double share = from / (from - to);
        return to_float(Vec2d{x + 0.5 + (is_upwards ? 0.0 : share), y + 0.5 + (is_upwards ? share : 0.0)});
    }
    void add_square(int x, int y);

    std::span<const std::uint8_t> alpha_;
    int width_;
    int height_;
    int threshold_;
    std::size_t columns_;
    std::vector<std::uint32_t> next_;  ///< Crossing that follows each crossing, the inside to the left.
};

/// Adds the edges within the square of four values.
void ImageTracer::add_square(int x, int y) {
    const int corners[4] = {height_of(x, y), height_of(x + 1, y), height_of(x + 1, y + 1),
                            height_of(x, y + 1)};
    const auto is_in = [&](int corner) { return corners[corner % 4] > 0; };
    int count = 0;
    for (int corner = 0; corner < 4; ++corner) {
        count += is_in(corner) ? 1 : 0;
    }
    if (count == 0 || count == 4) {
        return;
    }
    // Side i is from corner i to the next one, counter-clockwise.
    const std::uint32_t sides[4] = {crossing(x, y, false), crossing(x + 1, y, true),
                                    crossing(x, y + 1, false), crossing(x, y, true)};
    const bool is_saddle = is_in(0) == is_in(2) && is_in(1) == is_in(3);
    // In a saddle, the inside goes through the middle if the interpolation is above the threshold there.
    const int product = corners[0] * corners[2] - corners[1] * corners[3];
    const bool is_joined = is_saddle && (is_in(0) ? product > 0 : product < 0);
    for (int side = 0; side < 4; ++side) {
        // An edge starts where the border of the square leaves the inside.
        if (!is_in(side) || is_in(side + 1)) {
            continue;
        }
        int to = side;
        if (is_joined) {
            to = (side + 1) % 4;
        } else {
            do {
                to = (to + 3) % 4;
            } while (is_in(to) == is_in(to + 1));
        }
        next_[sides[side]] = sides[to];
    }
}

}  // namespace

std::vector<Outline> trace_image(std::span<const std::uint8_t> alpha, int width, int height,
                                 const TraceOptions& options) {
    for (const int side : {width, height}) {
        if (side < 1 || side > max_side) {
            fail("trace_image", "width and height", "from 1 to 16384", static_cast<double>(side));
        }
    }
    if (alpha.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {
        fail("trace_image", "size of alpha", "width times height", static_cast<double>(alpha.size()));
    }
    if (options.threshold < 1 || options.threshold > 255) {
        fail("trace_image", "threshold", "from 1 to 255", static_cast<double>(options.threshold));
    }
    if (!is_finite(options.tolerance) || options.tolerance < 0.0f) {
        fail("trace_image", "tolerance", "finite and >= 0", static_cast<double>(options.tolerance));
    }
    const detail::OutlineLoops traced = ImageTracer(alpha, width, height, options.threshold).loops();
    const detail::OutlineLoops loops = detail::simplify_loops(traced, static_cast<double>(options.tolerance));
    detail::EdgeSoup soup;
    for (int loop = 0; loop < loops.loop_count(); ++loop) {
        soup.add_loop(std::span<const Vec2>(loops.points)
                          .subspan(static_cast<std::size_t>(loops.begin(loop)),
                                   static_cast<std::size_t>(loops.loop_size(loop))));
    }
    soup.end_a();
    return detail::build_region(soup, false, true, {}).outlines();
}

}  // namespace drystone
