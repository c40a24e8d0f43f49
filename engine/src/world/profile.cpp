#include <drystone/profile.h>

namespace drystone {

std::string_view stage_name(Stage stage) {
    static constexpr std::array<std::string_view, stage_count> names{"broad phase",
                                                                     "candidates",
                                                                     "contact graph",
                                                                     "fields",
                                                                     "load bodies",
                                                                     "narrow phase",
                                                                     "integrate velocities",
                                                                     "warm start",
                                                                     "solve",
                                                                     "integrate positions",
                                                                     "relax",
                                                                     "joints",
                                                                     "restitution",
                                                                     "store bodies",
                                                                     "hits",
                                                                     "continuous",
                                                                     "finalize",
                                                                     "refit",
                                                                     "sensors",
                                                                     "sleep"};
    return names[static_cast<std::size_t>(stage)];
}

}  // namespace drystone
