#include <games/duel/duel.h>

#include <algorithm>
#include <utility>

namespace games::duel {
namespace {

Keys keys_of(Buttons buttons) {
    return {.x = ((buttons & right) != 0 ? 1 : 0) - ((buttons & left) != 0 ? 1 : 0),
            .y = (buttons & up) != 0 ? 1 : 0,
            .jump = false,
            .action = (buttons & kick) != 0};
}

}  // namespace

Duel::Duel(DuelSettings settings)
    : settings_(std::move(settings)), peers_{Peer(0, settings_.threads), Peer(1, settings_.threads)} {}

Buttons Duel::buttons_of(int side, const Keys& keys) const {
    if (keys == Keys{} && helped_ && (side == 1 ? idle_ > 120 : false)) {
        const Peer& own = peer(side);
        return own.game().think(side, static_cast<std::uint32_t>(own.report().frame));
    }
    return static_cast<Buttons>((keys.x < 0 ? left : 0) | (keys.x > 0 ? right : 0) |
                                (keys.y > 0 || keys.jump ? up : 0) | (keys.action ? kick : 0));
}

void Duel::step(const Input& input) {
    now_ += static_cast<double>(time_step);
    idle_ = input.second == Keys{} ? idle_ + 1 : 0;
    network::Datagram datagram;
    for (int side = 0; side < 2; ++side) {
        const auto s = static_cast<std::size_t>(side);
        lines_[s].deliver(*settings_.carrier, now_);
    }
    for (int side = 0; side < 2; ++side) {
        Peer& own = peer(side);
        while (settings_.carrier->receive(side, datagram)) {
            own.receive(datagram);
        }
        own.advance(buttons_of(side, side == 0 ? input.first : input.second), settings_.frames);
        lines_[static_cast<std::size_t>(side)].send(own.datagram(), now_, settings_.line);
    }
}

Input Duel::scripted() const {
    const auto of = [&](int side) {
        return keys_of(peer(side).game().think(side, static_cast<std::uint32_t>(peer(side).report().frame)));
    };
    return {.first = of(0), .second = of(1)};
}

bool Duel::is_finished() const {
    return std::all_of(peers_.begin(), peers_.end(),
                       [&](const Peer& peer) { return peer.report().confirmed >= settings_.frames; });
}

std::uint64_t Duel::hash() const { return mix_hash(peers_[0].game().hash(), peers_[1].game().hash()); }

std::string Duel::status() const {
    std::string text;
    for (int side = 0; side < 2; ++side) {
        const PeerReport& report = peer(side).report();
        const MatchState& match = peer(side).game().match();
        text += (side == 0 ? "side 0: frame " : "; side 1: frame ") + std::to_string(report.frame) +
                ", score " + std::to_string(match.score[0]) + ":" + std::to_string(match.score[1]) + ", " +
                std::to_string(report.rollbacks) + " rollbacks of up to " + std::to_string(report.deepest) +
                " frames, " + std::to_string(report.compared) + " states compared, " +
                std::to_string(report.desyncs) + " differ, hash " +
                std::to_string(peer(side).game().hash() % 1000000);
    }
    return text;
}

}  // namespace games::duel
