#include <samples/joint_samples.h>
#include <samples/sample.h>

namespace samples {

std::vector<scenes::SceneInfo> joint_samples() {
    return {joint_kinds_sample(),     scissor_lift_sample(),   cantilever_sample(), door_sample(),
            driving_sample(),         gear_lift_sample(),      crane_sample(),      walker_sample(),
            donut_sample(),           ball_and_chain_sample(), windmill_sample(),   breakable_bridge_sample(),
            washing_machine_sample(), top_down_sample(),       doohickey_sample(),  newtons_cradle_sample()};
}

}  // namespace samples
