// Our own samples get no hints but those that are true.
#include <doctest/doctest.h>

#include "engine/world/sample_run.h"

#include <drystone/drystone.h>
#include <samples/catalogue.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

using namespace drystone;
using test::SampleRun;

namespace {

/// Hints that are true, by sample.
const std::map<std::string, std::set<HintKind>>& true_hints() {
    static const std::map<std::string, std::set<HintKind>> hints{
        {"bin", {HintKind::Overlap}},         {"buoyancy", {HintKind::Overlap}},
        {"far_pyramid", {HintKind::FarAway}}, {"massless", {HintKind::NoMass}},
        {"merging", {HintKind::Overlap}},     {"plough", {HintKind::Overlap, HintKind::MassRatio}},
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
        const auto entry = true_hints().find(info.name);
        const std::set<HintKind> expected =
            entry == true_hints().end() ? std::set<HintKind>{} : entry->second;
        CHECK(std::includes(expected.begin(), expected.end(), found.begin(), found.end()));
        if (!test::slow_build) {  // A slow build ends before all are found.
            CHECK(found.size() == expected.size());
        }
    }
}
