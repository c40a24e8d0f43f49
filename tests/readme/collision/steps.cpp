#include <drystone/collision/trace.h>

#include <cstdio>

using namespace drystone;

int main() {
    const Polygon box = make_box(1.0f, 1.0f);
    const Polygon tip = make_polygon({{0.0f, 0.0f}, {2.0f, 1.0f}, {2.0f, -1.0f}});

    const auto show = [](const GjkStep& step) {
        std::printf("%d: asked (%.1f, %.1f), found (%.1f, %.1f), kept %d, nearest (%.2f, %.2f)\n",
                    step.iteration, step.direction.x, step.direction.y, step.support.w.x, step.support.w.y,
                    step.after.count, step.nearest.x, step.nearest.y);
    };
    const Distance gap = trace_distance(make_core(box), make_core(tip), {{2.0f, 1.5f}, Rot{}}, show);
    std::printf("%.3f m\n", gap.distance);

    TraceRecord record;  // keeps all steps of GJK and EPA
    const Penetration deep = trace_penetration(make_core(box), make_core(tip), {{0.5f, 0.0f}, Rot{}}, record);
    std::printf("%zu steps of GJK, %zu of EPA, %.2f m deep\n", record.gjk.size(), record.epa.size(),
                deep.depth);
}
