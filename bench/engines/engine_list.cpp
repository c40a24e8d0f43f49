#include "engines/engine_list.h"

#include <algorithm>
#include <string>

namespace bench {
namespace {

#ifdef DRYSTONE_BENCH_BOX2D3
constexpr EngineFactory box2d3 = make_box2d3;
#else
constexpr EngineFactory box2d3 = nullptr;
#endif
#ifdef DRYSTONE_BENCH_BOX2D2
constexpr EngineFactory box2d2 = make_box2d2;
#else
constexpr EngineFactory box2d2 = nullptr;
#endif
#ifdef DRYSTONE_BENCH_CHIPMUNK
constexpr EngineFactory chipmunk = make_chipmunk;
#else
constexpr EngineFactory chipmunk = nullptr;
#endif

std::string join(const std::vector<std::string>& names) {
    std::string joined;
    for (const std::string& name : names) {
        joined += (joined.empty() ? "" : ", ") + name;
    }
    return joined;
}

std::string join_names(bool built_in_only) {
    std::vector<std::string> names;
    for (const EngineEntry& engine : known_engines()) {
        if (engine.make != nullptr || !built_in_only) {
            names.push_back(engine.name);
        }
    }
    return join(names);
}

const EngineEntry& find_engine(const std::string& name) {
    const std::span<const EngineEntry> engines = known_engines();
    const auto found = std::find_if(engines.begin(), engines.end(),
                                    [&](const EngineEntry& engine) { return engine.name == name; });
    if (found == engines.end()) {
        throw UsageError("unknown engine \"" + name + "\"; known are " + join_names(false));
    }
    if (found->make == nullptr) {
        throw UsageError("engine \"" + name + "\" is not in this build, which has " + join_names(true) +
                         "; " + found->how_to_get);
    }
    return *found;
}

/// Finds the engine called `name`, which may have a variant after a colon.
EngineEntry find_entry(const std::string& name) {
    const std::size_t colon = name.find(':');
    EngineEntry entry = find_engine(name.substr(0, colon));
    if (colon == std::string::npos) {
        return entry;
    }
    const std::string base = entry.name;
    entry.name = name;
    entry.variant = name.substr(colon + 1);
    if (std::find(entry.variants.begin(), entry.variants.end(), entry.variant) == entry.variants.end()) {
        throw UsageError("engine \"" + base + "\" has no variant \"" + entry.variant + "\"; it has " +
                         (entry.variants.empty() ? "none" : join(entry.variants)));
    }
    return entry;
}

}  // namespace

std::unique_ptr<Engine> EngineEntry::make_world(const scenes::WorldSettings& settings,
                                                EngineOptions options) const {
    options.variant = variant;
    return make(settings, options);
}

std::span<const EngineEntry> known_engines() {
    static const std::vector<EngineEntry> engines{
        {reference_engine, make_drystone, "", drystone_variants()},
        {"box2d3", box2d3, "configure with -DDRYSTONE_BOX2D3_ROOT=PREFIX, where Box2D v3 is installed"},
        {"box2d2", box2d2, "install libbox2d-dev (2.4) and configure again"},
        {"chipmunk", chipmunk, "install libchipmunk-dev and configure again"},
    };
    return engines;
}

std::vector<EngineEntry> select_engines(std::span<const std::string> names) {
    std::vector<EngineEntry> selected;
    for (const std::string& name : names) {
        if (std::any_of(selected.begin(), selected.end(),
                        [&](const EngineEntry& e) { return e.name == name; })) {
            throw UsageError("engine \"" + name + "\" is given twice");
        }
        selected.push_back(find_entry(name));
    }
    if (names.empty()) {
        const std::span<const EngineEntry> engines = known_engines();
        std::copy_if(engines.begin(), engines.end(), std::back_inserter(selected),
                     [](const EngineEntry& engine) { return engine.make != nullptr; });
    }
    return selected;
}

}  // namespace bench
