#pragma once

#include <viewer/model/tools.h>

#include <drystone/snapshot.h>
#include <samples/sample.h>
#include <scenes/drystone_backend.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace viewer {

/// State of a simulation before a step: all that its later steps depend on.
struct Moment {
    int step = 0;
    drystone::Snapshot world{};
    std::shared_ptr<const scenes::DrystoneBackend::Numbers> numbers{};
    std::unique_ptr<const scenes::Scene> scene{};  ///< Null: the world has no scene.
    scenes::WorldSettings settings{};
    Tools tools{};
    /// The user changed something since the step before, so that this state cannot be had by repeating steps.
    bool edited = false;
};

/// Past of a simulation, as a tree of branches that share it up to where they part.
///
/// Moments in between two that are kept are had by repeating steps. Snapshots share what did not change; when
/// all together need more memory than the limit, more and more moments between the others are dropped, and at
/// last the oldest ones.
class Timeline {
public:
    /// A course of the simulation.
    struct Branch {
        int start = 0;        ///< First step that is not shared with `parent`.
        int parent = -1;      ///< Index of the branch that it left; -1: none.
        int last = 0;         ///< Last step that was reached.
        int first_input = 0;  ///< Step of the first of `inputs`.
        std::vector<std::shared_ptr<const Moment>> moments{};  ///< By step.
        std::vector<samples::Input> inputs{};                  ///< Input that each step saw.
    };

    explicit Timeline(std::size_t byte_limit) : byte_limit_(byte_limit) {}

    /// Forgets all, and begins at `step`.
    void start(int step);
    /// Adds a moment at or after the last one of the branch; replaces one of the same step.
    void add(Moment&& moment);
    /// Returns the last moment of the branch at or before the step; null if there is none.
    [[nodiscard]] const Moment* before(int step) const;
    /// Notes that the step after `step` was done with this input.
    void add_step(int step, const samples::Input& input);
    /// Returns the input of the step after `step`, which must be in [first, last).
    [[nodiscard]] const samples::Input& input(int step) const;

    /// Returns the first step that can be returned to.
    [[nodiscard]] int first() const;
    /// Returns the last step of the branch.
    [[nodiscard]] int last() const { return branch().last; }

    /// Begins a branch that shares the past up to `step`, and makes it the present one.
    void part(int step);
    /// Makes another branch the present one.
    void select(int branch) { current_ = branch; }
    [[nodiscard]] int current() const { return current_; }
    [[nodiscard]] const std::vector<Branch>& branches() const { return branches_; }

    /// Returns the memory of all snapshots [bytes].
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

private:
    [[nodiscard]] const Branch& branch() const { return branches_[static_cast<std::size_t>(current_)]; }
    [[nodiscard]] Branch& branch() { return branches_[static_cast<std::size_t>(current_)]; }
    void limit_memory();
    template <class Keep>
    void drop_unless(Keep keep);
    void release(std::shared_ptr<const Moment>& moment);

    std::vector<Branch> branches_{1};
    int current_ = 0;
    std::size_t bytes_ = 0;
    std::size_t byte_limit_;
};

}  // namespace viewer
