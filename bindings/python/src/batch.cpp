#include "batch.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace drystone::python {

namespace {

bool is_mask(const py::array& array) { return array.dtype().kind() == 'b'; }

std::vector<int> worlds_of_mask(const char* function, std::size_t size, const py::array& array) {
    if (array.ndim() != 1 || array.size() != static_cast<py::ssize_t>(size)) {
        throw py::value_error(std::string(function) + ": needs a mask of one value for each of the " +
                              std::to_string(size) + " worlds");
    }
    const auto flags = py::array_t<bool>::ensure(array);
    const auto mask = flags.unchecked<1>();
    std::vector<int> chosen;
    for (py::ssize_t i = 0; i < mask.shape(0); ++i) {
        if (mask(i)) {
            chosen.push_back(static_cast<int>(i));
        }
    }
    return chosen;
}

std::vector<int> worlds_of_slice(std::size_t size, const py::object& worlds) {
    py::ssize_t start = 0;
    py::ssize_t stop = 0;
    py::ssize_t step = 0;
    py::ssize_t length = 0;
    if (!worlds.cast<py::slice>().compute(static_cast<py::ssize_t>(size), &start, &stop, &step, &length)) {
        throw py::error_already_set();
    }
    std::vector<int> chosen;
    for (py::ssize_t i = 0; i < length; ++i) {
        chosen.push_back(static_cast<int>(start + i * step));
    }
    return chosen;
}

}  // namespace

std::vector<int> worlds_of(const char* function, const PyBatch& self, const py::object& worlds) {
    const auto size = static_cast<std::size_t>(self.batch.size());
    if (worlds.is_none()) {
        std::vector<int> all(size);
        std::iota(all.begin(), all.end(), 0);
        return all;
    }
    if (py::isinstance<py::slice>(worlds)) {
        return worlds_of_slice(size, worlds);
    }
    const auto array = py::array::ensure(worlds);
    if (array && is_mask(array)) {
        return worlds_of_mask(function, size, array);
    }
    const char kind = array ? array.dtype().kind() : 'O';
    if ((kind != 'i' && kind != 'u' && (kind != 'f' || array.size() > 0)) || array.ndim() > 1) {
        throw py::type_error(std::string(function) + ": worlds are named by numbers, a mask, or a slice");
    }
    const auto numbers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(array);
    std::vector<int> chosen;
    for (py::ssize_t i = 0; i < numbers.size(); ++i) {
        const std::int64_t number = numbers.data()[i];
        const bool fits = number >= 0 && number <= std::numeric_limits<int>::max();
        chosen.push_back(fits ? static_cast<int>(number) : -1);  // -1: no world.
    }
    return chosen;
}

Floats rows_of(const char* function, const py::object& values, std::size_t rows, std::size_t objects,
               std::size_t columns) {
    const auto array = Floats::ensure(values);
    if (!array) {
        throw py::type_error(std::string(function) + ": needs an array of numbers");
    }
    const bool fits = array.ndim() == (columns == 0 ? 2 : 3) &&
                      array.shape(0) == static_cast<py::ssize_t>(rows) &&
                      array.shape(1) == static_cast<py::ssize_t>(objects) &&
                      (columns == 0 || array.shape(2) == static_cast<py::ssize_t>(columns));
    if (!fits) {
        throw py::value_error(std::string(function) + ": needs an array of shape (" + std::to_string(rows) +
                              ", " + std::to_string(objects) +
                              (columns == 0 ? "" : ", " + std::to_string(columns)) + "), got " +
                              std::string(py::str(array.attr("shape"))));
    }
    return array;
}

