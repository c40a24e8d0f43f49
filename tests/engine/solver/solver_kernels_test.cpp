#include <doctest/doctest.h>

#include "solver/sequential_contacts.h"
#include "solver/solver_kernels.h"
#include "store/contact_yield.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

using namespace drystone;

namespace {

/// Random colour: every lane of every block has bodies of its own, some lanes are static or empty.
struct RandomColor {
    std::vector<BodySolverState> states;
    std::vector<IntegrationBlock> integration;
    std::vector<ContactBlock> blocks;
    std::vector<ImpactBlock> impacts;
    std::vector<SurfaceBlock> surfaces;
    std::size_t left_over = 0;  ///< Number of empty lanes of the last block, and of unused slots.

    [[nodiscard]] std::size_t bodies() const { return states.size() - left_over; }
};

float between(std::mt19937& random, float low, float high) {
    return low + (high - low) * static_cast<float>(random() % 65536) / 65536.0f;
}

void fill_body(BodySolverState& state, std::mt19937& random) {
    state = {between(random, -5, 5),       between(random, -5, 5),       between(random, -5, 5),
             between(random, 0.1f, 2),     between(random, -0.1f, 0.1f), between(random, -0.1f, 0.1f),
             between(random, -0.1f, 0.1f), between(random, -0.01f, 0)};
}

float effective_mass(const BodySolverState& a, const BodySolverState& b, float arm_a, float arm_b) {
    const float k =
        a.inverse_mass + b.inverse_mass + a.inverse_mass * arm_a * arm_a + b.inverse_mass * arm_b * arm_b;
    return k > 0.0f ? 1.0f / k : 0.0f;
}

void fill_lane(RandomColor& color, std::size_t number, int lane, std::mt19937& random) {
    ContactBlock& block = color.blocks[number];
    ImpactBlock& impacts = color.impacts[number];
    const BodySolverState& a = color.states[slot_of_state(block.state_a[lane])];
    const BodySolverState& b = color.states[slot_of_state(block.state_b[lane])];
    const float angle = between(random, -3, 3);
    block.normal_x[lane] = std::cos(angle);
    block.normal_y[lane] = std::sin(angle);
    block.friction[lane] = between(random, 0, 1);
    impacts.restitution[lane] = random() % 2 == 0 ? 0.0f : between(random, 0, 1);
    const int points = 1 + static_cast<int>(random() % 2);
    for (int i = 0; i < points; ++i) {
        for (Row* const row : {&block.normal_arm_a[i], &block.normal_arm_b[i], &block.tangent_arm_a[i],
                               &block.tangent_arm_b[i]}) {
            (*row)[lane] = between(random, -1, 1);
        }
        block.normal_mass[i][lane] =
            effective_mass(a, b, block.normal_arm_a[i][lane], block.normal_arm_b[i][lane]);
        block.tangent_mass[i][lane] =
            effective_mass(a, b, block.tangent_arm_a[i][lane], block.tangent_arm_b[i][lane]);
        block.normal_impulse[i][lane] = between(random, 0, 1);
        block.settled[i][lane] = between(random, 0, 0.5f);
        block.bearable[lane] = 0.1f * static_cast<float>(lane);
        block.friction_impulse[i][lane] = between(random, -0.2f, 0.2f);
        block.separation[i][lane] = between(random, -0.02f, 0.02f);
        block.current_separation[i][lane] = block.separation[i][lane];
        impacts.approach_speed[i][lane] = between(random, -4, 1);
    }
}

RandomColor make_color(int block_count, std::uint32_t seed) {
    std::mt19937 random(seed);
    RandomColor color;
    color.states.resize((2 * static_cast<std::size_t>(block_count) + 1) * block_lanes);
    color.integration.resize(color.states.size() / block_lanes);
    for (std::size_t i = 1; i < color.states.size(); ++i) {
        fill_body(color.states[i], random);
        IntegrationBlock& own = color.integration[i / block_lanes];
        const std::size_t lane = i % block_lanes;
        own.normalisation[lane] = between(random, 0.5f, 3);
        own.velocity_delta_x[lane] = between(random, -1, 1);
        own.velocity_delta_y[lane] = between(random, -1, 1);
        own.velocity_delta_w[lane] = between(random, -1, 1);
        own.linear_damping_factor[lane] = between(random, 0.9f, 1);
        own.angular_damping_factor[lane] = between(random, 0.9f, 1);
    }
    color.blocks.resize(static_cast<std::size_t>(block_count));
    color.impacts.resize(color.blocks.size());
    std::uint32_t next = 1;
    for (std::size_t i = 0; i < color.blocks.size(); ++i) {
        ContactBlock& block = color.blocks[i];
        color.impacts[i] = {};
        std::memset(static_cast<void*>(&block), 0, sizeof block);
        block.softness = make_softness(30.0f, 10.0f, 1.0f / 240.0f);
        block.tracks_impacts = true;
        for (int lane = 0; lane < block_lanes; ++lane) {
            const std::uint32_t kind = random() % 8;  // 0: empty, 1 and 2: against a static body.
            block.state_a[lane] = state_offset(kind == 0 || kind == 1 ? 0 : next++);
            block.state_b[lane] = state_offset(kind == 0 || kind == 2 ? 0 : next++);
            if (kind != 0) {
                fill_lane(color, i, lane, random);
            }
        }
    }
    return color;
}

RandomColor run(const SolverKernels& kernels, RandomColor color, int sub_steps) {
    const SolverConstants constants{1.0f / 240.0f, 240.0f,       3.0f, 3.0f, 1.0f, {}, {},
                                    1.0f / 60.0f,  {0.7f, 1e6f}, 0.1f, 0.1f};
    for (std::size_t i = 0; i < color.blocks.size(); i += 2) {
        color.blocks[i].bounces = true;
    }
    ContactBlock* const blocks = color.blocks.data();
    ImpactBlock* const impacts = color.impacts.data();
    SurfaceBlock* const surfaces = color.surfaces.data();
    const std::size_t contacts = color.blocks.size() * block_lanes - color.left_over;
    const IntegrationConstants integration{0.0f, -10.0f, constants.h, 5.0f, 20.0f, 4.0f * constants.h};
    for (int i = 0; i < sub_steps; ++i) {
        kernels.integrate_velocities(color.states.data(), color.integration.data(), color.bodies(),
                                     integration, i == 0);
        if (i == 0) {
            kernels.warm_start(blocks, surfaces, contacts, color.states.data());
        }
        kernels.find_impacts(blocks, impacts, surfaces, contacts, color.states.data(), constants);
        kernels.solve(blocks, surfaces, contacts, color.states.data(), constants);
        kernels.integrate_positions(color.states.data(), color.integration.data(), color.bodies(),
                                    integration);
        kernels.relax(blocks, impacts, surfaces, contacts, color.states.data(), constants);
    }
    kernels.rebound(blocks, impacts, contacts, color.states.data(), constants);
    return color;
}

/// Makes a block of contacts with few bodies, so that lanes share them.
RandomColor make_overflow(std::uint32_t seed) {
    RandomColor color = make_color(1, seed);
    constexpr std::int32_t bodies = 5;
    for (int lane = 0; lane < block_lanes; ++lane) {
        color.blocks[0].state_a[lane] = state_offset(static_cast<std::uint32_t>(lane % bodies));
        color.blocks[0].state_b[lane] = state_offset(static_cast<std::uint32_t>((lane + 1) % bodies));
    }
    color.blocks[0].bounces = true;
    return color;
}

/// Puts each lane into a block of its own, in which the other lanes belong to body 0, which does not move.
RandomColor spread_lanes(const RandomColor& color, const SolverConstants& constants) {
    RandomColor spread = color;
    spread.blocks.clear();
    spread.impacts.clear();
    for (int lane = 0; lane < block_lanes; ++lane) {
        ContactBlock& block = spread.blocks.emplace_back();
        ImpactBlock& impacts = spread.impacts.emplace_back();
        std::memset(static_cast<void*>(&block), 0, sizeof block);
        impacts = {};
        copy_lane(color.blocks[0], lane, block, lane);
        copy_lane(color.impacts[0], lane, impacts, lane);
        block.softness = has_infinite_mass(color.states.data(), block.state_a[lane], block.state_b[lane])
                             ? constants.static_contact
                             : constants.contact;
        block.tracks_impacts = block.bounces = true;
    }
    return spread;
}

/// Contact of two points, solved as in a textbook: both bodies are updated after each row, in double
/// precision.
struct TextbookContact {
    double v[2][3];  ///< (x, y, w) of A and B, w in mass-normalised units.
    double m[2];

