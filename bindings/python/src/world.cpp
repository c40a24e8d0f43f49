#include "module.h"

namespace drystone::python {
namespace {

using SharedWorld = std::shared_ptr<PyWorld>;

template <class Id>
py::object get_object(const SharedWorld& self, Id id) {
    const WorldUse use(self, Access::Read, "World.__getitem__");
    static_cast<void>(std::as_const(*use)[id]);  // Throws for a stale handle.
    return py::cast(Ref<Id>{self, id});
}

SharedWorld clone(const SharedWorld& self, int threads) {
    const WorldUse use(self, Access::Read, "World.clone");
    World copy = [&] {
        const py::gil_scoped_release release;
        return std::as_const(*use).clone(threads);
    }();
    return std::make_shared<PyWorld>(std::move(copy));
}

/// Returns the shapes that a query of overlaps finds.
template <class... Arguments>
std::vector<ShapeId> overlap(const SharedWorld& self, const QueryFilter& filter, QueryStats* stats,
                             const Arguments&... arguments) {
    std::vector<ShapeId> found;
    const WorldUse use(self, Access::Read, "World.overlap");
    const auto visitor = [&found](ShapeId shape) {
        found.push_back(shape);
        return true;
    };
    std::as_const(*use).overlap(arguments..., visitor, filter, stats);
    raise_kept_error();
    return found;
}

template <class Visited>
std::vector<ContactView> contacts(const Visited& visited) {
    std::vector<ContactView> list;
    visited.visit_contacts([&list](const ContactView& contact) { list.push_back(contact); });
    return list;
}

template <class Id>
void add_contacts(const char* text) {
    const py::handle type = py::type::of<Ref<Id>>();
    add_property(type, "contacts", text,
                 accessor(type,
                          [](const Ref<Id>& self) {
                              const WorldUse use(self.world, Access::Read, "contacts");
                              return contacts(std::as_const(*use)[self.id]);
                          }),
                 py::object());
}

void define_overlap(py::handle type) {
    const char* const text =
        "Returns the shapes that overlap or touch a box, contain a point, or overlap or touch a geometry or "
        "a "
        "custom shape in the frame `pose`, in slot order.";
    const auto filter = py::arg("filter") = QueryFilter{};
    const auto stats = py::arg("stats") = py::none();
    add_method(
        type, "overlap",
        [](const SharedWorld& self, const Aabb& box, const QueryFilter& filter, QueryStats* stats) {
            return overlap(self, filter, stats, box);
        },
        py::arg("box"), filter, stats, text);
    add_method(
        type, "overlap",
        [](const SharedWorld& self, const ShapeGeometry& geometry, const Pose& pose,
           const QueryFilter& filter,
           QueryStats* stats) { return overlap(self, filter, stats, geometry, pose); },
        py::arg("geometry"), py::arg("pose") = Pose{}, filter, stats, text);
    add_method(
        type, "overlap",
        [](const SharedWorld& self, const CustomShape& shape, const Pose& pose, const QueryFilter& filter,
           QueryStats* stats) { return overlap(self, filter, stats, shape, pose); },
        py::arg("shape"), py::arg("pose") = Pose{}, filter, stats, text);
    add_method(
        type, "overlap",
        [](const SharedWorld& self, const Vec2& point, const QueryFilter& filter, QueryStats* stats) {
            return overlap(self, filter, stats, point);
        },
        py::arg("point"), filter, stats, text);
}

}  // namespace

void declare_world(py::module_& module) {
    auto& type = declare<PyWorld, SharedWorld>(
        module, "World",
        "Simulation world: bodies, their shapes, contacts, joints and fields, and the steps that move "
        "them.\n\n"
        "Any number of worlds can exist side by side; they share nothing. Several threads may read a world "
        "at "
        "once, and one may change it while no other uses it; else `BusyError` is raised. `step` and other "
        "long "
        "calls release the interpreter's lock. Quantities are in metres, seconds, kilograms and radians. "
        "`copy.deepcopy` clones a world; `pickle` saves its state without callbacks.");
    type.def(
        py::init([](const py::object& definition, const std::shared_ptr<TaskScheduler>& scheduler,
                    const py::kwargs& keywords) {
            auto value = with_keywords<WorldDefinition>("World", definition, keywords);
            value.scheduler = scheduler.get();
            return std::make_shared<PyWorld>(World(value), scheduler);
        }),
        py::arg("definition") = py::none(), py::arg("scheduler") = py::none(),
        "Makes an empty world, of a definition or of its members as keywords; `scheduler` works on its steps "
        "instead of threads of its own.");
}

void define_world(py::module_&) {
    const py::handle type = py::type::of<PyWorld>();
    const char* const text = "Returns the object of a handle; raises `Error` for one that is stale.";
    add_method(type, "__getitem__", &get_object<BodyId>, py::arg("handle"), text);
    add_method(type, "__getitem__", &get_object<ShapeId>, py::arg("handle"), text);
    add_method(type, "__getitem__", &get_object<JointId>, py::arg("handle"), text);
    add_method(type, "__getitem__", &get_object<ChainId>, py::arg("handle"), text);
    add_method(type, "__getitem__", &get_object<TileGridId>, py::arg("handle"), text);
    add_method(type, "__getitem__", &get_object<FieldId>, py::arg("handle"), text);
    add_method(
        type, "clone", &clone, py::arg("threads") = 1,
        "Returns a copy that lives on its own, with `threads` threads of its own and the same callbacks. "
        "Handles are valid in both worlds, each for its own object.");
    add_method(type, "__copy__", [](const SharedWorld& self) { return clone(self, 1); });
    add_method(type, "__deepcopy__", [](const SharedWorld& self, const py::dict&) { return clone(self, 1); });
    add_static(
        type, "load",
        [](const py::bytes& saved, const py::object& options, const std::shared_ptr<TaskScheduler>& scheduler,
           const py::kwargs& keywords) {
            auto value = with_keywords<LoadOptions>("World.load", options, keywords);
            value.scheduler = scheduler.get();
            const auto bytes = from_bytes(saved);
            World world = [&] {
                const py::gil_scoped_release release;
                return World::load(bytes, value);
            }();
            raise_kept_error();
            return std::make_shared<PyWorld>(std::move(world), scheduler);
        },
        py::arg("saved"), py::arg("options") = py::none(), py::arg("scheduler") = py::none(),
        "Returns the world of the bytes of `World.save`. Handles of the saved world are valid in it. Raises "
        "`Error` for bytes that are no save file or are damaged.");
    define_overlap(type);
    add_property(type, "contacts", "Contacts of all pairs whose fat boxes overlap, touching or not.",
                 accessor(type,
                          [](const SharedWorld& self) {
                              const WorldUse use(self, Access::Read, "World.contacts");
                              return contacts(std::as_const(*use));
                          }),
                 py::object());
    add_contacts<BodyId>("Contacts of the body, touching or not, in slot order.");
    add_contacts<ShapeId>("Contacts of the shape, touching or not, in slot order.");
    add_method(
        type, "visit_tree",
        [](const SharedWorld& self) {
            std::vector<std::pair<int, Aabb>> nodes;
            const WorldUse use(self, Access::Read, "World.visit_tree");
            std::as_const(*use).visit_tree(
                [&nodes](int level, const Aabb& box) { nodes.emplace_back(level, box); });
            return nodes;
        },
        "Returns level and box of the AABB trees' nodes; level 0 has the leaf blocks.");
}

}  // namespace drystone::python
