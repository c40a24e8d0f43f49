#pragma once

#include "constraint_graph/constraint_graph.h"
#include "parallel/team.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Contacts sorted by colour, so that their lanes can be opened and closed concurrently.
class ContactsByColor {
public:
    /// Calls `work(list, i)` for each of the contacts; those of one colour in order and on one worker. The
    /// contact is `list[i]`, and all of `list` belongs to this worker.
    template <class Work>
    void visit(const std::vector<std::uint32_t>& numbers, const DefinitionArray<Contact>& contacts,
               Team& team, Work&& work) {
        const int workers = workers_for(numbers.size(), contacts_per_worker);
        if (!team.would_share(workers)) {
            visit_in_order(numbers, work);
            return;
        }
        sort(numbers, contacts);
        team.parallel_for(colors, 1, workers, [&](std::size_t begin, std::size_t end, int) {
            for (std::size_t color = begin; color < end; ++color) {
                visit_in_order(
                    std::span(sorted_).subspan(begins_[color], begins_[color + 1] - begins_[color]), work);
            }
        });
    }
    [[nodiscard]] std::size_t bytes() const { return sorted_.capacity() * sizeof(std::uint32_t); }

private:
    static constexpr std::size_t colors = ConstraintGraph::no_response + 1;
    /// Minimum number of contacts per worker: some 5 us.
    static constexpr std::size_t contacts_per_worker = 32;

    template <class Work>
    static void visit_in_order(std::span<const std::uint32_t> list, Work& work) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            work(list, i);
        }
    }

    void sort(const std::vector<std::uint32_t>& numbers, const DefinitionArray<Contact>& contacts) {
        begins_.fill(0);
        for (const std::uint32_t number : numbers) {
            ++begins_[static_cast<std::size_t>(contacts[number].color) + 2];
        }
        for (std::size_t color = 0; color < colors; ++color) {
            begins_[color + 2] += begins_[color + 1];
        }
        sorted_.resize(numbers.size());
        for (const std::uint32_t number : numbers) {
            sorted_[begins_[static_cast<std::size_t>(contacts[number].color) + 1]++] = number;
        }
    }

    std::vector<std::uint32_t> sorted_;
    /// Start of the contacts of each colour in `sorted_`, one entry for the end, and one more for the
    /// counting sort.
    std::array<std::uint32_t, colors + 2> begins_{};
};

}  // namespace drystone
