#pragma once

#include <games/duel/arena.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace games::duel {

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

/// One side of the duel. It simulates its own player at once, predicts that the other keeps pressing the same
/// buttons, and when other buttons arrive, returns to the frame and repeats the frames since.
///
/// Knows nothing of sockets: datagrams go out and come in as bytes, may be lost, late, doubled and out of
/// order. Source of the scheme: Cannon, GGPO (rollback), 2006.
class Peer {
public:
    Peer(int player, int threads);

    /// Takes over a datagram of the other side; ignores bytes that are none.
    void receive(std::span<const std::byte> datagram);
    /// Simulates one frame with the buttons of this side's player, after correcting the past. Returns false
    /// where it has to wait for the other side, or has passed the last frame of the duel.
    bool advance(Buttons buttons, int last_frame);
    /// Returns the datagram to send now: all buttons that the other side has not acknowledged, and a
    /// confirmed hash.
    [[nodiscard]] std::vector<std::byte> datagram() const;

    [[nodiscard]] const Arena& arena() const { return arena_; }
    [[nodiscard]] const PeerReport& report() const { return report_; }
    /// Returns the frame up to which the other side's buttons are predicted in the present picture.
    [[nodiscard]] int predicted_frames() const { return std::max(report_.frame - known_[1], 0); }
    /// Returns the buttons of a confirmed frame, of player 0 and 1; of the last 256 frames.
    [[nodiscard]] std::array<Buttons, 2> buttons(int frame) const;
    /// Pushes the ball in a frame on this side alone, to see that comparisons find it.
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
        MatchState match{};                ///< Match before the frame.
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
    Arena arena_;
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

}  // namespace games::duel
