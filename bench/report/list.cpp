#include "report/list.h"

#include "engines/engine_list.h"
#include "report/table.h"

#include <scenes/benchmark_scenes.h>

#include <ostream>
#include <string>

namespace bench {
namespace {

void print_scenes(std::ostream& out, bool benchmark) {
    Table table({benchmark ? "scenes of --scene all" : "other scenes", "steps", "sleeping"});
    for (const scenes::SceneInfo& scene : scenes::all_scenes()) {
        if ((scene.group == scenes::benchmark_group) == benchmark) {
            table.add({scene.name, std::to_string(scene.steps), scene.world.sleeping ? "on" : "off"});
        }
    }
    table.print(out);
    out << '\n';
}

}  // namespace

void print_list(std::ostream& out) {
    print_scenes(out, true);
    print_scenes(out, false);
    out << "  engines\n";
    for (const EngineEntry& entry : known_engines()) {
        out << "  " << entry.name << ": ";
        if (entry.make == nullptr) {
            out << "not in this build; " << entry.how_to_get << '\n';
            continue;
        }
        const auto engine = entry.make_world({}, {});
        out << engine->version() << ", " << engine->configuration() << '\n';
        for (const std::string& variant : entry.variants) {
            out << "  " << entry.name << ':' << variant << '\n';
        }
    }
}

}  // namespace bench
