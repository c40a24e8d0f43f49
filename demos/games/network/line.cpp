#include <games/game.h>
#include <games/network/line.h>

#include <algorithm>
#include <utility>

namespace games::network {

bool MemoryCarrier::receive(int to, Datagram& datagram) {
    std::deque<Datagram>& waiting = waiting_[static_cast<std::size_t>(to)];
    if (waiting.empty()) {
        return false;
    }
    datagram = std::move(waiting.front());
    waiting.pop_front();
    return true;
}

void Line::send(Datagram datagram, double now, const LineSettings& settings) {
    const std::uint32_t number = 2 * sent_++ + static_cast<std::uint32_t>(from_);
    if (random_of(2 * number) < settings.loss) {
        ++lost_;
        return;
    }
    const float late = settings.delay + settings.jitter * (2.0f * random_of(2 * number + 1) - 1.0f);
    on_the_way_.push_back({now + static_cast<double>(std::max(late, 0.0f)), std::move(datagram)});
}

void Line::deliver(Carrier& carrier, double now) {
    std::erase_if(on_the_way_, [&](const Packet& packet) {
        if (packet.due <= now) {
            carrier.send(from_, packet.datagram);
        }
        return packet.due <= now;
    });
}

}  // namespace games::network
