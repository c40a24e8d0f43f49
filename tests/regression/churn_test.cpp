// Scene with a change in every step, run long enough that rare events occur.
#include <doctest/doctest.h>

#include "support/world_random.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Returns the number of steps of the long run; DRYSTONE_TEST_STEPS overrides it.
int churn_steps() {
    const char* const wanted = std::getenv("DRYSTONE_TEST_STEPS");  // NOLINT(concurrency-mt-unsafe)
    return wanted != nullptr ? std::stoi(wanted) : test::scaled(10000);
}

/// About sixty bodies and twenty joints whose properties are all changed at random.
class Churn {
public:
    explicit Churn(int threads) : scene_(11, {.time_to_sleep = 0.2f, .threads = threads}), random_(12) {
        chain_ = world().create_chain(world().bodies()[0], {.points = hills()});
    }

    World& world() { return scene_.world; }

    void change() {
        scene_.change();
        const std::vector<BodyId> bodies = test::ids(world().bodies());
        const BodyId body = bodies[pick(bodies.size())];
        // Neither the walls nor the paddle are changed.
        const bool free = body.index1 > 2;
        switch (random_.below(20)) {
            case 0: add_joint(bodies); break;
            case 1: destroy_joint(); break;
            case 2: set_joint(); break;
            case 3:
                if (free) {
                    world()[body].set_type(static_cast<BodyType>(random_.below(3)));
                }
                break;
            case 4:
            case 5:
                if (free) {
                    world()[body].set_type(BodyType::Dynamic);
                    world()[body].set_enabled(true);
                }
                break;
            case 6:
                if (free) {
                    world()[body].set_enabled(false);
                }
                break;
            case 7: change_geometry(body, free); break;
            case 8: world()[body].put_to_sleep(); break;
            case 9: world().set_sleeping(random_.below(4) != 0); break;
            case 10:
                world().set_gravity({random_.between(-3.0f, 3.0f), random_.between(-12.0f, 0.0f)});
                break;
            case 11: world()[body].set_bullet(random_.below(2) == 0); break;
            case 12: {
                const Vec2 velocity{random_.between(-60.0f, 60.0f), 0.0f};
                if (world()[body].type() != BodyType::Static) {
                    world()[body].set_linear_velocity(velocity);
                }
                break;
            }
            case 13:
                world()[body].set_locks(
                    {random_.below(4) == 0, random_.below(4) == 0, random_.below(4) == 0});
                break;
            case 14:
                if (free) {
                    world().set_collision(bodies[0], body, random_.below(4) != 0);
                }
                break;
            case 15: enable_shape(body, free); break;
            case 16: change_surface(body); break;
            case 17: change_mass(body); break;
            case 18: world()[chain_].set_points(hills()); break;
            default: break;
        }
    }

private:
    std::size_t pick(std::size_t count) {
        return static_cast<std::size_t>(random_.below(static_cast<int>(count)));
    }
    std::vector<Vec2> hills() {
        std::vector<Vec2> points;
        for (int i = 6; i >= -6; --i) {
            points.emplace_back(static_cast<float>(i), random_.between(-0.5f, 1.0f));
        }
        return points;
    }
    Vec2 anchor() {
        const float x = random_.between(-0.5f, 0.5f);
        return {x, random_.between(-0.5f, 0.5f)};
    }
    JointDefinition definition() {
        const Vec2 a = anchor();
        const Vec2 b = anchor();
        switch (random_.below(6)) {
            case 0: return DistanceJoint{.anchor_a = a, .anchor_b = b, .length = random_.between(0.5f, 2.0f)};
            case 1: return WheelJoint{.anchor_a = a, .anchor_b = b};
            case 2: return PrismaticJoint{.anchor_a = a, .anchor_b = b, .limit = JointLimit{-1.0f, 1.0f}};
            case 3: return WeldJoint{.anchor_a = a, .anchor_b = b};
            case 4: return MotorJoint{.anchor_a = a, .anchor_b = b, .maximum_force = 5.0f};
            default: return RevoluteJoint{.anchor_a = a, .anchor_b = b};
        }
    }
    void add_joint(const std::vector<BodyId>& bodies) {
        const BodyId a = bodies[pick(bodies.size())];
        const BodyId b = bodies[pick(bodies.size())];
        if (a != b && world().joints().size() < 20) {
            world().create_joint(a, b, definition(),
                                 {.collide_connected = random_.below(2) == 0,
                                  .break_force = random_.below(3) == 0 ? 200.0f : unlimited,
                                  .solver = static_cast<JointSolver>(random_.below(3))});
        }
    }
    void destroy_joint() {
        const std::vector<JointId> joints = test::ids(world().joints());
        if (!joints.empty()) {
            world().destroy_joint(joints[pick(joints.size())]);
        }
    }
    void set_joint() {
        const std::vector<JointId> joints = test::ids(world().joints());
        if (joints.empty()) {
            return;
        }
        const JointId joint = joints[pick(joints.size())];
        const JointDefinition wanted = definition();
        if (wanted.index() == world()[joint].definition().index()) {
            world()[joint].set_definition(wanted);
        }
        world()[joint].set_enabled(random_.below(4) != 0);
    }
    void change_geometry(BodyId body, bool free) {
        const std::vector<ShapeId> shapes = test::ids(world()[body].shapes());
        if (free && !shapes.empty()) {
            world()[shapes[pick(shapes.size())]].set_geometry(test::random_geometry(random_, 0.8f));
        }
    }
    void enable_shape(BodyId body, bool free) {
        const std::vector<ShapeId> shapes = test::ids(world()[body].shapes());
        if (free && !shapes.empty()) {
            world()[shapes[pick(shapes.size())]].set_enabled(random_.below(3) != 0);
        }
    }
    void change_surface(BodyId body) {
        const std::vector<ShapeId> shapes = test::ids(world()[body].shapes());
        if (!shapes.empty()) {
            const ShapeId shape = shapes[pick(shapes.size())];
            world()[shape].set_material({.friction = random_.between(0.0f, 1.0f),
                                         .restitution = 0.25f * static_cast<float>(random_.below(3)),
                                         .rolling_resistance = random_.below(4) == 0 ? 0.1f : 0.0f,
                                         .tangent_speed = random_.below(4) == 0 ? 1.0f : 0.0f,
                                         .frequency = random_.below(4) == 0 ? 6.0f : 0.0f});
            world()[shape].set_hit_events(random_.below(3) == 0);
            world()[shape].set_force_events(random_.below(3) == 0, 5.0f);
        }
    }
    void change_mass(BodyId body) {
        const float inertia = random_.between(0.1f, 2.0f);
        if (random_.below(2) == 0) {
            world()[body].set_mass_properties({random_.between(0.2f, 5.0f), anchor(), inertia});
        } else {
            world()[body].reset_mass_properties();
        }
    }

