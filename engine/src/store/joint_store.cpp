#include "store/joint_store.h"

#include "core/arrays.h"

#include <algorithm>
#include <utility>

namespace drystone {

const JointSettings JointStore::default_settings{};
const std::vector<CablePoint> JointStore::no_cable{};

std::uint32_t JointStore::create() {
    if (slots.upcoming(0) == records.size()) {
        prepare_room(records, 1);
        definitions.add(slots.upcoming(0));
    }
    const std::uint32_t joint = slots.create();
    if (joint == records.size()) {
        records.grow(slots.size());
    }
    // The record has its default values: `destroy` resets it.
    return joint;
}

void JointStore::set_settings(std::uint32_t joint, const JointSettings& settings) {
    JointSettings own = settings;
    if (own.collide_connected == definitions.collides_by_default(joint)) {
        own.collide_connected.reset();
    }
    if (own == default_settings) {
        own_settings.clear(joint);
    } else {
        own_settings.set(joint, own);
    }
}

void JointStore::set_cable(std::uint32_t joint, std::vector<CablePoint> cable) {
    if (cable.empty()) {
        own_cables.clear(joint);
    } else {
        own_cables.set(joint, std::move(cable));
    }
}

void JointStore::detach(std::uint32_t joint) {
    visit_bodies_of_joint(*this, joint, [&](std::uint32_t body) { of_body.detach(joint, body); });
}

void JointStore::destroy(std::uint32_t joint) {
    visit_bodies_of_joint(*this, joint, [&](std::uint32_t body) {
        of_body.detach(joint, body);
        touch(body);
    });
    const JointRecord& record = records[joint];
    if (record.direct || record.family == JointFamily::Cable || record.family == JointFamily::Gear) {
        change_all();  // More than its lane depends on it.
    }
    if (record.color >= 0 && !all_changed) {
        if (!try_push_back(freed, {lane_kind(record), record.color, record.place})) {
            change_all();
        }
    }
    records.edit(joint) = {};
    definitions.clear(joint);
    own_settings.clear(joint);
    own_cables.clear(joint);
    names.clear(joint);
    slots.destroy(joint);
}

std::size_t JointStore::bytes() const {
    std::size_t sum = slots.bytes() + records.capacity() * sizeof(JointRecord) + definitions.bytes() +
                      own_settings.bytes() + own_cables.bytes() + touched.capacity() * sizeof(std::uint32_t) +
                      freed.capacity() * sizeof(FreedLane) + of_body.bytes() + names.bytes();
    for (std::uint32_t joint = 0; !own_cables.empty() && joint < records.size(); ++joint) {
        sum += cable(joint).capacity() * sizeof(CablePoint);
    }
    return sum;
}

bool joint_forbids_collision(const JointStore& joints, std::uint32_t body_a, std::uint32_t body_b) {
    const bool a_has_fewer = joints.of_body.count(body_a) < joints.of_body.count(body_b);
    const std::uint32_t other = a_has_fewer ? body_b : body_a;
    bool forbids = false;
    joints.of_body.visit(a_has_fewer ? body_a : body_b, [&](std::uint32_t joint) {
        const JointRecord& record = joints.records[joint];
        forbids = forbids || ((record.body_a == other || record.body_b == other) &&
                              joints.settings(joint).enabled && !joints.lets_collide(joint));
    });
    return forbids;
}

}  // namespace drystone
