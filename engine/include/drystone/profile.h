#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace drystone {

/// The stages of a step, in their order.
enum class Stage : std::uint8_t {
    BroadPhase,    ///< New pairs from the AABB trees.
    Candidates,    ///< New pairs become contacts; pairs that do not touch yet: GJK, EPA and clipping.
    ContactGraph,  ///< Contacts that begin and end, and their colours.
    Fields,        ///< What fields do to bodies.
    LoadBodies,    ///< Into the solver's arrays.
    NarrowPhase,   ///< Pairs that touch: GJK, EPA, clipping and preparation, into blocks of lanes. Trees that
                   ///< are due are sorted meanwhile.
    IntegrateVelocities,
    WarmStart,
    Solve,  ///< With the soft bias.
    IntegratePositions,
    Relax,   ///< Without it, friction included.
    Joints,  ///< In all sub-steps: preparation and passes.
    Restitution,
    StoreBodies,
    Hits,        ///< Impacts and forces that shapes report.
    Continuous,  ///< Fast bodies that would pass through something.
    Finalize,    ///< Poses, boxes and events of the bodies.
    Refit,       ///< The trees after the move.
    Sensors,     ///< What overlaps sensors.
    Sleep,       ///< Islands that come to rest.
    Count
};

inline constexpr std::size_t stage_count = static_cast<std::size_t>(Stage::Count);

/// The stage's name for tables: "narrow phase".
std::string_view stage_name(Stage stage);

/// Where the last step spent its time [ms].
struct Profile {
    std::array<float, stage_count> stages{};
    float step = 0.0f;

    [[nodiscard]] float operator[](Stage stage) const { return stages[static_cast<std::size_t>(stage)]; }
};

/// How much there is in the world.
struct Counters {
    int bodies = 0;
    int awake_bodies = 0;  ///< That the solver moves, kinematic ones included.
    int sleeping_islands = 0;
    int shapes = 0;
    int pairs = 0;         ///< Shapes whose fat boxes overlap.
    int active_pairs = 0;  ///< Of them, those with a body that is awake.
    int contacts = 0;      ///< Pairs with at least one contact point.
    int contact_points = 0;
    int colors = 0;             ///< Colours in use.
    int overflow_contacts = 0;  ///< Contacts that found no colour.
    int tree_height = 0;
    std::size_t bytes = 0;  ///< Of all arrays.
};

}  // namespace drystone
