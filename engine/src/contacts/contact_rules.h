#pragma once

#include <drystone/pre_solve.h>
#include <drystone/shape.h>

#include "contacts/filter_answers.h"
#include "store/contact_store.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

namespace drystone {

/// Two bodies by slot, the lower first.
struct BodyPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

inline BodyPair make_body_pair(std::uint32_t a, std::uint32_t b) {
    return a < b ? BodyPair{a, b} : BodyPair{b, a};
}

/// Values that the pre-solve callback set for a contact in this step.
struct PreSolveResult {
    std::uint32_t contact = 0;
    float dropped[2] = {0.0f, 0.0f};  ///< Feature ids of points, see `pack_feature_id`; 0: none.
    float friction = 0.0f;
    float restitution = 0.0f;
    float tangent_speed = 0.0f;
    /// The callback changed the manifold: `normal`, of unit length, and the points by feature id.
    bool edited = false;
    Vec2 normal{0.0f, 0.0f};
    float ids[2] = {0.0f, 0.0f};
    Vec2 points[2] = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    float separations[2] = {0.0f, 0.0f};
};

/// Rules, in addition to the shapes' own filters and materials, that decide which pairs become contacts and
/// how.
struct ContactRules {
    std::vector<BodyPair> excluded;  ///< Sorted.
    /// Pairs that were allowed again since the last step: the trees do not report them as new.
    std::vector<BodyPair> allowed_again;
    CollisionFilter filter;
    FilterAnswers filter_answers;
    MaterialMixing mixing;
    PreSolve pre_solve;
    /// The callbacks answer from a recording, for the world of its player alone.
    bool are_replayed = false;
    /// Results for the contacts that the callback saw in this step and kept, in slot order.
    std::vector<PreSolveResult> results;
    /// Contacts with pre-solve that may touch in this step, in slot order.
    std::vector<std::uint32_t> allowed;
    /// Shapes that pass one-way shapes now, sorted; follow from the contacts.
    std::vector<PassingPair> passing;
    float last_time_step = 0.0f;  ///< Length of the last step that moved anything [s].
    /// Exception thrown by a callback; rethrown by the public function once its work is done.
    std::exception_ptr error;

    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.excluded, self.allowed_again, self.last_time_step, self.filter_answers);
    }
    [[nodiscard]] std::size_t bytes() const {
        return (excluded.capacity() + allowed_again.capacity()) * sizeof(BodyPair) +
               results.capacity() * sizeof(PreSolveResult) + allowed.capacity() * sizeof(std::uint32_t) +
               passing.capacity() * sizeof(PassingPair) + filter_answers.bytes();
    }
    [[nodiscard]] bool excludes(const BodyPair& pair) const;
    void exclude(const BodyPair& pair);
    void allow(const BodyPair& pair);
    /// Forgets a body that was destroyed.
    void forget(std::uint32_t body);
    /// Rethrows a callback's exception, once.
    void rethrow();
};

/// Returns the values of a pair by the rules of the two materials.
MixedMaterial mix_materials(const Material& a, const Material& b);

/// Throws if values of a pair are out of range; `what` describes their source.
void check_mixed(const char* function, const char* what, const MixedMaterial& mixed);

/// Calls a callback. On an exception, stores it in `rules` and returns `otherwise`, so that a step is always
/// completed.
template <class Result, class Call>
Result call_back(ContactRules& rules, const Result& otherwise, Call&& call) {
#if defined(__cpp_exceptions)
    try {
        return call();
    } catch (...) {
        rules.error = rules.error ? rules.error : std::current_exception();
        return otherwise;
    }
#else
    static_cast<void>(rules);
    static_cast<void>(otherwise);
    return call();
#endif
}

}  // namespace drystone
