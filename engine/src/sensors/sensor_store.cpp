#include "sensors/sensor_store.h"

#include "core/arrays.h"

#include <utility>

namespace drystone {

void SensorStore::prepare(std::uint32_t slot) {
    if (places.size() <= slot) {
        places.resize(slot + 1, no_index);
    }
    prepare_room(sensors, 1);
    tree.prepare_insertions(1);
}

void SensorStore::add(ShapeId shape) {
    const std::uint32_t slot = shape.index1 - 1;
    prepare(slot);
    const auto number = static_cast<std::uint32_t>(sensors.size());
    places[slot] = number;
    Sensor& sensor = sensors.emplace_back();
    sensor.shape = shape;
    // The box is set before the tree is queried.
    sensor.proxy = tree.insert(Aabb{{0.0f, 0.0f}, {0.0f, 0.0f}}, ~0ull, number);
}

void SensorStore::remove(ShapeId shape) {
    const std::uint32_t number = places[shape.index1 - 1];
    Sensor& sensor = sensors[number];
    for (const ShapeId visitor : sensor.inside) {
        pending_ends.push_back({shape, visitor});
    }
    tree.remove(sensor.proxy);
    places[shape.index1 - 1] = no_index;
    if (&sensor != &sensors.back()) {
        sensor = std::move(sensors.back());
        places[sensor.shape.index1 - 1] = number;
        tree.set_user_data(sensor.proxy, number);
    }
    sensors.pop_back();
}

std::size_t SensorStore::bytes() const {
    std::size_t sum = sensors.capacity() * sizeof(Sensor) + places.capacity() * sizeof(std::uint32_t) +
                      tree.bytes() + passages.capacity() * sizeof(Passage) +
                      begins.capacity() * sizeof(SensorBegin) +
                      (ends.capacity() + pending_ends.capacity()) * sizeof(SensorEnd);
    for (const Sensor& sensor : sensors) {
        sum += (sensor.inside.capacity() + sensor.found.capacity() + sensor.crossed.capacity()) *
                   sizeof(ShapeId) +
               sensor.beside.capacity() * sizeof(std::uint32_t);
    }
    return sum;
}

}  // namespace drystone
