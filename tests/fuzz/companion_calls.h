#pragma once

#include "world_fuzzer.h"

#include <drystone/drystone.h>

#include <cstdint>
#include <tuple>
#include <vector>

/// Calls of the objects that work beside a world, which changes between them: characters, movers, path
/// guides, histories and tile grids. What throws has changed neither the world nor the object.
namespace drystone::test {

/// Calls `change(object)` for one of some objects, and checks that it keeps its state, which
/// `state_of(object)` returns, if that throws.
template <class Object, class StateOf, class Change>
void change_one(WorldFuzzer& f, std::vector<Object>& objects, StateOf&& state_of, Change&& change) {
    if (objects.empty()) {
        return;
    }
    Object& object = objects[f.input.byte() % objects.size()];
    const auto before = state_of(object);
    try {
        change(object);
    } catch (const Error&) {
        expect(state_of(object) == before, "what throws leaves the object as it was");
        throw;
    }
}

template <class Object>
void keep_few(std::vector<Object>& objects) {
    if (objects.size() > 3) {
        objects.erase(objects.begin());
    }
}

inline float time_step_of(WorldFuzzer& f) {
    constexpr float steps[] = {1.0f / 60.0f, 1.0f / 60.0f, 1.0f / 60.0f, 0.0f, 1e-45f, 1e-6f, 10.0f, 3e38f};
    const int kind = f.input.below(16);
    return kind == 15 ? f.input.any_float() : steps[kind % 8];
}

inline auto state_of_character(const Character& character) {
    const CharacterState& state = character.state();
    return std::tuple{state.position.x, state.position.y, state.up.x,     state.up.y,
                      state.velocity.x, state.velocity.y, state.air_time, state.dropped_count};
}

inline void make_character(WorldFuzzer& f) {
    CharacterDefinition definition;
    definition.geometry = f.input.geometry();
    definition.position = f.input.vector();
    if (f.input.flag()) {
        definition.up = f.input.vector();
        definition.gap = 0.1f * f.input.size();
        definition.max_slope = f.input.size();
        definition.mass = 100.0f * f.input.size();
        definition.gravity = 10.0f * f.input.size();
    }
    definition.body = f.input.below(4) == 0 ? f.body() : BodyId{};
    f.characters.emplace_back(definition);
    keep_few(f.characters);
}

inline void update_character(WorldFuzzer& f) {
    change_one(f, f.characters, state_of_character, [&](Character& character) {
        CharacterInput input{.velocity = f.input.vector(), .jump = f.input.flag(), .drop = f.input.flag()};
        input.mode = f.input.enumeration<CharacterMode>(3);
        const float time_step = time_step_of(f);
        f.input.flag() ? character.update(f.world, input, time_step)
                       : character.move(f.world, input.velocity, time_step);
        expect(is_finite(character.position()) && is_finite(character.velocity()),
               "a character moves to a finite place");
    });
}

inline void change_character(WorldFuzzer& f) {
    change_one(f, f.characters, state_of_character, [&](Character& character) {
        switch (f.input.below(5)) {
            case 0: character.teleport(f.input.vector()); break;
            case 1: character.set_up(f.input.vector()); break;
            case 2: character.launch(f.input.vector()); break;
            case 3: character.set_shape(f.world, f.input.geometry()); break;
            default: {
                CharacterState state = character.state();
                state.position = f.input.vector();
                state.velocity = f.input.vector();
                state.ground.shape = f.shape();
                character.set_state(state);
                break;
            }
        }
    });
}

inline void move_mover(WorldFuzzer& f) {
    if (f.input.below(3) == 0) {
        DynamicMoverDefinition definition;
        definition.body = f.body();
        definition.up = f.input.flag() ? f.input.vector() : Vec2{0.0f, 1.0f};
        definition.ride_height = f.input.size();
        definition.frequency = 5.0f * f.input.size();
        f.movers.emplace_back(f.world, definition);
        keep_few(f.movers);
        return;
    }
    change_one(
        f, f.movers, [](const DynamicMover& mover) { return mover.is_on_ground(); },
        [&](DynamicMover& mover) {
            mover.update(f.world, {.speed = f.input.number(), .jump = f.input.flag()}, time_step_of(f));
        });
}

inline void move_guide(WorldFuzzer& f) {
    if (f.input.below(3) == 0) {
        PathGuideDefinition definition;
        definition.body_a = f.body();
        definition.body_b = f.body();
        for (int count = f.input.below(6); count > 0; --count) {
            definition.points.push_back(f.input.vector());
        }
        definition.is_loop = f.input.flag();
        definition.aligned = f.input.flag();
        if (f.input.flag()) {
            definition.motor = JointMotor{f.input.number(), f.input.number()};
        }
        f.guides.emplace_back(f.world, definition);
        f.joints.push_back(f.guides.back().joint());
        keep_few(f.guides);
        return;
    }
    change_one(
        f, f.guides, [](const PathGuide& guide) { return guide.place(); },
        [&](PathGuide& guide) {
            if (f.input.flag()) {
                guide.set_motor(JointMotor{f.input.number(), f.input.number()});
            }
            guide.update(f.world, time_step_of(f));
        });
}

inline void use_history(WorldFuzzer& f) {
    if (f.input.flag()) {
        f.history.save(f.world);
    } else {
        f.history.restore(f.world, f.input.below(6) - 1);
    }
}

inline void make_tile_grid(WorldFuzzer& f) {
    TileGridDefinition definition;
    definition.position = f.input.vector();
    definition.angle = f.input.flag() ? f.input.number() : 0.0f;
    definition.cell_size = f.input.flag() ? f.input.size() : 1.0f;
    definition.width = f.input.below(20) - 1;
    definition.height = f.input.below(20) - 1;
    definition.types.resize(static_cast<std::size_t>(f.input.below(3)) + 1);
    definition.types.back().left_height = f.input.flag() ? f.input.size() : 1.0f;
    f.tile_grids.push_back(f.world.create_tile_grid(definition));
    keep_few(f.tile_grids);
}

inline void edit_tiles(WorldFuzzer& f) {
    if (f.tile_grids.empty()) {
        return;
    }
    const TileGridId grid = f.tile_grids[f.input.byte() % f.tile_grids.size()];
    switch (f.input.below(8)) {
        case 0: f.world.destroy_tile_grid(grid); break;
        case 1: {
            const int x = f.input.below(24) - 2;
            const int y = f.input.below(24) - 2;
            f.world[grid].fill({x, y, f.input.below(8), f.input.below(8)},
                               static_cast<std::uint8_t>(f.input.below(4)));
            break;
        }
        case 2: static_cast<void>(f.world[grid].cell_at(f.input.vector())); break;
        default: {
            const int x = f.input.below(24) - 2;
            f.world[grid].set_cell(x, f.input.below(24) - 2, static_cast<std::uint8_t>(f.input.below(4)));
            break;
        }
    }
}

inline constexpr WorldCall companion_calls[] = {
    {"Character::Character", make_character},
    {"Character::update", update_character},
    {"Character::update", update_character},
    {"Character: changes", change_character},
    {"DynamicMover", move_mover},
    {"PathGuide", move_guide},
    {"StateHistory", use_history},
    {"create_tile_grid", make_tile_grid},
    {"TileGridRef: changes", edit_tiles},
    {"TileGridRef: changes", edit_tiles},
    {"set_threads", [](WorldFuzzer& f) { f.world.set_threads(f.input.below(4)); }},
};

}  // namespace drystone::test
