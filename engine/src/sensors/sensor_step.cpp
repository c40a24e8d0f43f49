#include "sensors/sensor_step.h"

#include "store/public_handles.h"

#include "continuous/motion.h"

#include <drystone/collision/detail/sort_items.h>
#include <drystone/collision/gjk.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace drystone {

namespace {

/// Sensors per chunk of work.
constexpr std::size_t sensors_per_chunk = 4;
/// Minimum number of sensors per worker: some 5 us.
constexpr std::size_t sensors_per_worker = 8;

/// Sensor queries of a step. Each sensor is written by one worker alone.
class SensorPass {
public:
    explicit SensorPass(const SensorContext& context) : context_(context) {}

    /// Updates the sweeps of sensors that moved far.
    void follow_sensors() const {
        for (Sensor& sensor : context_.sensors.sensors) {
            const std::uint32_t shape = sensor.shape.index1 - 1;
            const std::uint32_t body = body_of(shape);
            sensor.moves_far = is_long(motion_of(body), context_.shapes.thickness(shape));
            if (sensor.moves_far) {
                sensor.sweep = context_.continuous.ccd_motion(context_.motion, body);
            }
        }
    }

    /// Collects the shapes that moved far enough to have passed through a sensor.
    void collect_passages() {
        passages().clear();
        tree_is_fresh_ = false;
        for (const std::uint32_t body : context_.bodies.awake) {
            const float motion = motion_of(body);
            for (std::uint32_t shape = context_.bodies.records[body].first_shape; shape != no_index;
                 shape = context_.shapes.records[shape].next) {
                if (context_.shapes.records[shape].sensor_events &&
                    is_long(motion, context_.shapes.thickness(shape))) {
                    collect_on_way(shape, body);
                }
            }
        }
        sort_items(passages().begin(), passages().end());
    }

    /// Finds the shapes that are inside of a sensor and those that passed through it.
    void look(std::uint32_t number) const {
        Sensor& sensor = context_.sensors.sensors[number];
        const std::uint32_t shape = sensor.shape.index1 - 1;
        sensor.found.clear();
        sensor.beside.clear();
        sensor.crossed.clear();
        if (!context_.shapes.is_present(shape)) {
            return;
        }
        const ConvexCore core = context_.shapes.view(shape);
        const Pose pose = pose_of(shape);
        look_around(sensor, core, pose);
        sort_items(sensor.found.begin(), sensor.found.end());
        add_passages(sensor, number);
        for (const std::uint32_t visitor : sensor.beside) {
            if (passed_through(sensor, core, visitor)) {
                sensor.crossed.push_back(id(visitor));
            }
        }
    }

private:
    [[nodiscard]] std::vector<SensorStore::Passage>& passages() const { return context_.sensors.passages; }
    [[nodiscard]] std::uint32_t body_of(std::uint32_t shape) const {
        return context_.shapes.cores[shape].body;
    }
    [[nodiscard]] ShapeId id(std::uint32_t shape) const { return shape_id(context_, shape); }
    [[nodiscard]] Pose pose_of(std::uint32_t shape) const {
        const std::uint32_t body = body_of(shape);
        return origin_pose(context_.bodies.poses[body], context_.bodies.masses[body]);
    }

    /// Returns an upper bound of the motion of the body's points in the step [m].
    [[nodiscard]] float motion_of(std::uint32_t body) const {
        const std::uint32_t slot = context_.bodies.solver_slots[body];
        // A body that woke after the bodies were loaded has not moved.
        const bool moved =
            slot != 0 && slot < context_.motion.states.size() && context_.motion.time_step > 0.0f;
        return moved ? max_motion(context_.motion, body, context_.motion.states[slot]) : 0.0f;
    }

    [[nodiscard]] bool sees(std::uint32_t sensor, std::uint32_t visitor) const {
        const ShapeRecord& own = context_.shapes.records[sensor];
        const ShapeRecord& other = context_.shapes.records[visitor];
        return other.sensor_events && (!other.sensor || own.sees_sensors) &&
               body_of(sensor) != body_of(visitor) && should_collide(own.filter, other.filter);
    }

    [[nodiscard]] bool overlap(const ConvexCore& core, const Pose& pose, std::uint32_t visitor) const {
        return intersect(core, context_.shapes.view(visitor), inverse_multiply(pose, pose_of(visitor)));
    }

    /// Returns the box around the sensor and its path. The path ends at the first impact, and what bounced
    /// off is elsewhere at the end of the step.
    [[nodiscard]] static Aabb box_of(const Sensor& sensor, const ConvexCore& core, const Pose& pose) {
        const Aabb box = compute_aabb(core, pose);
        return sensor.moves_far ? merge(swept_box(core, sensor.sweep), box) : box;
    }

    /// Updates the boxes that the sensors swept; most steps do not query them.
    void refresh_tree() {
        for (const Sensor& sensor : context_.sensors.sensors) {
            const std::uint32_t shape = sensor.shape.index1 - 1;
            const ConvexCore core = context_.shapes.view(shape);
            context_.sensors.tree.move(sensor.proxy, box_of(sensor, core, pose_of(shape)));
        }
        context_.sensors.tree.refit();
        context_.sensors.tree.commit();
        tree_is_fresh_ = true;
    }

    void collect_on_way(std::uint32_t shape, std::uint32_t body) {
        if (!tree_is_fresh_) {
            refresh_tree();
        }
        const ConvexCore core = context_.shapes.view(shape);
        Aabb way = swept_box(core, context_.continuous.ccd_motion(context_.motion, body));
        if (const std::optional<Sweep> rest = context_.continuous.post_impact_motion(context_.motion, body)) {
            way = merge(way, swept_box(core, *rest));
        }
        context_.sensors.tree.query(way, every_category, [&](AabbTree::Proxy proxy) {
            const std::uint32_t number = context_.sensors.tree.user_data(proxy);
            if (sees(context_.sensors.sensors[number].shape.index1 - 1, shape)) {
                passages().push_back({number, shape});
            }
            return true;
        });
    }