namespace {

using SharedWorld = std::shared_ptr<PyWorld>;

/// Returns the chosen bodies of a prototype: those given, or all.
std::vector<BodyId> chosen_bodies(const World& world, const py::object& bodies) {
    if (!bodies.is_none()) {
        return handles_of<BodyId>(bodies);
    }
    std::vector<BodyId> all;
    for (const ConstBodyRef body : world.bodies()) {
        all.push_back(body.id());
    }
    return all;
}

int add_prototype(const SharedBatch& self, const SharedWorld& prototype, const py::object& bodies) {
    const BatchUse use(self, Access::Edit, "WorldBatch.add_prototype");
    const WorldUse world(prototype, Access::Read, "WorldBatch.add_prototype");
    return use->add_prototype(*world, chosen_bodies(std::as_const(*world), bodies));
}

void set_prototype(const SharedBatch& self, int prototype, const SharedWorld& state) {
    const BatchUse use(self, Access::Edit, "WorldBatch.set_prototype");
    const WorldUse world(state, Access::Read, "WorldBatch.set_prototype");
    use->set_prototype(prototype, *world);
}

int create_worlds(const SharedBatch& self, int prototype, int count) {
    const BatchUse use(self, Access::Edit, "WorldBatch.create_worlds");
    if (self->views > 0) {
        throw BusyError("WorldBatch.create_worlds: arrays or worlds of the batch are in use, and would move");
    }
    static_cast<void>(
        checked_count("WorldBatch.create_worlds", static_cast<std::size_t>(std::max(count, 0))));
    const py::gil_scoped_release release;
    return use->create_worlds(prototype, count);
}

/// Marks a batch as in a step, without the interpreter's lock.
class BatchStepping {
public:
    explicit BatchStepping(PyBatch& batch) : batch_(batch) { batch.stepping = true; }
    ~BatchStepping() { batch_.stepping = false; }
    BatchStepping(const BatchStepping&) = delete;
    BatchStepping& operator=(const BatchStepping&) = delete;

private:
    PyBatch& batch_;
};

void step(const SharedBatch& self, float time_step, int sub_steps, int repeats) {
    const BatchUse use(self, Access::Edit, "WorldBatch.step");
    {
        const BatchStepping stepping(*self);
        const py::gil_scoped_release release;
        use->step(time_step, sub_steps, repeats);
    }
    raise_kept_error();
}

void step_worlds(const SharedBatch& self, const py::object& worlds, float time_step, int sub_steps,
                 int repeats) {
    const BatchUse use(self, Access::Edit, "WorldBatch.step_worlds");
    const std::vector<int> chosen = worlds_of("WorldBatch.step_worlds", *self, worlds);
    {
        const BatchStepping stepping(*self);
        const py::gil_scoped_release release;
        use->step_worlds(chosen, time_step, sub_steps, repeats);
    }
    raise_kept_error();
}

void reset(const SharedBatch& self, const py::object& worlds) {
    const BatchUse use(self, Access::Edit, "WorldBatch.reset");
    use->reset(worlds_of("WorldBatch.reset", *self, worlds));
}

/// Returns a world of the batch itself. Before it is used, it returns to its prototype if that is due.
SharedWorld world_of(const SharedBatch& self, int index) {
    const BatchUse use(self, Access::Edit, "WorldBatch.__getitem__");
    if (index < 0 || index >= use->size()) {
        throw py::index_error("WorldBatch.__getitem__: no world " + std::to_string(index));
    }
    auto world = std::make_shared<PyWorld>((*use)[index], std::make_shared<BatchView>(self), self->guard);
    world->before_use = [batch = self.get(), index] {
        if (!batch->stepping) {
            static_cast<void>(batch->batch[index]);
        }
    };
    return world;
}

SharedBatch make_batch(int threads, const std::shared_ptr<TaskScheduler>& scheduler, bool contacts) {
    return std::make_shared<PyBatch>(WorldBatchDefinition{.threads = threads, .contacts = contacts},
                                     scheduler);
}

std::shared_ptr<TaskScheduler> scheduler_of(const py::object& scheduler) {
    if (scheduler.is_none()) {
        return nullptr;
    }
    if (!py::isinstance<TaskScheduler>(scheduler)) {
        throw py::type_error("WorldBatch: scheduler must be a TaskScheduler or None");
    }
    return scheduler.cast<std::shared_ptr<TaskScheduler>>();
}

void define_constructors(py::class_<PyBatch, SharedBatch>& type) {
    const auto threads = py::arg("threads") = 1;
    const auto scheduler = py::arg("scheduler") = py::none();
    const auto contacts = py::arg("contacts") = false;
    type.def(
        py::init([](const SharedWorld& world, int count, const py::object& bodies, int threads,
                    const std::shared_ptr<TaskScheduler>& scheduler, bool contacts) {
            SharedBatch made = make_batch(threads, scheduler, contacts);
            create_worlds(made, add_prototype(made, world, bodies), count);
            return made;
        }),
        py::arg("world"), py::arg("count"), py::arg("bodies") = py::none(), py::kw_only(), threads, scheduler,
        contacts,
        "Makes `count` copies of a world, whose arrays show the bodies that are given, or all. `threads` "
        "or those of `scheduler` step them; `contacts` makes steps write `contact_forces` and "
        "`contact_counts`.");
    // Without positional parameters, pybind11 2.10 converts no argument: None is no scheduler for it.
    type.def(py::init([](int threads, const py::object& scheduler, bool contacts) {
                 return make_batch(threads, scheduler_of(scheduler), contacts);
             }),
             py::kw_only(), threads, scheduler, contacts,
             "Makes an empty batch, see `add_prototype` and `create_worlds`.");
}

void define_steps(py::class_<PyBatch, SharedBatch>& type) {
    const auto time_step = py::arg("time_step");
    const auto sub_steps = py::arg("sub_steps") = 4;
    const auto repeats = py::arg("repeats") = 1;
    type.def("step", &step, time_step, sub_steps, repeats,
             "Advances all worlds by a time step [s], `repeats` times in succession with the same loads.");
    type.def("step_worlds", &step_worlds, py::arg("worlds"), time_step, sub_steps, repeats,
             "Advances some of the worlds: numbers, none of them twice, a mask, or a slice.");
    type.def("reset", &reset, py::arg("worlds") = py::none(),
             "Returns worlds to the state of their prototypes, and their loads to zero: all, or those that "
             "numbers, a mask or a slice name.");
}

}  // namespace

