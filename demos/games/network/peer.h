#pragma once

#include <drystone/state_history.h>
#include <drystone/world.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace games::network {

/// Keys of a player in a frame, as they are sent.
using Buttons = std::uint8_t;

/// Numbers of a peer for display and tests.
struct PeerReport {
    int frame = 0;       ///< Next frame.
    int confirmed = 0;   ///< Frames whose input is known of both players.
    int rollbacks = 0;   ///< Times that a prediction was wrong.
    int repeated = 0;    ///< Frames that were simulated again.
    int last_depth = 0;  ///< Frames of the last rollback; 0: the last frame had none.
    int deepest = 0;     ///< Maximum of it.
    int waits = 0;       ///< Ticks in which the peer waited for the other.
    int compared = 0;    ///< Confirmed states that were compared with those of the other.
    int desyncs = 0;     ///< Comparisons that differed.
};

inline constexpr std::uint32_t datagram_magic = 0x44554c31;

/// Head of a datagram; the buttons follow. Both sides run on machines of the same byte order.
struct DatagramHead {
    std::uint32_t magic = 0;
    std::int32_t frame = 0;         ///< Next frame of the sender.
    std::int32_t acknowledged = 0;  ///< Frames of the receiver that the sender knows.
    std::int32_t first = 0;         ///< Frame of the first buttons.
    std::int32_t count = 0;         ///< Number of frames.
    std::int32_t lead = 0;          ///< Frames by which the sender takes itself to be ahead, times 16.
    std::int32_t hash_frame = -1;   ///< Frame of `hash`; -1: none.
    std::int32_t player = 0;
    std::uint64_t hash = 0;
};

/// One side of a game of two players. It simulates its own player at once, predicts that the other keeps
/// pressing the same buttons, and when other buttons arrive, returns to the frame and repeats the frames
/// since.
///
/// Knows nothing of sockets: datagrams go out and come in as bytes, may be lost, late, doubled and out of
/// order. `Rules` have a `world`, a `hash`, a `step` with the buttons of both players, and a plain `State` of
/// what is not in the world. Source of the scheme: Cannon, GGPO (rollback), 2006.
template <class Rules>
class Peer {
public:
    Peer(int player, int threads);

    /// Takes over a datagram of the other side; ignores bytes that are none.
    void receive(std::span<const std::byte> datagram);
    /// Simulates one frame with the buttons of this side's player, after correcting the past. Returns false
    /// where it has to wait for the other side, or has passed the last frame of the game.
    bool advance(Buttons buttons, int last_frame);
    /// Returns the datagram to send now: all buttons that the other side has not acknowledged, and a
    /// confirmed hash.
    [[nodiscard]] std::vector<std::byte> datagram() const;

    [[nodiscard]] const Rules& game() const { return game_; }
    [[nodiscard]] const PeerReport& report() const { return report_; }
    /// Returns the frame up to which the other side's buttons are predicted in the present picture.
    [[nodiscard]] int predicted_frames() const { return std::max(report_.frame - known_[1], 0); }
    /// Returns the buttons of a confirmed frame, of player 0 and 1; of the last 256 frames.
    [[nodiscard]] std::array<Buttons, 2> buttons(int frame) const;
    /// Disturbs the game in a frame on this side alone, to see that comparisons find it.
    void disturb(int frame) { disturbed_ = frame; }
    /// Returns to the state some frames back and simulates them again: what a wrong prediction costs.
    void repeat(int frames);

private:
    static constexpr int ring = 256;   ///< Frames whose buttons and hashes are kept.
    static constexpr int window = 40;  ///< Maximum number of predicted frames.
    static constexpr int delay = 2;    ///< Frames by which own buttons are late, which spares predictions.

    struct Frame {
        std::array<Buttons, 2> buttons{};  ///< This side's and the other's.
        Buttons used = 0;                  ///< Buttons of the other that were simulated.
        std::uint64_t hash = 0;            ///< Hash of the state before the frame.
        typename Rules::State state{};      ///< State of the game before the frame.
    };
    struct Check {
        int frame = 0;
        std::uint64_t hash = 0;
    };

    [[nodiscard]] Frame& at(int frame) { return frames_[static_cast<std::size_t>(frame % ring)]; }
    [[nodiscard]] const Frame& at(int frame) const { return frames_[static_cast<std::size_t>(frame % ring)]; }
    void simulate();
    void correct();
    void compare();
    [[nodiscard]] bool must_wait();

    int player_;
    Rules game_;
    drystone::StateHistory history_{window + 1};
    std::array<Frame, ring> frames_{};
    std::array<int, 2> known_{delay, delay};  ///< Frames whose buttons are known, of this side and the other.
    int acknowledged_ = delay;                ///< Frames of this side that the other side knows.
    int wrong_ = -1;                          ///< First frame that was predicted wrongly; -1: none.
    int other_frame_ = 0;                     ///< Newest frame that the other side has told of.
    float own_lead_ = 0.0f, other_lead_ = 0.0f;  ///< Frames ahead, as each side sees it; smoothed.
    int last_wait_ = 0;
    int disturbed_ = -1;         ///< See `disturb`.
    std::vector<Check> checks_;  ///< Hashes of the other side that wait to be compared.
    PeerReport report_{};
};

template <class Rules>
Peer<Rules>::Peer(int player, int threads) : player_(player), game_(threads) {}

