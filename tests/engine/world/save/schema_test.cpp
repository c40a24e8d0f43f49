#include <doctest/doctest.h>

#include "world/save/save_format.h"
#include "world/save/save_writer.h"
#include "world/save/saved_world.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace drystone;

namespace {

/// Members of a type that are not saved, as offset and size.
using Omitted = std::vector<std::pair<std::size_t, std::size_t>>;

template <class T>
std::vector<std::byte> encode(const T& object) {
    const SaveOptions options;
    std::vector<std::byte> bytes;
    SaveWriter writer(bytes, options);
    writer("object", object);
    return bytes;
}

/// Checks that a change of any byte of the type, except padding and what is omitted, changes what is saved.
/// Only GCC can tell where padding is.
template <class T>
void check_covered([[maybe_unused]] const Omitted& omitted = {}) {
#if defined(__GNUC__) && !defined(__clang__)
    CAPTURE(Saved<T>::name());
    alignas(T) unsigned char storage[sizeof(T)];
    std::memset(storage, 0xff, sizeof storage);
    __builtin_clear_padding(reinterpret_cast<T*>(storage));
    std::vector<bool> counts(sizeof(T));
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        counts[i] = storage[i] != 0;
    }
    for (const auto& [at, size] : omitted) {
        std::fill_n(counts.begin() + static_cast<std::ptrdiff_t>(at), size, false);
    }
    // Ones: true for flags, and values that are there.
    std::memset(storage, 1, sizeof storage);
    const std::vector<std::byte> before = encode(*reinterpret_cast<T*>(storage));
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        CAPTURE(i);
        storage[i] ^= 1;
        CHECK((encode(*reinterpret_cast<T*>(storage)) != before) == counts[i]);
        storage[i] ^= 1;
    }
#endif
}

template <class... Types>
void check_all_covered() {
    (check_covered<Types>(), ...);
}

std::string without_spaces(std::string text) {
    std::erase_if(text, [](char character) { return character == ' ' || character == '\n'; });
    return text;
}

}  // namespace

TEST_CASE("save schema: every byte of the plain types is saved") {
    check_all_covered<Vec2, Rot, Pose, Aabb, ShapeId, ContactEnd, SensorEnd, ContactTuning, Filter,
                      Material>();
    check_all_covered<BodyPose, BodyVelocity, BodyMass, BodyForce, BodyDampingAndSleep, AxisLocks,
                      MotionLimits, ConstantForce>();
    check_covered<PoseRemainder>({{offsetof(PoseRemainder, unused), sizeof(float)}});
    check_all_covered<FatBox, ShapeRecord, ChainSegment, ActiveEdge, GivenSegment>();
    check_covered<ShapeCore>({{offsetof(ShapeCore, thickness), sizeof(float)}});
    check_all_covered<CollisionCache, SavedPoint, ContactLinks, Softness, ImpactBlock, SurfaceBlock,
                      PairSurface>();
    check_covered<ContactBlock>({{offsetof(ContactBlock, state_a), 2 * sizeof(IndexRow)},
                                 {offsetof(ContactBlock, fixed_a), 2},
                                 {offsetof(ContactBlock, extracted), 1},
                                 {offsetof(ContactBlock, unused), sizeof(ContactBlock::unused)}});
    check_covered<ContactIds>({{0, sizeof(LanePairs)}});
    check_all_covered<JointSpring, JointMotor, JointLimit, DistanceJoint, RevoluteJoint, PrismaticJoint,
                      WheelJoint, WeldJoint, MotorJoint, MouseJoint, FrictionJoint, RatchetJoint, GearJoint,
                      PulleyJoint, RopePoint, GenericJoint, JointSettings, JointImpulses>();
    check_all_covered<DirectionalField, RadialField, VortexField, WindField, BuoyancyField, HalfPlane>();
    check_all_covered<detail::PackedBox, detail::BoxLanes<8>, detail::BoxLanes<16>, ShapePair, BodyPair,
                      NeighborLink, SupportTurn>();
}

TEST_CASE("save schema: every flag of bodies and contacts is saved") {
    const auto differs = [](auto object, auto change) {
        const std::vector<std::byte> before = encode(object);
        change(object);
        return encode(object) != before;
    };
    const BodyRecord body;
    CHECK(differs(body, [](BodyRecord& own) { own.can_sleep = false; }));
    CHECK(differs(body, [](BodyRecord& own) { own.enabled = false; }));
    CHECK(differs(body, [](BodyRecord& own) { own.bullet = true; }));
    CHECK(differs(body, [](BodyRecord& own) { own.special = true; }));
    CHECK(differs(body, [](BodyRecord& own) { own.own_mass = true; }));
    CHECK(differs(body, [](BodyRecord& own) { own.mass_stale = true; }));
    CHECK(differs(body, [](BodyRecord& own) { own.reported_asleep = true; }));
    CHECK(differs(body, [](BodyRecord& own) { own.discrete = true; }));
    CHECK(differs(body, [](BodyRecord& own) { own.dominance_group = 3; }));
    CHECK(differs(body, [](BodyRecord& own) { own.extra_iterations = 3; }));
    const Contact contact;
    CHECK(differs(contact, [](Contact& own) { own.state = ContactState::Touching; }));
    CHECK(differs(contact, [](Contact& own) { own.response = ContactResponse::None; }));
    CHECK(differs(contact, [](Contact& own) { own.kind = ContactKind::Small; }));
    CHECK(differs(contact, [](Contact& own) { own.touching = true; }));
    CHECK(differs(contact, [](Contact& own) { own.hit_events = true; }));
    CHECK(differs(contact, [](Contact& own) { own.one_by_one = true; }));
    CHECK(differs(contact, [](Contact& own) { own.surface = true; }));
    CHECK(differs(contact, [](Contact& own) { own.needs_pre_solve = true; }));
    CHECK(differs(contact, [](Contact& own) { own.one_way_passing = true; }));
    CHECK(differs(contact, [](Contact& own) { own.initial_overlap = true; }));
    CHECK(differs(contact, [](Contact& own) { own.coupled = true; }));
    CHECK(differs(contact, [](Contact& own) { own.force_reported = true; }));
}

TEST_CASE("save schema: the page about the format has the schema of this version") {
    std::ifstream file(std::string(DRYSTONE_SOURCE_DIR) + "/docs/save_format.md");
    std::stringstream page;
    page << file.rdbuf();
    CHECK(without_spaces(page.str()).find(without_spaces(save_schema())) != std::string::npos);
}
