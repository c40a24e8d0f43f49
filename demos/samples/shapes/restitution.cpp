#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>
#include <samples/shapes/restitution_row.h>

namespace samples {

scenes::SceneInfo restitution_sample() {
    return entry<RestitutionRow<false>>(
        "Shapes", "restitution", "Restitution",
        "From 0 to 1: each ball should bounce as high as its green mark; red is how high it came.",
        {{0.0f, 7.0f}, 20.0f}, {}, 600, {{"height [m]", 10.0f, 1.0f, 20.0f}});
}

}  // namespace samples
