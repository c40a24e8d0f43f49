#include "store/joint_store.h"

#include "memory/arrays.h"

#include <algorithm>

namespace drystone {

std::uint32_t JointStore::create() {
    const std::uint32_t joint = slots.create();
    if (joint == records.size()) {
        resize_sparingly(records, slots.size());
        resize_sparingly(definitions, slots.size());
        resize_sparingly(settings, slots.size());
        resize_sparingly(cables, slots.size());
    }
    records[joint] = {};
    cables[joint].clear();
    ++version;
    return joint;
}

void JointStore::attach(std::uint32_t joint, std::uint32_t body) {
    if (body >= of_body.size()) {
        resize_sparingly(of_body, body + 1);
    }
    std::vector<std::uint32_t>& list = of_body[body];
    if (std::find(list.begin(), list.end(), joint) == list.end()) {
        list.push_back(joint);
    }
}

void JointStore::detach(std::uint32_t joint) {
    visit_bodies_of_joint(*this, joint, [&](std::uint32_t body) { std::erase(of_body[body], joint); });
}

void JointStore::destroy(std::uint32_t joint) {
    detach(joint);
    records[joint] = {};
    definitions[joint] = {};
    cables[joint].clear();
    slots.destroy(joint);
    ++version;
}

std::size_t JointStore::bytes() const {
    std::size_t sum = slots.bytes() + records.capacity() * sizeof(JointRecord) +
                      definitions.capacity() * sizeof(JointDefinition) +
                      settings.capacity() * sizeof(JointSettings) + cables.capacity() * sizeof(cables[0]) +
                      of_body.capacity() * sizeof(of_body[0]);
    for (const std::vector<CablePoint>& cable : cables) {
        sum += cable.capacity() * sizeof(CablePoint);
    }
    for (const std::vector<std::uint32_t>& list : of_body) {
        sum += list.capacity() * sizeof(std::uint32_t);
    }
    return sum;
}

bool joint_forbids_collision(const JointStore& joints, std::uint32_t body_a, std::uint32_t body_b) {
    if (body_a >= joints.of_body.size() || body_b >= joints.of_body.size()) {
        return false;
    }
    const std::vector<std::uint32_t>& a = joints.of_body[body_a];
    const std::vector<std::uint32_t>& b = joints.of_body[body_b];
    const std::uint32_t other = a.size() < b.size() ? body_b : body_a;
    const auto& shorter = a.size() < b.size() ? a : b;
    return std::any_of(shorter.begin(), shorter.end(), [&](std::uint32_t joint) {
        const JointRecord& record = joints.records[joint];
        return (record.body_a == other || record.body_b == other) && joints.settings[joint].enabled &&
               !joints.settings[joint].collide_connected;
    });
}

}  // namespace drystone
