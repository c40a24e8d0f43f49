#pragma once

#include <games/network/line.h>

#include <SFML/Network/UdpSocket.hpp>

#include <array>
#include <vector>

namespace games {

/// Carrier over UDP on the loopback address, with a socket for each side.
class UdpCarrier final : public network::Carrier {
public:
    /// Throws `UserError` if no port is free.
    UdpCarrier();
    void send(int from, const network::Datagram& datagram) override;
    bool receive(int to, network::Datagram& datagram) override;

private:
    std::array<sf::UdpSocket, 2> sockets_;
};

}  // namespace games
