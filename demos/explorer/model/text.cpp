#include "text.h"

#include "shape_menu.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace explorer {

using namespace drystone;

namespace {

std::string name(const NamedVertex& vertex) { return subscripted("w", vertex.number); }

/// Joins the vertices' names: "w₁w₃".
std::string names(const std::vector<NamedVertex>& vertices) {
    std::string result;
    for (const NamedVertex& vertex : vertices) {
        result += name(vertex);
    }
    return result;
}

/// Names a simplex: "the edge w₁w₃".
std::string simplex_name(const std::vector<NamedVertex>& vertices) {
    static const char* const kinds[] = {"the point ", "the edge ", "the triangle "};
    return (vertices.empty() || vertices.size() > 3 ? "" : kinds[vertices.size() - 1]) + names(vertices);
}

/// Makes the subject of a sentence: "w₁ and w₂ are".
std::string are(const std::vector<NamedVertex>& vertices) {
    std::string result;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const bool last = i + 1 == vertices.size();
        result += (i == 0 ? "" : last ? " and " : ", ") + name(vertices[i]);
    }
    return result + (vertices.size() == 1 ? " is" : " are");
}

std::string pair_of(const Vec2& v) {
    char text[48];
    // Avoids a minus sign before a zero.
    const auto rounded = [](float value) {
        return std::abs(value) < 0.005f ? 0.0 : static_cast<double>(value);
    };
    std::snprintf(text, sizeof text, "(%.2f, %.2f)", rounded(v.x), rounded(v.y));
    return text;
}

std::string made_of(const NamedVertex& vertex) {
    return name(vertex) + " = " + subscripted("a", vertex.number) + " − " + subscripted("b", vertex.number);
}

std::string found_support(const Step& step) {
    const int number = step.support->number;
    return "Along d A's farthest point is " + subscripted("a", number) + ", against d B's is " +
           subscripted("b", number) + ". So the difference reaches to " + made_of(*step.support) + " = " +
           pair_of(step.support->w);
}

/// Names the candidate simplex: the vertices from before the step, and the support point.
std::string joined_name(const Step& step) {
    std::vector<NamedVertex> vertices = step.before;
    vertices.push_back(*step.support);
    return simplex_name(vertices);
}

std::string gjk_goes_on(const Step& step) {
    std::string text;
    if (step.dropped.empty()) {
        text =
            "The origin lies in the region of " + simplex_name(step.after) + " itself, so both ends are kept";
    } else {
        text = "Of " + joined_name(step) + " the origin lies in the region of " + simplex_name(step.after) +
               ", so " + are(step.dropped) + " dropped";
    }
    const float before = length(step.search_from);
    const float after = length(step.nearest);
    return text + ". The nearest point came from " + metres(before, before - after) + " to " +
           metres(after, before - after) + ": search on from there.";
}

std::string gjk_contained(const Step& step) {
    if (step.after.size() == 3) {
        return "The triangle " + names(step.after) +
               " holds the origin, so the difference does: the cores overlap. GJK is done; EPA finds how "
               "deep.";
    }
    return "The origin lies on " + simplex_name(step.after) +
           ", so the cores share a point. GJK is done; whether they only touch, EPA finds out.";
}

std::string gjk_decision(const Step& step, GjkDecision decision) {
    const std::string distance = metres(length(step.nearest));
    switch (decision) {
        case GjkDecision::GoOn: return gjk_goes_on(step);
        case GjkDecision::Contained: return gjk_contained(step);
        case GjkDecision::KnownSupport:
            return "The simplex has that corner already: nothing lies beyond v, which is the difference's "
                   "point nearest to the origin. The cores are " +
                   distance + " apart; v's shares of the corners tell where.";
        case GjkDecision::NoGain:
            return "It brings the simplex no nearer, as far as numbers can tell: v is the difference's point "
                   "nearest to the origin. The cores are " +
                   distance + " apart; v's shares of the corners tell where.";
        case GjkDecision::Beyond: return "The shapes are certainly farther apart than was asked. Done.";
        case GjkDecision::NotFinite: break;
    }
    return "A number is not finite: there is no answer.";
}

