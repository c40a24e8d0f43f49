// Speculative margins of candidates by lanes, compared with the test of a single candidate and with double
// precision.
#include <doctest/doctest.h>

#include "narrow_phase/speculative_contacts.h"
#include "store/shape_store.h"
#include "support/world_build.h"

#include <drystone/simd.h>

#include <algorithm>
#include <array>
#include <cmath>

using namespace drystone;

namespace {

constexpr float margin = 0.02f;
constexpr float time_step = 1.0f / 60.0f;

/// Sixteen pairs of discs that rest, creep, spin or fly, near each other and far apart.
struct Candidates {
    BodyStore bodies;
    ShapeStore shapes;
    std::array<Contact, block_lanes> contacts;
    CandidateLanes lanes{};
    LanePairs pairs{};

    explicit Candidates(test::Random& random) {
        for (int lane = 0; lane < block_lanes; ++lane) {
            Contact& contact = contacts[static_cast<std::size_t>(lane)];
            contact.shape_a = add(random, {0.0f, 0.0f});
            contact.shape_b = add(random, {random.between(-2.0f, 2.0f), random.between(-2.0f, 2.0f)});
            contact.body_a = shapes.cores[contact.shape_a].body;
            contact.body_b = shapes.cores[contact.shape_b].body;
            lanes.shape_a[lane] = static_cast<std::int32_t>(contact.shape_a);
            lanes.shape_b[lane] = static_cast<std::int32_t>(contact.shape_b);
            lanes.body_a[lane] = static_cast<std::int32_t>(contact.body_a);
            lanes.body_b[lane] = static_cast<std::int32_t>(contact.body_b);
            pairs.body_a[lane] = lanes.body_a[lane];
            pairs.body_b[lane] = lanes.body_b[lane];
        }
    }

    std::uint32_t add(test::Random& random, const Vec2& at) {
        const float radius = random.between(0.1f, 0.8f);
        const std::uint32_t body = bodies.create(BodyType::Dynamic);
        const std::uint32_t shape = shapes.create(Circle{{0.0f, 0.0f}, radius}, body);
        bodies.set_mass(body, make_body_mass(0.0f, 0.0f, 1.0f, 1.0f));
        bodies.poses[body] = {at.x, at.y, 1.0f, 0.0f};
        bodies.damping_and_sleep.edit(body).extent = radius;
        // Between zero and twice the speculative margin.
        const float maximum = 2.0f * max_margins_of_slow * margin / time_step;
        const float speed = random.below(3) == 0 ? maximum : 0.03f * maximum;
        bodies.velocities[body] = {random.between(-speed, speed), random.between(-speed, speed),
                                   random.between(-speed, speed), 0.0f};
        const float reach = radius + random.between(0.0f, 0.2f);
        shapes.fat_boxes[shape] = {at.x - reach, at.y - reach, at.x + reach, at.y + reach};
        return shape;
    }

    [[nodiscard]] CandidateInput input() const {
        return {reinterpret_cast<const float*>(shapes.fat_boxes.data()),
                reinterpret_cast<const float*>(bodies.poses.data()),
                reinterpret_cast<const float*>(bodies.velocities.data()),
                reinterpret_cast<const float*>(bodies.damping_and_sleep.data()),
                time_step,
                margin};
    }
};

double touching_distance(const Candidates& candidates, const Contact& contact) {
    return double{candidates.bodies.damping_and_sleep[contact.body_a].extent} +
           double{candidates.bodies.damping_and_sleep[contact.body_b].extent};
}

/// Returns the distance that any two points of the bodies can approach each other within the step [m]; in
/// double precision.
double max_approach(const Candidates& candidates, const Contact& contact) {
    const BodyVelocity& a = candidates.bodies.velocities[contact.body_a];
    const BodyVelocity& b = candidates.bodies.velocities[contact.body_b];
    const double way =
        std::hypot(double{b.x} - double{a.x}, double{b.y} - double{a.y}) +
        std::abs(double{a.w}) * double{candidates.bodies.damping_and_sleep[contact.body_a].extent} +
        std::abs(double{b.w}) * double{candidates.bodies.damping_and_sleep[contact.body_b].extent};
    return way * double{time_step};
}

/// Returns the minimum distance of the centres within the step, or at its start if not `is_fast`, minus the
/// one at which the bounding circles touch [m]; in double precision.
double min_gap(const Candidates& candidates, const Contact& contact, bool is_fast) {
    const BodyPose& a = candidates.bodies.poses[contact.body_a];
    const BodyPose& b = candidates.bodies.poses[contact.body_b];
    const BodyVelocity& v = candidates.bodies.velocities[contact.body_a];
    const BodyVelocity& w = candidates.bodies.velocities[contact.body_b];
    const double x = double{b.x} - double{a.x}, y = double{b.y} - double{a.y};
    const double way_x = (double{w.x} - double{v.x}) * double{time_step};
    const double way_y = (double{w.y} - double{v.y}) * double{time_step};
    const double squared = way_x * way_x + way_y * way_y;
    const double t =
        is_fast && squared > 0.0 ? std::clamp(-(x * way_x + y * way_y) / squared, 0.0, 1.0) : 0.0;
    return std::hypot(x + t * way_x, y + t * way_y) - touching_distance(candidates, contact);
}

}  // namespace

