#pragma once

#include <drystone/profile.h>

#include <array>

namespace viewer {

/// Profiles of the last steps, oldest first.
class History {
public:
    static constexpr int capacity = 200;

    void add(const drystone::Profile& profile);
    void clear() { count_ = 0; }
    [[nodiscard]] int size() const { return count_; }
    [[nodiscard]] const drystone::Profile& operator[](int i) const;
    /// Returns the mean time of a step over the last `steps` [ms].
    [[nodiscard]] float mean_step(int steps) const;

private:
    std::array<drystone::Profile, capacity> profiles_{};
    int next_ = 0;
    int count_ = 0;
};

}  // namespace viewer
