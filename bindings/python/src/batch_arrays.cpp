#include "batch.h"

namespace drystone::python {
namespace {

/// Returns an array that shows the memory of a batch, of shape (worlds, bodies, columns), or without columns.
/// The batch lives as long as the array.
template <class T, class Element>
py::array show(const SharedBatch& self, std::span<Element> elements, bool writeable) {
    constexpr auto columns = static_cast<py::ssize_t>(sizeof(Element) / sizeof(T));
    static_assert(columns * sizeof(T) == sizeof(Element));
    std::vector<py::ssize_t> shape = {self->batch.size(), self->batch.bodies_per_world()};
    if (columns > 1) {
        shape.push_back(columns);
    }
    const py::capsule view(new BatchView(self), [](void* p) { delete static_cast<BatchView*>(p); });
    py::array_t<T> array(shape, reinterpret_cast<const T*>(elements.data()), view);
    if (!writeable) {
        array.attr("flags").attr("writeable") = false;
    }
    return array;
}

template <class T, class Elements>
auto reader(const char* function, Elements (WorldBatch::*elements)() const) {
    return [function, elements](const SharedBatch& self) {
        const BatchUse use(self, Access::Read, function);
        return show<T>(self, ((*use).*elements)(), false);
    };
}

/// As `reader`, for arrays that there are only if contacts are wanted.
template <class T, class Elements>
auto contact_reader(const char* function, Elements (WorldBatch::*elements)() const) {
    return [function, elements](const SharedBatch& self) {
        const BatchUse use(self, Access::Read, function);
        if (!self->contacts) {
            fail(std::string(function) + ": the batch was made without `contacts`");
        }
        return show<T>(self, ((*use).*elements)(), false);
    };
}

py::array loads(const SharedBatch& self) {
    const BatchUse use(self, Access::Edit, "WorldBatch.loads");
    return show<float>(self, use->loads(), true);
}

template <class Element>
std::span<const Element> elements_of(const Floats& array) {
    static_assert(sizeof(Element) % sizeof(float) == 0);
    return {reinterpret_cast<const Element*>(array.data()),
            static_cast<std::size_t>(array.size()) * sizeof(float) / sizeof(Element)};
}

void write_loads(const SharedBatch& self, const py::object& values) {
    const BatchUse use(self, Access::Edit, "WorldBatch.loads");
    const Floats rows = rows_of("WorldBatch.loads", values, static_cast<std::size_t>(use->size()),
                                static_cast<std::size_t>(use->bodies_per_world()), 3);
    use->write_loads(elements_of<BodyLoad>(rows));
}

/// Calls a function that writes rows of three columns for some worlds.
template <class Element>
void write(const SharedBatch& self, const char* function, const py::object& worlds, const py::object& values,
           void (WorldBatch::*call)(std::span<const int>, std::span<const Element>)) {
    const BatchUse use(self, Access::Edit, function);
    const std::vector<int> chosen = worlds_of(function, *self, worlds);
    const Floats rows =
        rows_of(function, values, chosen.size(), static_cast<std::size_t>(use->bodies_per_world()), 3);
    const py::gil_scoped_release release;
    ((*use).*call)(chosen, elements_of<Element>(rows));
}

void write_poses(const SharedBatch& self, const py::object& worlds, const py::object& places) {
    write<BodyPlacement>(self, "WorldBatch.write_poses", worlds, places, &WorldBatch::write_poses);
}

void write_velocities(const SharedBatch& self, const py::object& worlds, const py::object& velocities) {
    write<BodyMotion>(self, "WorldBatch.write_velocities", worlds, velocities, &WorldBatch::write_velocities);
}

void refresh(const SharedBatch& self, const py::object& worlds) {
    const BatchUse use(self, Access::Edit, "WorldBatch.refresh");
    for (const int world : worlds_of("WorldBatch.refresh", *self, worlds)) {
        use->refresh(world);
    }
}

}  // namespace

void define_batch_arrays(py::handle type) {
    const auto add = [type](const char* name, const char* text, auto&& get) {
        add_property(type, name, text, accessor(type, get), py::object());
    };
    add("poses",
        "Poses of the bodies' origins, rows of x, y, cosine and sine of the angle, after the last step, "
        "reset "
        "or write. Not to be written.",
        reader<float>("WorldBatch.poses", &WorldBatch::poses));
    add("velocities", "Velocities, rows of x, y, angular velocity, likewise.",
        reader<float>("WorldBatch.velocities", &WorldBatch::velocities));
    add("contact_forces",
        "Sum of the contact forces on each body in the last sub-step [N], rows of x, y, without impacts with "
        "restitution. Needs `contacts`.",
        contact_reader<float>("WorldBatch.contact_forces", &WorldBatch::contact_forces));
    add("contact_counts", "Number of shapes that touch each body, as (worlds, bodies). Needs `contacts`.",
        contact_reader<std::int32_t>("WorldBatch.contact_counts", &WorldBatch::contact_counts));
    add_property(type, "loads",
                 "Loads that act in each step until they are changed: rows of x, y [N], torque [N m], to be "
                 "written. Values that are not finite are refused by the next step.",
                 accessor(type, &loads), accessor(type, &write_loads));
    add_method(type, "write_poses", &write_poses, py::arg("worlds"), py::arg("places"),
               "Places the bodies of some worlds, or of all for None: rows of x, y, angle, one for each of "
               "the worlds.");
    add_method(type, "write_velocities", &write_velocities, py::arg("worlds"), py::arg("velocities"),
               "Sets velocities likewise: rows of x, y, angular velocity. Static bodies are left out.");
    add_method(type, "refresh", &refresh, py::arg("worlds") = py::none(),
               "Shows in the arrays what was changed through the worlds themselves.");
}

}  // namespace drystone::python
