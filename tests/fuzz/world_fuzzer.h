#pragma once

#include "joint_values.h"
#include "world_values.h"

#include <drystone/drystone.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace drystone::test {

/// Calls a world's interface as its input says, with living, dead, null, forged and foreign handles and with
/// valid and invalid numbers, also from inside callbacks.
class WorldFuzzer {
public:
    WorldFuzzer(const std::uint8_t* data, std::size_t size);

    /// Makes calls until the input is used up.
    void run();

    /// Returns a handle that was once issued, or a null one.
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

    /// Returns the answer of a callback, which may make a nested call, and throw.
    bool decide();
    /// Returns the answer of a mixing callback: usually an error, thrown after the step has completed.
    MixedMaterial bad_mixture() {
        may_fail_inside();
        return {input.size(), input.number()};
    }
    /// Records that a callback returns values that may be refused after the step.
    void may_fail_inside() { called_inside_ = true; }
    [[nodiscard]] bool is_inside() const { return depth_ > 1; }

    void step();
    /// Ends the program if an invariant is broken, since that is not an error that a call may throw.
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

    struct Saved {
        Snapshot snapshot;
        std::uint64_t hash = 0;
    };
    Saved saved[3];
    std::optional<Recorder> recorder;
    std::string recording_path;
    std::vector<Named<CustomShape>> recorded_shapes;

    std::vector<Character> characters;
    std::vector<DynamicMover> movers;
    std::vector<PathGuide> guides;
    std::vector<TileGridId> tile_grids;
    StateHistory history{3};

private:
    void call();
    void check_events();

    int depth_ = 0;
    bool called_inside_ = false;
};

/// One public function.
struct WorldCall {
    const char* name;
    void (*call)(WorldFuzzer& fuzzer);
};

}  // namespace drystone::test
