#pragma once

#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include <set>
#include <span>
#include <utility>

namespace drystone::test {

/// Visitors inside of each sensor, from the events alone.
class SensorBook {
public:
    using Pair = std::pair<drystone::ShapeId, drystone::ShapeId>;

    void read(const drystone::World& world) {
        check_order(world.sensor_begins());
        check_order(world.sensor_ends());
        std::set<Pair> begun;
        for (const drystone::SensorBegin& begin : world.sensor_begins()) {
            CHECK(world.is_valid(begin.sensor));
            CHECK(world.is_valid(begin.visitor));
            begun.insert({begin.sensor, begin.visitor});
            CHECK(inside_.insert({begin.sensor, begin.visitor}).second);
            ++begins;
        }
        for (const drystone::SensorEnd& end : world.sensor_ends()) {
            const Pair pair{end.sensor, end.visitor};
            crossings += begun.count(pair) > 0 ? 1 : 0;
            CHECK(inside_.erase(pair) == 1);
            ++ends;
        }
    }
    /// Checks that the events and the lists agree.
    void compare(const drystone::World& world) const {
        std::set<Pair> listed;
        for (const drystone::ShapeId shape : world.shapes()) {
            if (world[shape].is_sensor()) {
                for (const drystone::ShapeId visitor : world[shape].sensor_overlaps()) {
                    listed.insert({shape, visitor});
                }
            }
        }
        CHECK(listed == inside_);
    }
    [[nodiscard]] const std::set<Pair>& inside() const { return inside_; }

    int begins = 0;
    int ends = 0;
    int crossings = 0;  ///< Begun and ended in one step.

private:
    template <class Event>
    static void check_order(std::span<const Event> events) {
        for (std::size_t i = 1; i < events.size(); ++i) {
            CHECK(std::pair(events[i - 1].sensor, events[i - 1].visitor) <
                  std::pair(events[i].sensor, events[i].visitor));
        }
    }

    std::set<Pair> inside_;
};

/// Returns the distance between the surfaces of two shapes at their current poses, in double precision and by
/// brute force [m]; negative where they overlap.
double reference_gap(const drystone::World& world, drystone::ShapeId a, drystone::ShapeId b);

}  // namespace drystone::test