    [[nodiscard]] double velocity(const double (&direction)[2], double arm_a, double arm_b) const {
        return direction[0] * (v[1][0] - v[0][0]) + direction[1] * (v[1][1] - v[0][1]) + arm_b * v[1][2] -
               arm_a * v[0][2];
    }
    void push(const double (&direction)[2], double arm_a, double arm_b, double impulse) {
        for (int axis = 0; axis < 2; ++axis) {
            v[0][axis] -= m[0] * direction[axis] * impulse;
            v[1][axis] += m[1] * direction[axis] * impulse;
        }
        v[0][2] -= m[0] * arm_a * impulse;
        v[1][2] += m[1] * arm_b * impulse;
    }
};

/// Solves both normal impulses from A x = -missing by Cramer's rule if neither accumulated impulse is
/// negative; otherwise one row after the other.
void solve_normals(const ContactBlock& block, int lane, const double (&m)[2], const double (&missing)[2],
                   double (&impulses)[2]) {
    const double coupling = m[0] + m[1] +
                            m[0] * double{block.normal_arm_a[0][lane]} * double{block.normal_arm_a[1][lane]} +
                            m[1] * double{block.normal_arm_b[0][lane]} * double{block.normal_arm_b[1][lane]};
    const double mass[2] = {block.normal_mass[0][lane], block.normal_mass[1][lane]};
    const double old[2] = {block.normal_impulse[0][lane], block.normal_impulse[1][lane]};
    const double determinant =
        mass[0] * mass[1] > 0.0 ? 1.0 / (mass[0] * mass[1]) - coupling * coupling : 0.0;
    if (determinant * mass[0] * mass[1] > 1e-3) {
        impulses[0] = old[0] - (missing[0] / mass[1] - coupling * missing[1]) / determinant;
        impulses[1] = old[1] - (missing[1] / mass[0] - coupling * missing[0]) / determinant;
        if (impulses[0] > 0.0 && impulses[1] > 0.0) {
            return;
        }
    }
    impulses[0] = std::max(0.0, old[0] - mass[0] * missing[0]);
    impulses[1] = std::max(0.0, old[1] - mass[1] * (missing[1] + coupling * (impulses[0] - old[0])));
}

TextbookContact relax_textbook(const ContactBlock& block, int lane,
                               const std::vector<BodySolverState>& states, double inverse_h) {
    TextbookContact contact{};
    double moved[2][4];
    for (int side = 0; side < 2; ++side) {
        const BodySolverState& s =
            states[slot_of_state(side == 0 ? block.state_a[lane] : block.state_b[lane])];
        contact.v[side][0] = s.velocity_x;
        contact.v[side][1] = s.velocity_y;
        contact.v[side][2] = s.angular_velocity;
        contact.m[side] = s.inverse_mass;
        const double values[4] = {s.delta_x, s.delta_y, s.delta_sin, s.delta_cos};
        std::copy(values, values + 4, moved[side]);
    }
    const double normal[2] = {block.normal_x[lane], block.normal_y[lane]};
    const double tangent[2] = {normal[1], -normal[0]};
    double impulses[2];
    double missing[2];
    for (int i = 0; i < 2; ++i) {
        const double na = block.normal_arm_a[i][lane];
        const double nb = block.normal_arm_b[i][lane];
        const double separation = block.separation[i][lane] + normal[0] * (moved[1][0] - moved[0][0]) +
                                  normal[1] * (moved[1][1] - moved[0][1]) +
                                  (moved[1][2] * nb - moved[1][3] * block.tangent_arm_b[i][lane]) -
                                  (moved[0][2] * na - moved[0][3] * block.tangent_arm_a[i][lane]);
        const double bias = separation > 0.0 ? separation * inverse_h : 0.0;
        missing[i] = contact.velocity(normal, na, nb) + bias;
    }
    solve_normals(block, lane, contact.m, missing, impulses);
    for (int i = 0; i < 2; ++i) {
        contact.push(normal, block.normal_arm_a[i][lane], block.normal_arm_b[i][lane],
                     impulses[i] - block.normal_impulse[i][lane]);
    }
    for (int i = 0; i < 2; ++i) {
        const double ta = block.tangent_arm_a[i][lane];
        const double tb = block.tangent_arm_b[i][lane];
        const double limit = block.friction[lane] * impulses[i];
        const double old = block.friction_impulse[i][lane];
        const double wanted = old - block.tangent_mass[i][lane] * contact.velocity(tangent, ta, tb);
        contact.push(tangent, ta, tb, std::clamp(wanted, -limit, limit) - old);
    }
    return contact;
}

/// Returns the largest change of an impulse between two states of blocks, relative to its effective mass
/// [m/s].
double largest_change(const std::vector<ContactBlock>& before, const std::vector<ContactBlock>& after) {
    double largest = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto compare = [&](const Row& old, const Row& now, const Row& mass) {
            for (int lane = 0; lane < block_lanes; ++lane) {
                if (mass[lane] > 0.0f) {
                    largest = std::max(largest,
                                       std::abs(double{now[lane]} - double{old[lane]}) / double{mass[lane]});
                }
            }
        };
        for (int point = 0; point < 2; ++point) {
            compare(before[i].normal_impulse[point], after[i].normal_impulse[point],
                    after[i].normal_mass[point]);
            compare(before[i].friction_impulse[point], after[i].friction_impulse[point],
                    after[i].tangent_mass[point]);
        }
    }
    return largest;
}

}  // namespace

