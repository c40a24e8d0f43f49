#pragma once

#include "regions.h"

#include <drystone/collision/trace.h>

#include <optional>
#include <string>
#include <vector>

namespace explorer {

/// A shape of the menu and where it lies.
struct PlacedShape {
    int choice = 0;  ///< Index in `shape_menu()`.
    drystone::Vec2 position{0.0f, 0.0f};
    float angle = 0.0f;

    [[nodiscard]] drystone::Pose pose() const { return {position, drystone::Rot::from_angle(angle)}; }
};

/// What GJK and EPA are asked about.
struct Question {
    PlacedShape a{3, {-1.1f, 0.0f}, 0.3f};
    PlacedShape b{4, {1.3f, 0.4f}, -0.2f};
};

/// A vertex of the Minkowski difference and what it is made of. World frame: w = on_a - on_b.
struct NamedVertex {
    drystone::Vec2 w{0.0f, 0.0f};
    drystone::Vec2 on_a{0.0f, 0.0f};
    drystone::Vec2 on_b{0.0f, 0.0f};
    int number = 0;  ///< Counted from 1 in the order in which they were found.
};

enum class Part : std::uint8_t { Question, Gjk, Epa, Answer };

/// Everything about one iteration: what to draw, and the words to it. World frame.
struct Step {
    Part part = Part::Question;
    int iteration = 0;
    std::string title;
    std::string asked;
    std::string found;
    std::string decided;

    std::vector<NamedVertex> before;  ///< The simplex of GJK or the polytope of EPA, as the step found it ...
    std::vector<NamedVertex> after;   ///< ... and as it left it.
    std::vector<NamedVertex> dropped;
    std::optional<NamedVertex> support;
    drystone::Vec2 direction{0.0f, 0.0f};     ///< Unit; zero where nothing is searched for.
    drystone::Vec2 search_from{0.0f, 0.0f};   ///< The nearest point known before.
    drystone::Vec2 nearest{0.0f, 0.0f};       ///< Of `after` in GJK, of the face in EPA.
    std::optional<int> face;                  ///< EPA: from this vertex of `before` to the next.
    std::vector<Region> regions;              ///< GJK: of the simplex that is judged.
    std::optional<drystone::Vec2> witness_a;  ///< The points of the shapes that make `nearest`.
    std::optional<drystone::Vec2> witness_b;
};

/// A question, every step to its answer, and the borders to draw. World frame [m].
struct Tutorial {
    Question question;
    Points border_a;
    Points border_b;
    Points core_a;  ///< Empty where the shape has no radius.
    Points core_b;
    Points difference;             ///< Of the shapes.
    Points core_difference;        ///< Of the cores; empty where it is the same.
    drystone::Penetration answer;  ///< World frame.
    float radius = 0.0f;           ///< Of both shapes together.
    std::vector<Step> steps;       ///< The first is the question, the last the answer.
};

/// Runs GJK and EPA and tells what they did. Throws `drystone::Error` where a pose is not finite.
Tutorial make_tutorial(const Question& question);

/// Which of a step's moments is looked at.
enum class TutorialStage : std::uint8_t { Asked, Found, Decided };

/// A place in a tutorial. Moves stop at the ends.
struct Place {
    int step = 0;
    TutorialStage stage = TutorialStage::Decided;

    bool operator==(const Place&) const = default;
};

/// One iteration forwards or back, to where it is decided.
Place next_step(const Tutorial& tutorial, Place place);
Place previous_step(const Tutorial& tutorial, Place place);
/// One moment forwards or back. Question and answer have but one.
Place next_stage(const Tutorial& tutorial, Place place);
Place previous_stage(const Tutorial& tutorial, Place place);
/// The same place in another tutorial, or its end where that is shorter.
Place keep_place(const Tutorial& tutorial, Place place);

}  // namespace explorer
