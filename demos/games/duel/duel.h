#pragma once

#include <games/duel/rollback.h>
#include <games/game.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace games::duel {

using Datagram = std::vector<std::byte>;

/// Carries datagrams between the two sides, at once.
class Carrier {
public:
    virtual ~Carrier() = default;
    virtual void send(int from, const Datagram& datagram) = 0;
    /// Takes the next datagram for a side; returns false if there is none.
    virtual bool receive(int to, Datagram& datagram) = 0;
};

/// Carrier within the program.
class MemoryCarrier final : public Carrier {
public:
    void send(int from, const Datagram& datagram) override {
        waiting_[static_cast<std::size_t>(1 - from)].push_back(datagram);
    }
    bool receive(int to, Datagram& datagram) override;

private:
    std::array<std::deque<Datagram>, 2> waiting_;
};

/// Faults of the network between the two sides.
struct LineSettings {
    float delay = 0.15f;   ///< Mean time that a datagram takes [s].
    float jitter = 0.05f;  ///< Maximum difference from it [s].
    float loss = 0.1f;     ///< Part of the datagrams that is lost.
};

/// Delays, swaps and loses datagrams, always the same ones, and then hands them to a carrier.
class Line {
public:
    explicit Line(int from) : from_(from) {}
    void send(Datagram datagram, double now, const LineSettings& settings);
    /// Hands over what is due.
    void deliver(Carrier& carrier, double now);
    [[nodiscard]] int sent() const { return static_cast<int>(sent_); }
    [[nodiscard]] int lost() const { return lost_; }

private:
    struct Packet {
        double due = 0.0;
        Datagram datagram;
    };
    int from_;
    std::uint32_t sent_ = 0;
    int lost_ = 0;
    std::vector<Packet> on_the_way_;
};

struct DuelSettings {
    int threads = 1;
    int frames = 3600;  ///< Frames after which the duel is over.
    LineSettings line{};
    std::shared_ptr<Carrier> carrier = std::make_shared<MemoryCarrier>();
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
