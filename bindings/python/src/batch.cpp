#include "module.h"

#include <algorithm>
#include <cmath>

namespace drystone::python {
namespace {

using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;
using Numbers = py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast>;
using Flags = py::array_t<bool, py::array::c_style | py::array::forcecast>;

/// Many worlds that begin as copies of one, so that handles of that one name an object in each. Functions run
/// over all of them, in their order.
class Batch {
public:
    Batch(const World& first, int count) {
        if (count < 1) {
            fail("WorldBatch", "count", "must be at least 1", count);
        }
        start_ = first.snapshot();
        for (int i = 0; i < count; ++i) {
            worlds_.push_back(first.clone());
        }
    }

    [[nodiscard]] std::size_t size() const { return worlds_.size(); }
    [[nodiscard]] World& operator[](std::size_t i) { return worlds_[i]; }
    [[nodiscard]] const Snapshot& start() const { return start_; }

    Guard guard{};

private:
    std::vector<World> worlds_;
    Snapshot start_;
};
using SharedBatch = std::shared_ptr<Batch>;

Guard& guard_of(const SharedBatch& batch, const char* function) {
    if (batch == nullptr) {
        refuse_none(function);
    }
    return batch->guard;
}

template <class Id>
Id to_handle(std::uint64_t number) {
    return {static_cast<std::uint32_t>(number), static_cast<std::uint16_t>(number >> 32),
            static_cast<std::uint16_t>(number >> 48)};
}

/// Returns handles that are given as numbers, handles or references.
template <class Id>
std::vector<Id> handles_of(const py::object& objects) {
    if (!py::isinstance<py::array>(objects)) {
        return objects.cast<std::vector<Id>>();
    }
    const auto numbers = objects.cast<Numbers>();
    std::vector<Id> handles;
    for (py::ssize_t i = 0; i < numbers.size(); ++i) {
        handles.push_back(to_handle<Id>(numbers.data()[i]));
    }
    return handles;
}

/// Returns an array of shape (worlds, objects, columns).
template <class T>
py::array_t<T> new_array(std::size_t worlds, std::size_t objects, int columns) {
    const auto a = static_cast<py::ssize_t>(worlds);
    const auto b = static_cast<py::ssize_t>(objects);
    if (columns == 0) {
        return py::array_t<T>({a, b});
    }
    return py::array_t<T>({a, b, static_cast<py::ssize_t>(columns)});
}

/// Returns values of shape (worlds, objects, columns), or (worlds, objects) where `columns` is 0.
Floats values_of(const char* function, const py::object& values, std::size_t worlds, std::size_t objects,
                 int columns) {
    const auto array = Floats::ensure(values);
    if (!array) {
        throw py::type_error(std::string(function) + ": needs an array of numbers");
    }
    const bool fits =
        array.ndim() == (columns == 0 ? 2 : 3) && array.shape(0) == static_cast<py::ssize_t>(worlds) &&
        array.shape(1) == static_cast<py::ssize_t>(objects) && (columns == 0 || array.shape(2) == columns);
    if (!fits) {
        throw py::value_error(std::string(function) + ": needs an array of shape (" + std::to_string(worlds) +
                              ", " + std::to_string(objects) +
                              (columns == 0 ? "" : ", " + std::to_string(columns)) + "), got " +
                              std::string(py::str(array.attr("shape"))));
    }
    const float* const data = array.data();
    for (py::ssize_t i = 0; i < array.size(); ++i) {
        if (!(std::abs(data[i]) <= 1e30f)) {
            fail(function, "values", "must be finite, at most 1e30", data[i]);
        }
    }
    return array;
}

/// Calls a function for each world without the interpreter's lock.
template <class Function>
void for_worlds(const SharedBatch& self, Function&& function) {
    const py::gil_scoped_release release;
    for (std::size_t i = 0; i < self->size(); ++i) {
        function(i, (*self)[i]);
    }
}

void step(const SharedBatch& self, float time_step, int sub_steps, const std::shared_ptr<ThreadPool>& pool) {
    const Use use(guard_of(self, "WorldBatch.step"), Access::Edit, "WorldBatch.step");
    if (pool == nullptr) {
        for_worlds(self, [&](std::size_t, World& world) { world.step(time_step, sub_steps); });
    } else {
        const py::gil_scoped_release release;
        const auto workers = static_cast<std::size_t>(pool->worker_count());
        // Each worker has a part of its own, so results do not depend on who is first.
        pool->run([&](int worker) {
            for (std::size_t i = static_cast<std::size_t>(worker); i < self->size(); i += workers) {
                (*self)[i].step(time_step, sub_steps);
            }
        });
    }
    raise_kept_error();
}

void reset(const SharedBatch& self, const py::object& mask) {
    const Use use(guard_of(self, "WorldBatch.reset"), Access::Edit, "WorldBatch.reset");
    if (mask.is_none()) {
        for_worlds(self, [&](std::size_t, World& world) { world.restore(self->start()); });
        return;
    }
    const auto flags = Flags::ensure(mask);
    if (!flags || flags.ndim() != 1 || flags.size() != static_cast<py::ssize_t>(self->size())) {
        PyErr_Clear();
        throw py::value_error("WorldBatch.reset: needs a mask of one value for each world");
    }
    const bool* const data = flags.data();
    for_worlds(self, [&](std::size_t i, World& world) {
        if (data[i]) {
            world.restore(self->start());
        }
    });
}

py::array_t<float> poses(const SharedBatch& self, const py::object& bodies) {
    const Use use(guard_of(self, "WorldBatch.poses"), Access::Read, "WorldBatch.poses");
    const auto ids = handles_of<BodyId>(bodies);
    auto array = new_array<float>(self->size(), ids.size(), 4);
    auto* const rows = reinterpret_cast<Pose*>(array.mutable_data());
    for_worlds(self, [&](std::size_t i, World& world) {
        read_poses(world, ids, {rows + i * ids.size(), ids.size()});
    });
    return array;
}

py::array_t<float> velocities(const SharedBatch& self, const py::object& bodies) {
    const Use use(guard_of(self, "WorldBatch.velocities"), Access::Read, "WorldBatch.velocities");
    const auto ids = handles_of<BodyId>(bodies);
    auto array = new_array<float>(self->size(), ids.size(), 3);
    float* row = array.mutable_data();
    for_worlds(self, [&](std::size_t, World& world) {
        for (const BodyId id : ids) {
            const ConstBodyRef body = world[id];
            const Vec2 linear = body.linear_velocity();
            row[0] = linear.x;
            row[1] = linear.y;
            row[2] = body.angular_velocity();
            row += 3;
        }
    });
    return array;
}

py::array_t<bool> touching(const SharedBatch& self, const py::object& bodies) {
    const Use use(guard_of(self, "WorldBatch.touching"), Access::Read, "WorldBatch.touching");
    const auto ids = handles_of<BodyId>(bodies);
    auto array = new_array<bool>(self->size(), ids.size(), 0);
    bool* flag = array.mutable_data();
    for_worlds(self, [&](std::size_t, World& world) {
        for (const BodyId id : ids) {
            bool touches = false;
            std::as_const(world)[id].visit_contacts(
                [&touches](const ContactView& contact) { touches |= contact.count > 0; });
            *flag++ = touches;
        }
    });
    return array;
}

/// Calls a function with each body of each world and its row of values.
template <class Function>
void for_bodies(const SharedBatch& self, const char* function, const py::object& values,
                const py::object& bodies, Function&& change) {
    const Use use(guard_of(self, function), Access::Edit, function);
    const auto ids = handles_of<BodyId>(bodies);
    const Floats array = values_of(function, values, self->size(), ids.size(), 3);
    for (std::size_t i = 0; i < self->size(); ++i) {
        for (const BodyId id : ids) {
            if ((*self)[i][id].type() != BodyType::Dynamic) {
                fail(std::string(function) + ": bodies must be dynamic");
            }
        }
    }
    const float* row = array.data();
    for_worlds(self, [&](std::size_t, World& world) {
        for (const BodyId id : ids) {
            change(world[id], row);
            row += 3;
        }
    });
}

void apply_forces(const SharedBatch& self, const py::object& values, const py::object& bodies) {
    for_bodies(self, "WorldBatch.apply_forces", values, bodies, [](BodyRef body, const float* row) {
        body.apply_force({row[0], row[1]});
        body.apply_torque(row[2]);
    });
}

void set_velocities(const SharedBatch& self, const py::object& values, const py::object& bodies) {
    for_bodies(self, "WorldBatch.set_velocities", values, bodies, [](BodyRef body, const float* row) {
        body.set_linear_velocity({row[0], row[1]});
        body.set_angular_velocity(row[2]);
    });
}

void set_poses(const SharedBatch& self, const py::object& values, const py::object& bodies) {
    for_bodies(self, "WorldBatch.set_poses", values, bodies, [](BodyRef body, const float* row) {
        body.set_pose({row[0], row[1]}, row[2]);
    });
}

/// Returns a joint's definition with another motor; throws for types without one.
JointDefinition with_motor(const JointDefinition& definition, const JointMotor& motor) {
    JointDefinition changed = definition;
    const bool has_motor = std::visit(
        [&motor](auto& joint) {
            if constexpr (requires { joint.motor = motor; }) {
                joint.motor = motor;
                return true;
            } else {
                return false;
            }
        },
        changed);
    if (!has_motor) {
        fail("WorldBatch.set_motors: joints must be of a type with a motor");
    }
    return changed;
}

void set_motors(const SharedBatch& self, const py::object& speeds, const py::object& maxima,
                const py::object& joints) {
    const char* const function = "WorldBatch.set_motors";
    const Use use(guard_of(self, function), Access::Edit, function);
    const auto ids = handles_of<JointId>(joints);
    const Floats speed = values_of(function, speeds, self->size(), ids.size(), 0);
    const Floats maximum = values_of(function, maxima, self->size(), ids.size(), 0);
    if (std::any_of(maximum.data(), maximum.data() + maximum.size(),
                    [](float value) { return value < 0.0f; })) {
        throw py::value_error("WorldBatch.set_motors: maxima must be >= 0");
    }
    for_worlds(self, [&](std::size_t i, World& world) {
        for (std::size_t k = 0; k < ids.size(); ++k) {
            const std::size_t at = i * ids.size() + k;
            const JointRef joint = world[ids[k]];
            joint.set_definition(with_motor(joint.definition(), {speed.data()[at], maximum.data()[at]}));
        }
    });
}

py::array_t<float> joint_states(const SharedBatch& self, const py::object& joints) {
    const Use use(guard_of(self, "WorldBatch.joint_states"), Access::Read, "WorldBatch.joint_states");
    const auto ids = handles_of<JointId>(joints);
    auto array = new_array<float>(self->size(), ids.size(), 3);
    float* row = array.mutable_data();
    for_worlds(self, [&](std::size_t, World& world) {
        for (const JointId id : ids) {
            const JointRef joint = world[id];
            const JointState state = joint.state();
            row[0] = state.translation;
            row[1] = state.angle;
            row[2] = joint.body_b().angular_velocity() - joint.body_a().angular_velocity();
            row += 3;
        }
    });
    return array;
}

py::array_t<float> cast_rays(const SharedBatch& self, const py::object& rays, const QueryFilter& filter) {
    const char* const function = "WorldBatch.cast_rays";
    const Use use(guard_of(self, function), Access::Read, function);
    const auto shape = Floats::ensure(rays);
    if (!shape || shape.ndim() != 3) {
        PyErr_Clear();
        throw py::value_error("WorldBatch.cast_rays: needs an array of shape (worlds, rays, 4)");
    }
    const auto count = static_cast<std::size_t>(shape.shape(1));
    const Floats array = values_of(function, rays, self->size(), count, 4);
    auto result = new_array<float>(self->size(), count, 0);
    const float* row = array.data();
    float* fraction = result.mutable_data();
    for_worlds(self, [&](std::size_t, World& world) {
        for (std::size_t k = 0; k < count; ++k) {
            const auto hit = std::as_const(world).cast_ray({{row[0], row[1]}, {row[2], row[3]}, filter});
            *fraction++ = hit ? hit->fraction : 1.0f;
            row += 4;
        }
    });
    raise_kept_error();
    return result;
}

py::array_t<std::uint64_t> state_hashes(const SharedBatch& self) {
    const Use use(guard_of(self, "WorldBatch.state_hashes"), Access::Read, "WorldBatch.state_hashes");
    py::array_t<std::uint64_t> hashes(static_cast<py::ssize_t>(self->size()));
    std::uint64_t* const data = hashes.mutable_data();
    for_worlds(self, [&](std::size_t i, World& world) { data[i] = world.state_hash(); });
    return hashes;
}

}  // namespace

void define_batch(py::module_& module) {
    auto& type =
        declare<Batch, SharedBatch>(module, "WorldBatch",
                                    "Many worlds of one layout, stepped together without the interpreter's "
                                    "lock. They begin as copies of one world: "
                                    "its bodies and joints, or their handles as numbers, name those of each. "
                                    "Arrays have the shape (worlds, bodies, "
                                    "columns). Every world gives the same bits as if it were stepped alone.");
    type.def(py::init([](const std::shared_ptr<PyWorld>& world, int count) {
                 const WorldUse use(world, Access::Read, "WorldBatch");
                 return std::make_shared<Batch>(*use, count);
             }),
             py::arg("world"), py::arg("count"), "Makes `count` copies of a world.");
    type.def("__len__", [](const Batch& self) { return self.size(); });
    type.def(
        "world",
        [](const SharedBatch& self, std::size_t index) {
            const Use use(guard_of(self, "WorldBatch.world"), Access::Read, "WorldBatch.world");
            if (index >= self->size()) {
                throw py::index_error("WorldBatch.world: no world " + std::to_string(index));
            }
            return std::make_shared<PyWorld>(std::as_const((*self)[index]).clone());
        },
        py::arg("index"), "Returns a copy of one world, to look at or to draw.");
    const auto bodies = py::arg("bodies");
    const auto values = py::arg("values");
    type.def("step", &step, py::arg("time_step"), py::arg("sub_steps") = 4, py::arg("pool") = py::none(),
             "Steps all worlds, on the threads of a pool if there is one.");
    type.def("reset", &reset, py::arg("mask") = py::none(),
             "Returns worlds to the state in which they began: all, or those of which the mask is true.");
    type.def("poses", &poses, bodies, "Returns rows x, y, cosine and sine of the angle.");
    type.def("velocities", &velocities, bodies, "Returns rows x, y, angular velocity.");
    type.def("touching", &touching, bodies,
             "Returns whether each body touches another, as (worlds, bodies).");
    type.def("set_poses", &set_poses, values, bodies, "Teleports dynamic bodies: rows x, y, angle.");
    type.def("set_velocities", &set_velocities, values, bodies, "Sets rows x, y, angular velocity.");
    type.def("apply_forces", &apply_forces, values, bodies,
             "Applies forces in the next step: rows x, y [N], torque [N m].");
    type.def("set_motors", &set_motors, py::arg("speeds"), py::arg("maxima"), py::arg("joints"),
             "Sets speeds and maximum forces or torques of the joints' motors, each as (worlds, joints).");
    type.def("joint_states", &joint_states, py::arg("joints"),
             "Returns rows translation, angle, angular velocity of B relative to A.");
    type.def("cast_rays", &cast_rays, py::arg("rays"), py::arg("filter") = QueryFilter{},
             "Casts the rays of each world, rows of origin and translation as (worlds, rays, 4), and returns "
             "the fractions up "
             "to their hits; 1 without a hit.");
    type.def("state_hashes", &state_hashes, "Returns the state hash of each world.");
}

}  // namespace drystone::python
