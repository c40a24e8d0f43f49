#include <games/view/udp_carrier.h>

#include <user_error.h>

#include <SFML/Network/IpAddress.hpp>

namespace games {

UdpCarrier::UdpCarrier() {
    for (sf::UdpSocket& socket : sockets_) {
        socket.setBlocking(false);
        if (socket.bind(sf::Socket::AnyPort, sf::IpAddress::LocalHost) != sf::Socket::Done) {
            throw viewer::UserError("No UDP port of the loopback address is free.");
        }
    }
}

void UdpCarrier::send(int from, const network::Datagram& datagram) {
    const auto side = static_cast<std::size_t>(from);
    // A datagram that does not go out is one that is lost: the next one repeats it.
    static_cast<void>(sockets_[side].send(datagram.data(), datagram.size(), sf::IpAddress::LocalHost,
                                          sockets_[1 - side].getLocalPort()));
}

bool UdpCarrier::receive(int to, network::Datagram& datagram) {
    const auto side = static_cast<std::size_t>(to);
    datagram.resize(4096);
    std::size_t size = 0;
    sf::IpAddress sender;
    unsigned short port = 0;
    while (sockets_[side].receive(datagram.data(), datagram.size(), size, sender, port) == sf::Socket::Done) {
        if (sender == sf::IpAddress::LocalHost && port == sockets_[1 - side].getLocalPort()) {
            datagram.resize(size);
            return true;
        }
    }
    return false;
}

}  // namespace games
