#include <doctest/doctest.h>

#include "support/world_random.h"
#include "support/world_state_access.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;

namespace {

/// Lane of the graph, with the poses and velocities of its bodies when it was computed.
struct Lane {
    const WorldState& world;
    const std::vector<BodyPose>& poses;
    const std::vector<BodyVelocity>& velocities;
    const ContactBlock& block;
    const ContactIds& ids;
    const ImpactBlock* impacts;  ///< Null if no contact of the list needs them.
    int lane;
    int color;

    [[nodiscard]] std::uint32_t body_a() const { return static_cast<std::uint32_t>(ids.body_a[lane]); }
    [[nodiscard]] std::uint32_t body_b() const { return static_cast<std::uint32_t>(ids.body_b[lane]); }
    /// Returns false for bodies without mass, such as one whose shapes have all been destroyed.
    [[nodiscard]] bool has_mass() const {
        return world.stores.bodies.masses[body_a()].inverse_mass +
                   world.stores.bodies.masses[body_b()].inverse_mass >
               0.0f;
    }
    /// Returns true for a manifold found in this step, not kept from an earlier one.
    [[nodiscard]] bool is_found_now() const {
        const BodyPose& a = poses[body_a()];
        const BodyPose& b = poses[body_b()];
        const bool is_kept = ids.cached_rotation_a[0][lane] != 0.0f || ids.cached_rotation_a[1][lane] != 0.0f;
        return !is_kept ||
               (ids.cached_rotation_a[0][lane] == a.c && ids.cached_rotation_a[1][lane] == a.s &&
                ids.cached_rotation_b[0][lane] == b.c && ids.cached_rotation_b[1][lane] == b.s &&
                ids.cached_between_x[lane] == a.x - b.x && ids.cached_between_y[lane] == a.y - b.y);
    }
    /// Returns whether the narrow phase looked ahead for the contact's impact in this step.
    [[nodiscard]] bool is_predicted() const {
        const std::vector<std::uint32_t>& swept = world.systems.changes->swept;
        return std::binary_search(swept.begin(), swept.end(), static_cast<std::uint32_t>(ids.contact[lane]));
    }
    [[nodiscard]] bool has_point(int i) const { return ids.feature[i][lane] != 0.0f; }
};

/// Runs a random scene and calls `visitor(lane)` for every contact of the graph after every step.
template <class Visitor>
int visit_lanes_of_scene(std::uint32_t seed, Visitor&& visitor) {
    test::RandomScene scene(seed);
    WorldState& world = test::state_of(scene.world);
    int used = 0;
    for (int step = 0; step < test::scaled(240, 60); ++step) {
        const std::vector<BodyPose> poses = world.stores.bodies.poses;
        const std::vector<BodyVelocity> velocities = world.stores.bodies.velocities;
        scene.world.step(test::dt);
        for (int color = 0; color <= ConstraintGraph::overflow; ++color) {
            for (const ContactList& list :
                 world.stores.graph.colors()[static_cast<std::size_t>(color)].lists) {
                for (std::uint32_t place = 0; place < list.count; ++place) {
                    const std::size_t i = ContactList::block(place);
                    visitor(Lane{world, poses, velocities, list.blocks[i], list.ids[i],
                                 list.impacts.empty() ? nullptr : &list.impacts[i], ContactList::lane(place),
                                 color});
                    ++used;
                }
            }
        }
        if (step % 8 == 0) {
            scene.change();
        }
    }
    return used;
}

/// Computes the arm of a point in the world, from its components along the contact's axes.
Vec2d recover_arm(const Lane& at, const Row (&normal_arm)[2], const Row (&tangent_arm)[2], int point,
                  const BodyMass& mass) {
    const Vec2d normal{at.block.normal_x[at.lane], at.block.normal_y[at.lane]};
    const Vec2d tangent{normal.y, -normal.x};
    const double scale = double{mass.arm_scale};
    if (scale == 0.0) {
        return {};  // The body does not rotate.
    }
    return double{normal_arm[point][at.lane]} / scale * tangent -
           double{tangent_arm[point][at.lane]} / scale * normal;
}

/// Computes 1 / (1/mA + 1/mB + (rA x d)^2 / IA + (rB x d)^2 / IB), the textbook formula, in double precision.
double effective_mass(const Lane& at, int point, double dx, double dy) {
    const BodyMass& a = at.world.stores.bodies.masses[at.body_a()];
    const BodyMass& b = at.world.stores.bodies.masses[at.body_b()];
    const BodyPose& pose_a = at.poses[at.body_a()];
    const BodyPose& pose_b = at.poses[at.body_b()];
    const Vec2d between{double{pose_a.x} - double{pose_b.x}, double{pose_a.y} - double{pose_b.y}};
    Vec2d of_a = recover_arm(at, at.block.normal_arm_a, at.block.tangent_arm_a, point, a);
    Vec2d of_b = recover_arm(at, at.block.normal_arm_b, at.block.tangent_arm_b, point, b);
    // A body that does not rotate has no arm. Arms of a speculative point are those at the predicted impact.
    const bool both_turn = a.arm_scale > 0.0f && b.arm_scale > 0.0f;
    if (!both_turn || !at.is_predicted()) {
        of_a = a.arm_scale > 0.0f ? of_a : of_b - between;
        of_b = of_a + between;
    }
    const double arm_a = of_a.x * dy - of_a.y * dx;
    const double arm_b = of_b.x * dy - of_b.y * dx;
    return 1.0 / (double{a.inverse_mass} + double{b.inverse_mass} +
                  double{a.inverse_inertia} * arm_a * arm_a + double{b.inverse_inertia} * arm_b * arm_b);
}

}  // namespace

