#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>
#include <samples/shapes/restitution_row.h>

namespace samples {

scenes::SceneInfo box_restitution_sample() {
    return entry<RestitutionRow<true>>("Shapes", "box_restitution", "Box restitution",
                                       "The same with boxes, which land on two corners at once.",
                                       {{0.0f, 7.0f}, 20.0f}, {}, 600, {{"height [m]", 10.0f, 1.0f, 20.0f}});
}

}  // namespace samples
