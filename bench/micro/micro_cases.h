#pragma once

#include <scenes/scene.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Rows of `drystone-bench micro`, independent of any geometry library.
namespace bench {

using scenes::Point;

/// Timed call.
enum class MicroQuery : std::uint8_t {
    Distance,
    Collide,
    TimeOfImpact,
    Ray,
    TreeCreate,      ///< All boxes, one after the other, into an empty tree.
    TreeCreateMany,  ///< All boxes at once, and a tree that is ready for queries.
    TreeMoveFew,     ///< One box in a hundred.
    TreeMoveAll,     ///< All boxes, and the library's work that keeps queries fast.
    TreeQuery,
    TreeRay,
    TreeBox,
    TreePairs,
};

/// State of the cache at the start of a query.
enum class MicroCache : std::uint8_t {
    None,   ///< Queries of this kind have no cache.
    Cold,   ///< Empty.
    Warm,   ///< Left by the same query.
    Moved,  ///< Left by the query before B moved by 1 % of its size.
};

inline constexpr int max_micro_vertices = 8;

/// Convex polygon, counter-clockwise.
struct MicroOutline {
    std::array<Point, max_micro_vertices> vertices{};
    int count = 0;
};

struct MicroPose {
    Point position{};
    Point rotation{1.0f, 0.0f};  ///< Cosine and sine.
};

/// Two polygons, B placed in the frame of A.
struct MicroPair {
    MicroOutline a;
    MicroOutline b;
    MicroPose pose;
    MicroPose moved;  ///< A little later.
};

struct MicroSweep {
    Point center_start{};
    Point center_end{};
    float angle_start = 0.0f;
    float angle = 0.0f;  ///< Rotation over the sweep, less than half a turn.
};

struct MicroImpact {
    MicroOutline a;
    MicroOutline b;
    MicroSweep sweep_a;
    MicroSweep sweep_b;
};

struct MicroRay {
    MicroOutline target;
    Point origin{};
    Point translation{};
};

struct MicroBox {
    Point lower{};
    Point upper{};
};

struct MicroBoxes {
    std::vector<MicroBox> boxes;
    std::vector<MicroBox> moved;  ///< The same boxes a little later.
    struct Probe {
        MicroBox box;
        Point translation;
    };
    std::vector<Probe> probes;  ///< Boxes to query and to cast; a ray starts at the lower corner.
};

/// Row of the table: many queries of one kind. Only the vector of that kind is filled.
struct MicroCase {
    MicroQuery query = MicroQuery::Distance;
    std::string kind;  ///< Kind of input: "near".
    MicroCache cache = MicroCache::None;
    int size = 0;  ///< Vertices of a polygon, or boxes in the tree.
    std::shared_ptr<const std::vector<MicroPair>> pairs;
    std::shared_ptr<const std::vector<MicroImpact>> impacts;
    std::shared_ptr<const std::vector<MicroRay>> rays;
    std::shared_ptr<const MicroBoxes> boxes;

    /// Returns the number of queries in a run, by which its time is divided.
    [[nodiscard]] std::size_t queries() const;
};

const char* name_of(MicroQuery query);
const char* name_of(MicroCache cache);
/// Returns the name of the row without its size: "distance", "near, cold".
std::string kind_of(const MicroCase& row);

/// Returns all rows, with `queries` inputs each (trees: as many boxes as the row says), the same every time.
std::vector<MicroCase> make_micro_cases(int queries);

/// Distance from which contacts are found, as in Box2D, and at which a time of impact stops [m].
inline constexpr float micro_margin = 0.02f;
inline constexpr float micro_target = 0.005f;
inline constexpr float micro_tolerance = 0.00125f;

/// Runner of one library for the queries of a row.
class MicroRunner {
public:
    MicroRunner() = default;
    virtual ~MicroRunner() = default;
    MicroRunner(const MicroRunner&) = delete;
    MicroRunner& operator=(const MicroRunner&) = delete;

    /// Makes every query once and keeps the answers.
    virtual void run() = 0;
    /// Returns one number for each query of the last run, to compare libraries by: the distance, the minimum
    /// separation, the fraction (2: none), the number of boxes found, or of pairs.
    [[nodiscard]] const std::vector<float>& answers() const { return answers_; }

protected:
    std::vector<float> answers_;
};

/// Makes the runner of a row from the runner types that a library has for the kinds of query.
template <class Distance, class Collide, class Impact, class Ray, class Tree>
std::unique_ptr<MicroRunner> make_runner(const MicroCase& row) {
    switch (row.query) {
        case MicroQuery::Distance: return std::make_unique<Distance>(row);
        case MicroQuery::Collide: return std::make_unique<Collide>(row);
        case MicroQuery::TimeOfImpact: return std::make_unique<Impact>(row);
        case MicroQuery::Ray: return std::make_unique<Ray>(row);
        default: return std::make_unique<Tree>(row);
    }
}

/// Number that no contact point's separation has.
inline constexpr float micro_no_contact = 1.0f;
inline constexpr float micro_no_hit = 2.0f;

std::unique_ptr<MicroRunner> make_drystone_runner(const MicroCase& row);
std::unique_ptr<MicroRunner> make_box2d3_runner(const MicroCase& row);

/// Returns the fraction at which a ray or a moving box enters a box, for tree visitors; 2: it does not.
inline float micro_entry(const MicroBox& box, Point origin, Point half, Point translation) {
    float enter = 0.0f;
    float leave = 1.0f;
    const auto cut = [&](float low, float high, float from, float way) {
        if (way == 0.0f) {
            enter = from < low || from > high ? micro_no_hit : enter;
            return;
        }
        const float first = (low - from) / way;
        const float second = (high - from) / way;
        enter = std::max(enter, std::min(first, second));
        leave = std::min(leave, std::max(first, second));
    };
    cut(box.lower.x - half.x, box.upper.x + half.x, origin.x, translation.x);
    cut(box.lower.y - half.y, box.upper.y + half.y, origin.y, translation.y);
    return enter <= leave ? enter : micro_no_hit;
}

}  // namespace bench
