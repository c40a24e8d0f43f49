#include "rules.h"

namespace architecture {
namespace {

const std::vector<std::vector<Layer>> rows{
    // Geometry: no body, no world, no time step.
    {{"error",
      {"collision/error.h", "collision/assert.h", "collision/export.h", "collision/function_ref.h",
       "collision/math/error.cpp"}},
     {"sort_items", {"collision/detail/sort_items.h"}}},
    {{"math",
      {"collision/math/*", "collision/math.h", "collision/math3.h", "collision/vec2.h",
       "collision/vector_base.h"}}},
    {{"lanes", {"collision/simd/*"}}},
    {{"shapes",
      {"collision/shapes/*", "collision/shapes.h", "collision/shapes3.h", "collision/frustum3.h",
       "collision/support.h", "collision/hull.h", "collision/ray_cast.h", "collision/simplex_cache.h",
       "collision/mass.h", "collision/clipped_area.h"}}},
    {{"outlines",
      {"collision/outlines/*", "collision/simplify.h", "collision/decomposition.h", "collision/polygons.h",
       "collision/repair_outline.h"}},
     {"mappings",
      {"collision/mappings.h", "collision/point_shapes.h", "collision/shapes/point_shapes.cpp",
       "collision/curved_shapes.h", "collision/shapes/curved_shapes.cpp", "collision/composed_shapes.h",
       "collision/transformed_shape.h", "collision/shape_bounds.h", "collision/custom_shape.h",
       "collision/shapes/custom_shape.cpp"}},
     {"aabb_tree", {"collision/aabb_*", "collision/detail/aabb_*"}},
     {"gjk",
      {"collision/gjk/*", "collision/gjk.h", "collision/convex_set.h", "collision/detail/simplex.h",
       "collision/detail/minkowski.h", "collision/detail/interior.h"}},
     {"gjk3",
      {"collision/gjk3.h", "collision/detail/gjk3*", "collision/detail/simplex3.h",
       "collision/detail/minkowski3.h"}}},
    {{"epa",
      {"collision/epa/*", "collision/epa.h", "collision/half_plane.h", "collision/detail/polytope.h"}},
     {"regions",
      {"collision/regions/*", "collision/regions.h", "collision/slice.h", "collision/fracture.h",
       "collision/trace_image.h"}}},
    {{"trace", {"collision/trace.h"}},
     {"manifold",
      {"collision/manifold.h", "collision/manifold/manifold.cpp", "collision/manifold/polygon_clip.h",
       "collision/manifold/polygon_manifold.h", "collision/manifold/polygon_manifold.cpp"}}},
    {{"casts",
      {"collision/casts/*", "collision/casts.h", "collision/shape_cast.h", "collision/time_of_impact.h"}}},
    {{"chain",
      {"collision/manifold/*", "collision/chain.h", "collision/active_edges.h",
       "collision/custom_manifold.h"}}},
    {{"geometry", {"collision/include/drystone/collision.h", "collision/include/drystone/eigen.h"}}},
    // Dynamics. The values of the interface come first, since every stage speaks in them; the world comes
    // last.
    {{"values", {"drystone/*"}}},
    {{"core", {"engine/core/*"}}},
    {{"parallel", {"engine/parallel/*"}}},
    {{"store", {"engine/store/*"}}},
    {{"simd", {"engine/simd/*"}}},
    {{"constraint_graph", {"engine/constraint_graph/*"}}},
    {{"broad_phase", {"engine/broad_phase/*"}}, {"narrow_phase", {"engine/narrow_phase/*"}}},
    {{"solver", {"engine/solver/*"}}},
    {{"islands", {"engine/islands/*"}}, {"continuous", {"engine/continuous/*"}}},
    {{"contacts", {"engine/contacts/*"}}},
    {{"joints", {"engine/joints/*"}}, {"fields", {"engine/fields/*"}}},
    {{"sensors", {"engine/sensors/*"}},
     {"internal_edges", {"engine/internal_edges/*"}},
     {"extra_iterations", {"engine/extra_iterations/*"}}},
    {{"loaded_contacts", {"engine/loaded_contacts/*"}}},
    {{"step", {"engine/step/*"}}},
    {{"world",
      {"engine/world/*", "drystone/world.h", "drystone/body_ref.h", "drystone/body_arrays.h",
       "drystone/shape_ref.h", "drystone/joint_ref.h", "drystone/chain_ref.h", "drystone/tile_grid_ref.h",
       "drystone/field_ref.h", "drystone/state_history.h", "drystone/recorder.h",
       "drystone/recording_player.h", "drystone/time.h", "drystone/world_batch.h", "engine/tools/*",
       "drystone/contact_handlers.h", "drystone/path_guide.h", "drystone/detail/object_ref.h"}}},
    {{"character", {"engine/character/*", "drystone/character.h", "drystone/dynamic_mover.h"}}},
    {{"umbrella", {"drystone/drystone.h"}}},
    // Scene files, on the public interface alone.
    {{"scene_description", {"scene/include/drystone/scene/*"}}},
    {{"scene_values", {"scene/src/values/*"}}},
    {{"scene_json", {"scene/src/json/*"}}},
    {{"scene_world", {"scene/src/world/*"}}},
    {{"scene_format", {"scene/src/format/*"}}},
    {{"scene_import", {"scene/src/import/*"}}},
    {{"scene", {"scene/*"}}},
    // Users.
    {{"scenes", {"demos/scenes/*"}}},
    {{"samples", {"demos/samples/*"}}},
    {{"bench", {"bench/*"}}},
    {{"demos", {"demos/*"}}},
};

}  // namespace

const std::vector<std::vector<Layer>>& layer_rows() { return rows; }

const std::vector<Confinement>& confinements() {
    static const std::vector<Confinement> confinements{
        {"hwy/*", {"engine/src/*"}, "who includes our headers, or uses geometry alone, needs no Highway"},
        {"box2d/*", {"bench/engines/*"}, "both versions of Box2D have headers of this name"},
        {"nlohmann/*",
         {"scene/src/json/*", "bench/*"},
         "who includes our headers, or uses the engine alone, needs no JSON library"},
        {"boost/*",
         {"scene/src/import/merge_areas.cpp"},
         "who includes our headers, or uses the engine alone, needs no Boost"},
        {"zlib.h", {"scene/src/import/unpack.cpp"}, "it is there only in some builds"},
        {"zstd.h", {"scene/src/import/unpack.cpp"}, "it is there only in some builds"},
        {"pugixml.hpp", {"scene/src/import/tiled_xml.cpp"}, "it is there only in some builds"},
        {"chipmunk/*", {"bench/engines/*"}, "a peer is known to its adapter alone"},
        {"SFML/*",
         {"demos/viewer/*", "demos/explorer/view/*", "demos/games/view/*"},
         "nothing else needs a display"},
        {"imgui*", {"demos/viewer/*", "demos/explorer/view/*"}, "nothing else needs a display"},
        {"drystone/*",
         {"collision/*", "engine/*", "scene/*", "bench/*", "demos/viewer/*", "demos/explorer/*",
          "demos/games/*", "demos/samples/*", "demos/scenes/drystone_backend.*",
          "demos/scenes/drystone_fields.*"},
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
