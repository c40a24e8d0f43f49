#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Items that a team works on round after round: a round begins when the one before it has ended. The items
/// of all rounds are numbered in a row.
///
/// A round consists of tasks, each of which one worker does in the order of its items.
class Rounds {
public:
    void clear() {
        items_.assign(1, 0);
        tasks_.assign(1, 0);
        small_ = false;
    }
    /// A round with a task for each item. A single item joins the round before if that is a single task: to
    /// wait for each other would bring nothing.
    void add(std::size_t items) {
        if (items == 1) {
            add_in_order(1);
            return;
        }
        for (std::size_t i = 0; i < items; ++i) {
            items_.push_back(items_.back() + 1);
        }
        end_round(items != 0, false);
    }
    /// The same with a single task.
    void add_in_order(std::size_t items) {
        if (items == 0) {
            return;
        }
        const auto count = static_cast<std::uint32_t>(items);
        if (small_) {
            items_.back() += count;
            return;
        }
        items_.push_back(items_.back() + count);
        end_round(true, true);
    }

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(tasks_.size() - 1); }
    /// The tasks of a round: from `task_begin(round)` to `task_begin(round + 1)`.
    [[nodiscard]] std::uint32_t task_begin(std::uint32_t round) const { return tasks_[round]; }
    /// The items of a task: from `item_begin(task)` to `item_begin(task + 1)`.
    [[nodiscard]] std::uint32_t item_begin(std::uint32_t task) const { return items_[task]; }
    [[nodiscard]] std::size_t bytes() const {
        return (items_.capacity() + tasks_.capacity()) * sizeof(std::uint32_t);
    }

private:
    void end_round(bool has_items, bool small) {
        if (has_items) {
            tasks_.push_back(static_cast<std::uint32_t>(items_.size() - 1));
            small_ = small;
        }
    }

    std::vector<std::uint32_t> items_{0};  ///< First of each task, and the end.
    std::vector<std::uint32_t> tasks_{0};  ///< First of each round, and the end.
    bool small_ = false;                   ///< The last round is a single task.
};

}  // namespace drystone
