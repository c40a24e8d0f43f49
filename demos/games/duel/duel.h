#pragma once

#include <games/duel/arena.h>
#include <games/game.h>
#include <games/network/line.h>
#include <games/network/peer.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace games::duel {

using network::Line;
using network::LineSettings;
using Peer = network::Peer<Arena>;
using network::PeerReport;

struct DuelSettings {
    int threads = 1;
    int frames = 3600;  ///< Frames after which the duel is over.
    LineSettings line{};
    std::shared_ptr<network::Carrier> carrier = std::make_shared<network::MemoryCarrier>();
};

/// Both sides of a duel and the network between them, in one program.
class Duel final : public Game {
public:
    explicit Duel(DuelSettings settings = {});

    /// Advances time by a tick: datagrams travel, and both sides simulate a frame if they can.
    void step(const Input& input) override;
    [[nodiscard]] Input scripted() const override;
    /// Returns whether both sides have simulated the last frame and know all buttons.
    [[nodiscard]] bool is_finished() const override;
    [[nodiscard]] std::uint64_t hash() const override;
    [[nodiscard]] std::string status() const override;

    [[nodiscard]] const Peer& peer(int side) const { return peers_[static_cast<std::size_t>(side)]; }
    [[nodiscard]] Peer& peer(int side) { return peers_[static_cast<std::size_t>(side)]; }
    [[nodiscard]] const Line& line(int from) const { return lines_[static_cast<std::size_t>(from)]; }
    [[nodiscard]] LineSettings& faults() { return settings_.line; }
    [[nodiscard]] const LineSettings& faults() const { return settings_.line; }
    /// Lets a script play a side while its player presses nothing.
    void set_helped(bool helped) { helped_ = helped; }

private:
    [[nodiscard]] Buttons buttons_of(int side, const Keys& keys) const;

    DuelSettings settings_;
    std::array<Peer, 2> peers_;
    std::array<Line, 2> lines_{Line(0), Line(1)};
    double now_ = 0.0;
    int idle_ = 0;  ///< Ticks since player 1 pressed a key.
    bool helped_ = true;
};

}  // namespace games::duel
