#include <viewer/model/history.h>

#include <algorithm>

namespace viewer {

void History::add(const drystone::Profile& profile) {
    profiles_[static_cast<std::size_t>(next_)] = profile;
    next_ = (next_ + 1) % capacity;
    count_ = std::min(count_ + 1, capacity);
}

const drystone::Profile& History::operator[](int i) const {
    return profiles_[static_cast<std::size_t>((next_ - count_ + i + capacity) % capacity)];
}

float History::mean_step(int steps) const {
    const int used = std::min(steps, count_);
    float sum = 0.0f;
    for (int i = count_ - used; i < count_; ++i) {
        sum += (*this)[i].step;
    }
    return used > 0 ? sum / static_cast<float>(used) : 0.0f;
}

}  // namespace viewer
