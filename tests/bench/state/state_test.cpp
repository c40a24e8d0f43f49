#include <doctest/doctest.h>

#include <scenes/scene.h>
#include <state/state.h>

#include <optional>
#include <sstream>
#include <string>
#include <vector>

using namespace bench;

TEST_CASE("state bench: engines save, restore and share, and the values are those of what was done") {
    const StateOptions options{.scenes = {"none"}, .steps = 10, .bodies = 400, .repeat = 1, .seconds = 1e-6};
    const EngineEntry engine = select_engines(std::vector<std::string>{"drystone"}).front();
    const scenes::SceneInfo* const scene = scenes::find_scene("arch");
    REQUIRE(scene != nullptr);
    const StateResult result = measure_state(*scene, engine, options);
    CHECK(result.bodies > 1);
    CHECK(result.save > 0.0);
    CHECK(result.restore > 0.0);
    CHECK(result.bytes > 1000);
    CHECK(result.file_bytes > 1000);
    const DeltaResult delta = measure_delta(engine, options);
    CHECK(delta.own_bytes < delta.bytes);
    CHECK(measure_rollback(engine, options).steps > 0.0);
    const std::optional<RecordingResult> recording = measure_recording(*scene, engine, options);
    REQUIRE(recording);
    CHECK(recording->step > 0.0);
    CHECK(recording->bytes_per_step >= 30.0);
    CHECK(recording->bytes_per_step <= 40.0);
    std::ostringstream out;
    state(options, out);
    CHECK(out.str().find("drystone") != std::string::npos);
}
