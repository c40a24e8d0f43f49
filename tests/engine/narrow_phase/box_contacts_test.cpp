#include <doctest/doctest.h>

#include "narrow_phase/general_contacts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

using namespace drystone;

namespace {

float between(std::mt19937& random, float low, float high) {
    return low + (high - low) * static_cast<float>(random() % (1u << 20)) / static_cast<float>(1u << 20);
}

/// Sixteen pairs of random boxes, some rotated and shifted in their bodies, some rounded, most of them near
/// each other.
struct RandomBoxes {
    BodyStore bodies;
    ShapeStore shapes;
    DefinitionArray<Contact> contacts;
    ContactBlock block{};
    ContactIds ids{};
};

std::uint32_t add_box(RandomBoxes& boxes, std::mt19937& random, bool aligned) {
    const std::uint32_t body = boxes.bodies.create(BodyType::Dynamic);
    const bool shifted = random() % 3 == 0;
    const float radius = random() % 3 == 0 ? between(random, 0.01f, 0.3f) : 0.0f;
    const Pose frame{shifted ? Vec2{between(random, -1, 1), between(random, -1, 1)} : Vec2{0.0f, 0.0f},
                     Rot::from_angle(shifted ? between(random, -3, 3) : 0.0f)};
    const Polygon box = make_box(between(random, 0.1f, 2), between(random, 0.1f, 2), frame, radius);
    const std::uint32_t shape = boxes.shapes.create(box, body);
    const Vec2 center =
        random() % 2 == 0 ? box.centroid() : Vec2{between(random, -1, 1), between(random, -1, 1)};
    boxes.bodies.masses.edit(body) =
        make_body_mass(center.x, center.y, between(random, 0.1f, 2), between(random, 0.1f, 2));
    boxes.shapes.set_mass_center(shape, center);
    const Rot rotation = aligned ? Rot{} : Rot::from_angle(between(random, -3, 3));
    boxes.bodies.poses[body] = {0.0f, 0.0f, rotation.c, rotation.s};
    boxes.bodies.enter_solver(body);
    return shape;
}

/// Places B such that the boxes are about `gap` apart along a random direction.
void place(RandomBoxes& boxes, const Contact& contact, std::mt19937& random) {
    BodyPose& pose = boxes.bodies.poses[contact.body_b];
    const Rot direction = Rot::from_angle(between(random, -3.2f, 3.2f));
    const float gap = random() % 4 == 0 ? between(random, -1, 1) : between(random, -0.05f, 0.03f);
    float low = 0.0f;
    float high = 20.0f;
    const NarrowPhaseInput far{boxes.bodies, boxes.shapes, scalar_narrow_kernels(), 0.0f};
    for (int i = 0; i < 30; ++i) {
        const float middle = 0.5f * (low + high);
        pose.x = middle * direction.c;
        pose.y = middle * direction.s;
        CollisionCache cache;
        (collide_shapes(far, contact, cache).count > 0 ? low : high) = middle;
    }
    pose.x = (high + gap) * direction.c;
    pose.y = (high + gap) * direction.s;
}

RandomBoxes make_boxes(std::uint32_t seed) {
    std::mt19937 random(seed);
    RandomBoxes boxes;
    for (int lane = 0; lane < block_lanes; ++lane) {
        const bool aligned = random() % 4 == 0;
        const std::uint32_t a = add_box(boxes, random, aligned);
        const std::uint32_t b = add_box(boxes, random, aligned);
        Contact contact;
        contact.shape_a = a;
        contact.shape_b = b;
        contact.body_a = boxes.shapes.cores[a].body;
        contact.body_b = boxes.shapes.cores[b].body;
        place(boxes, contact, random);
        boxes.contacts.push_back(contact);
        boxes.ids.contact[lane] = lane;
        boxes.ids.body_a[lane] = static_cast<std::int32_t>(contact.body_a);
        boxes.ids.body_b[lane] = static_cast<std::int32_t>(contact.body_b);
        boxes.block.state_a[lane] = state_offset(boxes.bodies.solver_slots[contact.body_a]);
        boxes.block.state_b[lane] = state_offset(boxes.bodies.solver_slots[contact.body_b]);
        boxes.ids.frame_a[lane] = static_cast<std::int32_t>(a);
        boxes.ids.frame_b[lane] = static_cast<std::int32_t>(b);
    }
    return boxes;
}

ContactInput input_of(const RandomBoxes& boxes) {
    return {{reinterpret_cast<const float*>(boxes.bodies.poses.data()),
             reinterpret_cast<const float*>(boxes.shapes.boxes.data()), 0.02f},
            reinterpret_cast<const float*>(boxes.bodies.masses.data()),
            reinterpret_cast<const float*>(boxes.bodies.velocities.data()),
            1.0f / 60.0f,
            0.02f};
}

/// Rows of sixteen contacts and their identifiers.
struct Rows {
    ContactBlock block;
    ContactIds ids;
};

alignas(64) constexpr Row none_kept{};

Rows update(const RandomBoxes& boxes, const NarrowKernels& kernels) {
    Rows rows{boxes.block, boxes.ids};
    kernels.update_boxes(&rows.block, &rows.ids, 1, input_of(boxes), none_kept);
    return rows;
}

/// Computes the same rows by GJK and EPA, one pair at a time.
Rows update_sequential(const RandomBoxes& boxes) {
    Rows rows{boxes.block, boxes.ids};
    const NarrowPhaseInput input{boxes.bodies, boxes.shapes, narrow_kernels(SimdTarget::Widest), 0.02f};
    ManifoldRows manifolds{};
    for (int lane = 0; lane < block_lanes; ++lane) {
        CollisionCache cache;
        find_general_manifold(input, boxes.contacts[static_cast<std::size_t>(lane)], cache, manifolds, lane,
                              0.02f);
    }
    scalar_narrow_kernels().write_block(rows.block, rows.ids, manifolds, input_of(boxes), none_kept);
    return rows;
}

struct Agreement {
    int pairs = 0;
    int touching = 0;
    int ties = 0;         ///< Another face with the same separation: both are right.
    int other_count = 0;  ///< A point at the margin that only one of them has.
    int other_id = 0;     ///< The point has other feature corners: a tie between incident faces.
    int wrong = 0;
};

/// Compares a lane with the result of GJK and EPA.
void compare(const Rows& lanes, const Rows& scalar, int lane, Agreement& result) {
    float deepest[2] = {1e9f, 1e9f};
    int count[2] = {0, 0};
    for (int i = 0; i < 2; ++i) {
        const Rows* const both_rows[2] = {&lanes, &scalar};
        for (int k = 0; k < 2; ++k) {
            if (both_rows[k]->ids.feature[i][lane] != 0.0f) {
                deepest[k] = std::min(deepest[k], both_rows[k]->block.separation[i][lane]);
                ++count[k];
            }
        }
    }
    ++result.pairs;
    result.touching += count[1] > 0 ? 1 : 0;
    const bool at_margin = std::min(deepest[0], deepest[1]) > 0.02f - 1e-5f;
    if (count[0] == 0 || count[1] == 0) {
        (count[0] == count[1] || at_margin ? result.other_count : result.wrong) +=
            count[0] == count[1] ? 0 : 1;
        return;
    }
    if (std::abs(deepest[0] - deepest[1]) > 1e-5f) {
        ++result.wrong;
        return;
    }
    const float cosine = lanes.block.normal_x[lane] * scalar.block.normal_x[lane] +
                         lanes.block.normal_y[lane] * scalar.block.normal_y[lane];
    if (cosine < 0.99999f) {
        ++result.ties;
        return;
    }
    if (count[0] != count[1]) {
        ++result.other_count;
        return;
    }
    // The scalar path fills its points from the front; a lane keeps a single one at its end of the face.
    int k = 0;
    for (int i = 0; i < 2; ++i) {
        if (lanes.ids.feature[i][lane] == 0.0f) {
            continue;
        }
        const auto near = [&](const Row(&left)[2], const Row(&right)[2], float tolerance) {
            return std::abs(left[i][lane] - right[k][lane]) < tolerance;
        };
        const ContactBlock& own = lanes.block;
        const ContactBlock& other = scalar.block;
        const bool same = near(own.separation, other.separation, 2e-5f) &&
                          near(own.normal_arm_a, other.normal_arm_a, 5e-3f) &&
                          near(own.tangent_arm_a, other.tangent_arm_a, 5e-3f) &&
                          near(own.normal_arm_b, other.normal_arm_b, 5e-3f) &&
                          near(own.normal_mass, other.normal_mass, 2e-3f * other.normal_mass[k][lane]);
        result.wrong += same ? 0 : 1;
        result.other_id += lanes.ids.feature[i][lane] == scalar.ids.feature[k][lane] ? 0 : 1;
        ++k;
    }
}

}  // namespace

