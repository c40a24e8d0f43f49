// Our own samples get no hints but those that are true.
#include <doctest/doctest.h>

#include "engine/world/sample_run.h"

#include <drystone/drystone.h>
#include <samples/catalogue.h>

#include <map>
#include <set>
#include <string>

using namespace drystone;
using test::SampleRun;

namespace {

/// Hints that are true, by sample.
const std::map<std::string, std::set<HintKind>>& true_hints() {
    static const std::map<std::string, std::set<HintKind>> hints{
        {"far_pyramid", {HintKind::FarAway}},
        {"massless", {HintKind::NoMass}},
        {"merging", {HintKind::Overlap}},
        {"slivers", {HintKind::Overlap}},
    };
    return hints;
}

}  // namespace

TEST_CASE("hints: our samples get none but those that are true") {
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        if (info.group == "Benchmark") {
            continue;
        }
        CAPTURE(info.name);
        SampleRun run(info);
        std::set<HintKind> found;
        std::string texts;
        const auto look = [&] {
            for (const Hint& hint : std::as_const(run.backend).world().hints()) {
                found.insert(hint.kind);
                texts += hint.text + "\n";
            }
        };
        look();
        for (const int steps : {1, 9, 50, 120}) {
            run.steps(test::scaled(steps));
            look();
        }
        CAPTURE(texts);
        const auto expected = true_hints().find(info.name);
        CHECK((found == (expected == true_hints().end() ? std::set<HintKind>{} : expected->second)));
    }
}