void define_batch(py::module_& module) {
    auto& type = declare<PyBatch, SharedBatch>(
        module, "WorldBatch",
        "Thousands of small independent worlds that are stepped together, without the interpreter's lock.\n\n"
        "They begin as copies of prototypes, and return to them when they are reset. Arrays have a row for "
        "each world, with an element for each of the bodies that were chosen with its prototype: `poses`, "
        "`velocities` and others look at the batch's own memory, without a copy. All else is in the worlds "
        "themselves, `batch[i]`, where the handles of the prototype are valid. Each world gets the bits that "
        "it would get alone.");
    define_constructors(type);
    type.def("add_prototype", &add_prototype, py::arg("prototype"), py::arg("bodies") = py::none(),
             "Copies a world as a prototype, and chooses the bodies that arrays show: all, unless some are "
             "given. Returns its number.");
    type.def("set_prototype", &set_prototype, py::arg("prototype"), py::arg("state"),
             "Replaces a prototype by the state of the world that it was copied from, or of a clone.");
    type.def("create_worlds", &create_worlds, py::arg("prototype"), py::arg("count"),
             "Adds copies of a prototype; returns the number of the first. Raises `BusyError` while arrays "
             "or worlds of the batch are in use.");
    type.def("__len__", [](const SharedBatch& self) { return BatchUse(self, Access::Read, "len")->size(); });
    type.def_property_readonly(
        "bodies_per_world",
        [](const SharedBatch& self) {
            return BatchUse(self, Access::Read, "WorldBatch.bodies_per_world")->bodies_per_world();
        },
        "Number of elements in a row.");
    type.def(
        "prototype_of",
        [](const SharedBatch& self, int world) {
            return BatchUse(self, Access::Read, "WorldBatch.prototype_of")->prototype_of(world);
        },
        py::arg("world"), "Returns the number of a world's prototype.");
    type.def(
        "__getitem__", &world_of, py::arg("world"),
        "Returns a world of the batch, for everything that is in no array. `refresh` shows its changes in "
        "the arrays.");
    define_steps(type);
    define_batch_arrays(type);
    define_batch_queries(type);
}

}  // namespace drystone::python