    /// Finds the shapes near the sensor, and near its path if it moves far.
    void look_around(Sensor& sensor, const ConvexCore& core, const Pose& pose) const {
        const std::uint32_t shape = sensor.shape.index1 - 1;
        const Aabb box = box_of(sensor, core, pose);
        // A group may let shapes meet whatever their categories are.
        const Filter& filter = context_.shapes.records[shape].filter;
        const std::uint64_t mask = filter.group == 0 ? filter.mask : every_category;
        for (const AabbTree& tree : context_.broad_phase.trees()) {
            tree.query(box, mask, [&](AabbTree::Proxy proxy) {
                const std::uint32_t visitor = tree.user_data(proxy);
                if (!sees(shape, visitor)) {
                    return true;
                }
                if (overlap(core, pose, visitor)) {
                    sensor.found.push_back(id(visitor));
                } else if (sensor.moves_far) {
                    sensor.beside.push_back(visitor);
                }
                return true;
            });
        }
    }

    /// Adds the fast shapes that are not inside, then sorts `beside`.
    void add_passages(Sensor& sensor, std::uint32_t number) const {
        auto passage =
            std::lower_bound(passages().begin(), passages().end(), SensorStore::Passage{number, 0});
        for (; passage != passages().end() && passage->sensor == number; ++passage) {
            if (!std::binary_search(sensor.found.begin(), sensor.found.end(), id(passage->visitor))) {
                sensor.beside.push_back(passage->visitor);
            }
        }
        sort_items(sensor.beside.begin(), sensor.beside.end());
        const auto end = std::unique(sensor.beside.begin(), sensor.beside.end());
        sensor.beside.erase(end, sensor.beside.end());
    }

    /// Returns whether a visitor that is not inside now met the sensor within the step. One that was inside
    /// before has only left.
    [[nodiscard]] bool passed_through(const Sensor& sensor, const ConvexCore& core,
                                      std::uint32_t visitor) const {
        if (std::binary_search(sensor.inside.begin(), sensor.inside.end(), id(visitor))) {
            return false;
        }
        const std::uint32_t body = body_of(visitor);
        const Sweep own = context_.continuous.ccd_motion(context_.motion, body_of(sensor.shape.index1 - 1));
        const std::optional<Sweep> rest = context_.continuous.post_impact_motion(context_.motion, body);
        return meets(core, own, visitor, context_.continuous.ccd_motion(context_.motion, body)) ||
               (rest && meets(core, own, visitor, *rest));
    }

    [[nodiscard]] bool meets(const ConvexCore& core, const Sweep& sweep, std::uint32_t visitor,
                             const Sweep& way) const {
        // About the rounding error of positions in a level; smaller distances mean nothing.
        constexpr float tolerance = 1e-5f;
        const TimeOfImpact impact =
            time_of_impact(core, sweep, context_.shapes.view(visitor), way, {.tolerance = tolerance});
        return impact.status == TimeOfImpactStatus::Hit || impact.status == TimeOfImpactStatus::Overlapping ||
               impact.status == TimeOfImpactStatus::IterationLimit;
    }

    const SensorContext& context_;
    bool tree_is_fresh_ = false;
};

/// Calls `visitor(shape)` for the shapes that are in `list` but not in `other`; both are sorted.
template <class Visitor>
void visit_difference(const std::vector<ShapeId>& list, const std::vector<ShapeId>& other,
                      Visitor&& visitor) {
    auto k = other.begin();
    for (const ShapeId shape : list) {
        while (k != other.end() && *k < shape) {
            ++k;
        }
        if (k == other.end() || *k != shape) {
            visitor(shape);
        }
    }
}

template <class Event>
void sort_events(std::vector<Event>& events) {
    sort_items(events.begin(), events.end(), [](const Event& a, const Event& b) {
        return std::tie(a.sensor, a.visitor) < std::tie(b.sensor, b.visitor);
    });
}

void publish(SensorStore& store) {
    store.begins.clear();
    store.ends.clear();
    store.ends.insert(store.ends.end(), store.pending_ends.begin(), store.pending_ends.end());
    store.pending_ends.clear();
    for (Sensor& sensor : store.sensors) {
        visit_difference(sensor.found, sensor.inside, [&](ShapeId visitor) {
            store.begins.push_back({sensor.shape, visitor});
        });
        visit_difference(sensor.inside, sensor.found, [&](ShapeId visitor) {
            store.ends.push_back({sensor.shape, visitor});
        });
        for (const ShapeId visitor : sensor.crossed) {
            store.begins.push_back({sensor.shape, visitor});
            store.ends.push_back({sensor.shape, visitor});
        }
        sensor.inside.swap(sensor.found);
    }
    sort_events(store.begins);
    sort_events(store.ends);
}

}  // namespace

void update_sensors(const SensorContext& context) {
    SensorStore& store = context.sensors;
    if (!store.empty()) {
        SensorPass pass(context);
        pass.follow_sensors();
        pass.collect_passages();
        const int workers = workers_for(store.sensors.size(), sensors_per_worker);
        context.team.parallel_for(store.sensors.size(), sensors_per_chunk, workers,
                                  [&](std::size_t begin, std::size_t end, int) {
                                      for (std::size_t i = begin; i < end; ++i) {
                                          pass.look(static_cast<std::uint32_t>(i));
                                      }
                                  });
    }
    publish(store);
}

}  // namespace drystone
