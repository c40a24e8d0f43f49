// Chains with limits at every joint, by conservation of energy: joints and limits do no work, and a limit
// that is reached takes energy.
#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;
using test::add_ghost_box;
using test::add_static;

namespace {

/// Chain of boxes of 0.5 m with the same limits at all joints, whose last link may be heavier.
struct LimitedChain {
    int links;
    float limit;      ///< To both sides [rad].
    float tip;        ///< Mass of the last link over that of the others.
    float bend;       ///< Angle that joints begin with, as a part of the limit.
    bool zigzag;      ///< The angle alternates.
    bool root_limit;  ///< The first joint, to the ground, has limits too.
};

constexpr float half_length = 0.25f;

/// Adds the chain, which begins horizontally at the origin. Returns its joints.
std::vector<JointId> add_chain(World& world, const LimitedChain& chain) {
    std::vector<JointId> joints;
    BodyId last = add_static(world);
    Vec2 end{0.0f, 0.0f};
    float angle = 0.0f;
    for (int i = 0; i < chain.links; ++i) {
        const float sign = chain.zigzag && i % 2 == 1 ? -1.0f : 1.0f;
        angle += i == 0 ? 0.0f : sign * chain.bend * chain.limit;
        const Vec2 along = rotate(Rot::from_angle(angle), Vec2{half_length, 0.0f});
        const BodyId link = add_ghost_box(world, end + along, half_length, 0.05f,
                                          i == chain.links - 1 ? 10.0f * chain.tip : 10.0f);
        world[link].set_pose(end + along, angle);
        RevoluteJoint joint{.anchor_a = {i == 0 ? 0.0f : half_length, 0.0f},
                            .anchor_b = {-half_length, 0.0f}};
        if (i > 0 || chain.root_limit) {
            joint.limit = JointLimit{-chain.limit, chain.limit};
        }
        joints.push_back(world.create_joint(last, link, joint, {.solver = JointSolver::Direct}));
        last = link;
        end = end + 2.0f * along;
    }
    return joints;
}

/// Measures that are zero for an ideal chain.
struct Faults {
    double rise = 0.0;  ///< Rise of the mechanical energy, over the largest kinetic energy.
    float passed = 0.0f, gap = 0.0f;
};

/// Drops a chain for two seconds. A step of 0 stands for random ones of 1/144 to 1/30 s.
Faults drop(const LimitedChain& chain, float step, int sub_steps) {
    World world(test::without_sleep({0.0f, -9.81f}));
    const std::vector<JointId> joints = add_chain(world, chain);
    test::Random random(1);
    Faults faults;
    double lowest = world.energy();
    double fastest = 0.0;
    for (float time = 0.0f; time < 2.0f;) {
        const float own = step > 0.0f ? step : random.between(1.0f / 144.0f, 1.0f / 30.0f);
        world.step(own, sub_steps);
        time += own;
        faults.rise = std::max(faults.rise, world.energy() - lowest);
        lowest = std::min(lowest, world.energy());
        fastest = std::max(fastest, world.kinetic_energy());
        for (std::size_t i = 0; i < joints.size(); ++i) {
            const JointState state = world[joints[i]].state();
            faults.gap = std::max(faults.gap, state.linear_separation);
            if (i > 0 || chain.root_limit) {
                faults.passed = std::max(faults.passed, std::abs(state.angle) - chain.limit);
            }
        }
    }
    faults.rise /= fastest;
    return faults;
}

}  // namespace

TEST_CASE("law: chains with limits at all joints gain no energy and pass no limit") {
    struct Times {
        float step;
        int sub_steps;
    };
    constexpr Times all_times[] = {
        {1.0f / 60.0f, 4}, {1.0f / 60.0f, 2}, {1.0f / 60.0f, 1}, {1.0f / 30.0f, 4}, {0.0f, 4}};
    constexpr LimitedChain chains[] = {
        {5, 0.1f, 1.0f, 0.0f, false, true},   {5, 1.0f, 10.0f, 0.9f, false, false},
        {12, 0.1f, 1.0f, 0.9f, true, false},  {12, 0.25f, 10.0f, 0.0f, false, true},
        {12, 0.5f, 1.0f, 0.9f, false, false}, {20, 0.1f, 10.0f, 0.0f, false, false},
        {20, 0.25f, 1.0f, 0.0f, false, true}, {20, 0.5f, 1.0f, 0.9f, true, false},
        {30, 0.5f, 1.0f, 0.0f, false, false}, {30, 1.0f, 10.0f, 0.9f, true, false},
    };
    for (const LimitedChain& chain : chains) {
        for (const Times& times : all_times) {
            CAPTURE(chain.links);
            CAPTURE(chain.limit);
            CAPTURE(chain.tip);
            CAPTURE(chain.root_limit);
            CAPTURE(times.step);
            CAPTURE(times.sub_steps);
            const Faults faults = drop(chain, times.step, times.sub_steps);
            CHECK(faults.rise < 1e-4);
            CHECK(faults.passed < 1e-4f);
            CHECK(faults.gap < 0.01f);
        }
    }
}
