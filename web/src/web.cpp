// Functions of the C interface that only the Web has: drawing by functions of JavaScript, and scene files.

#include "convert.h"
#include "runtime.h"

#include <drystone/scene/text.h>
#include <drystone/scene/world.h>

#include <cstdint>
#include <ctime>
#include <string>
#include <utility>

#include "clock.h"

using namespace drystone;
using namespace drystone::c;

namespace {

/// Whether somebody wants to know how long the stages of steps take.
bool measures_time = false;

}  // namespace

constinit thread_local bool drystone::web::is_helper = false;

extern "C" {

/// Clock of the standard library. A step reads it two dozen times; asking JavaScript takes .1 us each time, a
/// tenth of a step of twenty bodies. So it stands still until somebody wants to know, but for helpers, which
/// read it while they wait.
int clock_gettime(clockid_t, timespec* time) {
    const double now = measures_time || web::is_helper ? web::read_clock() : 0.0;
    const auto seconds = static_cast<std::int64_t>(now * 1e-3);
    time->tv_sec = static_cast<time_t>(seconds);
    time->tv_nsec = static_cast<long>((now - 1e3 * static_cast<double>(seconds)) * 1e6);
    return 0;
}

/// Starts the clock.
void ds_web_measure_time() { measures_time = true; }

#define IMPORTED(name) __attribute__((import_module("drawing"), import_name(#name)))
IMPORTED(polygon)
void web_polygon(void* data, const DsVec2* points, size_t count, float radius, const DsDebugStyle* style);
IMPORTED(circle)
void web_circle(void* data, DsVec2 center, float radius, DsRot rotation, const DsDebugStyle* style);
IMPORTED(capsule) void web_capsule(void* data, DsVec2 a, DsVec2 b, float radius, const DsDebugStyle* style);
IMPORTED(segment) void web_segment(void* data, DsVec2 a, DsVec2 b, const DsDebugStyle* style);
IMPORTED(point) void web_point(void* data, DsVec2 position, const DsDebugStyle* style);
IMPORTED(arrow) void web_arrow(void* data, DsVec2 from, DsVec2 to, const DsDebugStyle* style);
IMPORTED(text) void web_text(void* data, DsVec2 position, const char* text, const DsDebugStyle* style);

/// Fills in functions that call those of the JavaScript object of a number.
void ds_web_debug_draw(DsDebugDraw* out, std::uintptr_t number) {
    *out = {reinterpret_cast<void*>(number),
            web_polygon,
            web_circle,
            web_capsule,
            web_segment,
            web_point,
            web_arrow,
            web_text};
}

/// Writes a world as the text of a scene file.
DsStatus ds_web_write_scene(DsWorld world, DsBuffer buffer, const char** out) {
    return guarded("World.toScene", [&] {
        const auto world_use = read(world, "world");
        const auto buffer_use = edit(buffer, "buffer");
        *out = buffer_use->copy_text(scene::format(scene::describe(*world_use)));
    });
}

/// Creates the objects of a scene file in a world.
DsStatus ds_web_add_scene(DsWorld world, const char* text, const DsVec2* position, float angle) {
    return guarded("World.addScene", [&] {
        const auto world_use = edit(world, "world");
        static_cast<void>(
            scene::load(*world_use, scene::parse(text), {{position->x, position->y}, angle, {}}));
    });
}

/// Makes a world of a scene file.
DsStatus ds_web_read_scene(const char* text, DsWorld* out) {
    return guarded("World.fromScene", [&] {
        const scene::Description description = scene::parse(text);
        World result(description.settings);
        static_cast<void>(scene::load(result, description));
        *out = add_object<DsWorld>(std::move(result));
    });
}
}
