#include "tutorial.h"

#include "shape_menu.h"
#include "text.h"

#include <drystone/collision/error.h>

#include <algorithm>

namespace explorer {

using namespace drystone;

namespace {

constexpr float border_tolerance = 0.002f;

Vec2 unit(const Vec2& v) {
    const float length = drystone::length(v);
    return length > 0.0f ? v / length : Vec2{0.0f, 0.0f};
}

/// Converts a trace in the frame of A to steps in the world frame.
class StepMaker {
public:
    explicit StepMaker(const Pose& frame) : frame_(frame) {}

    Step make(const GjkStep& trace) {
        Step step;
        step.part = Part::Gjk;
        step.iteration = trace.iteration;
        step.before = named(trace.before);
        if (trace.iteration > 0) {
            step.support = named(trace.support);
            step.direction = unit(turned(trace.direction));
        }
        step.after = named(trace.after);
        for (int k = 0; k < trace.before.count; ++k) {
            if (!trace.kept[k]) {
                step.dropped.push_back(step.before[static_cast<std::size_t>(k)]);
            }
        }
        step.nearest = turned(trace.nearest);
        step.search_from = nearest_;
        nearest_ = step.nearest;
        Vec2 on_a{0.0f, 0.0f};
        Vec2 on_b{0.0f, 0.0f};
        for (int k = 0; k < trace.after.count; ++k) {
            on_a += trace.weights[k] * trace.after.vertices[k].on_a;
            on_b += trace.weights[k] * trace.after.vertices[k].on_b;
        }
        step.witness_a = transform(frame_, on_a);
        step.witness_b = transform(frame_, on_b);
        step.regions = voronoi_regions(judged(step, trace.decision));
        describe(step, trace);
        return step;
    }

    Step make(const EpaStep& trace) {
        Step step;
        step.part = Part::Epa;
        step.iteration = trace.iteration;
        step.before = named(trace.before);
        step.direction = turned(trace.normal);
        step.nearest = turned(trace.nearest);
        step.search_from = step.nearest;
        step.face = trace.face;
        if (trace.decision != EpaDecision::SinglePoint) {
            step.support = named(trace.support);
        }
        step.after = named(trace.after);
        for (const int i : trace.dropped) {
            step.dropped.push_back(step.before[static_cast<std::size_t>(i)]);
        }
        const auto face = static_cast<std::size_t>(trace.face);
        const TraceVertex& p = trace.before[face];
        const TraceVertex& q = trace.before[(face + 1) % trace.before.size()];
        step.witness_a = transform(frame_, p.on_a + trace.fraction * (q.on_a - p.on_a));
        step.witness_b = transform(frame_, p.on_b + trace.fraction * (q.on_b - p.on_b));
        describe(step, trace);
        return step;
    }

private:
    [[nodiscard]] Vec2 turned(const Vec2& v) const { return rotate(frame_.rotation, v); }

    NamedVertex named(const TraceVertex& vertex) {
        const auto known = std::find(known_.begin(), known_.end(), vertex);
        const auto number = static_cast<int>(known - known_.begin()) + 1;
        if (known == known_.end()) {
            known_.push_back(vertex);
        }
        return {turned(vertex.w), transform(frame_, vertex.on_a), transform(frame_, vertex.on_b), number};
    }
    std::vector<NamedVertex> named(const TraceSimplex& simplex) {
        std::vector<NamedVertex> result;
        result.reserve(static_cast<std::size_t>(simplex.count));
        for (int k = 0; k < simplex.count; ++k) {
            result.push_back(named(simplex.vertices[k]));
        }
        return result;
    }
    std::vector<NamedVertex> named(const std::vector<TraceVertex>& vertices) {
        std::vector<NamedVertex> result;
        result.reserve(vertices.size());
        for (const TraceVertex& vertex : vertices) {
            result.push_back(named(vertex));
        }
        return result;
    }
    /// Returns the simplex whose parts are compared: the one before the step and the support point, if that
    /// made progress.
    static Points judged(const Step& step, GjkDecision decision) {
        Points points;
        for (const NamedVertex& vertex : step.before) {
            points.push_back(vertex.w);
        }
        const bool of_use = decision == GjkDecision::GoOn || decision == GjkDecision::Contained;
        if (step.support && of_use && points.size() < 3) {
            points.push_back(step.support->w);
        }
        return points;
    }