TEST_CASE("Passes that are asked tell whether an impulse has changed by more than a limit") {
    const SolverConstants constants{1.0f / 240.0f, 240.0f, 3.0f, 3.0f, 1.0f, {}, {}, 1.0f / 60.0f};
    const RandomColor start = make_color(5, 9);
    const std::size_t contacts = start.blocks.size() * block_lanes;
    for (const SimdTarget target : simd_targets()) {
        CAPTURE(simd_target_name(target));
        const SolverKernels& kernels = solver_kernels(target);
        for (const bool relaxes : {false, true}) {
            CAPTURE(relaxes);
            const auto changes = [&](RandomColor& color, float limit) {
                ContactBlock* const blocks = color.blocks.data();
                return relaxes ? kernels.relax_changing(blocks, color.impacts.data(), nullptr, contacts,
                                                        color.states.data(), constants, limit)
                               : kernels.solve_changing(blocks, nullptr, contacts, color.states.data(),
                                                        constants, limit);
            };
            RandomColor plain = start;
            if (relaxes) {
                kernels.relax(plain.blocks.data(), plain.impacts.data(), nullptr, contacts,
                              plain.states.data(), constants);
            } else {
                kernels.solve(plain.blocks.data(), nullptr, contacts, plain.states.data(), constants);
            }
            const double largest = largest_change(start.blocks, plain.blocks);
            RandomColor below = start;
            CHECK(changes(below, static_cast<float>(0.999 * largest)));
            RandomColor above = start;
            CHECK(!changes(above, static_cast<float>(1.001 * largest)));
            CHECK(std::memcmp(above.states.data(), plain.states.data(),
                              plain.states.size() * sizeof(BodySolverState)) == 0);
            CHECK(std::memcmp(above.blocks.data(), plain.blocks.data(),
                              plain.blocks.size() * sizeof(ContactBlock)) == 0);
        }
    }
}