std::string epa_question(const Step& step, const EpaStep& trace) {
    const auto face = static_cast<std::size_t>(trace.face);
    const std::string edge = names({step.before[face], step.before[(face + 1) % step.before.size()]});
    const std::string normal = "its normal n = " + pair_of(step.direction) + "?";
    std::string text;
    if (trace.iteration == 1) {
        text = "EPA starts from the corners farthest right, up, left and down. ";
    }
    if (trace.face_distance < 0.0f) {
        return text + "The origin is still " + metres(-trace.face_distance) +
               " outside of them, beyond the face " + edge + ". How far does the difference go on along " +
               normal;
    }
    return text + "The nearest way out of the polytope is across its face " + edge + ", " +
           metres(trace.face_distance) +
           " from the origin: no depth can be less. Does the difference go on beyond it, along " + normal;
}

std::string epa_decision(const Step& step, const EpaStep& trace) {
    const std::string support = name(*step.support);
    switch (trace.decision) {
        case EpaDecision::Expand: {
            std::string text =
                support + " lies beyond the face and becomes a vertex: two faces take its place";
            if (!step.dropped.empty()) {
                text += ". " + are(step.dropped) + " inside now and dropped";
            }
            return text + ". Look for the nearest face again.";
        }
        case EpaDecision::OnBorder:
            return support +
                   " is an end of the face: nothing lies beyond it, so it is one of the difference's own. "
                   "The "
                   "depth is exactly " +
                   metres(trace.depth) + ".";
        case EpaDecision::WithinTolerance:
            return "What lies beyond the face is less than numbers can tell: the depth is " +
                   metres(trace.depth) + ", along n.";
        case EpaDecision::Full:
            return "The polytope has no room left (every direction is nearly as good): the depth is " +
                   metres(trace.depth) + ", or at most " + metres(trace.error) + " less.";
        default: return "A number is not finite: there is no answer.";
    }
}

}  // namespace

std::string subscripted(const char* letter, int number) {
    static const char* const digits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    std::string result = letter;
    for (const char c : std::to_string(number)) {
        result += digits[c - '0'];
    }
    return result;
}

std::string metres(float length) {
    char text[32];
    const bool usual = std::abs(length) >= 0.0095f || length == 0.0f;
    std::snprintf(text, sizeof text, usual ? "%.2f m" : "%.1g m", static_cast<double>(length));
    return text;
}

std::string metres(float length, float difference) {
    int digits = 2;
    for (float step = 0.01f; step > std::abs(difference) && digits < 7 && difference != 0.0f; step *= 0.1f) {
        ++digits;
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.*f m", digits, static_cast<double>(length));
    return text;
}

std::vector<std::string> wrap(std::string_view text, int columns) {
    std::vector<std::string> lines;
    std::string line;
    int length = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        int size = 0;
        for (const char c : word) {
            size += (static_cast<unsigned char>(c) & 0xc0u) != 0x80u ? 1 : 0;
        }
        if (!line.empty() && length + 1 + size > columns) {
            lines.push_back(line);
            line.clear();
            length = 0;
        }
        line.append(line.empty() ? "" : " ").append(word);
        length += size + (length > 0 ? 1 : 0);
    }
    if (!line.empty()) {
        lines.push_back(line);
    }
    return lines;
}

void describe_question(Step& step, const Tutorial& tutorial) {
    const std::vector<ShapeChoice>& menu = shape_menu();
    const std::string a = menu[static_cast<std::size_t>(tutorial.question.a.choice)].title;
    const std::string b = menu[static_cast<std::size_t>(tutorial.question.b.choice)].title;
    step.title = "The question";
    step.asked = "Do A (" + a + ") and B (" + b +
                 ") overlap? If so, how deep and along which normal; if not, how far apart are they, and "
                 "where?";
    step.found =
        "All a − b, of a point a of A and a point b of B, make the Minkowski difference, on the right. "
        "A and B share a point exactly where some a − b is zero: where it holds the origin.";
    step.decided =
        tutorial.radius > 0.0f
            ? "GJK and EPA never build it; they ask for its farthest point along a direction. They run on "
              "the "
              "cores (dashed); the radii, " +
                  metres(tutorial.radius) + " together, are added at the end."
            : "GJK and EPA never build it: all they ask for is its farthest point along a direction, A's "
              "farthest point along it minus B's farthest against it.";
}

