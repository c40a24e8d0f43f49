#pragma once

#include "joint_values.h"
#include "world_values.h"

#include <cstdint>
#include <vector>

namespace drystone::test {

/// Calls a world's interface as its input says, with living, dead, null, forged and foreign handles and with
/// numbers good and bad, from inside callbacks too.
class WorldFuzzer {
public:
    WorldFuzzer(const std::uint8_t* data, std::size_t size);

    /// Calls until the input is used up.
    void run();

    /// A handle that was once given out, or none at all.
    template <class Id>
    Id pick(const std::vector<Id>& known, const std::vector<Id>& others) {
        const int kind = input.below(64);
        if (kind == 0) {
            return Id{};
        }
        if (kind == 1) {
            return Id{input.bits(4), static_cast<std::uint16_t>(input.bits(2)),
                      static_cast<std::uint16_t>(input.bits(2))};
        }
        if (kind == 2 && !others.empty()) {
            return others[input.byte() % others.size()];
        }
        if (known.empty()) {
            return Id{};
        }
        Id id = known[input.byte() % known.size()];
        if (kind == 3) {
            id.generation = static_cast<std::uint16_t>(id.generation + 1);
        }
        return id;
    }
    BodyId body() { return pick(bodies, foreign_bodies); }
    ShapeId shape() { return pick(shapes, foreign_shapes); }
    JointId joint() { return pick(joints, foreign_joints); }
    ContactId contact() { return pick(contacts, {}); }
    ChainId chain() { return pick(chains, foreign_chains); }
    FieldId field() { return pick(fields, foreign_fields); }

    /// The answer of a callback, which may make a call from inside, and throw.
    bool decide();
    /// What a callback returns for a pair of surfaces: mostly an error, which leaves a step that is done.
    MixedMaterial bad_mixture() {
        may_fail_inside();
        return {input.size(), input.number()};
    }
    /// A callback gives back what may be refused after the step.
    void may_fail_inside() { called_inside_ = true; }
    [[nodiscard]] bool is_inside() const { return depth_ > 1; }

    void step();
    /// A broken invariant ends the program: it is no error that a call may throw.
    void validate() const noexcept { world.validate(); }

    ValueInput input;
    World world{input.world_definition()};
    World foreign;
    std::vector<BodyId> bodies, foreign_bodies;
    std::vector<ShapeId> shapes, foreign_shapes;
    std::vector<JointId> joints, foreign_joints;
    std::vector<ContactId> contacts;
    std::vector<ChainId> chains, foreign_chains;
    std::vector<FieldId> fields, foreign_fields;

private:
    void call();
    void check_events();

    int depth_ = 0;
    bool called_inside_ = false;
};

/// One public entry.
struct WorldCall {
    const char* name;
    void (*call)(WorldFuzzer& fuzzer);
};

}  // namespace drystone::test