TEST_CASE("update contacts: effective masses equal the textbook's in double precision") {
    const int used = visit_lanes_of_scene(17, [](const Lane& at) {
        const double nx = at.block.normal_x[at.lane];
        const double ny = at.block.normal_y[at.lane];
        if (!at.is_found_now()) {
            return;  // Arms and masses are those from when the contact was found.
        }
        for (int i = 0; i < 2; ++i) {
            if (at.has_point(i) && at.has_mass()) {
                CHECK(at.block.normal_mass[i][at.lane] ==
                      doctest::Approx(effective_mass(at, i, nx, ny)).epsilon(1e-5));
                CHECK(at.block.tangent_mass[i][at.lane] ==
                      doctest::Approx(effective_mass(at, i, ny, -nx)).epsilon(1e-5));
            } else {
                CHECK(at.block.normal_mass[i][at.lane] == 0.0f);
                CHECK(at.block.tangent_mass[i][at.lane] == 0.0f);
                CHECK(at.block.normal_impulse[i][at.lane] == 0.0f);
            }
        }
    });
    CHECK(used > 300);
}

TEST_CASE("update contacts: friction obeys the cone and softness is that of the pair") {
    const Softness soft = make_softness(30.0f, 10.0f, test::dt / 4.0f);
    const Softness ground = make_softness(60.0f, 10.0f, test::dt / 4.0f);
    double limits = 0.0;
    double excess = 0.0;
    visit_lanes_of_scene(18, [&](const Lane& at) {
        const ContactBlock& block = at.block;
        for (int i = 0; i < 2; ++i) {
            CHECK(block.normal_impulse[i][at.lane] >= 0.0f);
            // Restitution changes the normal impulse after friction was solved, and elimination solves both
            // at once with the limits of the step before.
            const float limit = block.friction[at.lane] * block.normal_impulse[i][at.lane];
            const float friction = std::abs(block.friction_impulse[i][at.lane]);
            if (at.impacts == nullptr || at.impacts->restitution[at.lane] == 0.0f) {
                limits += static_cast<double>(limit);
                excess += std::max(0.0, static_cast<double>(friction - 1.000001f * limit));
            }
        }
        const bool both =
            at.world.stores.bodies.is_dynamic(at.body_a()) && at.world.stores.bodies.is_dynamic(at.body_b());
        CHECK(block.softness.bias_rate == doctest::Approx((both ? soft : ground).bias_rate).epsilon(1e-5));
    });
    CHECK(limits > 1.0);
    CHECK(excess / limits < 3e-4);
}

TEST_CASE("update contacts: lanes of a block share no body that moves") {
    visit_lanes_of_scene(20, [](const Lane& at) {
        std::vector<std::int32_t> bodies;
        for (int lane = 0; lane < block_lanes; ++lane) {
            for (const std::int32_t body : {at.ids.body_a[lane], at.ids.body_b[lane]}) {
                const bool used = at.ids.contact[lane] >= 0;
                if (used && at.world.stores.bodies.is_dynamic(static_cast<std::uint32_t>(body))) {
                    bodies.push_back(body);
                }
            }
        }
        std::sort(bodies.begin(), bodies.end());
        const bool distinct = std::adjacent_find(bodies.begin(), bodies.end()) == bodies.end();
        CHECK(distinct);
    });
}

TEST_CASE("update contacts: a bouncing contact knows its approach speed") {
    constexpr double gravity = 9.81;
    World world({.gravity = {0.0f, -9.81f}});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, make_box(10.0f, 1.0f, Pose{{0.0f, -1.0f}, {}}));
    const BodyId box = world.create_body({.type = BodyType::Dynamic,
                                          .position = {0.3f, 0.51f},
                                          .linear_velocity = {1.0f, -3.0f},
                                          .angular_velocity = 2.0f});
    world.create_shape(box, make_box(0.5f, 0.5f), {.material = {.restitution = 0.5f}});
    world.step(test::dt);
    const WorldState& state = test::state_of(world);
    int points = 0;
    for (const GraphColor& color : state.stores.graph.colors()) {
        for (const ContactList& list : color.lists) {
            for (std::uint32_t place = 0; place < list.count; ++place) {
                const ContactBlock& block = list.blocks[ContactList::block(place)];
                const ImpactBlock& impacts = list.impacts[ContactList::block(place)];
                const int lane = ContactList::lane(place);
                REQUIRE(block.tracks_impacts);
                for (int i = 0; i < 2; ++i) {
                    // The ground is A: the normal points up, the point of the box at x moves at -3 + 2 x, and
                    // falls 1 cm before it hits the ground.
                    const double x = double{block.normal_arm_a[i][lane]} - 0.3;
                    const double now = -3.0 + 2.0 * x;
                    const double impact = -std::sqrt(now * now + 2.0 * gravity * 0.01);
                    CHECK(impacts.approach_speed[i][lane] == doctest::Approx(impact).epsilon(1e-4));
                    ++points;
                }
            }
        }
    }
    CHECK(points == 2);
}