    test::RandomScene scene_;
    test::Random random_;
    ChainId chain_;
};

bool is_pushed(const World& world, BodyId body) {
    return world[body].type() == BodyType::Dynamic && world[body].is_awake();
}

/// Returns whether part of the shape is covered by another static shape, or by one of the same kinematic
/// body. Such a part is exempt from contacts.
bool has_internal_edge(const World& world, ShapeId shape) {
    const BodyId body = world[shape].body();
    if (world[body].type() == BodyType::Dynamic) {
        return false;
    }
    bool covered = false;
    world.overlap(world[shape].geometry(), world[body].pose(), [&](ShapeId found) {
        const BodyId other = world[found].body();
        const bool continues =
            world[body].type() == BodyType::Static ? world[other].type() == BodyType::Static : other == body;
        covered = covered || (found != shape && continues);
        return !covered;
    });
    return covered;
}

/// Checks that any two shapes that overlap and may collide have a touching contact, using the shapes alone.
/// Returns the number of overlaps.
int check_contacts(World& world) {
    std::vector<std::pair<ShapeId, ShapeId>> touching;
    world.visit_contacts([&](const ContactView& contact) {
        if (contact.count > 0) {
            touching.emplace_back(std::min(contact.shape_a, contact.shape_b),
                                  std::max(contact.shape_a, contact.shape_b));
        }
    });
    std::sort(touching.begin(), touching.end());
    int found_overlaps = 0;
    const std::vector<ShapeId> shapes = test::ids(world.shapes());
    for (const ShapeId a : shapes) {
        for (const ShapeId b : shapes) {
            const BodyId body_a = world[a].body();
            const BodyId body_b = world[b].body();
            if (!(a < b) || body_a == body_b || !(is_pushed(world, body_a) || is_pushed(world, body_b)) ||
                !world[body_a].is_enabled() || !world[body_b].is_enabled() || !world[a].is_enabled() ||
                !world[b].is_enabled() || !world[body_a].joints().empty() || world[a].filter() != Filter{} ||
                world[b].filter() != Filter{} || !world.collision_enabled(body_a, body_b) ||
                has_internal_edge(world, a) || has_internal_edge(world, b)) {
                continue;
            }
            bool overlap = false;
            world.overlap(world[a].geometry(), world[body_a].pose(), [&](ShapeId found) {
                overlap = overlap || found == b;
                return true;
            });
            if (overlap) {
                ++found_overlaps;
                INFO("shapes in slots " << a.index1 - 1 << " and " << b.index1 - 1);
                CHECK(std::binary_search(touching.begin(), touching.end(), std::pair{a, b}));
            }
        }
    }
    return found_overlaps;
}

}  // namespace

TEST_CASE(
    "churn: ten thousand steps in which everything changes keep every invariant, on one thread and three") {
    Churn one(1);
    Churn three(3);
    int overlaps = 0;
    for (int i = 0; i < churn_steps(); ++i) {
        CAPTURE(i);
        for (Churn* const churn : {&one, &three}) {
            churn->change();
            churn->world().validate();
            churn->world().step(i % 50 == 49 ? 0.0f : dt, 1 + i % 4);
            churn->world().validate();
        }
        REQUIRE(one.world().state_hash() == three.world().state_hash());
        REQUIRE(test::all_finite(one.world()));
        if (i % 50 == 49) {
            // A step of zero length finds the contacts of the current poses.
            overlaps += check_contacts(one.world());
        }
    }
    CHECK(overlaps > 0);
}
