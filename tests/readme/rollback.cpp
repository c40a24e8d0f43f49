// Two players, each with a world of its own, learn of the other's input six frames late. They predict that it does not
// change; where it did, they go back and repeat the frames since. Both worlds end in the same bits.
#include <drystone/drystone.h>

#include <cstdio>
#include <vector>

using namespace drystone;
constexpr std::size_t frames = 600, delay = 6;
float input_of(std::size_t player, std::size_t frame) { return static_cast<float>(frame / (20 + 13 * player) % 3) - 1; }

struct Player {
    explicit Player(std::size_t number) : me(number) {
        const BodyId ground = world.create_body({.type = BodyType::Static});
        world.create_shape(ground, Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});
        for (int i = 0; i < 12; ++i) {  // The first two are the players' own; the others are a tower.
            const Vec2 place = i < 2 ? Vec2{8.0f * float(i) - 4.0f, 0.5f} : Vec2{0.0f, float(i) - 1.5f};
            bodies.push_back(world.create_body({.type = BodyType::Dynamic, .position = place}));
            world.create_shape(bodies.back(), make_box(0.5f, 0.5f));
        }
    }
    float input(std::size_t player, std::size_t frame) const {  // Known, or else predicted: the last known one.
        const std::vector<float>& of = known[player];
        return frame < of.size() ? of[frame] : of.empty() ? 0.0f : of.back();
    }
    void step(std::size_t frame) {
        history.save(world);
        used.resize(frame);
        used.push_back(input(1 - me, frame));
        for (std::size_t i = 0; i < 2; ++i) world[bodies[i]].apply_force({30.0f * input(i, frame), 0.0f});
        world.step(1.0f / 60.0f);
    }
    void receive(float late) {  // The other's input of the frame after the last known one.
        const std::size_t frame = known[1 - me].size(), now = used.size();
        known[1 - me].push_back(late);
        if (used[frame] == late) return;
        history.restore(world, static_cast<int>(now - 1 - frame));
        for (std::size_t again = frame; again < now; ++again) step(again);
    }

    World world;
    std::size_t me;
    std::vector<float> known[2], used;  // Inputs by frame; `used` has what was taken for the other's.
    std::vector<BodyId> bodies;
    StateHistory history{delay + 1};
};

int main() {
    Player players[2] = {Player(0), Player(1)};
    for (std::size_t frame = 0; frame < frames + delay; ++frame) {
        for (Player& player : players) {
            if (frame >= delay) player.receive(input_of(1 - player.me, frame - delay));
            if (frame < frames) player.known[player.me].push_back(input_of(player.me, frame));
            if (frame < frames) player.step(frame);
        }
    }
    const bool same = players[0].world.state_hash() == players[1].world.state_hash();
    std::puts(same ? "the same bits" : "apart");
    return same ? 0 : 1;
}
