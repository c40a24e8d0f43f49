#pragma once

#include "constraint_graph/constraint_graph.h"
#include "store/body_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// Rotation in the last step of the kinematic body on which a body rests, directly or through others: a row
/// that lanes gather.
struct SupportTurn {
    float cosine = 1.0f;
    float sine = 0.0f;
    float distance = 0.0f;  ///< Number of contacts on the shortest path to a body with infinite mass.
    float unused = 0.0f;
};
static_assert(sizeof(SupportTurn) == 16);

/// Finds the rotation of the ground under each body, with which reused manifolds turn.
///
/// The support of a body is the static or kinematic body that the fewest contacts separate from it. Supports
/// are kept from step to step, and taken over from the bodies in touch every few steps, in one pass over the
/// contacts. Nothing is searched while no kinematic body turns.
class SupportTurns {
public:
    /// Compares the rotations of the kinematic bodies with those of the last call. Cost: one comparison per
    /// kinematic body, and every few steps one pass over all contacts of the graph while any turns.
    void update(const BodyStore& bodies, const ConstraintGraph& graph);
    /// Returns the rows by body, or nullptr if no kinematic body has turned.
    [[nodiscard]] const float* rows() const {
        return turning_ ? reinterpret_cast<const float*>(turns_.data()) : nullptr;
    }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.turning_, self.steps_, self.turns_, self.seen_, self.supports_, self.next_);
    }
    [[nodiscard]] std::size_t bytes() const {
        return turns_.capacity() * sizeof(SupportTurn) + seen_.capacity() * sizeof(Rotation) +
               (supports_.capacity() + next_.capacity()) * sizeof(std::uint64_t);
    }

private:
    /// Cosine and sine; both 0: unknown.
    struct Rotation {
        float cosine = 0.0f;
        float sine = 0.0f;

        /// Lists the members for save files.
        static constexpr const char* saved_name = "SeenRotation";
        template <class Self, class Archive>
        static void saved_fields(Self& self, Archive& archive) {
            archive("cosine", self.cosine);
            archive("sine", self.sine);
        }
    };

    [[nodiscard]] bool find_turns(const BodyStore& bodies);
    void forget_supports(const BodyStore& bodies);
    [[nodiscard]] std::uint64_t nearest(const BodyStore& bodies, std::uint32_t body);
    void pass_on(const BodyStore& bodies, std::uint32_t from, std::uint32_t to);
    void visit_color(const BodyStore& bodies, const ConstraintGraph& graph, int color);
    bool take_over(const BodyStore& bodies, const ConstraintGraph& graph);
    void write_turns(const BodyStore& bodies);

    bool turning_ = false;
    std::uint32_t steps_ = 0;         ///< Since the ground began to turn.
    std::vector<SupportTurn> turns_;  ///< By body.
    std::vector<Rotation> seen_;      ///< Rotations of kinematic bodies at the last call, by body.
    /// Distance in the upper half; number of the kinematic body plus 1, or 0 for static ones, in the lower.
    std::vector<std::uint64_t> supports_;
    std::vector<std::uint64_t> next_;
};

}  // namespace drystone
