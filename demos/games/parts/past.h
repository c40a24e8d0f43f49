#pragma once

#include <drystone/drystone.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace games {

/// The last frames of a game, to go back in time: snapshots of its world, and its state besides.
template <class Play>
class Past {
public:
    explicit Past(int frames) : worlds_(frames), frames_(static_cast<std::size_t>(frames)) {
        plays_.reserve(frames_);
    }
    /// Saves a frame; the oldest is dropped where there are too many.
    void save(const drystone::World& world, const Play& play) {
        worlds_.save(world);
        if (plays_.size() == frames_) {
            plays_.erase(plays_.begin());
        }
        plays_.push_back(play);
    }
    /// Takes the world two frames back and returns the state besides; nothing where there is no past.
    std::optional<Play> go_back(drystone::World& world) {
        if (plays_.empty()) {
            return std::nullopt;
        }
        const std::size_t back = plays_.size() > 1 ? 1 : 0;
        worlds_.restore(world, static_cast<int>(back));
        const Play play = plays_[plays_.size() - 1 - back];
        plays_.resize(plays_.size() - 1 - back);
        return play;
    }
    void clear() {
        worlds_.clear();
        plays_.clear();
    }

private:
    drystone::StateHistory worlds_;
    std::size_t frames_;
    std::vector<Play> plays_;  ///< States of the same frames, in their order.
};

}  // namespace games
