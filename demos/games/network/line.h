#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

/// Parts of a game of two players over a network, whatever its rules: lines with faults, and rollback.
namespace games::network {

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

}  // namespace games::network