template <class Rules>
std::vector<std::byte> Peer<Rules>::datagram() const {
    DatagramHead head{.magic = datagram_magic,
                      .frame = report_.frame,
                      .acknowledged = known_[1],
                      .first = acknowledged_,
                      .count = known_[0] - acknowledged_,
                      .lead = static_cast<std::int32_t>(16.0f * own_lead_),
                      .player = player_};
    // The state before a frame is final when all buttons of the frames before are known and simulated.
    const int final_frame = wrong_ < 0 ? std::min(report_.confirmed, report_.frame - 1) : -1;
    if (final_frame >= 0) {
        head.hash_frame = final_frame;
        head.hash = at(final_frame).hash;
    }
    std::vector<std::byte> bytes(sizeof head + static_cast<std::size_t>(head.count));
    std::memcpy(bytes.data(), &head, sizeof head);
    for (int i = 0; i < head.count; ++i) {
        bytes[sizeof head + static_cast<std::size_t>(i)] = std::byte{at(head.first + i).buttons[0]};
    }
    return bytes;
}

template <class Rules>
void Peer<Rules>::receive(std::span<const std::byte> datagram) {
    DatagramHead head;
    if (datagram.size() < sizeof head) {
        return;
    }
    std::memcpy(&head, datagram.data(), sizeof head);
    if (head.magic != datagram_magic || head.player != 1 - player_ || head.count < 0 ||
        head.count > ring / 2 || datagram.size() != sizeof head + static_cast<std::size_t>(head.count) ||
        head.first < 0 || head.first > known_[1] || head.acknowledged > known_[0] ||
        head.frame > report_.frame + ring / 2 || head.hash_frame > head.frame) {
        return;
    }
    acknowledged_ = std::max(acknowledged_, head.acknowledged);
    for (int frame = known_[1]; frame < head.first + head.count; ++frame, ++known_[1]) {
        const auto place = sizeof head + static_cast<std::size_t>(frame - head.first);
        at(frame).buttons[1] = static_cast<Buttons>(datagram[place]);
        if (frame < report_.frame && at(frame).used != at(frame).buttons[1] && wrong_ < 0) {
            wrong_ = frame;
        }
    }
    if (head.frame >= other_frame_) {
        other_frame_ = head.frame;
        own_lead_ += 0.1f * (static_cast<float>(report_.frame - head.frame) - own_lead_);
        other_lead_ += 0.1f * (static_cast<float>(head.lead) / 16.0f - other_lead_);
    }
    if (head.hash_frame >= 0 && head.hash_frame > report_.frame - ring / 2) {
        checks_.push_back({head.hash_frame, head.hash});
    }
}

/// Compares hashes of states that are final on both sides.
template <class Rules>
void Peer<Rules>::compare() {
    const int final_frame = std::min(report_.confirmed, report_.frame - 1);
    std::erase_if(checks_, [&](const Check& check) {
        if (check.frame > final_frame) {
            return false;
        }
        if (check.frame > report_.frame - ring) {
            ++report_.compared;
            report_.desyncs += at(check.frame).hash != check.hash ? 1 : 0;
        }
        return true;
    });
}

template <class Rules>
std::array<Buttons, 2> Peer<Rules>::buttons(int frame) const {
    const auto& own_first = at(frame).buttons;
    return player_ == 0 ? own_first : std::array{own_first[1], own_first[0]};
}

template <class Rules>
void Peer<Rules>::simulate() {
    Frame& frame = at(report_.frame);
    frame.hash = game_.hash();
    frame.state = game_.state();
    history_.save(game_.world());
    // Prediction: the other player keeps pressing what was pressed last.
    frame.used = report_.frame < known_[1] ? frame.buttons[1] : at(known_[1] - 1).buttons[1];
    game_.step(player_ == 0 ? std::array{frame.buttons[0], frame.used}
                            : std::array{frame.used, frame.buttons[0]});
    if (report_.frame == disturbed_) {
        game_.disturb();
    }
    ++report_.frame;
}

template <class Rules>
void Peer<Rules>::repeat(int frames) {
    const int end = report_.frame;
    report_.frame -= frames;
    history_.restore(game_.world(), frames - 1);
    game_.set_state(at(report_.frame).state);
    while (report_.frame < end) {
        simulate();
    }
}

template <class Rules>
void Peer<Rules>::correct() {
    report_.last_depth = 0;
    if (wrong_ >= 0) {
        report_.last_depth = report_.frame - wrong_;
        report_.deepest = std::max(report_.deepest, report_.last_depth);
        report_.repeated += report_.last_depth;
        ++report_.rollbacks;
        wrong_ = -1;
        repeat(report_.last_depth);
    }
    report_.confirmed = std::min(known_[1], report_.frame);
    compare();
}

/// Waits where the other side is too far behind to be predicted, and now and then where this side's clock
/// runs ahead: half of the difference of both leads, as the delay of the network is in both.
template <class Rules>
bool Peer<Rules>::must_wait() {
    if (report_.frame - known_[1] >= window || known_[0] - acknowledged_ >= ring / 2) {
        return true;
    }
    if (0.5f * (own_lead_ - other_lead_) > 1.0f && report_.frame - last_wait_ > 20) {
        last_wait_ = report_.frame;
        return true;
    }
    return false;
}

template <class Rules>
bool Peer<Rules>::advance(Buttons buttons, int last_frame) {
    correct();
    if (report_.frame >= last_frame) {
        return false;
    }
    if (must_wait()) {
        ++report_.waits;
        return false;
    }
    at(report_.frame + delay).buttons[0] = buttons;
    known_[0] = report_.frame + delay + 1;
    simulate();
    return true;
}

}  // namespace games::network
