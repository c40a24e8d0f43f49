// Joints that are created and destroyed among others: the changed components are found, and only they have
// changed.
#include <doctest/doctest.h>

#include "joints/iterative/joint_changes.h"
#include "joints/joint_scenes.h"

#include <algorithm>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Bodies in the solver, and joints between them.
struct Stores {
    BodyStore bodies;
    JointStore joints;
    JointChangeSet changes;

    std::uint32_t add_body(BodyType type = BodyType::Dynamic) {
        const std::uint32_t body = bodies.create(type);
        if (type != BodyType::Static) {
            bodies.enter_solver(body);
        }
        return body;
    }
    std::uint32_t add_joint(std::uint32_t a, std::uint32_t b) {
        const std::uint32_t joint = joints.create();
        joints.records.edit(joint).body_a = a;
        joints.records.edit(joint).body_b = b;
        for (const std::uint32_t body : {a, b}) {
            joints.attach(joint, body);
            joints.touch(body);
        }
        return joint;
    }
    /// Adds bodies in a row, each connected to the next; returns the first body. Joint numbers are
    /// consecutive, too.
    std::uint32_t add_row(int count) {
        const std::uint32_t first = add_body();
        for (int i = 1; i < count; ++i) {
            const std::uint32_t body = add_body();
            add_joint(body - 1, body);
        }
        return first;
    }
    std::vector<std::uint32_t> find() {
        REQUIRE(changes.find(joints, bodies));
        std::vector<std::uint32_t> found = changes.joints();
        changes.compact(joints, bodies);
        return found;
    }
};

/// Twenty rows of eight joints; row k begins at joint 8k and body 9k.
struct Rows : Stores {
    Rows() {
        for (int i = 0; i < 20; ++i) {
            add_row(9);
        }
        changes.find(joints, bodies);
        changes.compact(joints, bodies);
    }
};

std::vector<std::uint32_t> from_to(std::uint32_t begin, std::uint32_t end) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = begin; i < end; ++i) {
        numbers.push_back(i);
    }
    return numbers;
}

}  // namespace

TEST_CASE("joint changes: nothing is looked at where nothing has changed") {
    Rows rows;
    CHECK(rows.find().empty());
    CHECK(rows.changes.bodies().empty());
}

TEST_CASE("joint changes: what hangs together with a body that leaves the solver is looked at, and no more") {
    Rows rows;
    rows.bodies.leave_solver(9 * 3 + 4);
    CHECK(rows.find() == from_to(24, 32));
    // The last of all bodies took its slot.
    CHECK(rows.changes.moved() == std::vector<std::uint32_t>{179});
    rows.bodies.enter_solver(9 * 3 + 4);
    CHECK(rows.find() == from_to(24, 32));
    CHECK(rows.changes.moved().empty());
    CHECK(rows.find().empty());
}

TEST_CASE("joint changes: rows whose bodies all sleep are not looked at again") {
    Rows rows;
    for (std::uint32_t body = 0; body < 9; ++body) {
        rows.bodies.leave_solver(body);
    }
    CHECK(rows.find() == from_to(0, 8));
    rows.joints.touch(4);
    CHECK(rows.find().empty());
    CHECK(rows.changes.bodies() == std::vector<std::uint32_t>{4});
}

TEST_CASE("joint changes: a joint that goes leaves the two parts of its row") {
    Rows rows;
    rows.joints.records.edit(19).color = 2;
    rows.joints.records.edit(19).place = 7;
    rows.joints.destroy(19);
    REQUIRE(rows.joints.freed.size() == 1);
    CHECK(rows.joints.freed[0].color == 2);
    CHECK(rows.joints.freed[0].place == 7);
    CHECK(rows.find() == std::vector<std::uint32_t>{16, 17, 18, 20, 21, 22, 23});
    CHECK(rows.joints.freed.empty());
}

