#pragma once

#include <drystone/pre_solve.h>
#include <drystone/shape.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

namespace drystone {

/// Two bodies by their slots, the smaller first.
struct BodyPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

inline BodyPair make_body_pair(std::uint32_t a, std::uint32_t b) {
    return a < b ? BodyPair{a, b} : BodyPair{b, a};
}

/// What the user's callback wants of a contact in this step.
struct PreSolveResult {
    std::uint32_t contact = 0;
    float dropped[2] = {0.0f, 0.0f};  ///< Names of points, see `pack_feature_id`; 0: none.
    float friction = 0.0f;
    float restitution = 0.0f;
    float tangent_speed = 0.0f;
    /// The manifold is another one than was found: `normal`, of unit length, and the points by their names.
    bool edited = false;
    Vec2 normal{0.0f, 0.0f};
    float ids[2] = {0.0f, 0.0f};
    Vec2 points[2] = {{0.0f, 0.0f}, {0.0f, 0.0f}};
    float separations[2] = {0.0f, 0.0f};
};

/// What decides, beside the shapes' own filters and materials, which pairs become contacts and how.
struct ContactRules {
    std::vector<BodyPair> excluded;  ///< Sorted.
    /// Pairs that were allowed again since the last step: the trees do not call them new.
    std::vector<BodyPair> allowed_again;
    CollisionFilter filter;
    MaterialMixing mixing;
    PreSolve pre_solve;
    /// Of the contacts that were shown to it in this step and stay, by number.
    std::vector<PreSolveResult> results;
    /// Watched contacts that may be touching in this step, by number.
    std::vector<std::uint32_t> allowed;
    float last_time_step = 0.0f;  ///< Of the last step that moved anything [s].
    /// What a callback threw: it leaves the public entry when that has done its work.
    std::exception_ptr error;

    [[nodiscard]] std::size_t bytes() const {
        return (excluded.capacity() + allowed_again.capacity()) * sizeof(BodyPair) +
               results.capacity() * sizeof(PreSolveResult) + allowed.capacity() * sizeof(std::uint32_t);
    }
    [[nodiscard]] bool excludes(const BodyPair& pair) const;
    void exclude(const BodyPair& pair);
    void allow(const BodyPair& pair);
    /// A body is gone.
    void forget(std::uint32_t body);
    /// Throws what a callback threw, once.
    void rethrow();
};

/// The values of a pair by the rules of the two materials.
MixedMaterial mix_materials(const Material& a, const Material& b);

/// Throws where values of a pair, said by `what`, are out of range.
void check_mixed(const char* function, const char* what, const MixedMaterial& mixed);

/// Calls back; an exception is kept in `rules` and `otherwise` returned, so that a step is always completed.
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
