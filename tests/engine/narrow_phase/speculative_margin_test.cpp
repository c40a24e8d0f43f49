// Speculative margins of candidates by lanes, compared with the test of a single candidate and with double
// precision.
#include <doctest/doctest.h>

#include "narrow_phase/speculative_contacts.h"
#include "store/shape_store.h"
#include "support/world_build.h"

#include <drystone/simd.h>

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
        }
    }

    std::uint32_t add(test::Random& random, const Vec2& at) {
        const float radius = random.between(0.1f, 0.8f);
        const std::uint32_t body = bodies.create(BodyType::Dynamic);
        const std::uint32_t shape = shapes.create(Circle{{0.0f, 0.0f}, radius}, body);
        bodies.set_mass(body, make_body_mass(0.0f, 0.0f, 1.0f, 1.0f));
        bodies.poses[body] = {at.x, at.y, 1.0f, 0.0f};
        bodies.damping_and_sleep[body].extent = radius;
        // Between zero and twice the speculative margin.
        const float maximum = 2.0f * min_speculative_margins * margin / time_step;
        const float speed = random.below(3) == 0 ? maximum : 0.1f * maximum;
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
                margin,
                min_speculative_margins * margin};
    }
};

/// Result of the test in double precision whether two bodies are so slow that no point of one approaches the
/// other by more than the speculative margin; `Unsure` if rounding may decide.
enum class Slow : std::uint8_t { No, Yes, Unsure };

Slow is_slow(const Candidates& candidates, const Contact& contact) {
    const BodyVelocity& a = candidates.bodies.velocities[contact.body_a];
    const BodyVelocity& b = candidates.bodies.velocities[contact.body_b];
    const double way =
        std::hypot(double{b.x} - double{a.x}, double{b.y} - double{a.y}) +
        std::abs(double{a.w}) * double{candidates.bodies.damping_and_sleep[contact.body_a].extent} +
        std::abs(double{b.w}) * double{candidates.bodies.damping_and_sleep[contact.body_b].extent};
    const double over = way * double{time_step} / (double{min_speculative_margins} * double{margin}) - 1.0;
    return std::abs(over) < 1e-5 ? Slow::Unsure : over < 0.0 ? Slow::Yes : Slow::No;
}

}  // namespace

TEST_CASE("candidates: lanes look as far as the test of one does, in every instruction set") {
    test::Random random(91);
    int counts[4] = {0, 0, 0, 0};  // Parted, fast, apart, near.
    for (int round = 0; round < test::scaled(2000, 200); ++round) {
        const Candidates candidates(random);
        alignas(64) Row reference;
        scalar_narrow_kernels().find_speculative_margins(candidates.lanes, candidates.input(), reference);
        for (const SimdTarget target : simd_targets()) {
            alignas(64) Row reaches;
            narrow_kernels(target).find_speculative_margins(candidates.lanes, candidates.input(), reaches);
            CHECK(std::equal(std::begin(reaches), std::end(reaches), std::begin(reference)));
        }
        const NarrowPhaseInput input{candidates.bodies, candidates.shapes, scalar_narrow_kernels(), margin,
                                     time_step};
        for (int lane = 0; lane < block_lanes; ++lane) {
            const Contact& contact = candidates.contacts[static_cast<std::size_t>(lane)];
            const float reach = reference[lane];
            const bool parted = !fat_boxes_overlap(contact, candidates.shapes);
            REQUIRE((reach == SpeculativeMargin::parted) == parted);
            if (parted) {
                ++counts[0];
                continue;
            }
            const Slow slow = is_slow(candidates, contact);
            CHECK((slow == Slow::Unsure || (reach == SpeculativeMargin::fast) == (slow == Slow::No)));
            if (reach == SpeculativeMargin::fast) {
                ++counts[1];
                continue;
            }
            CHECK(reach == sweep_candidates(input, contact));
            ++counts[reach == SpeculativeMargin::apart ? 2 : 3];
        }
    }
    for (const int count : counts) {
        CHECK(count > 100);
    }
}
