#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/regions.h>

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Options of `trace_image`.
struct TraceOptions {
    int threshold = 128;     ///< Values from this one on are inside, 1 to 255.
    float tolerance = 0.5f;  ///< Distance by which outlines may be moved to have fewer points, >= 0 [pixels].
};

/// Returns the outlines, with their holes, of the parts of an image that are opaque. A part may be inside of
/// a hole of another one.
///
/// `alpha` has `width` times `height` values by rows, the uppermost first, as image files have them. x is to
/// the right and y up, in pixels: the value of column i and row k is that at (i + 0.5, height - k - 0.5).
/// Outlines run between the values, where interpolation meets the threshold, and around the image beyond its
/// border, where it is empty. They are valid for `World::create_outline`; scale them by the size of a pixel.
///
/// Throws `Error` if `alpha` has another size, a side is below 1 or above 16384, or an option is out of
/// range. Cost: O(w h + n log n) for outlines of n points before they are simplified; 8 bytes a pixel.
/// Source: marching squares, with the sign at the saddle point where corners are ambiguous (Nielson and
/// Hamann, The Asymptotic Decider, 1991), then as `simplify_outline`.
DRYSTONE_COLLISION_API std::vector<Outline> trace_image(std::span<const std::uint8_t> alpha, int width,
                                                        int height, const TraceOptions& options = {});

}  // namespace drystone
