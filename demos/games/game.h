#pragma once

#include <drystone/collision/math.h>

#include <cstdint>
#include <string>

namespace games {

using drystone::Vec2;

/// Length of a step of all games [s].
inline constexpr float time_step = 1.0f / 60.0f;

/// Keys of one player.
struct Keys {
    int x = 0;            ///< -1: left, 1: right.
    int y = 0;            ///< -1: down, 1: up.
    bool jump = false;    ///< Held, like all others.
    bool action = false;  ///< Second key.

    friend bool operator==(const Keys&, const Keys&) = default;
};

/// State of keys and mouse in one step.
struct Input {
    Keys first{};          ///< Arrow keys, Space, Enter.
    Keys second{};         ///< W, A, S, D, Q, E.
    bool rewind = false;   ///< R.
    Vec2 pointer{};        ///< Place of the mouse in the world [m].
    bool pressed = false;  ///< The mouse button is held.
};

/// Rules and world of a game, without pictures. The same input gives the same state, bit for bit.
class Game {
public:
    virtual ~Game() = default;

    /// Advances the game by `time_step`.
    virtual void step(const Input& input) = 0;
    /// Returns the input of a scripted player for the next step.
    [[nodiscard]] virtual Input scripted() const = 0;
    /// Returns whether the player has reached the end.
    [[nodiscard]] virtual bool is_finished() const = 0;
    /// Returns a hash of the whole state.
    [[nodiscard]] virtual std::uint64_t hash() const = 0;
    /// Returns a line about the state, for reports.
    [[nodiscard]] virtual std::string status() const = 0;
};

/// Returns a hash of a hash and one more value. Source: FNV-1a, by Fowler, Noll and Vo.
inline std::uint64_t mix_hash(std::uint64_t hash, std::uint64_t value) {
    for (int i = 0; i < 8; ++i) {
        hash = (hash ^ ((value >> (8 * i)) & 0xffu)) * 0x100000001b3u;
    }
    return hash;
}

/// Returns the same of a number with a sign.
inline std::uint64_t mix_hash(std::uint64_t hash, int value) {
    return mix_hash(hash, static_cast<std::uint64_t>(value));
}

/// Returns a pseudo-random number in [0, 1) that depends on the argument alone. Source: PCG hash, by
/// Jarzynski and Olano, 2020.
inline float random_of(std::uint32_t n) {
    const std::uint32_t state = n * 747796405u + 2891336453u;
    const std::uint32_t word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return static_cast<float>(((word >> 22) ^ word) >> 8) / 16777216.0f;
}

}  // namespace games
