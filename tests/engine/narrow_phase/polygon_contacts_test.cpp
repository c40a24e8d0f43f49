#include <doctest/doctest.h>

#include "narrow_phase/general_contacts.h"
#include "support/world_build.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

using namespace drystone;

namespace {

constexpr float margin = 0.02f;

/// Placement of the pairs.
enum class Mode : std::uint8_t { Near, Deep, Apart, Aligned, FarFromOrigin };

/// Returns the number of pairs of each kind and mode; the environment variable overrides the default.
int pair_count() {
    const char* const wanted = std::getenv("DRYSTONE_TEST_PAIRS");
    return wanted == nullptr ? 5000 : std::atoi(wanted);
}

ShapeGeometry random_core(test::Random& random, bool medium, bool round) {
    const float radius = random.below(3) == 0 ? random.between(0.01f, 0.3f) : 0.0f;
    const Vec2 shift{random.between(-0.5f, 0.5f), random.between(-0.5f, 0.5f)};
    if (round && random.below(2) == 0) {
        return Circle{shift, random.between(0.05f, 0.8f)};
    }
    if (!medium) {
        switch (random.below(4)) {
            case 0:
                return Segment{shift, shift + Vec2{random.between(0.1f, 2.0f), random.between(-1.0f, 1.0f)}};
            case 1:
                return Capsule{shift, shift + Vec2{random.between(0.1f, 2.0f), random.between(-1.0f, 1.0f)},
                               random.between(0.02f, 0.5f)};
            case 2:
                return make_box(random.between(0.1f, 1.0f), random.between(0.1f, 1.0f), Pose{shift, {}},
                                radius);
            default: break;
        }
    }
    // Points in a random ring: a hull of at most `count` corners.
    const int count = medium ? 5 + random.below(4) : 3 + random.below(2);
    std::vector<Vec2> points;
    for (int i = 0; i < count; ++i) {
        const float angle =
            (static_cast<float>(i) + random.between(0.1f, 0.9f)) * 2.0f * pi / static_cast<float>(count);
        const Rot turn = Rot::from_angle(angle);
        const float reach = medium ? random.between(0.8f, 0.9f) : random.between(0.4f, 1.2f);
        points.emplace_back(shift + reach * Vec2{turn.c, turn.s});
    }
    return make_hull(points, radius);
}

/// Sixteen pairs of random shapes.
struct Pairs {
    BodyStore bodies;
    ShapeStore shapes;
    DefinitionArray<Contact> contacts;
    LanePairs lanes{};
};

std::uint32_t add_shape(Pairs& pairs, test::Random& random, bool medium, Mode mode, const Vec2& origin) {
    ShapeGeometry geometry = random_core(random, medium, !medium);
    const std::uint32_t body = pairs.bodies.create(BodyType::Dynamic);
    const std::uint32_t shape = pairs.shapes.create(geometry, body);
    const Vec2 center{random.between(-0.5f, 0.5f), random.between(-0.5f, 0.5f)};
    pairs.bodies.masses.edit(body) = make_body_mass(center.x, center.y, 1.0f, 1.0f);
    const float angle =
        mode == Mode::Aligned ? 0.5f * pi * static_cast<float>(random.below(4)) : random.between(-3.0f, 3.0f);
    const Rot turn = Rot::from_angle(angle);
    pairs.bodies.poses[body] = {origin.x, origin.y, turn.c, turn.s};
    return shape;
}

Manifold collide_scalar(const Pairs& pairs, const Contact& contact, float reach) {
    const NarrowPhaseInput input{pairs.bodies, pairs.shapes, scalar_narrow_kernels(), reach};
    CollisionCache cache;
    return collide_shapes(input, contact, cache);
}

/// Places B such that the shapes just touch in a random direction, then shifts it according to the mode.
void place(Pairs& pairs, const Contact& contact, Mode mode, test::Random& random) {
    const BodyPose start = pairs.bodies.poses[contact.body_b];
    BodyPose& pose = pairs.bodies.poses[contact.body_b];
    const Rot way = mode == Mode::Aligned ? Rot::from_angle(0.5f * pi * static_cast<float>(random.below(4)))
                                          : Rot::from_angle(random.between(-3.2f, 3.2f));
    float low = 0.0f;
    float high = 12.0f;
    for (int i = 0; i < 40; ++i) {
        const float middle = 0.5f * (low + high);
        pose.x = start.x + middle * way.c;
        pose.y = start.y + middle * way.s;
        (collide_scalar(pairs, contact, 0.0f).count > 0 ? low : high) = middle;
    }
    const float gap = mode == Mode::Deep    ? random.between(-1.5f, 0.0f)
                      : mode == Mode::Apart ? random.between(0.0f, 0.1f)
                                            : random.between(-0.03f, 0.03f);
    pose.x = start.x + (high + gap) * way.c;
    pose.y = start.y + (high + gap) * way.s;
}

Pairs make_pairs(test::Random& random, bool medium_a, bool medium_b, Mode mode) {
    Pairs pairs;
    const Vec2 origin = mode == Mode::FarFromOrigin ? Vec2{7000.0f, -7000.0f} : Vec2{0.0f, 0.0f};
    for (int lane = 0; lane < block_lanes; ++lane) {
        Contact contact;
        contact.shape_a = add_shape(pairs, random, medium_a, mode, origin);
        contact.shape_b = add_shape(pairs, random, medium_b, mode, origin);
        contact.body_a = pairs.shapes.cores[contact.shape_a].body;
        contact.body_b = pairs.shapes.cores[contact.shape_b].body;
        place(pairs, contact, mode, random);
        pairs.contacts.push_back(contact);
    }
    for (int lane = 0; lane < block_lanes; ++lane) {
        const Contact& contact = pairs.contacts[static_cast<std::size_t>(lane)];
        const auto frame = [&](std::uint32_t shape, std::uint32_t body) {
            const BodyMass& mass = pairs.bodies.masses[body];
            return static_cast<std::int32_t>(
                pairs.shapes.frame_of(shape, Vec2{mass.center_x, mass.center_y}));
        };
        pairs.lanes.body_a[lane] = static_cast<std::int32_t>(contact.body_a);
        pairs.lanes.body_b[lane] = static_cast<std::int32_t>(contact.body_b);
        pairs.lanes.frame_a[lane] = frame(contact.shape_a, contact.body_a);
        pairs.lanes.frame_b[lane] = frame(contact.shape_b, contact.body_b);
    }
    return pairs;
}

/// Returns which kernel processes the shape.
bool is_medium(const Pairs& pairs, std::uint32_t shape) { return pairs.shapes.cores[shape].count > 4; }

ManifoldRows run(const NarrowKernels& kernels, const Pairs& pairs, bool medium_a, bool medium_b) {
    ManifoldRows rows{};
    kernels.collide_polygons[medium_a ? 1 : 0][medium_b ? 1 : 0](
        pairs.lanes,
        {reinterpret_cast<const float*>(pairs.bodies.poses.data()),
         reinterpret_cast<const float*>(pairs.shapes.frames.data()), margin},
        rows, block_lanes);
    return rows;
}

/// Largest separations of all faces of two cores in double precision, and the minimum distance of two
/// vertices: they show whether two features are so close to each other that either may be chosen.
struct Exact {
    std::vector<Vec2d> a, b;
    double best = -std::numeric_limits<double>::infinity();
    double second = best;
    double vertices = std::numeric_limits<double>::infinity();
};

std::vector<Vec2d> exact_points(const Pairs& pairs, std::uint32_t shape) {
    const std::uint32_t body = pairs.shapes.cores[shape].body;
    const BodyPose& pose = pairs.bodies.poses[body];
    const BodyMass& mass = pairs.bodies.masses[body];
    const ConvexCore core = pairs.shapes.view(shape);
    std::vector<Vec2d> points;
    for (int i = 0; i < core.count; ++i) {
        const Vec2d p = to_double(core.points[i]) - Vec2d{mass.center_x, mass.center_y};
        points.emplace_back(double{pose.x} + double{pose.c} * p.x - double{pose.s} * p.y,
                            double{pose.y} + double{pose.s} * p.x + double{pose.c} * p.y);
    }
    return points;
}

void add_faces(Exact& exact, const std::vector<Vec2d>& core, const std::vector<Vec2d>& other) {
    for (std::size_t i = 0; i < core.size() && core.size() > 1; ++i) {
        const Vec2d edge = core[(i + 1) % core.size()] - core[i];
        const Vec2d normal = normalized(Vec2d{edge.y, -edge.x});
        double separation = std::numeric_limits<double>::infinity();
        for (const Vec2d& point : other) {
            separation = std::min(separation, dot(normal, point - core[i]));
        }
        exact.second = std::max(exact.second, std::min(exact.best, separation));
        exact.best = std::max(exact.best, separation);
    }
}

Exact make_exact(const Pairs& pairs, const Contact& contact) {
    Exact exact;
    exact.a = exact_points(pairs, contact.shape_a);
    exact.b = exact_points(pairs, contact.shape_b);
    add_faces(exact, exact.a, exact.b);
    add_faces(exact, exact.b, exact.a);
    for (const Vec2d& p : exact.a) {
        for (const Vec2d& q : exact.b) {
            exact.vertices = std::min(exact.vertices, length(p - q));
        }
    }
    return exact;
}

struct Agreement {
    int pairs = 0;
    int touching = 0;
    int ties = 0;       ///< Two features within rounding: either is right.
    int at_margin = 0;  ///< A point at the margin that only one of them has.
    int ids = 0;        ///< The same points with other identifiers, which requires a tie of incident faces.
    int wrong = 0;
};

/// Compares one lane with GJK and EPA.
void compare(const Pairs& pairs, const ManifoldRows& rows, int lane, float tolerance, Agreement& result) {
    const Contact& contact = pairs.contacts[static_cast<std::size_t>(lane)];
    ManifoldRows scalar{};
    const NarrowPhaseInput input{pairs.bodies, pairs.shapes, scalar_narrow_kernels(), margin};
    CollisionCache cache;
    find_general_manifold(input, contact, cache, scalar, 0, margin);
    ++result.pairs;

    const Exact exact = make_exact(pairs, contact);
    float deepest[2] = {1e9f, 1e9f};
    int count[2] = {0, 0};
    for (int i = 0; i < 2; ++i) {
        if (rows.feature[i][lane] != 0.0f) {
            deepest[0] = std::min(deepest[0], rows.separation[i][lane]);
            ++count[0];
        }
        if (scalar.feature[i][0] != 0.0f) {
            deepest[1] = std::min(deepest[1], scalar.separation[i][0]);
            ++count[1];
        }
    }
    result.touching += count[1] > 0 ? 1 : 0;
    const bool at_margin = std::abs(std::min(deepest[0], deepest[1]) - margin) < tolerance;
    if (count[0] == 0 || count[1] == 0) {
        (count[0] == count[1] || at_margin ? result.at_margin : result.wrong) += count[0] == count[1] ? 0 : 1;
        return;
    }
    if (std::abs(deepest[0] - deepest[1]) > tolerance) {
        ++result.wrong;
        return;
    }
    const float cosine = rows.normal_x[lane] * scalar.normal_x[0] + rows.normal_y[lane] * scalar.normal_y[0];
    const bool tie = exact.best - exact.second < 2.0 * double{tolerance} ||
                     std::abs(exact.vertices - exact.best) < 3e-5 || exact.vertices < 1e-4;
    if (cosine < 0.9999f) {
        ++(tie ? result.ties : result.wrong);
        return;
    }
    if (count[0] != count[1]) {
        const float farther = std::max({rows.separation[0][lane], rows.separation[1][lane],
                                        scalar.separation[0][0], scalar.separation[1][0]});
        const bool second_at_margin = std::abs(farther - margin) < 10.0f * tolerance;
        ++(second_at_margin ? result.at_margin : (tie ? result.ties : result.wrong));
        return;
    }
    for (int i = 0; i < 2; ++i) {
        if (rows.feature[i][lane] == 0.0f || scalar.feature[i][0] == 0.0f) {
            continue;  // Not there, or a single point in another place.
        }
        const bool same = std::abs(rows.separation[i][lane] - scalar.separation[i][0]) < 10.0f * tolerance &&
                          std::abs(rows.arm_x[i][lane] - scalar.arm_x[i][0]) < 3e-3f &&
                          std::abs(rows.arm_y[i][lane] - scalar.arm_y[i][0]) < 3e-3f;
        result.wrong += same || tie ? 0 : 1;
        result.ids += rows.feature[i][lane] == scalar.feature[i][0] || tie ? 0 : 1;
    }
}

Agreement compare_many(Mode mode, bool medium_a, bool medium_b, std::uint32_t seed) {
    test::Random random(seed);
    Agreement result;
    const float tolerance = mode == Mode::FarFromOrigin ? 3e-3f : 5e-6f;
    while (result.pairs < pair_count()) {
        Pairs pairs = make_pairs(random, medium_a, medium_b, mode);
        const ManifoldRows rows = run(narrow_kernels(SimdTarget::Widest), pairs, medium_a, medium_b);
        const ManifoldRows reference = run(scalar_narrow_kernels(), pairs, medium_a, medium_b);
        REQUIRE(std::memcmp(&rows, &reference, sizeof rows) == 0);
        for (int lane = 0; lane < block_lanes; ++lane) {
            const Contact& contact = pairs.contacts[static_cast<std::size_t>(lane)];
            if (is_medium(pairs, contact.shape_a) == medium_a &&
                is_medium(pairs, contact.shape_b) == medium_b) {
                compare(pairs, rows, lane, tolerance, result);
            }
        }
    }
    return result;
}

}  // namespace

TEST_CASE("Polygons in lanes touch where GJK and EPA say") {
    std::uint32_t seed = 1;
    for (const Mode mode : {Mode::Near, Mode::Deep, Mode::Apart, Mode::Aligned, Mode::FarFromOrigin}) {
        for (const bool medium_a : {false, true}) {
            for (const bool medium_b : {false, true}) {
                CAPTURE(static_cast<int>(mode));
                CAPTURE(medium_a);
                CAPTURE(medium_b);
                const Agreement result = compare_many(mode, medium_a, medium_b, seed++);
                CAPTURE(result.pairs);
                CAPTURE(result.ties);
                CAPTURE(result.at_margin);
                CHECK(result.touching > result.pairs / 8);
                CHECK(result.wrong == 0);
                CHECK(result.ties <= result.pairs / 1000);
                CHECK(result.ids == 0);
            }
        }
    }
}
