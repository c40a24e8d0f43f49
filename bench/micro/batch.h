#pragma once

#include "engines/engine_list.h"
#include "machine/machine.h"
#include "report/table.h"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

/// `drystone-bench batch`: time of many small worlds that are stepped together, beside as many as Box2D v3
/// allows in a process.
namespace bench {

struct BatchOptions {
    std::vector<std::string> scenes;  ///< Names; empty: all.
    int worlds = 4096;
    int steps = 120;  ///< Length of an episode, after which all worlds are reset.
    int repeat = 5;   ///< Episodes of each way, interleaved; the least time of each step counts.
};

/// A way to step worlds.
enum class BatchWay : std::uint8_t {
    Batch,       ///< `WorldBatch`, on one thread.
    TwoThreads,  ///< `WorldBatch`, on two threads.
    OneByOne,    ///< `World::step` of each of as many worlds.
    Peer,        ///< Box2D v3: as many worlds as it allows, of those asked for.
    PeerAlone,   ///< Box2D v3: one world.
};
inline constexpr int batch_way_count = 5;

struct BatchResult {
    BatchWay way = BatchWay::Batch;
    int worlds = 0;
    double step = 0.0;   ///< Time of a step per body [ns].
    double reset = 0.0;  ///< Time of a reset of a world, as a part of its step; 0: the way has none.
};

struct BatchRow {
    std::string scene;
    int bodies = 0;  ///< Dynamic bodies of a world.
    std::vector<BatchResult> results;
};

/// Returns the names of the scenes.
std::vector<std::string> batch_scenes();

/// Returns a function that steps `count` worlds of a scene once, in which the bodies have begun to move.
std::function<void()> make_batch_step(const std::string& scene, const EngineEntry& engine, BatchWay way,
                                      int count);

/// Returns a table with a row for every scene and way; ratios are to the first way.
Table batch_table(const std::vector<BatchRow>& rows);

/// Runs all scenes in all ways and prints the table. Throws `UsageError` for an unknown scene.
std::vector<BatchRow> batch(const BatchOptions& options, std::ostream& out);

}  // namespace bench
