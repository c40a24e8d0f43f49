#pragma once

#include <drystone/drystone.h>

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone::test {

/// Hash over the results of a step: state, events and counters; without memory and time.
class StepRecord {
public:
    explicit StepRecord(const World& world) {
        add(world.state_hash());
        add_counters(world.counters());
        add_events(world);
    }
    friend bool operator==(const StepRecord&, const StepRecord&) = default;

private:
    void add(std::uint64_t word) { value_ = (value_ ^ word) * 0x100000001b3ull; }
    void add(float number) { add(std::uint64_t{std::bit_cast<std::uint32_t>(number)}); }
    void add(const Vec2& v) { add(v.x), add(v.y); }
    /// Adds a handle without the number of its world, in which worlds that do the same differ.
    template <class Id>
    void add_id(const Id& id) {
        add(std::uint64_t{id.index1} << 32 | std::uint64_t{id.generation});
    }
    template <class Event>
    void add_pairs(std::span<const Event> events) {
        add(events.size());
        for (const Event& event : events) {
            add_id(event.shape_a), add_id(event.shape_b), add_id(event.contact);
        }
    }
    template <class Event>
    void add_visits(std::span<const Event> events) {
        add(events.size());
        for (const Event& event : events) {
            add_id(event.sensor), add_id(event.visitor);
        }
    }
    void add_counters(const Counters& counters) {
        for (const int count :
             {counters.bodies, counters.awake_bodies, counters.sleeping_islands, counters.shapes,
              counters.pairs, counters.active_pairs, counters.contacts, counters.contact_points,
              counters.colors, counters.overflow_contacts, counters.tree_height}) {
            add(static_cast<std::uint64_t>(count));
        }
    }
    void add_events(const World& world) {
        add_pairs(world.contact_begins());
        add_pairs(world.contact_ends());
        add_pairs(world.contact_hits());
        for (const ContactHit& hit : world.contact_hits()) {
            add(hit.point), add(hit.normal), add(hit.approach_speed);
        }
        add_pairs(world.contact_forces());
        for (const ContactForce& force : world.contact_forces()) {
            add(force.force), add(force.magnitude), add(force.point), add(std::uint64_t{force.first});
        }
        add_visits(world.sensor_begins());
        add_visits(world.sensor_ends());
        for (const BodyMoved& moved : world.moved_bodies()) {
            add_id(moved.body), add(moved.pose.position), add(moved.pose.rotation.s);
            add(moved.user_data + (moved.fell_asleep ? 1 : 0));
        }
        for (const JointBreak& broken : world.joint_breaks()) {
            add_id(broken.joint), add(broken.force), add(broken.torque);
        }
        for (const std::span<const BodyId> ids : {world.sleep_begins(), world.sleep_ends()}) {
            add(ids.size());
            for (const BodyId id : ids) {
                add_id(id);
            }
        }
    }

    std::uint64_t value_ = 0xcbf29ce484222325ull;
};

/// Steps a world and returns the record of every step.
inline std::vector<StepRecord> record_steps(World& world, int count, float time_step = 1.0f / 60.0f,
                                            int sub_steps = 4) {
    std::vector<StepRecord> records;
    for (int i = 0; i < count; ++i) {
        world.step(time_step, sub_steps);
        records.emplace_back(world);
    }
    return records;
}

}  // namespace drystone::test