TEST_CASE("Boxes in lanes touch where GJK and EPA say") {
    Agreement result;
    for (std::uint32_t seed = 1; seed <= 2500; ++seed) {
        const RandomBoxes boxes = make_boxes(seed);
        const Rows scalar = update_sequential(boxes);
        const Rows lanes = update(boxes, narrow_kernels(SimdTarget::Widest));
        for (int lane = 0; lane < block_lanes; ++lane) {
            const Contact& contact = boxes.contacts[static_cast<std::size_t>(lane)];
            if (boxes.shapes.is_box(contact.shape_a) && boxes.shapes.is_box(contact.shape_b)) {
                compare(lanes, scalar, lane, result);
            }
        }
    }
    CAPTURE(result.ties);
    CAPTURE(result.other_count);
    CAPTURE(result.other_id);
    CHECK(result.pairs > 39900);
    CHECK(result.touching > 20000);
    CHECK(result.wrong == 0);
    // Ties between two faces and points at the margin are rare.
    CHECK(result.ties < 40);
    CHECK(result.other_count < 40);
    CHECK(result.other_id < 40);
}

TEST_CASE("Every lane width gives the bits of the scalar box kernels") {
    for (std::uint32_t seed = 1; seed <= 50; ++seed) {
        const RandomBoxes boxes = make_boxes(seed);
        const Rows scalar = update(boxes, scalar_narrow_kernels());
        for (const SimdTarget target : simd_targets()) {
            const Rows wide = update(boxes, narrow_kernels(target));
            CHECK(std::memcmp(&wide, &scalar, sizeof wide) == 0);
        }
    }
}