TEST_CASE("Every lane width gives the bits of the scalar kernels") {
    const RandomColor start = make_color(40, 7);
    const RandomColor reference = run(scalar_solver_kernels(), start, 4);
    int meeting = 0;
    int left_out = 0;
    for (const ContactBlock& block : run(scalar_solver_kernels(), start, 1).blocks) {
        meeting += std::popcount(block.meets);
        left_out += std::popcount(block.left_out);
    }
    CHECK(meeting > 10);
    CHECK(left_out > 0);
    // The run was not trivial: the states moved.
    CHECK(std::memcmp(reference.states.data(), start.states.data(),
                      start.states.size() * sizeof(BodySolverState)) != 0);
    for (const SimdTarget target : simd_targets()) {
        CAPTURE(simd_target_name(target));
        const RandomColor result = run(solver_kernels(target), start, 4);
        CHECK(std::memcmp(result.states.data(), reference.states.data(),
                          result.states.size() * sizeof(BodySolverState)) == 0);
        CHECK(std::memcmp(result.integration.data(), reference.integration.data(),
                          result.integration.size() * sizeof(IntegrationBlock)) == 0);
        CHECK(std::memcmp(result.blocks.data(), reference.blocks.data(),
                          result.blocks.size() * sizeof(ContactBlock)) == 0);
        CHECK(std::memcmp(result.impacts.data(), reference.impacts.data(),
                          result.impacts.size() * sizeof(ImpactBlock)) == 0);
    }
}

