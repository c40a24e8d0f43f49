#include "micro/roofline.h"

#include "machine/machine_rates.h"

#include <drystone/events.h>

#include "constraint_graph/contact_block.h"
#include "store/body_store.h"
#include "store/solver_state.h"

#include <doctest/doctest.h>

#include <sstream>
#include <string>

using namespace drystone;

namespace {

constexpr double row = sizeof(float);

/// Returns the bytes of one contact in structures of sixteen.
template <class Block>
constexpr double each() {
    return static_cast<double>(sizeof(Block)) / block_lanes;
}

double bytes_of(const bench::StepCounts& counts) { return bench::count_work(counts).bytes; }

}  // namespace

TEST_CASE("roofline: work is proportional to what there is, and grows with each sub-step") {
    const bench::StepWork none = bench::count_work({});
    CHECK(none.bytes == 0.0);
    CHECK(none.operations == 0.0);
    const bench::StepWork one = bench::count_work({.bodies = 100.0, .shapes = 120.0, .contacts = 250.0});
    const bench::StepWork two = bench::count_work({.bodies = 200.0, .shapes = 240.0, .contacts = 500.0});
    CHECK(two.bytes == doctest::Approx(2.0 * one.bytes));
    CHECK(two.operations == doctest::Approx(2.0 * one.operations));
    CHECK(two.footprint == doctest::Approx(2.0 * one.footprint));
}

TEST_CASE("roofline: bytes are those of the engine's rows") {
    // The last row of a block is not per lane; relax passes read neither loads nor what contacts settled
    // under.
    const double passes =
        ContactBlock::rows * row -
        (sizeof(ContactBlock::settled) + sizeof(ContactBlock::bearable) + sizeof(ContactBlock::settling_age) +
         sizeof(ContactBlock::load) + sizeof(ContactBlock::friction_load)) /
            block_lanes;
    // A sub-step reads the data of solve and relax and writes impulses and separations.
    const double solved = sizeof(ContactBlock::state_a) * 2 + sizeof(ContactBlock::normal_x) * 2 +
                          sizeof(ContactBlock::normal_arm_a) * 2 + sizeof(ContactBlock::normal_mass) +
                          2 * sizeof(ContactBlock::normal_impulse) + sizeof(ContactBlock::settled) +
                          sizeof(ContactBlock::bearable) + sizeof(ContactBlock::current_separation);
    const double relax_writes = sizeof(ContactBlock::normal_impulse) +
                                sizeof(ContactBlock::friction_impulse) +
                                sizeof(ContactBlock::current_separation);
    const double sub_step = solved / block_lanes + passes + relax_writes / block_lanes;
    const auto contact = [](int sub_steps) { return bytes_of({.contacts = 1.0, .sub_steps = sub_steps}); };
    CHECK(contact(5) - contact(4) == doctest::Approx(sub_step));
    CHECK(contact(9) - contact(5) == doctest::Approx(4.0 * sub_step));
    CHECK(bench::count_work({.contacts = 1.0}).footprint ==
          doctest::Approx((ContactBlock::rows + ContactIds::rows) * row));

    const auto body = [](int sub_steps) { return bytes_of({.bodies = 1.0, .sub_steps = sub_steps}); };
    // Velocities, solve, positions and relax access the state of each body; half of it is velocity.
    const double state = sizeof(BodySolverState);
    const double of_passes = state + state + (1.5 * state + row) + 1.5 * state;
    CHECK(body(5) - body(4) == doctest::Approx(of_passes + each<IntegrationBlock>() + 3.0 * row));
    CHECK(bench::count_work({.bodies = 1.0}).footprint ==
          doctest::Approx(sizeof(BodyPose) + sizeof(PoseRemainder) + sizeof(BodyVelocity) +
                          sizeof(BodyForce) + sizeof(BodyDampingAndSleep) + sizeof(BodyMass) + state +
                          each<IntegrationBlock>() + sizeof(BodyMoved)));
}

TEST_CASE("roofline: the limit is the slower of memory and arithmetic") {
    bench::RooflineRow measured;
    measured.work = {.bytes = 2e6, .operations = 3e6, .footprint = 1e6};
    measured.rates = {.bandwidth = 1e9, .arithmetic = 1e9};
    measured.milliseconds = 6.0;
    CHECK(measured.memory_floor() == doctest::Approx(2.0));
    CHECK(measured.arithmetic_floor() == doctest::Approx(3.0));
    CHECK(measured.distance() == doctest::Approx(2.0));
    measured.rates.bandwidth = 0.5e9;
    CHECK(measured.distance() == doctest::Approx(1.5));
}

TEST_CASE("roofline: a scene is measured, and no step is faster than the machine") {
    std::ostringstream out;
    const auto rows = bench::roofline({.scenes = {"pyramid"}, .steps = 20, .seconds = 0.01}, out);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].counts.bodies == 210.0);
    CHECK(rows[0].counts.contacts > 210.0);
    CHECK(rows[0].rates.bandwidth > 1e8);
    CHECK(rows[0].rates.arithmetic > 1e8);
    CHECK(rows[0].distance() > 1.0);
    CHECK(out.str().find("pyramid") != std::string::npos);
}
