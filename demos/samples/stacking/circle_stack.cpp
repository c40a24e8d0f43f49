#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>
#include <samples/stacking/round_stack.h>

namespace samples {

scenes::SceneInfo circle_stack_sample() {
    return entry<RoundStack<false>>("Stacking", "circle_stack", "Circle stacks",
                                    "Eight circles on top of each other: an unstable balance, kept.",
                                    {{0.0f, 4.5f}, 12.0f});
}

}  // namespace samples
