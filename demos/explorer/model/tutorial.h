#pragma once

#include "regions.h"

#include <drystone/collision/trace.h>

#include <optional>
#include <string>
#include <vector>

namespace explorer {

/// Shape of the menu and its pose.
struct PlacedShape {
    int choice = 0;  ///< Index in `shape_menu()`.
    drystone::Vec2 position{0.0f, 0.0f};
    float angle = 0.0f;
    /// Corners that the user has dragged, in the shape's frame: their hull takes the place of the menu's
    /// shape. Empty: none.
    Points corners{};

    [[nodiscard]] drystone::Pose pose() const { return {position, drystone::Rot::from_angle(angle)}; }
};

/// Input of GJK and EPA.
struct Question {
    PlacedShape a{3, {-1.1f, 0.0f}, 0.3f};
    PlacedShape b{4, {1.3f, 0.4f}, -0.2f};
};

/// Vertex of the Minkowski difference and its two support points. World frame: w = on_a - on_b.
struct NamedVertex {
    drystone::Vec2 w{0.0f, 0.0f};
    drystone::Vec2 on_a{0.0f, 0.0f};
    drystone::Vec2 on_b{0.0f, 0.0f};
    int number = 0;  ///< Counted from 1 in the order of discovery.
};

enum class Part : std::uint8_t { Question, Gjk, Epa, Answer };

/// One iteration: everything that is drawn, and the text. World frame.
struct Step {
    Part part = Part::Question;
    int iteration = 0;
    std::string title;
    std::string asked;
    std::string found;
    std::string decided;

    std::vector<NamedVertex> before;  ///< Simplex of GJK or polytope of EPA, before ...
    std::vector<NamedVertex> after;   ///< ... and after the step.
    std::vector<NamedVertex> dropped;
    std::optional<NamedVertex> support;
    drystone::Vec2 direction{0.0f, 0.0f};     ///< Unit; zero if nothing is searched for.
    drystone::Vec2 search_from{0.0f, 0.0f};   ///< Nearest point before the step.
    drystone::Vec2 nearest{0.0f, 0.0f};       ///< Nearest point of `after` in GJK, of the face in EPA.
    std::optional<int> face;                  ///< EPA: from this vertex of `before` to the next.
    std::vector<Region> regions;              ///< GJK: of the candidate simplex.
    std::optional<drystone::Vec2> witness_a;  ///< Points of the shapes whose difference is `nearest`.
    std::optional<drystone::Vec2> witness_b;
};

/// Question, every step to its answer, and the borders to draw. World frame [m].
struct Tutorial {
    Question question;
    Points border_a;
    Points border_b;
    Points core_a;  ///< Empty if the shape has no radius.
    Points core_b;
    Points difference;             ///< Minkowski difference of the shapes.
    Points core_difference;        ///< Minkowski difference of the cores; empty if it is the same.
    drystone::Penetration answer;  ///< World frame.
    float radius = 0.0f;           ///< Sum of both shapes' radii.
    std::vector<Step> steps;       ///< The first is the question, the last the answer.
};

/// Runs GJK and EPA and records their steps. Throws `drystone::Error` if a pose is not finite.
Tutorial make_tutorial(const Question& question);

/// Stage of a step that is shown.
enum class TutorialStage : std::uint8_t { Asked, Found, Decided };

/// Position in a tutorial. Moves stop at the ends.
struct Place {
    int step = 0;
    TutorialStage stage = TutorialStage::Decided;

    bool operator==(const Place&) const = default;
};

/// Moves one iteration forwards or back, to its decision.
Place next_step(const Tutorial& tutorial, Place place);
Place previous_step(const Tutorial& tutorial, Place place);
/// Moves one stage forwards or back. Question and answer have only one stage.
Place next_stage(const Tutorial& tutorial, Place place);
Place previous_stage(const Tutorial& tutorial, Place place);
/// Returns the same place in another tutorial, or its end if that is shorter.
Place keep_place(const Tutorial& tutorial, Place place);

}  // namespace explorer
