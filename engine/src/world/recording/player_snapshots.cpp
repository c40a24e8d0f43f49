#include <drystone/error.h>

#include "core/called_function.h"
#include "world/recording/player_state.h"

#include <algorithm>
#include <string>
#include <utility>

namespace drystone {

void PlayerState::find_taken_snapshots() {
    for (place.chunk = 1; place.chunk < chunks.size(); ++place.chunk) {
        if (chunks[place.chunk].kind == ChunkKind::RestoredTo) {
            place.offset = 0;
            SnapshotPlace taken;
            read(taken);
            if (taken.chunk == 0 || taken.chunk > place.chunk) {
                fail_damaged("chunk");
            }
            taken_snapshots[taken].last_use = place.chunk;
        }
    }
}

void PlayerState::go_to(std::int64_t at, const PlayerSnapshot& snapshot) {
    place = snapshot.place;
    world.restore(snapshot.world);
    step = at;
    restore_callbacks();
}

void PlayerState::go_to_keyframe(std::size_t chunk) {
    place = {};
    place.chunk = chunk;
    load_keyframe();
    ++place.chunk;
    place.offset = 0;
    place.seconds = place.callbacks.seconds;
    step = keyframes.at(chunk);
    furthest = std::max(furthest, step);
    take_snapshot(1);
}

void PlayerState::keep_taken_snapshot() {
    const auto taken = taken_snapshots.find(
        {static_cast<std::uint32_t>(place.chunk), static_cast<std::uint32_t>(place.offset)});
    if (taken == taken_snapshots.end() || !taken->second.world.empty()) {
        return;
    }
    const bool follows_one = taken != taken_snapshots.begin() && !std::prev(taken)->second.world.empty();
    world.snapshot(taken->second.world, follows_one ? std::prev(taken)->second.world
                                                    : std::prev(snapshots.upper_bound(step))->second.world);
    snapshot_bytes += taken->second.world.own_bytes();
}

void PlayerState::restore_taken_snapshot() {
    place.offset = 0;
    SnapshotPlace at;
    read(at);
    TakenSnapshot& taken = taken_snapshots.at(at);
    if (taken.world.empty()) {
        make_taken_snapshot(at, taken);
    }
    world.restore(taken.world);
    if (taken.last_use <= place.chunk && !taken.is_wanted) {
        drop(taken.world);
    }
}

void PlayerState::make_taken_snapshot(const SnapshotPlace& at, TakenSnapshot& taken) {
    const PlayerPlace here = place;
    const std::int64_t here_step = step;
    const auto is_before = [&](const PlayerPlace& other) {
        return std::pair(other.chunk, other.offset) <=
               std::pair<std::size_t, std::size_t>(at.chunk, at.offset);
    };
    const auto keyframe = std::prev(keyframes.lower_bound(at.chunk));
    auto nearest = snapshots.upper_bound(step);
    do {
        --nearest;
    } while (nearest != snapshots.begin() && !is_before(nearest->second.place));
    if (nearest->first >= keyframe->second) {
        go_to(nearest->first, nearest->second);
    } else {
        go_to_keyframe(keyframe->first);
    }
    const bool is_nested = std::exchange(taken.is_wanted, true);
    while (!is_nested && taken.world.empty() && step <= here_step && play_step()) {
    }
    taken.is_wanted = is_nested;
    if (taken.world.empty()) {
        fail(std::string(function).append(
            ": the recording is damaged: it restores a snapshot that was not made"));
    }
    place = here;
    step = here_step;
    restore_callbacks();
}

void PlayerState::drop(Snapshot& snapshot) {
    snapshot_bytes -= snapshot.own_bytes();
    snapshot = {};
}

void PlayerState::take_snapshot(std::int64_t min_distance) {
    const auto after = snapshots.upper_bound(step);
    const Snapshot* const base = after == snapshots.begin() ? nullptr : &std::prev(after)->second.world;
    if (base != nullptr && step - std::prev(after)->first < min_distance) {
        return;
    }
    PlayerSnapshot& snapshot = snapshots[step];
    if (base != nullptr) {
        world.snapshot(snapshot.world, *base);
    } else {
        world.snapshot(snapshot.world);
    }
    snapshot.place = place;
    snapshot_bytes += snapshot.world.own_bytes();
    limit_snapshots();
}

void PlayerState::limit_snapshots() {
    while (snapshot_bytes > options.snapshot_bytes && snapshots.size() > 2) {
        snapshot_interval *= 2;
        for (auto each = std::next(snapshots.begin()); each != snapshots.end();) {
            const auto next = std::next(each);
            if (each->first % snapshot_interval != 0) {
                drop(each->second.world);
                snapshots.erase(each);
            }
            each = next;
        }
    }
}

void PlayerState::pass_over(std::int64_t target) {
    const auto last = std::find_if(keyframes.rbegin(), keyframes.rend(),
                                   [&](const auto& keyframe) { return keyframe.second <= target; });
    if (last->second > step) {
        go_to_keyframe(last->first);
    }
}

void PlayerState::return_to(const PlayerReturn& to) {
    for (auto& each : taken_snapshots) {
        each.second.is_wanted = false;
    }
    const auto nearest = std::prev(snapshots.upper_bound(to.step));
    go_to(nearest->first, nearest->second);
    while (step < to.step && play_step()) {
    }
    if (to.is_at_end) {
        play_step();
    }
    furthest = to.furthest;
    counts = to.counts;
    divergence = to.divergence;
    lost.reset();
}

void PlayerState::play(const char* called, FunctionRef<void()> call) {
    function = called;
#if defined(__cpp_exceptions)
    if (lost) {
        return_to(PlayerReturn(*lost));
    }
    const PlayerReturn here{step, furthest, place.chunk >= chunks.size(), counts, divergence};
    const std::pair<std::size_t, std::size_t> before(place.chunk, place.offset);
    try {
        in_name_of(called, call);
    } catch (...) {
        if (before != std::pair(place.chunk, place.offset) || world.state_.get()->is_broken()) {
            try {
                lost = here;
                return_to(here);
            } catch (...) {
                // There is no memory now: the next call tries again.
            }
        }
        throw;
    }
#else
    call();
#endif
}

void PlayerState::seek(std::int64_t target) {
    if (target < 0 || target > steps) {
        fail(function, "step", "in the recording", static_cast<double>(target));
    }
    const auto nearest = std::prev(snapshots.upper_bound(target));
    if (target < step || nearest->first > step) {
        go_to(nearest->first, nearest->second);
    }
    if (target > furthest) {
        pass_over(target);
    }
    while (step < target && play_step()) {
    }
}

}  // namespace drystone
