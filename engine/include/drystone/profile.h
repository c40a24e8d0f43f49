#pragma once

#include <drystone/export.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace drystone {

/// Stages of a step, in their order.
enum class Stage : std::uint8_t {
    BroadPhase,    ///< New pairs from the AABB trees.
    Candidates,    ///< New pairs become contacts; pairs that do not touch yet are tested: GJK, EPA and
                   ///< clipping.
    ContactGraph,  ///< Contacts that begin and end, and their graph colours.
    Fields,        ///< Forces of fields on bodies.
    LoadBodies,    ///< Loads bodies into the solver's arrays.
    NarrowPhase,   ///< Touching pairs: GJK, EPA, clipping and preparation, into blocks of lanes. Degraded
                   ///< trees are rebuilt meanwhile.
    IntegrateVelocities,
    WarmStart,
    Solve,  ///< Contact pass with the soft bias.
    IntegratePositions,
    Relax,   ///< Contact pass without bias, friction included.
    Joints,  ///< Preparation and passes of joints, in all sub-steps.
    Restitution,
    StoreBodies,
    Hits,        ///< Contact hits and contact forces that shapes report.
    Continuous,  ///< Continuous collision of fast bodies.
    Finalize,    ///< Poses, boxes and events of the bodies.
    Refit,       ///< Updates fat boxes that moved shapes left.
    Sensors,     ///< Overlaps of sensors.
    Sleep,       ///< Islands that come to rest.
    Count
};

/// Number of stages.
inline constexpr std::size_t stage_count = static_cast<std::size_t>(Stage::Count);

/// Returns the stage's name for tables: "narrow phase".
DRYSTONE_API std::string_view stage_name(Stage stage);

/// Time of the last step by stage [ms]. That of sub-steps after the second is divided as in the second.
struct Profile {
    std::array<float, stage_count> stages{};  ///< Time of each stage [ms].
    float step = 0.0f;                        ///< Time of the whole step [ms].

    /// Returns the time of a stage [ms].
    [[nodiscard]] float operator[](Stage stage) const { return stages[static_cast<std::size_t>(stage)]; }
};

/// Number of objects in a world, and its memory.
struct Counters {
    int bodies = 0;             ///< Bodies of all types.
    int awake_bodies = 0;       ///< Bodies that the solver moves, kinematic ones included.
    int sleeping_islands = 0;   ///< Islands that are asleep.
    int shapes = 0;             ///< Shapes, segments of chains included.
    int pairs = 0;              ///< Pairs of shapes whose fat boxes overlap.
    int active_pairs = 0;       ///< Pairs with an awake body.
    int contacts = 0;           ///< Pairs with at least one contact point.
    int contact_points = 0;     ///< Points of all contacts.
    int colors = 0;             ///< Colours in use.
    int overflow_contacts = 0;  ///< Contacts in no colour.
    int tree_height = 0;        ///< Height of the highest AABB tree.
    std::size_t bytes = 0;      ///< Memory of all arrays [bytes].
};

}  // namespace drystone
