#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Colours of the contacts that push each body, as bits: one look at two bodies finds the colours that are
/// free for both.
class BodyColors {
public:
    static constexpr int max_colors = 32;

    /// Returns the colours of the body; none for bodies that never had one.
    [[nodiscard]] std::uint32_t of(std::uint32_t body) const { return body < used_.size() ? used_[body] : 0; }
    void take(std::uint32_t body, int color) {
        if (body >= used_.size()) {
            used_.resize(body + 1, 0);
        }
        used_[body] |= 1u << color;
    }
    void release(std::uint32_t body, int color) {
        if (body < used_.size()) {
            used_[body] &= ~(1u << color);
        }
    }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.used_);
    }
    [[nodiscard]] std::size_t bytes() const { return used_.capacity() * sizeof(std::uint32_t); }

private:
    std::vector<std::uint32_t> used_;
};

}  // namespace drystone