TEST_CASE("candidates: lanes look as far as the test of one does, in every instruction set") {
    test::Random random(91);
    int counts[4] = {0, 0, 0, 0};  // Parted, fast, apart, near.
    for (int round = 0; round < test::scaled(2000, 200); ++round) {
        Candidates candidates(random);
        const NarrowPhaseInput input{candidates.bodies, candidates.shapes, scalar_narrow_kernels(), margin,
                                     time_step};
        const CandidateInput lanes = candidates.input();
        alignas(64) Row reference;
        scalar_narrow_kernels().find_speculative_margins(candidates.lanes, lanes, reference, block_lanes);
        for (const SimdTarget target : simd_targets()) {
            alignas(64) Row reaches;
            narrow_kernels(target).find_speculative_margins(candidates.lanes, lanes, reaches, block_lanes);
            CHECK(std::equal(std::begin(reaches), std::end(reaches), std::begin(reference)));
        }
        for (int lane = 0; lane < block_lanes; ++lane) {
            const Contact& contact = candidates.contacts[static_cast<std::size_t>(lane)];
            const float reach = reference[lane];
            const bool parted = !fat_boxes_overlap(contact, candidates.shapes);
            REQUIRE((reach == SpeculativeMargin::parted) == parted);
            if (parted) {
                ++counts[0];
                continue;
            }
            CHECK(reach == sweep_candidates(input, contact));
            const double motion = max_approach(candidates, contact);
            if (reach == SpeculativeMargin::apart) {
                ++counts[2];
                CHECK(min_gap(candidates, contact, motion > double{margin}) > double{margin});
                continue;
            }
            const bool is_fast = reach > margin;
            const bool is_unsure = std::abs(motion - double{margin}) < 1e-5;
            CHECK((is_unsure || is_fast == (motion > double{margin})));
            CHECK((!is_fast || double{reach} > motion - 1e-5));
            ++counts[is_fast ? 1 : 3];
        }
    }
    for (const int count : counts) {
        CHECK(count > test::scaled(1000, 100));
    }
}

TEST_CASE("contacts: lanes find the motion of bodies as the test of one does, in every instruction set") {
    test::Random random(92);
    int far = 0;
    for (int round = 0; round < test::scaled(1000, 100); ++round) {
        Candidates pairs(random);
        const NarrowPhaseInput input{pairs.bodies, pairs.shapes, scalar_narrow_kernels(), margin, time_step};
        for (const SimdTarget target : simd_targets()) {
            alignas(64) Row moved;
            narrow_kernels(target).find_motions(pairs.pairs, candidate_input(input), moved, block_lanes);
            for (int lane = 0; lane < block_lanes; ++lane) {
                const Contact& contact = pairs.contacts[static_cast<std::size_t>(lane)];
                REQUIRE(moved[lane] == sweep_candidates(input, contact));
                far += moved[lane] > margin ? 1 : 0;
            }
        }
    }
    CHECK(far > test::scaled(1000, 100));
}