TEST_CASE("Impulses of boxes are carried over by the names of the points") {
    RandomBoxes boxes = make_boxes(5);
    Rows before = update(boxes, narrow_kernels(SimdTarget::Widest));
    for (int lane = 0; lane < block_lanes; ++lane) {
        for (int i = 0; i < 2; ++i) {
            before.block.normal_impulse[i][lane] = static_cast<float>(1 + i);
            before.block.friction_impulse[i][lane] = static_cast<float>(3 + i);
        }
        std::swap(before.ids.feature[0][lane], before.ids.feature[1][lane]);
    }
    boxes.block = before.block;
    boxes.ids = before.ids;
    const Rows after = update(boxes, narrow_kernels(SimdTarget::Widest));
    int points = 0;
    for (int lane = 0; lane < block_lanes; ++lane) {
        for (int i = 0; i < 2; ++i) {
            const bool there = after.ids.feature[i][lane] != 0.0f;
            points += there ? 1 : 0;
            CHECK(after.block.normal_impulse[i][lane] == (there ? static_cast<float>(2 - i) : 0.0f));
            CHECK(after.block.friction_impulse[i][lane] == (there ? static_cast<float>(4 - i) : 0.0f));
        }
    }
    CHECK(points > 8);
}

namespace {

/// Moves every body by up to `maximum` [m], and rotates it by up to as much [rad].
void disturb(RandomBoxes& boxes, std::mt19937& random, float maximum) {
    for (BodyPose& pose : boxes.bodies.poses) {
        pose.x += between(random, -maximum, maximum);
        pose.y += between(random, -maximum, maximum);
        const Rot turned = multiply(Rot{pose.c, pose.s}, Rot::from_angle(between(random, -maximum, maximum)));
        pose.c = turned.c;
        pose.s = turned.s;
    }
}

/// Current position of a point of a body that was at `arm` from its centre.
struct DoublePlace {
    double x, y;
};
DoublePlace place_of(const BodyPose& before, const BodyPose& now, double arm_x, double arm_y) {
    const double cosine = double{before.c} * now.c + double{before.s} * now.s;
    const double sine = double{before.c} * now.s - double{before.s} * now.c;
    return {now.x + cosine * arm_x - sine * arm_y, now.y + sine * arm_x + cosine * arm_y};
}

/// Returns the change of the distance along the normal between the contact points of A and B.
double opened(const RandomBoxes& before, const RandomBoxes& now, const ContactBlock& block, int lane, int i) {
    const double n[2] = {block.normal_x[lane], block.normal_y[lane]};
    DoublePlace places[2][2];
    for (int side = 0; side < 2; ++side) {
        const auto body = static_cast<std::size_t>((side == 0 ? before.ids.body_a : before.ids.body_b)[lane]);
        const double g = before.bodies.masses[body].normalisation;
        const double along = (side == 0 ? block.normal_arm_a : block.normal_arm_b)[i][lane] / g;
        const double across = -(side == 0 ? block.tangent_arm_a : block.tangent_arm_b)[i][lane] / g;
        const double x = across * n[0] + along * n[1];
        const double y = across * n[1] - along * n[0];
        places[0][side] = place_of(before.bodies.poses[body], before.bodies.poses[body], x, y);
        places[1][side] = place_of(before.bodies.poses[body], now.bodies.poses[body], x, y);
    }
    const auto gap = [&](const DoublePlace(&at)[2]) {
        return n[0] * (at[1].x - at[0].x) + n[1] * (at[1].y - at[0].y);
    };
    return gap(places[1]) - gap(places[0]);
}

}  // namespace

