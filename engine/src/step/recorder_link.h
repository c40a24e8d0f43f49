#pragma once

namespace drystone {

struct RecorderState;

/// Link from a world to its recorder, if it has one. The recording ends with the world.
class RecorderLink {
public:
    RecorderLink() = default;
    ~RecorderLink() {
        if (state_ != nullptr) {
            end_recording(*state_);
        }
    }
    RecorderLink(const RecorderLink&) = delete;
    RecorderLink& operator=(const RecorderLink&) = delete;

    [[nodiscard]] RecorderState* state() const { return state_; }
    void set(RecorderState* state) { state_ = state; }

private:
    /// Called as the world is destroyed.
    static void end_recording(RecorderState& recorder);

    RecorderState* state_ = nullptr;
};

}  // namespace drystone
