#include <games/duel/rollback.h>

#include <algorithm>
#include <cstring>

namespace games::duel {
namespace {

constexpr std::uint32_t magic = 0x44554c31;

/// Head of a datagram; the buttons follow. Both sides run on machines of the same byte order.
struct Head {
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

}  // namespace

Peer::Peer(int player, int threads) : player_(player), arena_(threads) {}

std::vector<std::byte> Peer::datagram() const {
    Head head{.magic = magic,
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

void Peer::receive(std::span<const std::byte> datagram) {
    Head head;
    if (datagram.size() < sizeof head) {
        return;
    }
    std::memcpy(&head, datagram.data(), sizeof head);
    if (head.magic != magic || head.player != 1 - player_ || head.count < 0 || head.count > ring / 2 ||
        datagram.size() != sizeof head + static_cast<std::size_t>(head.count) || head.first < 0 ||
        head.first > known_[1] || head.acknowledged > known_[0] || head.frame > report_.frame + ring / 2 ||
        head.hash_frame > head.frame) {
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
void Peer::compare() {
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

std::array<Buttons, 2> Peer::buttons(int frame) const {
    const auto& own_first = at(frame).buttons;
    return player_ == 0 ? own_first : std::array{own_first[1], own_first[0]};
}

void Peer::simulate() {
    Frame& frame = at(report_.frame);
    frame.hash = arena_.hash();
    frame.match = arena_.match();
    history_.save(arena_.world());
    // Prediction: the other player keeps pressing what was pressed last.
    frame.used = report_.frame < known_[1] ? frame.buttons[1] : at(known_[1] - 1).buttons[1];
    arena_.step(player_ == 0 ? std::array{frame.buttons[0], frame.used}
                             : std::array{frame.used, frame.buttons[0]});
    if (report_.frame == disturbed_) {
        arena_.world()[arena_.ball()].apply_impulse({0.1f, 0.0f});
    }
    ++report_.frame;
}

void Peer::repeat(int frames) {
    const int end = report_.frame;
    report_.frame -= frames;
    history_.restore(arena_.world(), frames - 1);
    arena_.set_match(at(report_.frame).match);
    while (report_.frame < end) {
        simulate();
    }
}

void Peer::correct() {
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
bool Peer::must_wait() {
    if (report_.frame - known_[1] >= window || known_[0] - acknowledged_ >= ring / 2) {
        return true;
    }
    if (0.5f * (own_lead_ - other_lead_) > 1.0f && report_.frame - last_wait_ > 20) {
        last_wait_ = report_.frame;
        return true;
    }
    return false;
}

bool Peer::advance(Buttons buttons, int last_frame) {
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

}  // namespace games::duel