TEST_CASE("joint changes: what stands still binds nothing to what hangs on it") {
    Rows rows;
    const std::uint32_t ground = rows.add_body(BodyType::Static);
    rows.add_joint(ground, 0);
    rows.add_joint(ground, 9);
    CHECK(rows.find().size() == 18);
    rows.bodies.leave_solver(1);
    const std::vector<std::uint32_t> found = rows.find();
    CHECK(found.size() == 9);
    CHECK(std::count(found.begin(), found.end(), 160u) == 1);
    CHECK(std::count(found.begin(), found.end(), 161u) == 0);
    // A moving body connects its joints.
    const std::uint32_t carrier = rows.add_body(BodyType::Kinematic);
    rows.add_joint(carrier, 0);
    rows.add_joint(carrier, 9);
    CHECK(rows.find().size() == 13);
    rows.bodies.enter_solver(1);
    CHECK(rows.find().size() == 20);
}

TEST_CASE("joint changes: where much has changed, all is looked at") {
    Rows rows;
    for (std::uint32_t row = 0; row < 13; ++row) {
        rows.joints.touch(9 * row);
    }
    CHECK_FALSE(rows.changes.find(rows.joints, rows.bodies));
    CHECK_FALSE(rows.joints.all_changed);
    // The list of touched bodies is bounded: once it is long, all joints count as changed.
    for (int i = 0; i < 1000; ++i) {
        rows.joints.touch(0);
        CHECK(rows.joints.touched.size() <= 2 * rows.joints.many() + 1);
    }
    CHECK(rows.joints.all_changed);
    CHECK(rows.joints.touched.empty());
    rows.changes.compact(rows.joints, rows.bodies);
    CHECK_FALSE(rows.joints.all_changed);
}

namespace {

/// Trees of boxes on a floor that are created, torn, put to sleep, woken and destroyed.
class Trees {
public:
    /// \param direct  True if some trees use the automatic solver choice, which may solve them directly.
    Trees(std::uint32_t seed, int threads, bool direct)
        : world({.time_to_sleep = 0.3f, .threads = threads}), random_(seed), direct_(direct) {
        ground_ = test::add_static(world);
        world.create_shape(ground_, Segment{{-60.0f, 0.0f}, {60.0f, 0.0f}});
        const BodyId first = add_spare({0.0f, 40.0f});
        spare_ = world.create_joint(first, add_spare({1.0f, 40.0f}), RevoluteJoint{.anchor_a = {1.0f, 0.0f}},
                                    {.solver = JointSolver::Iterative});
        for (int i = 0; i < 12; ++i) {
            add_tree();
        }
    }

    void change() {
        switch (random_.below(14)) {
            case 0:
            case 1:
                if (bodies_.size() < 120) {
                    add_tree();
                }
                break;
            case 2: destroy_body(pick()); break;
            case 3: destroy_joint(pick()); break;
            case 4: world[pick()].put_to_sleep(); break;
            case 5: world[pick()].wake(); break;
            case 6: hang(pick(), ground_); break;
            case 7: hang(pick(), pick()); break;
            case 8:
                world[pick()].set_mass_properties({random_.between(0.2f, 9.0f), {0.0f, 0.0f}, 0.3f});
                break;
            case 9: world[pick()].set_linear_velocity({random_.between(-4.0f, 4.0f), 5.0f}); break;
            case 10: world[pick()].set_enabled(random_.below(3) != 0); break;
            case 11:
                if (random_.below(6) == 0) {
                    tie(pick(), pick());
                }
                break;
            default: break;
        }
    }
    /// Marks all joints as changed, without an effect on the simulation.
    void look_at_all() { world[spare_].set_settings(world[spare_].settings()); }

