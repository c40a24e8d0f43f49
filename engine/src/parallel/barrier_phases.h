#pragma once

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Schedule of items in phases for a team: a phase begins when the one before it has ended. The items of all
/// phases are numbered consecutively.
///
/// A phase consists of tasks, each of which one worker does in the order of its items, and states how many
/// workers it is worth: waiting at the barrier takes as long as some of its items.
class BarrierPhases {
public:
    void clear() {
        items_.assign(1, 0);
        tasks_.assign(1, 0);
        round_workers_.clear();
        max_tasks_ = 0;
        workers_ = 1;
        small_ = false;
    }
    /// Adds a phase with a task for each item, worth `workers` workers (by default all). A phase that is
    /// worth one worker is a single task, and joins the phase before if that is a single task too: a barrier
    /// between them would gain nothing.
    void add(std::size_t items, int workers = INT_MAX) {
        if (items == 1 || workers == 1) {
            add_single(items);
            return;
        }
        for (std::size_t i = 0; i < items; ++i) {
            items_.push_back(items_.back() + 1);
        }
        end_phase(items, workers);
    }
    /// Adds a phase that is a single task.
    void add_single(std::size_t items) {
        if (items == 0) {
            return;
        }
        const auto count = static_cast<std::uint32_t>(items);
        if (small_) {
            items_.back() += count;
            return;
        }
        items_.push_back(items_.back() + count);
        end_phase(1, 1);
    }

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(tasks_.size() - 1); }
    /// Returns the first task of a phase; its tasks end at `task_begin(phase + 1)`.
    [[nodiscard]] std::uint32_t task_begin(std::uint32_t phase) const { return tasks_[phase]; }
    /// Returns the first item of a task; its items end at `item_begin(task + 1)`.
    [[nodiscard]] std::uint32_t item_begin(std::uint32_t task) const { return items_[task]; }
    /// Returns the number of workers that a phase is worth, or the maximum over all phases.
    [[nodiscard]] int workers(std::uint32_t phase) const { return round_workers_[phase]; }
    [[nodiscard]] int workers() const { return workers_; }
    /// Returns the maximum number of tasks in a phase.
    [[nodiscard]] std::uint32_t max_tasks() const { return max_tasks_; }
    [[nodiscard]] std::size_t bytes() const {
        return (items_.capacity() + tasks_.capacity()) * sizeof(std::uint32_t) +
               round_workers_.capacity() * sizeof(int);
    }

private:
    void end_phase(std::size_t tasks, int workers) {
        if (tasks != 0) {
            tasks_.push_back(static_cast<std::uint32_t>(items_.size() - 1));
            round_workers_.push_back(workers);
            max_tasks_ = std::max(max_tasks_, static_cast<std::uint32_t>(tasks));
            workers_ = std::max(workers_, workers);
            small_ = tasks == 1;
        }
    }

    std::vector<std::uint32_t> items_{0};  ///< First item of each task, and the end.
    std::vector<std::uint32_t> tasks_{0};  ///< First task of each phase, and the end.
    std::vector<int> round_workers_;
    std::uint32_t max_tasks_ = 0;
    int workers_ = 1;
    bool small_ = false;  ///< The last phase is a single task.
};

}  // namespace drystone
