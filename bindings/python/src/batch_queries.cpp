#include "batch.h"

#include <cmath>

namespace drystone::python {
namespace {

/// Returns an array of shape (rows, objects, columns), or without columns where there are 0.
template <class T>
py::array_t<T> new_array(std::size_t rows, std::size_t objects, std::size_t columns) {
    std::vector<py::ssize_t> shape = {static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(objects)};
    if (columns > 0) {
        shape.push_back(static_cast<py::ssize_t>(columns));
    }
    return py::array_t<T>(shape);
}

bool takes_motor(const JointRef& joint) {
    return joint.motor().has_value() || std::visit(
                                            [](const auto& type) {
                                                return requires { type.motor; };
                                            },
                                            joint.definition());
}

/// Throws unless all of the joints exist in all of the worlds, with a place for a motor.
void check_motors(WorldBatch& batch, const char* function, const std::vector<int>& worlds,
                  const std::vector<JointId>& joints) {
    for (const int number : worlds) {
        World& world = batch[number];
        for (const JointId id : joints) {
            if (!takes_motor(world[id])) {
                fail(std::string(function) + ": joints must be of a type with one motor");
            }
        }
    }
}

void set_motors(const SharedBatch& self, const py::object& joints, const py::object& speeds,
                const py::object& maxima, const py::object& worlds) {
    const char* const function = "WorldBatch.set_motors";
    const BatchUse use(self, Access::Edit, function);
    const std::vector<int> chosen = worlds_of(function, *self, worlds);
    const auto ids = handles_of<JointId>(joints);
    const Floats speed = rows_of(function, speeds, chosen.size(), ids.size(), 0);
    const Floats maximum = rows_of(function, maxima, chosen.size(), ids.size(), 0);
    for (py::ssize_t i = 0; i < speed.size(); ++i) {
        if (!std::isfinite(speed.data()[i])) {
            fail(function, "speeds", "finite", static_cast<double>(speed.data()[i]));
        }
        if (!(maximum.data()[i] >= 0.0f)) {
            fail(function, "maxima", ">= 0", static_cast<double>(maximum.data()[i]));
        }
    }
    const py::gil_scoped_release release;
    check_motors(*use, function, chosen, ids);
    std::size_t at = 0;
    for (const int number : chosen) {
        World& world = (*use)[number];
        for (const JointId id : ids) {
            world[id].set_motor({speed.data()[at], maximum.data()[at]});
            ++at;
        }
    }
}

py::array_t<float> joint_states(const SharedBatch& self, const py::object& joints, const py::object& worlds) {
    const char* const function = "WorldBatch.joint_states";
    const BatchUse use(self, Access::Edit, function);
    const std::vector<int> chosen = worlds_of(function, *self, worlds);
    const auto ids = handles_of<JointId>(joints);
    auto array = new_array<float>(chosen.size(), ids.size(), 3);
    float* row = array.mutable_data();
    const py::gil_scoped_release release;
    for (const int number : chosen) {
        const World& world = (*use)[number];
        for (const JointId id : ids) {
            const ConstJointRef joint = world[id];
            const JointState state = joint.state();
            const ConstBodyRef a = joint.body_a();
            const ConstBodyRef b = joint.body_b();
            row[0] = state.translation;
            row[1] = state.angle;
            row[2] = a.is_valid() && b.is_valid() ? b.angular_velocity() - a.angular_velocity() : 0.0f;
            row += 3;
        }
    }
    return array;
}

py::array_t<float> cast_rays(const SharedBatch& self, const py::object& rays, const QueryFilter& filter,
                             const py::object& worlds) {
    const char* const function = "WorldBatch.cast_rays";
    const BatchUse use(self, Access::Edit, function);
    const std::vector<int> chosen = worlds_of(function, *self, worlds);
    const auto shape = Floats::ensure(rays);
    if (!shape || shape.ndim() != 3) {
        throw py::value_error("WorldBatch.cast_rays: needs an array of shape (worlds, rays, 4)");
    }
    const auto count = static_cast<std::size_t>(shape.shape(1));
    const Floats array = rows_of(function, shape, chosen.size(), count, 4);
    auto result = new_array<float>(chosen.size(), count, 0);
    const float* row = array.data();
    float* fraction = result.mutable_data();
    {
        const py::gil_scoped_release release;
        RayCast ray{.filter = filter};
        for (const int number : chosen) {
            const World& world = (*use)[number];
            for (std::size_t k = 0; k < count; ++k) {
                ray.origin = {row[0], row[1]};
                ray.translation = {row[2], row[3]};
                const std::optional<RayHit> hit = world.cast_ray(ray);
                *fraction++ = hit ? hit->fraction : 1.0f;
                row += 4;
            }
        }
    }
    raise_kept_error();
    return result;
}

py::array_t<std::uint64_t> state_hashes(const SharedBatch& self) {
    const BatchUse use(self, Access::Edit, "WorldBatch.state_hashes");
    py::array_t<std::uint64_t> hashes(use->size());
    std::uint64_t* const data = hashes.mutable_data();
    const py::gil_scoped_release release;
    for (int i = 0; i < use->size(); ++i) {
        data[i] = std::as_const((*use)[i]).state_hash();
    }
    return hashes;
}

}  // namespace

void define_batch_queries(py::handle type) {
    const auto joints = py::arg("joints");
    const auto worlds = py::arg("worlds") = py::none();
    add_method(type, "set_motors", &set_motors, joints, py::arg("speeds"), py::arg("maxima"), worlds,
               "Sets the motors of joints of the prototype in some worlds, or in all: target speeds and "
               "maximum forces or torques, each as (worlds, joints).");
    add_method(type, "joint_states", &joint_states, joints, worlds,
               "Returns rows of translation, angle, and angular velocity of B relative to A, as (worlds, "
               "joints, 3).");
    add_method(type, "cast_rays", &cast_rays, py::arg("rays"), py::arg("filter") = QueryFilter{}, worlds,
               "Casts rays in some worlds, or in all, rows of origin and translation as (worlds, rays, 4). "
               "Returns the fractions up to their hits, 1 without one.");
    add_method(type, "state_hashes", &state_hashes, "Returns the state hash of each world.");
}

}  // namespace drystone::python