void describe(Step& step, const GjkStep& trace) {
    if (trace.iteration == 0) {
        step.title = "GJK begins";
        step.asked =
            "Where to begin? Any point of the difference will do. The one farthest along the way from "
            "A to B is a fair guess.";
        step.found = "It is " + made_of(step.after.front()) + " = " + pair_of(step.after.front().w) + ", " +
                     metres(length(step.nearest)) + " from the origin.";
        step.decided = trace.decision == GjkDecision::Contained
                           ? gjk_contained(step)
                           : "That is the simplex to start with. Its nearest point v is the point itself.";
        return;
    }
    const float reach = dot(step.support->w, step.direction);
    step.title = "GJK, iteration " + std::to_string(trace.iteration);
    step.asked = "The simplex is " + simplex_name(step.before) + ". Its point v nearest to the origin is " +
                 metres(length(step.search_from)) +
                 " away. Does the difference reach beyond it, along d = " + pair_of(step.direction) +
                 " towards the origin?";
    step.found =
        found_support(step) +
        (reach < 0.0f ? ". That is " + metres(-reach) +
                            " short of the origin: the cores cannot overlap, nor be nearer than that."
                      : ", " + metres(reach) + " past the origin: there may be an overlap.");
    step.decided = gjk_decision(step, trace.decision);
}

void describe(Step& step, const EpaStep& trace) {
    step.title = "EPA, iteration " + std::to_string(trace.iteration);
    if (trace.decision == EpaDecision::SinglePoint) {
        step.asked = "Which way out of the difference is the shortest?";
        step.found = "The difference is a single point, the origin.";
        step.decided = "The shapes touch in one point, and every direction is as good as any other.";
        return;
    }
    step.asked = epa_question(step, trace);
    const float minimum = std::max(trace.depth - trace.error, 0.0f);
    step.found = "Along n it reaches to " + made_of(*step.support) + ", " + metres(trace.support_distance) +
                 " from the origin: so long a shift of B along n parts the cores. " +
                 (minimum < trace.depth ? "The depth lies between " + metres(minimum, trace.depth - minimum) +
                                              " and " + metres(trace.depth, trace.depth - minimum) + "."
                                        : "No shift is shorter.");
    step.decided = epa_decision(step, trace);
}

void describe_answer(Step& step, const Tutorial& tutorial, const TraceRecord& record) {
    const Penetration& answer = tutorial.answer;
    const auto iterations = static_cast<int>(record.gjk.size()) - 1;
    const std::string counts =
        std::to_string(iterations) + (iterations == 1 ? " iteration" : " iterations") + " of GJK" +
        (record.epa.empty() ? std::string() : " and " + std::to_string(record.epa.size()) + " of EPA");
    step.title = "The answer";
    step.asked = "After " + counts + ": what does the difference's nearest point say of the shapes?";
    const bool radii = tutorial.radius > 0.0f && answer.status != PenetrationStatus::NotFinite;
    const float core = answer.depth - tutorial.radius;
    step.found =
        radii ? "The cores " +
                    (core < 0.0f ? "are " + metres(-core) + " apart" : "overlap " + metres(core) + " deep") +
                    "; the radii add up to " + metres(tutorial.radius) + ". "
              : std::string();
    step.found +=
        "The corners' points of A and of B, in the same shares, are the witness points p on A and q on B.";
    if (answer.status == PenetrationStatus::NotFinite) {
        step.decided = "A number is not finite: there is no answer.";
    } else if (answer.depth < 0.0f) {
        step.decided = "A and B are " + metres(-answer.depth) + " apart, along the normal " +
                       pair_of(answer.normal) + " from p to q.";
    } else {
        step.decided = "A and B overlap, " + metres(answer.depth) +
                       " deep: the least shift that parts them "
                       "moves B that far along the normal " +
                       pair_of(answer.normal) + " (to the dashed outline).";
    }
}

}  // namespace explorer