    World world;

private:
    BodyId add_spare(const Vec2& position) {
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic, .position = position, .gravity_scale = 0.0f});
        world.create_shape(body, make_box(0.1f, 0.1f), {.filter = {.category = 1, .mask = 0}});
        world[body].set_can_sleep(false);
        return body;
    }
    BodyId pick() {
        if (bodies_.empty()) {
            add_tree();
        }
        return bodies_[static_cast<std::size_t>(random_.below(static_cast<int>(bodies_.size())))];
    }
    JointSettings settings() {
        return {.break_force = random_.below(6) == 0 ? 500.0f : unlimited,
                .solver = automatic_ ? JointSolver::Automatic : JointSolver::Iterative};
    }
    void join(BodyId a, BodyId b, const Vec2& anchor_a, const Vec2& anchor_b) {
        switch (random_.below(4)) {
            case 0: world.create_joint(a, b, RevoluteJoint{anchor_a, anchor_b}, settings()); break;
            case 1:
                world.create_joint(a, b,
                                   RevoluteJoint{.anchor_a = anchor_a,
                                                 .anchor_b = anchor_b,
                                                 .limit = JointLimit{-0.5f, 0.7f},
                                                 .motor = JointMotor{.speed = 1.0f, .maximum = 2.0f}},
                                   settings());
                break;
            case 2: world.create_joint(a, b, DistanceJoint{.length = 1.1f}, settings()); break;
            default:
                world.create_joint(a, b, PrismaticJoint{.limit = JointLimit{0.5f, 2.0f}}, settings());
                break;
        }
    }
    void add_tree() {
        automatic_ = direct_ && random_.below(5) == 0;
        const std::size_t first = bodies_.size();
        const Vec2 root{random_.between(-50.0f, 50.0f), random_.between(1.0f, 6.0f)};
        const int count = 2 + random_.below(11);
        for (int i = 0; i < count; ++i) {
            const BodyId body = world.create_body(
                {.type = BodyType::Dynamic, .position = root + Vec2{static_cast<float>(i), 0.0f}});
            world.create_shape(body, make_box(0.4f, 0.2f));
            bodies_.push_back(body);
            if (i > 0) {
                const auto parent = first + static_cast<std::size_t>(random_.below(i));
                join(bodies_[parent], body, {0.5f, 0.0f}, {-0.5f, 0.0f});
            }
        }
    }
    void destroy_body(BodyId body) {
        world.destroy_body(body);
        std::erase(bodies_, body);
    }
    void destroy_joint(BodyId body) {
        const std::vector<JointId> joints = test::ids(world[body].joints());
        if (!joints.empty()) {
            world.destroy_joint(joints.front());
        }
    }
    void hang(BodyId body, BodyId other) {
        if (body != other) {
            const Vec2 way = world[other].position() - world[body].position();
            join(body, other, 0.5f * way, -0.5f * way);
        }
    }
    void tie(BodyId body, BodyId other) {
        if (direct_ && body != other) {
            const float length = drystone::length(world[other].position() - world[body].position()) + 0.5f;
            world.create_joint(
                RopeJoint{.points = {{body, {0.0f, 0.0f}}, {other, {0.0f, 0.0f}}}, .length = length});
        }
    }

    test::Random random_;
    bool direct_;
    bool automatic_ = false;  ///< True if the last tree uses the automatic solver choice.
    BodyId ground_;
    JointId spare_;
    std::vector<BodyId> bodies_;
};

}  // namespace

TEST_CASE("joint changes: joints that come and go move as if all were looked at in every step") {
    for (const std::uint32_t seed : {11u, 18u}) {
        CAPTURE(seed);
        const bool direct = seed % 2 == 0;
        Trees some(seed, 1, direct);
        Trees all(seed, 1, direct);
        Trees on_threads(seed, 3, direct);
        int joints = 0;
        int sleepers = 0;
        const int steps = test::scaled(2000);
        for (int i = 0; i < steps; ++i) {
            CAPTURE(i);
            for (Trees* const trees : {&some, &all, &on_threads}) {
                trees->change();
            }
            all.look_at_all();
            for (Trees* const trees : {&some, &all, &on_threads}) {
                trees->world.step(dt);
            }
            some.world.validate();
            REQUIRE(some.world.state_hash() == all.world.state_hash());
            REQUIRE(some.world.state_hash() == on_threads.world.state_hash());
            joints += static_cast<int>(some.world.joints().size());
            sleepers += some.world.counters().sleeping_islands > 0 ? 1 : 0;
        }
        CHECK(joints > 20 * steps);
        CHECK(sleepers > steps / 10);
    }
}