TEST_CASE("What the last block has left over is nobody's, and the bits of the others are the same") {
    for (const std::size_t left_over : {1u, 7u, 8u, 9u, 13u, 15u}) {
        CAPTURE(left_over);
        RandomColor start = make_color(3, 8);
        for (std::size_t i = 0; i < left_over; ++i) {
            clear_lane(start.blocks.back(), block_lanes - 1 - static_cast<int>(i));
        }
        const RandomColor full = run(scalar_solver_kernels(), start, 4);
        start.left_over = left_over;
        const std::size_t contacts = start.blocks.size() * block_lanes - left_over;
        for (const SimdTarget target : simd_targets()) {
            CAPTURE(simd_target_name(target));
            const RandomColor result = run(solver_kernels(target), start, 4);
            CHECK(std::memcmp(result.states.data(), full.states.data(),
                              result.bodies() * sizeof(BodySolverState)) == 0);
            int different = 0;
            for (std::size_t i = 0; i < contacts; ++i) {
                ContactBlock one{};
                ContactBlock other{};
                const auto lane = static_cast<int>(i % block_lanes);
                copy_lane(result.blocks[i / block_lanes], lane, one, 0);
                copy_lane(full.blocks[i / block_lanes], lane, other, 0);
                different += std::memcmp(&one, &other, ContactBlock::rows * sizeof(Row)) != 0 ? 1 : 0;
            }
            CHECK(different == 0);
            // With narrow lanes, unused slots do not change.
            const bool moved =
                std::memcmp(&result.states.back(), &start.states.back(), sizeof(BodySolverState)) != 0;
            CHECK((target != SimdTarget::Scalar || !moved));
        }
    }
}

TEST_CASE("Contacts that share bodies are solved one by one as if each had a block of its own") {
    const SolverConstants constants{1.0f / 240.0f,
                                    240.0f,
                                    3.0f,
                                    3.0f,
                                    1.0f,
                                    make_softness(30.0f, 10.0f, 1.0f / 240.0f),
                                    make_softness(60.0f, 10.0f, 1.0f / 240.0f)};
    const SolverKernels& kernels = scalar_solver_kernels();
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        RandomColor color = make_overflow(seed);
        RandomColor spread = spread_lanes(color, constants);
        const std::vector<BodySolverState> start = color.states;
        ContactBatch run;
        run.blocks = color.blocks.data();
        run.impacts = color.impacts.data();
        run.count = 1;
        run.contacts = block_lanes;
        BodySolverState* const states = spread.states.data();
        const std::size_t count = spread.blocks.size() * block_lanes;

        warm_start_sequential(run, color.states.data());
        kernels.warm_start(spread.blocks.data(), nullptr, count, states);
        for (int i = 0; i < 3; ++i) {
            solve_sequential(run, color.states.data(), constants);
            kernels.solve(spread.blocks.data(), nullptr, count, states, constants);
            relax_sequential(run, color.states.data(), constants);
            kernels.relax(spread.blocks.data(), spread.impacts.data(), nullptr, count, states, constants);
        }
        color.blocks[0].left_out = 0xffff;
        for (ContactBlock& block : spread.blocks) {
            block.left_out = 0xffff;
        }
        rebound_sequential(run, color.states.data(), constants);
        kernels.rebound(spread.blocks.data(), spread.impacts.data(), count, states, constants);

        const std::size_t bytes = start.size() * sizeof(BodySolverState);
        CHECK(std::memcmp(color.states.data(), start.data(), bytes) != 0);
        CHECK(std::memcmp(color.states.data(), states, bytes) == 0);
    }
}