TEST_CASE("Faces that hardly moved keep their normal, and their separation follows the points") {
    int kept_faces = 0;
    int single_points = 0;
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        const RandomBoxes boxes = make_boxes(seed);
        const Rows found = update(boxes, scalar_narrow_kernels());
        std::mt19937 random(seed);
        RandomBoxes moved = boxes;
        disturb(moved, random, 5e-4f);
        Rows kept_rows = found;
        alignas(64) Row kept{};
        scalar_narrow_kernels().reuse_manifolds(kept_rows.block, kept_rows.ids, input_of(moved), kept,
                                                block_lanes);
        for (int lane = 0; lane < block_lanes; ++lane) {
            const bool face = found.ids.feature[0][lane] != 0.0f && found.ids.feature[1][lane] != 0.0f;
            single_points += face ? 0 : 1;
            CHECK((face || kept[lane] == 0.0f));
            kept_faces += kept[lane] != 0.0f ? 1 : 0;
            for (int i = 0; i < 2 && kept[lane] != 0.0f; ++i) {
                const double exact =
                    found.block.separation[i][lane] + opened(boxes, moved, found.block, lane, i);
                CHECK(kept_rows.block.separation[i][lane] == doctest::Approx(exact).epsilon(5e-6));
            }
        }
        disturb(moved, random, 1.0f);
        scalar_narrow_kernels().reuse_manifolds(kept_rows.block, kept_rows.ids, input_of(moved), kept,
                                                block_lanes);
        CHECK(std::count_if(kept, kept + block_lanes, [](float lane) { return lane != 0.0f; }) <= 1);
    }
    CHECK(kept_faces > 500);
    CHECK(single_points > 500);
}

TEST_CASE("Every lane width keeps the same contacts, to the bit") {
    for (std::uint32_t seed = 1; seed <= 50; ++seed) {
        RandomBoxes boxes = make_boxes(seed);
        const Rows found = update(boxes, scalar_narrow_kernels());
        std::mt19937 random(seed);
        disturb(boxes, random, 3e-3f);
        Rows scalar = found;
        alignas(64) Row kept{};
        scalar_narrow_kernels().reuse_manifolds(scalar.block, scalar.ids, input_of(boxes), kept, block_lanes);
        scalar_narrow_kernels().update_boxes(&scalar.block, &scalar.ids, 1, input_of(boxes), kept);
        for (const SimdTarget target : simd_targets()) {
            Rows wide = found;
            alignas(64) Row wide_kept{};
            narrow_kernels(target).reuse_manifolds(wide.block, wide.ids, input_of(boxes), wide_kept,
                                                   block_lanes);
            CHECK(std::memcmp(wide_kept, kept, sizeof kept) == 0);
            narrow_kernels(target).update_boxes(&wide.block, &wide.ids, 1, input_of(boxes), wide_kept);
            CHECK(std::memcmp(&wide, &scalar, sizeof wide) == 0);
        }
    }
}

