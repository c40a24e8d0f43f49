// In a file of its own, since the namespaces of the references and of the engine's tests conflict.
#include "support/event_books.h"
#include "support/signed_distance_reference.h"

#include <type_traits>
#include <variant>

namespace {

using drystone::ConvexCore;

ConvexCore view_of(const ConvexCore& core) { return core; }
template <class SmallCore>
ConvexCore view_of(const SmallCore& core) {
    return core.view();
}

struct Placed {
    std::vector<drystone::Vec2d> outline;
    double radius = 0.0;
};

Placed place(const drystone::World& world, drystone::ShapeId shape) {
    const drystone::test::ExactPose pose = drystone::test::exact(world[world[shape].body()].pose());
    return std::visit(
        [&](const auto& geometry) {
            const auto core = drystone::make_core(geometry);
            const ConvexCore view = view_of(core);
            return Placed{drystone::test::place_exactly(drystone::test::points_of(view), pose),
                          static_cast<double>(view.radius)};
        },
        world[shape].geometry());
}

}  // namespace

namespace drystone::test {

double reference_gap(const drystone::World& world, drystone::ShapeId a, drystone::ShapeId b) {
    const Placed placed_a = place(world, a);
    const Placed placed_b = place(world, b);
    return drystone::test::reference_distance(placed_a.outline, placed_b.outline).value - placed_a.radius -
           placed_b.radius;
}

}  // namespace drystone::test
