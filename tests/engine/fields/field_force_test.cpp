#include <doctest/doctest.h>

#include "fields/field_force.h"
#include "support/world_build.h"

#include <drystone/eigen.h>

#include <Eigen/LU>

#include <array>
#include <cmath>

using namespace drystone;

namespace {

struct Drag {
    double rate;
    Eigen::Vector2d arm;
    Eigen::Vector2d carrier;
};

}  // namespace

TEST_CASE("body push: the implicit step solves the three equations of the body, with locks and without") {
    test::Random random(31);
    const auto number = [&](double low, double high) {
        return static_cast<double>(random.between(static_cast<float>(low), static_cast<float>(high)));
    };
    for (int round = 0; round < 500; ++round) {
        FieldForce push;
        Eigen::Matrix3d drag = Eigen::Matrix3d::Zero();
        Eigen::Vector3d force = Eigen::Vector3d::Zero();
        for (int i = random.below(4); i >= 0; --i) {
            const Drag own{std::pow(10.0, number(-2.0, 4.0)),
                           {number(-2.0, 2.0), number(-2.0, 2.0)},
                           {number(-5.0, 5.0), number(-5.0, 5.0)}};
            push.add_drag(own.rate, own.arm, own.carrier);
            // Velocity of the point at the arm, as a matrix on (x, y, w).
            Eigen::Matrix<double, 2, 3> point;
            point << 1.0, 0.0, -own.arm.y(), 0.0, 1.0, own.arm.x();
            drag += own.rate * point.transpose() * point;
            force += own.rate * point.transpose() * own.carrier;
        }
        const Eigen::Vector2d steady{number(-10.0, 10.0), number(-10.0, 10.0)};
        const Eigen::Vector2d arm{number(-1.0, 1.0), number(-1.0, 1.0)};
        push.add_force(steady, arm);
        force += Eigen::Vector3d{steady.x(), steady.y(), arm.x() * steady.y() - arm.y() * steady.x()};
        const double turning = number(0.0, 3.0);
        push.add_turn_drag(turning);
        drag(2, 2) += turning;

        FieldForce::Motion motion{number(0.1, 10.0), number(0.1, 10.0), random.below(4) > 0,
                                  random.below(4) > 0, random.below(4) > 0};
        motion.x = motion.free_x ? number(-10.0, 10.0) : 0.0;
        motion.y = motion.free_y ? number(-10.0, 10.0) : 0.0;
        motion.w = motion.turns ? number(-10.0, 10.0) : 0.0;
        const double h = 1.0 / 60.0;

        const Eigen::Vector3d mass{motion.mass, motion.mass, motion.inertia};
        const Eigen::Vector3d before{motion.x, motion.y, motion.w};
        Eigen::Matrix3d left = h * drag;
        left.diagonal() += mass;
        Eigen::Vector3d right = mass.cwiseProduct(before) + h * force;
        const std::array<bool, 3> free{motion.free_x, motion.free_y, motion.turns};
        for (int i = 0; i < 3; ++i) {
            if (!free[static_cast<std::size_t>(i)]) {
                left.row(i).setZero();
                left.col(i).setZero();
                left(i, i) = 1.0;
                right(i) = 0.0;
            }
        }
        const Eigen::Vector3d after = left.fullPivLu().solve(right);
        const Eigen::Vector3d expected = mass.cwiseProduct(after - before) / h;
        const FieldForce::Wrench found = push.solve(motion, h);
        const double tolerance = 1e-9 * (1.0 + expected.norm() + mass.cwiseProduct(before).norm() / h);
        CHECK(std::abs(found.x - expected.x()) < tolerance);
        CHECK(std::abs(found.y - expected.y()) < tolerance);
        CHECK(std::abs(found.torque - expected.z()) < tolerance);
    }
}

TEST_CASE("body push: without drag it is the force and its torque, to the last bit") {
    FieldForce push;
    push.add_force({3.0, -2.0}, {0.5, 0.25});
    push.add_force({0.1, 0.0}, {0.0, 0.0});
    const FieldForce::Wrench found = push.solve({}, 0.01);
    CHECK(found.x == 3.0 + 0.1);
    CHECK(found.y == -2.0);
    CHECK(found.torque == 0.5 * -2.0 - 0.25 * 3.0);
}
