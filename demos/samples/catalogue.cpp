#include <samples/catalogue.h>
#include <samples/sample.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace samples {
namespace {

using scenes::SceneInfo;

/// Order of the groups in the menu; groups not named here follow.
constexpr const char* group_order[] = {"Bodies",     "Collision", "Continuous", "Events", "Joints",
                                       "Robustness", "Shapes",    "Stacking",   "World",  "Benchmark"};

std::vector<SceneInfo> collect() {
    std::vector<SceneInfo> all(scenes::all_scenes().begin(), scenes::all_scenes().end());
    for (const auto& group :
         {body_samples, collision_samples, continuous_samples, event_samples, joint_samples,
          robustness_samples, shape_samples, stacking_samples, world_samples, odd_body_samples,
          reaction_samples, bump_samples, near_miss_samples, ring_samples, user_made_samples, pushing_samples,
          held_load_samples, effort_samples}) {
        std::vector<SceneInfo> samples = group();
        std::move(samples.begin(), samples.end(), std::back_inserter(all));
    }
    // By group; the order within a group is kept.
    std::vector<SceneInfo> sorted;
    const auto append = [&](auto&& belongs) {
        std::copy_if(all.begin(), all.end(), std::back_inserter(sorted), belongs);
    };
    for (const char* group : group_order) {
        append([&](const SceneInfo& info) { return info.group == group; });
    }
    append([](const SceneInfo& info) {
        return std::find(std::begin(group_order), std::end(group_order), info.group) == std::end(group_order);
    });
    return sorted;
}

}  // namespace

std::span<const SceneInfo> catalogue() {
    static const std::vector<SceneInfo> all = collect();
    return all;
}

const SceneInfo* find(const std::string& name) {
    const auto all = catalogue();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const SceneInfo& info) { return info.name == name; });
    return found != all.end() ? &*found : nullptr;
}

const SceneInfo& neighbour_group(const SceneInfo& info, int offset) {
    std::vector<const SceneInfo*> firsts;
    std::ptrdiff_t here = 0;
    for (const SceneInfo& entry : catalogue()) {
        if (firsts.empty() || firsts.back()->group != entry.group) {
            firsts.push_back(&entry);
        }
        if (entry.group == info.group) {
            here = static_cast<std::ptrdiff_t>(firsts.size()) - 1;
        }
    }
    const auto count = static_cast<std::ptrdiff_t>(firsts.size());
    return *firsts[static_cast<std::size_t>(((here + offset) % count + count) % count)];
}

}  // namespace samples
