#pragma once

#include <scenes/scene.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// What `drystone-bench micro` asks of a geometry library, without the names of any of them.
namespace bench {

using scenes::Point;

/// A call whose time is of interest.
enum class MicroQuery : std::uint8_t {
    Distance,
    Collide,
    TimeOfImpact,
    Ray,
    TreeCreate,      ///< All boxes, one after the other, into an empty tree.
    TreeCreateMany,  ///< All boxes at once, and a tree that is ready for queries.
    TreeMoveFew,     ///< One box in a hundred.
    TreeMoveAll,     ///< All boxes, and what the library does so that queries stay fast.
    TreeQuery,
    TreeRay,
    TreeBox,
    TreePairs,
};

/// What a query may begin with.
enum class MicroCache : std::uint8_t {
    None,   ///< There is none for such a query.
    Cold,   ///< Empty.
    Warm,   ///< What the same query has left.
    Moved,  ///< What the query has left before B moved by 1 % of its size.
};

inline constexpr int max_micro_vertices = 8;

/// A convex polygon, counter-clockwise.
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
    float angle = 0.0f;  ///< Turned through, less than half a turn.
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

/// A row of the table: so many queries of one kind. The vector that belongs to the kind is filled.
struct MicroCase {
    MicroQuery query = MicroQuery::Distance;
    std::string kind;  ///< What the queries are like: "near".
    MicroCache cache = MicroCache::None;
    int size = 0;  ///< Vertices of a polygon, or boxes in the tree.
    std::shared_ptr<const std::vector<MicroPair>> pairs;
    std::shared_ptr<const std::vector<MicroImpact>> impacts;
    std::shared_ptr<const std::vector<MicroRay>> rays;
    std::shared_ptr<const MicroBoxes> boxes;

    /// How many queries one run makes, by which its time is divided.
    [[nodiscard]] std::size_t queries() const;
};

const char* name_of(MicroQuery query);
const char* name_of(MicroCache cache);
/// As in "distance", "near, cold".
std::string kind_of(const MicroCase& row);

/// All rows, with `queries` inputs each (of trees: as many boxes as the row says), the same every time.
std::vector<MicroCase> make_micro_cases(int queries);

/// From here on the contacts are found, as in Box2D, and this is what a time of impact stops at [m].
inline constexpr float micro_margin = 0.02f;
inline constexpr float micro_target = 0.005f;
inline constexpr float micro_tolerance = 0.00125f;

/// One library's way through the queries of a row.
class MicroRunner {
public:
    MicroRunner() = default;
    virtual ~MicroRunner() = default;
    MicroRunner(const MicroRunner&) = delete;
    MicroRunner& operator=(const MicroRunner&) = delete;

    /// Makes every query once and keeps the answers.
    virtual void run() = 0;
    /// One number for each query of the last run, with which libraries can be compared: the distance, the
    /// least separation, the fraction (2: none), the number of boxes found, or of pairs.
    [[nodiscard]] const std::vector<float>& answers() const { return answers_; }

protected:
    std::vector<float> answers_;
};

/// The runner of a row, of those that one library has for the kinds of query.
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

/// A number that no contact point's separation has.
inline constexpr float micro_no_contact = 1.0f;
inline constexpr float micro_no_hit = 2.0f;

std::unique_ptr<MicroRunner> make_drystone_runner(const MicroCase& row);
std::unique_ptr<MicroRunner> make_box2d3_runner(const MicroCase& row);

/// Where a ray or a box on its way enters a box, for visitors of trees; 2: nowhere.
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