    Pose frame_;
    Vec2 nearest_{0.0f, 0.0f};
    std::vector<TraceVertex> known_;
};

Vec2 support_with_radius(const AnyShape& shape, const Vec2& direction, float radius) {
    const Vec2 point = core_mapping(shape).support(direction);
    return radius > 0.0f ? point + radius * unit(direction) : point;
}

Vec2 placed_support(const AnyShape& shape, const Pose& pose, const Vec2& direction, float radius) {
    return transform(pose, support_with_radius(shape, inverse_rotate(pose.rotation, direction), radius));
}

void trace_borders(const AnyShape& a, const Pose& pose_a, const AnyShape& b, const Pose& pose_b,
                   Tutorial& tutorial) {
    const float radius_a = core_radius(a);
    const float radius_b = core_radius(b);
    const auto border = [](const AnyShape& shape, const Pose& pose, float radius) {
        return trace_border([&](const Vec2& d) { return placed_support(shape, pose, d, radius); },
                            border_tolerance);
    };
    const auto difference = [&](float of_a, float of_b) {
        return trace_border(
            [&](const Vec2& d) -> Vec2 {
                return placed_support(a, pose_a, d, of_a) - placed_support(b, pose_b, -d, of_b);
            },
            border_tolerance);
    };
    tutorial.border_a = border(a, pose_a, radius_a);
    tutorial.border_b = border(b, pose_b, radius_b);
    tutorial.difference = difference(radius_a, radius_b);
    if (radius_a > 0.0f) {
        tutorial.core_a = border(a, pose_a, 0.0f);
    }
    if (radius_b > 0.0f) {
        tutorial.core_b = border(b, pose_b, 0.0f);
    }
    tutorial.radius = radius_a + radius_b;
    if (tutorial.radius > 0.0f) {
        tutorial.core_difference = difference(0.0f, 0.0f);
    }
}

Penetration in_world(const Penetration& answer, const Pose& frame) {
    Penetration result = answer;
    result.normal = rotate(frame.rotation, answer.normal);
    result.point_a = transform(frame, answer.point_a);
    result.point_b = transform(frame, answer.point_b);
    return result;
}

Step make_answer(const Tutorial& tutorial, const TraceRecord& record) {
    Step step = tutorial.steps.back();
    step.part = Part::Answer;
    step.regions.clear();
    step.support.reset();
    step.dropped.clear();
    step.before = step.after;
    step.direction = tutorial.answer.normal;
    step.nearest = tutorial.answer.depth * tutorial.answer.normal;
    step.face.reset();
    step.witness_a = tutorial.answer.point_a;
    step.witness_b = tutorial.answer.point_b;
    describe_answer(step, tutorial, record);
    return step;
}

bool has_stages(const Tutorial& tutorial, int step) {
    const Part part = tutorial.steps[static_cast<std::size_t>(step)].part;
    return part == Part::Gjk || part == Part::Epa;
}

int last_step(const Tutorial& tutorial) { return static_cast<int>(tutorial.steps.size()) - 1; }

}  // namespace

Tutorial make_tutorial(const Question& question) {
    const Pose pose_a = question.a.pose();
    const Pose pose_b = question.b.pose();
    if (!is_finite(pose_a) || !is_finite(pose_b)) {
        fail("make_tutorial: poses must be finite");
    }
    const std::vector<ShapeChoice>& menu = shape_menu();
    const auto shape_of = [&menu](const PlacedShape& placed) {
        return placed.corners.empty() ? menu.at(static_cast<std::size_t>(placed.choice)).shape
                                      : AnyShape::of_points(placed.corners);
    };
    const AnyShape a = shape_of(question.a);
    const AnyShape b = shape_of(question.b);
    Tutorial tutorial;
    tutorial.question = question;
    trace_borders(a, pose_a, b, pose_b, tutorial);
    TraceRecord record;
    tutorial.answer = in_world(trace_penetration(a, b, inverse_multiply(pose_a, pose_b), record), pose_a);
    Step first;
    describe_question(first, tutorial);
    tutorial.steps.push_back(std::move(first));
    StepMaker maker(pose_a);
    for (const GjkStep& step : record.gjk) {
        tutorial.steps.push_back(maker.make(step));
    }
    for (const EpaStep& step : record.epa) {
        tutorial.steps.push_back(maker.make(step));
    }
    tutorial.steps.push_back(make_answer(tutorial, record));
    return tutorial;
}

Place next_step(const Tutorial& tutorial, Place place) {
    return {std::min(place.step + 1, last_step(tutorial)), TutorialStage::Decided};
}

Place previous_step(const Tutorial&, Place place) {
    return {std::max(place.step - 1, 0), TutorialStage::Decided};
}

Place next_stage(const Tutorial& tutorial, Place place) {
    if (has_stages(tutorial, place.step) && place.stage != TutorialStage::Decided) {
        return {place.step,
                place.stage == TutorialStage::Asked ? TutorialStage::Found : TutorialStage::Decided};
    }
    if (place.step == last_step(tutorial)) {
        return place;
    }
    return {place.step + 1,
            has_stages(tutorial, place.step + 1) ? TutorialStage::Asked : TutorialStage::Decided};
}

Place previous_stage(const Tutorial& tutorial, Place place) {
    if (has_stages(tutorial, place.step) && place.stage != TutorialStage::Asked) {
        return {place.step,
                place.stage == TutorialStage::Decided ? TutorialStage::Found : TutorialStage::Asked};
    }
    return previous_step(tutorial, place);
}

Place keep_place(const Tutorial& tutorial, Place place) {
    if (place.step > last_step(tutorial)) {
        return {last_step(tutorial), TutorialStage::Decided};
    }
    return {place.step, has_stages(tutorial, place.step) ? place.stage : TutorialStage::Decided};
}

}  // namespace explorer