TEST_CASE("A relax pass in impulse space equals the textbook iteration in double precision") {
    const RandomColor start = make_color(40, 11);
    RandomColor result = start;
    const SolverConstants constants{1.0f / 240.0f, 240.0f, 3.0f, 3.0f, 1.0f, {}, {}};
    solver_kernels(SimdTarget::Widest)
        .relax(result.blocks.data(), result.impacts.data(), nullptr, result.blocks.size() * block_lanes,
               result.states.data(), constants);
    double worst = 0.0;
    for (const ContactBlock& block : start.blocks) {
        for (int lane = 0; lane < block_lanes; ++lane) {
            const TextbookContact expected = relax_textbook(block, lane, start.states, 240.0);
            const std::int32_t states[2] = {block.state_a[lane], block.state_b[lane]};
            for (int side = 0; side < 2; ++side) {
                const BodySolverState& s = result.states[slot_of_state(states[side])];
                const double values[3] = {s.velocity_x, s.velocity_y, s.angular_velocity};
                for (int i = 0; i < 3; ++i) {
                    worst = std::max(worst, std::abs(values[i] - expected.v[side][i]));
                }
            }
        }
    }
    CHECK(worst < 2e-5);
}

TEST_CASE("A pass over contacts keeps linear and angular momentum of free pairs") {
    // Momentum is exact only for pairs of two free bodies; angular momentum is about the contact's own arms.
    const RandomColor start = make_color(10, 3);
    RandomColor result = start;
    const SolverConstants constants{1.0f / 240.0f, 240.0f, 3.0f, 3.0f, 1.0f, {}, {}};
    solver_kernels(SimdTarget::Widest)
        .relax(result.blocks.data(), result.impacts.data(), nullptr, result.blocks.size() * block_lanes,
               result.states.data(), constants);
    for (const ContactBlock& block : start.blocks) {
        for (int lane = 0; lane < block_lanes; ++lane) {
            if (block.state_a[lane] == 0 || block.state_b[lane] == 0) {
                continue;
            }
            double change = 0.0;
            for (const std::int32_t state : {block.state_a[lane], block.state_b[lane]}) {
                const BodySolverState& before = start.states[slot_of_state(state)];
                const BodySolverState& after = result.states[slot_of_state(state)];
                change += (double{after.velocity_x} - before.velocity_x) / before.inverse_mass;
            }
            CHECK(std::abs(change) < 1e-4);
        }
    }
}

/// State of a point at the start of a step.
struct SettlingPoint {
    double mass, load, settled;
};

/// Impulses that both points of a contact have settled under, and the time that took.
struct Settled {
    double points[2], age;
};

/// Returns that after a step.
Settled settle_exactly(const SolverConstants& constants, const ContactBlock& block, int lane,
                       const SettlingPoint (&points)[2]) {
    double yielding[2], part[2];
    double loads = 0.0, lack = 0.0, count = 0.0, slowest = 1.0;
    Settled settled{};
    for (int i = 0; i < 2; ++i) {
        const SettlingPoint& point = points[i];
        part[i] = point.mass > 0.0 ? 1.0 / (1.0 + double{constants.yield.hardening} * point.load / point.mass)
                                   : 0.0;
        yielding[i] = part[i] * point.load;
        double before = point.settled;
        if (before < 0.0) {
            // The push of the overlap, and what gives it back, are in balance.
            const double whole = double{block.softness.mass_scale} * double{block.softness.bias_rate} *
                                 double{block.separation[i][lane]};
            const double deep =
                whole + double{block.softness.impulse_scale} * double{constants.shallow_speed};
            const double push = -std::min(0.55 * whole, deep);
            before = std::max(0.0, yielding[i] - push * point.mass / double{block.softness.impulse_scale});
        }
        settled.points[i] = std::min(before, yielding[i]);
        loads += point.load;
        lack += yielding[i] - settled.points[i];
        count += point.mass > 0.0 ? 1.0 : 0.0;
        slowest = point.mass > 0.0 ? std::min(slowest, part[i]) : slowest;
    }
    const double age = lack < 0.01 * loads ? double{block.settling_age[lane]} : 0.0;
    settled.age = age + slowest * double{constants.time_step};
    if (age >= 0.5) {
        return settled;
    }
    double slowly = 0.0;
    for (int i = 0; i < 2; ++i) {
        double& point = settled.points[i];
        point +=
            double{constants.settling} * std::pow(part[i], 0.75) * std::max(0.0, 0.9 * yielding[i] - point);
        slowly += double{constants.slow_settling} * part[i] * std::max(0.0, 0.998 * yielding[i] - point);
    }
    for (int i = 0; i < 2; ++i) {
        double& point = settled.points[i];
        point = std::max(point, std::min(point + slowly / std::max(count, 1.0), 0.998 * yielding[i]));
    }
    return settled;
}

