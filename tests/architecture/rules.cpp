#include "rules.h"

namespace architecture {

const std::vector<std::vector<Layer>>& layer_rows() {
    static const std::vector<std::vector<Layer>> rows{
        // Geometry: no body, no world, no time step.
        {{"error", {"collision/error.*", "collision/assert.*", "collision/function_ref.*"}}},
        {{"math",
          {"collision/vec2.*", "collision/vector_base.*", "collision/math.*", "collision/math3.*",
           "collision/trigonometry.*", "collision/orientation.*", "collision/power.*", "collision/rounding.*",
           "collision/include/drystone/eigen.h"}}},
        {{"lanes", {"collision/simd/*"}}},
        {{"shapes",
          {"collision/shapes.*", "collision/shapes3.*", "collision/frustum3.*", "collision/support.*",
           "collision/hull.*", "collision/mass.*", "collision/clipped_area.*", "collision/ray_cast.*",
           "collision/simplex_cache.*"}}},
        {{"outlines",
          {"collision/outline_*", "collision/simplify.*", "collision/monotone_partition.*",
           "collision/triangulation.*", "collision/decomposition.*"}},
         {"mappings",
          {"collision/mappings.*", "collision/point_shapes.*", "collision/curved_shapes.*",
           "collision/composed_shapes.*", "collision/transformed_shape.*", "collision/shape_bounds.*",
           "collision/custom_shape.*"}},
         {"aabb_tree", {"collision/aabb_*"}},
         {"gjk",
          {"collision/gjk.*", "collision/simplex.*", "collision/minkowski.*", "collision/core_features.*",
           "collision/interior.*", "collision/polygon_faces.*", "collision/polygon_pair.*",
           "collision/polygon_queries.*", "collision/polygon_scan.*", "collision/polygon_overlap.*",
           "collision/polygon_lanes.*", "collision/polygon_feature.*"}},
         {"gjk3", {"collision/gjk3*", "collision/simplex3.*", "collision/minkowski3.*"}}},
        {{"epa", {"collision/epa.*", "collision/polytope.*"}}},
        {{"trace", {"collision/trace.*"}},
         {"manifold", {"collision/manifold.*", "collision/polygon_manifold.*", "collision/polygon_clip.*"}}},
        {{"casts",
          {"collision/casts.*", "collision/shape_cast.*", "collision/time_of_impact.*", "collision/mover.*",
           "collision/sweep.*", "collision/swept_features.*"}}},
        {{"chain", {"collision/chain*", "collision/exposed_core.*", "collision/custom_manifold.*"}}},
        {{"collision umbrella", {"collision/include/drystone/collision.h"}}},
        // Dynamics. The values of the interface come first, since every stage speaks in them; the world comes
        // last.
        {{"values", {"drystone/*"}}},
        {{"memory", {"engine/memory/*"}}},
        {{"parallel", {"engine/parallel/*"}}},
        {{"store", {"engine/store/*"}}},
        {{"simd", {"engine/simd/*"}}},
        {{"broad_phase", {"engine/broad_phase/*"}}, {"narrow_phase", {"engine/narrow_phase/*"}}},
        {{"solver", {"engine/solver/*"}}},
        {{"joints", {"engine/joints/*"}},
         {"islands", {"engine/islands/*"}},
         {"continuous", {"engine/continuous/*"}},
         {"fields", {"engine/fields/*"}}},
        {{"step", {"engine/step/*", "engine/contacts/*"}}},
        {{"world",
          {"engine/world/*", "drystone/world.h", "drystone/detail/object_ref.h", "drystone/body_ref.h",
           "drystone/shape_ref.h", "drystone/joint_ref.h", "drystone/chain_ref.h", "drystone/field_ref.h"}}},
        {{"umbrella", {"drystone/drystone.h"}}},
        // Users.
        {{"scenes", {"demos/scenes/*"}}},
        {{"samples", {"demos/samples/*"}}},
        {{"demos", {"demos/*"}}, {"bench", {"bench/*"}}},
    };
    return rows;
}

const std::vector<Confinement>& confinements() {
    static const std::vector<Confinement> confinements{
        {"hwy/*", {"engine/src/*"}, "who includes our headers, or uses geometry alone, needs no Highway"},
        {"box2d/*", {"bench/engines/*"}, "both versions of Box2D have headers of this name"},
        {"chipmunk/*", {"bench/engines/*"}, "a peer is known to its adapter alone"},
        {"SFML/*", {"demos/viewer/*", "demos/explorer/view/*"}, "nothing else needs a display"},
        {"imgui*", {"demos/viewer/*", "demos/explorer/view/*"}, "nothing else needs a display"},
        {"drystone/*",
         {"collision/*", "engine/*", "bench/*", "demos/viewer/*", "demos/explorer/*", "demos/samples/*",
          "demos/scenes/drystone_backend.*", "demos/scenes/drystone_fields.*"},
         "scenes are the same for every engine"},
        {"step/world_state.h",
         {"engine/src/step/step.cpp", "engine/src/step/sub_steps.*", "engine/src/world/*", "tests/*"},
         "a stage is handed what it needs, never the world"},
    };
    return confinements;
}

const std::vector<Ban>& bans() {
    static const std::vector<Ban> bans{
        {{"sin",    "cos",     "tan",   "asin",  "acos",  "atan",  "atan2", "sincos", "sinh",
          "cosh",   "tanh",    "exp",   "exp2",  "expm1", "log",   "log2",  "log10",  "log1p",
          "pow",    "cbrt",    "hypot", "sinf",  "cosf",  "tanf",  "asinf", "acosf",  "atanf",
          "atan2f", "sincosf", "expf",  "exp2f", "logf",  "log2f", "powf",  "cbrtf",  "hypotf"},
         true,
         "C libraries round it differently, and simulations with it"},
        {{"rand", "srand", "random_device"}, false, "equal scenes have equal results"},
        {{"fma", "fmaf", "MulAdd", "NegMulAdd", "MulSub", "NegMulSub", "MulAddSub", "_mm*madd_p*",
          "_mm*madd_s*", "_mm*msub_p*", "_mm*msub_s*", "_mm*maddsub_*", "_mm*msubadd_*", "vfma*", "vfms*",
          "__builtin_fma*"},
         false,
         "a fused operation rounds once where others round twice"},
        {{"ApproximateReciprocal*", "_mm*_rcp*", "_mm*_rsqrt*", "vrecpe*", "vrsqrte*"},
         false,
         "processors estimate it differently"},
        {{"SumOfLanes", "ReduceSum", "_mm*_reduce_add_*", "vaddvq_*"},
         false,
         "the order of the sum would depend on the width of a register"},
        {{"unordered_map", "unordered_set", "unordered_multimap", "unordered_multiset"},
         false,
         "the order of its elements is the hash function's"},
    };
    return bans;
}

const std::vector<Allowance>& allowances() {
    static const std::vector<Allowance> allowances{};
    return allowances;
}

}  // namespace architecture