TEST_CASE("Points beyond the margin stay where the bodies reach them, to the bit in every lane width") {
    constexpr double time_step = 1.0 / 60.0;
    int stay = 0;
    int go = 0;
    for (std::uint32_t seed = 1; seed <= 300; ++seed) {
        RandomBoxes boxes = make_boxes(seed);
        std::mt19937 random(seed);
        for (const Contact& contact : boxes.contacts) {
            for (const std::uint32_t body : {contact.body_a, contact.body_b}) {
                const float speed = random() % 2 == 0 ? 1.0f : 6.0f;
                boxes.bodies.velocities[body] = {between(random, -speed, speed),
                                                 between(random, -speed, speed), 0.0f,
                                                 between(random, -speed, speed)};
            }
            if (random() % 2 == 0) {
                const BodyMass& mass = boxes.bodies.masses[contact.body_a];
                boxes.bodies.masses.edit(contact.body_a) =
                    make_body_mass(mass.center_x, mass.center_y, 0.0f, 0.0f);
            }
        }
        ContactInput input = input_of(boxes);
        input.max_separation = 0.08f;
        Rows found{boxes.block, boxes.ids};
        scalar_narrow_kernels().update_boxes(&found.block, &found.ids, 1, input, none_kept);
        for (const SimdTarget target : simd_targets()) {
            Rows wide{boxes.block, boxes.ids};
            narrow_kernels(target).update_boxes(&wide.block, &wide.ids, 1, input, none_kept);
            CHECK(std::memcmp(&wide, &found, sizeof wide) == 0);
        }
        ManifoldRows all{};
        scalar_narrow_kernels().collide_boxes(boxes.ids, input, all, block_lanes);
        for (int lane = 0; lane < block_lanes; ++lane) {
            const Contact& contact = boxes.contacts[static_cast<std::size_t>(lane)];
            const double normal_x = double{all.normal_x[lane]}, normal_y = double{all.normal_y[lane]};
            double approach[2];
            double fastest = 0.0;
            for (int i = 0; i < 2; ++i) {
                const BodyPose& at = boxes.bodies.poses[contact.body_a];
                const double x = double{at.x} + double{all.arm_x[i][lane]};
                const double y = double{at.y} + double{all.arm_y[i][lane]};
                double way_x = 0.0, way_y = 0.0;
                for (const std::uint32_t body : {contact.body_a, contact.body_b}) {
                    const double sign = body == contact.body_a ? time_step : -time_step;
                    const BodyVelocity& v = boxes.bodies.velocities[body];
                    const BodyPose& pose = boxes.bodies.poses[body];
                    way_x += sign * (double{v.x} - double{v.w} * (y - double{pose.y}));
                    way_y += sign * (double{v.y} + double{v.w} * (x - double{pose.x}));
                }
                approach[i] = way_x * normal_x + way_y * normal_y;
                const double slip = way_x * normal_y - way_y * normal_x;
                fastest = std::max({fastest, std::abs(approach[i]), std::abs(slip)});
            }
            const bool is_fixed = boxes.bodies.masses[contact.body_a].inverse_mass == 0.0f;
            for (int i = 0; i < 2; ++i) {
                const double separation = double{all.separation[i][lane]};
                const double left = approach[i] + std::max(approach[1 - i], 0.0) - separation;
                const bool is_unsure = std::abs(left) < 1e-5 || (is_fixed && std::abs(fastest - 0.08) < 1e-5);
                if (all.feature[i][lane] == 0.0f || separation <= 0.02 || is_unsure) {
                    continue;
                }
                const bool stays = left > 0.0 && (!is_fixed || fastest < 0.08);
                CHECK((found.ids.feature[i][lane] != 0.0f) == stays);
                (stays ? stay : go) += 1;
            }
        }
    }
    CHECK(stay > 100);
    CHECK(go > 300);
}
