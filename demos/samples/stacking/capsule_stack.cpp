#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>
#include <samples/stacking/round_stack.h>

namespace samples {

scenes::SceneInfo capsule_stack_sample() {
    return entry<RoundStack<true>>("Stacking", "capsule_stack", "Capsule stacks",
                                   "Sixteen lying capsules on top of each other.", {{0.0f, 4.5f}, 12.0f}, {},
                                   600,
                                   {{"capsules in a stack", 16.0f, 1.0f, 30.0f, ParameterKind::Count},
                                    {"more density per stack [kg/m2]", 0.5f, 0.1f, 10.0f}});
}

}  // namespace samples