TEST_CASE("Contacts settle under nearly all of the load that they yield to, and springs under nothing") {
    SolverConstants constants;
    constants.yield = {0.7f, 0.2f};
    constants.settling = 0.1f;
    constants.slow_settling = 0.05f;
    constants.shallow_speed = 0.3f;
    constants.load_rate = 0.1f;
    constants.time_step = 0.02f;
    RandomColor start = make_color(6, 71);
    start.surfaces.resize(start.blocks.size());
    std::mt19937 random(5);
    for (std::size_t i = 0; i < start.blocks.size(); ++i) {
        start.blocks[i].softness = {5.0f, 0.9f, 0.1f};
        start.blocks[i].has_surfaces = i == 1;
        for (int lane = 0; lane < block_lanes; ++lane) {
            start.surfaces[i].is_spring[lane] = random() % 2 == 0 ? 1.0f : 0.0f;
            start.blocks[i].load[lane] = between(random, 0, 4);
            start.blocks[i].settling_age[lane] = between(random, 0, 2);
            start.blocks[i].friction_load[lane] = between(random, -1, 1);
            for (int point = 0; point < 2; ++point) {
                if (random() % 4 == 0) {
                    start.blocks[i].settled[point][lane] = settled_at_rest;
                    start.blocks[i].separation[point][lane] = between(random, -0.02f, 0.0f);
                } else if (random() % 3 != 0) {
                    start.blocks[i].settled[point][lane] = 2.0f;  // More than it yields to.
                }
            }
        }
    }
    for (const SolverKernels* const kernels :
         {&scalar_solver_kernels(), &solver_kernels(SimdTarget::Widest)}) {
        RandomColor result = start;
        kernels->settle(result.blocks.data(), result.surfaces.data(), result.blocks.size() * block_lanes,
                        constants);
        int raised = 0, lowered = 0, woken = 0, squeezed = 0, ended = 0;
        for (std::size_t i = 0; i < start.blocks.size(); ++i) {
            const ContactBlock& before = start.blocks[i];
            for (int lane = 0; lane < block_lanes; ++lane) {
                const bool is_spring = i == 1 && start.surfaces[i].is_spring[lane] != 0.0f;
                const double bearable{before.bearable[lane]};
                double sum = 0.0;
                SettlingPoint points[2];
                for (int point = 0; point < 2; ++point) {
                    const double mass{before.normal_mass[point][lane]};
                    const double impulse{before.normal_impulse[point][lane]};
                    const double load = std::min(impulse, std::max(bearable, 0.2 * mass));
                    points[point] = {mass, load, double{before.settled[point][lane]}};
                    squeezed += load < impulse ? 1 : 0;
                    sum += impulse;
                }
                const Settled expected = settle_exactly(constants, before, lane, points);
                ended += expected.age > 0.5 ? 1 : 0;
                CHECK(result.blocks[i].settling_age[lane] == doctest::Approx(expected.age).epsilon(1e-5));
                for (int point = 0; point < 2; ++point) {
                    const double old = points[point].settled;
                    woken += old < 0.0 ? 1 : 0;
                    raised += old >= 0.0 && expected.points[point] > old ? 1 : 0;
                    lowered += expected.points[point] < old ? 1 : 0;
                    CHECK(result.blocks[i].settled[point][lane] ==
                          doctest::Approx(is_spring ? 0.0 : expected.points[point]).epsilon(1e-5).scale(0.1));
                }
                CHECK(result.blocks[i].load[lane] ==
                      doctest::Approx(0.9 * double{before.load[lane]} + 0.1 * sum).epsilon(1e-5));
                const double friction =
                    double{before.friction_impulse[0][lane]} + double{before.friction_impulse[1][lane]};
                CHECK(result.blocks[i].friction_load[lane] ==
                      doctest::Approx(0.9 * double{before.friction_load[lane]} + 0.1 * friction)
                          .epsilon(1e-5)
                          .scale(1.0));
                CHECK(double{result.blocks[i].bearable[lane]} == 0.5 * bearable);
            }
        }
        CHECK(raised > 10);
        CHECK(lowered > 10);
        CHECK(woken > 10);
        CHECK(squeezed > 10);
        CHECK(ended > 10);
    }
}
