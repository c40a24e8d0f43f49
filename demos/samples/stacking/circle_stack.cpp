#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>
#include <samples/stacking/round_stack.h>

namespace samples {

scenes::SceneInfo circle_stack_sample() {
    return entry<RoundStack<false>>("Stacking", "circle_stack", "Circle stacks",
                                    "Eight circles on top of each other: an unstable balance, kept.",
                                    {{0.0f, 4.5f}, 12.0f}, {}, 600,
                                    {{"circles in a stack", 8.0f, 1.0f, 20.0f, ParameterKind::Count},
                                     {"more density per stack [kg/m2]", 0.5f, 0.1f, 10.0f}});
}

}  // namespace samples
