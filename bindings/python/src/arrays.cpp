#include "module.h"

#include <algorithm>
#include <cmath>

namespace drystone::python {
namespace {

using SharedWorld = std::shared_ptr<PyWorld>;
using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;
using Numbers = py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast>;

static_assert(sizeof(BodyId) == sizeof(std::uint64_t));

/// Returns handles as numbers, and back: those of `int(handle)`.
template <class Id>
std::uint64_t to_number(const Id& id) {
    return std::uint64_t{id.index1} | std::uint64_t{id.generation} << 32 | std::uint64_t{id.world} << 48;
}
BodyId to_body(std::uint64_t number) {
    return {static_cast<std::uint32_t>(number), static_cast<std::uint16_t>(number >> 32),
            static_cast<std::uint16_t>(number >> 48)};
}

template <class Id>
Numbers to_numbers(const std::vector<Id>& ids) {
    Numbers numbers(static_cast<py::ssize_t>(ids.size()));
    std::uint64_t* const data = numbers.mutable_data();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        data[i] = to_number(ids[i]);
    }
    return numbers;
}

/// Returns the bodies that a call is about: those of the array or sequence, or all.
std::vector<BodyId> bodies_of(const py::object& bodies) {
    std::vector<BodyId> ids;
    if (py::isinstance<py::array>(bodies)) {
        const auto numbers = bodies.cast<Numbers>();
        if (numbers.ndim() != 1) {
            throw py::value_error("bodies: needs an array of one dimension");
        }
        ids.resize(static_cast<std::size_t>(numbers.size()));
        for (std::size_t i = 0; i < ids.size(); ++i) {
            ids[i] = to_body(numbers.data()[i]);
        }
    } else {
        ids = bodies.cast<std::vector<BodyId>>();
    }
    return ids;
}

/// Returns all bodies of a world.
const std::vector<BodyId>& all_bodies(PyWorld& world) {
    if (!world.bodies_are_known) {
        world.bodies.clear();
        for (const ConstBodyRef body : std::as_const(*world.world).bodies()) {
            world.bodies.push_back(body.id());
        }
        world.bodies_are_known = world.own != nullptr;  // A player changes its world by itself.
    }
    return world.bodies;
}

/// The bodies that a call is about.
class Bodies {
public:
    Bodies(PyWorld& world, const py::object& bodies)
        : own_(bodies.is_none() ? std::vector<BodyId>{} : bodies_of(bodies)),
          ids_(bodies.is_none() ? all_bodies(world) : own_) {}

    [[nodiscard]] std::span<const BodyId> ids() const { return ids_; }

private:
    std::vector<BodyId> own_;
    std::span<const BodyId> ids_;
};

std::string shape_text(const py::array& array) { return py::str(array.attr("shape")); }

/// Returns the array to write to: a new one, or `out`, which must fit.
py::array_t<float> output(const py::object& out, std::size_t rows, int columns) {
    const auto count = static_cast<py::ssize_t>(rows);
    if (out.is_none()) {
        return py::array_t<float>({count, static_cast<py::ssize_t>(columns)});
    }
    if (!py::isinstance<py::array_t<float>>(out)) {
        throw py::type_error("out: needs an array of float32");
    }
    auto array = py::reinterpret_borrow<py::array_t<float>>(out);
    if (array.ndim() != 2 || array.shape(0) != count || array.shape(1) != columns || !array.writeable() ||
        (array.flags() & py::array::c_style) == 0) {
        throw py::value_error("out: needs a writeable, contiguous array of shape (" + std::to_string(rows) +
                              ", " + std::to_string(columns) + "), got " + shape_text(array));
    }
    return array;
}

/// Returns values for `rows` bodies with one of the numbers of columns.
Floats input(const char* function, const py::object& values, std::size_t rows, int columns, int other) {
    const auto array = Floats::ensure(values);
    if (!array) {
        throw py::type_error(std::string(function) + ": needs an array of numbers");
    }
    if (array.ndim() != 2 || array.shape(0) != static_cast<py::ssize_t>(rows) ||
        (array.shape(1) != columns && array.shape(1) != other)) {
        throw py::value_error(std::string(function) + ": needs an array of shape (" + std::to_string(rows) +
                              ", " + std::to_string(columns) + "), got " + shape_text(array));
    }
    return array;
}

static_assert(sizeof(Pose) == 4 * sizeof(float));

py::array_t<float> poses(const SharedWorld& self, const py::object& bodies, const py::object& out) {
    const WorldUse use(self, Access::Read, "World.poses");
    const Bodies chosen(*self, bodies);
    const std::size_t count = chosen.ids().size();
    auto array = output(out, count, 4);
    // A row is a pose.
    const std::span<Pose> rows(reinterpret_cast<Pose*>(array.mutable_data()), count);
    if (bodies.is_none()) {
        read_all_poses(*use, rows);
    } else {
        read_poses(*use, chosen.ids(), rows);
    }
    return array;
}

py::array_t<float> velocities(const SharedWorld& self, const py::object& bodies, const py::object& out) {
    const WorldUse use(self, Access::Read, "World.velocities");
    const Bodies chosen(*self, bodies);
    const std::size_t count = chosen.ids().size();
    auto array = output(out, count, 3);
    std::vector<Vec2> linear(count);
    std::vector<float> angular(count);
    if (bodies.is_none()) {
        read_all_velocities(*use, linear, angular);
    } else {
        read_velocities(*use, chosen.ids(), linear, angular);
    }
    float* row = array.mutable_data();
    for (std::size_t i = 0; i < count; ++i) {
        row[0] = linear[i].x;
        row[1] = linear[i].y;
        row[2] = angular[i];
        row += 3;
    }
    return array;
}

/// Rows of values for bodies. A row of zeros is left out for a body that no value of its kind can have.
struct Rows {
    const char* function;
    int columns;
    int other_columns;
    BodyType least;       ///< Rows of bodies that come before it in the enumeration must be zero.
    float limit = 1e30f;  ///< Largest value.
};

/// Calls a function with each body and its row. What can fail is known before the first change.
template <class Function>
void for_rows(const SharedWorld& self, const Rows& rows, const py::object& values, const py::object& bodies,
              Function&& change) {
    const WorldUse use(self, Access::Edit, rows.function);
    const Bodies chosen(*self, bodies);
    const std::span<const BodyId> ids = chosen.ids();
    const Floats array = input(rows.function, values, ids.size(), rows.columns, rows.other_columns);
    const auto width = static_cast<std::size_t>(array.shape(1));
    const auto row_of = [&](std::size_t i) { return array.data() + i * width; };
    std::vector<bool> leaves_out(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const float* const row = row_of(i);
        for (std::size_t k = 0; k < width; ++k) {
            if (!(std::abs(row[k]) <= rows.limit)) {
                fail(rows.function, "values", "must be finite, at most 1e30", row[k]);
            }
        }
        if ((*use)[ids[i]].type() < rows.least) {
            if (std::any_of(row, row + width, [](float value) { return value != 0.0f; })) {
                fail(std::string(rows.function) + ": the values of body " + std::to_string(i) +
                     " must be zero, since it is " +
                     (rows.least == BodyType::Dynamic ? "not dynamic" : "static"));
            }
            leaves_out[i] = true;
        }
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (!leaves_out[i]) {
            change((*use)[ids[i]], row_of(i), static_cast<int>(width));
        }
    }
}

void set_poses(const SharedWorld& self, const py::object& values, const py::object& bodies) {
    for_rows(self, {"World.set_poses", 3, 4, BodyType::Static}, values, bodies,
             [](BodyRef body, const float* row, int width) {
                 const float angle = width == 4 ? arc_tangent(row[3], row[2]) : row[2];
                 body.set_pose({row[0], row[1]}, angle);
             });
}

void set_velocities(const SharedWorld& self, const py::object& values, const py::object& bodies) {
    for_rows(self, {"World.set_velocities", 3, 3, BodyType::Kinematic}, values, bodies,
             [](BodyRef body, const float* row, int) {
                 body.set_linear_velocity({row[0], row[1]});
                 body.set_angular_velocity(row[2]);
             });
}

void apply_forces(const SharedWorld& self, const py::object& values, const py::object& bodies) {
    for_rows(self, {"World.apply_forces", 3, 2, BodyType::Dynamic}, values, bodies,
             [](BodyRef body, const float* row, int width) {
                 body.apply_force({row[0], row[1]});
                 if (width == 3) {
                     body.apply_torque(row[2]);
                 }
             });
}

void apply_impulses(const SharedWorld& self, const py::object& values, const py::object& bodies) {
    for_rows(self, {"World.apply_impulses", 3, 2, BodyType::Dynamic}, values, bodies,
             [](BodyRef body, const float* row, int width) {
                 body.apply_impulse({row[0], row[1]});
                 if (width == 3) {
                     body.apply_angular_impulse(row[2]);
                 }
             });
}

py::dict ray_arrays(const SharedWorld& self, const py::object& origins, const py::object& translations,
                    const QueryFilter& filter, float radius) {
    std::vector<Vec2> from;
    std::vector<Vec2> along;
    if (!read_points(origins, from) || !read_points(translations, along)) {
        throw py::type_error("World.cast_ray_arrays: needs arrays of shape (n, 2)");
    }
    check_count("World.cast_ray_arrays: translations", along.size(), from.size());
    std::vector<RayCast> rays(from.size());
    for (std::size_t i = 0; i < rays.size(); ++i) {
        rays[i] = {from[i], along[i], filter, radius, false};
    }
    const WorldUse use(self, Access::Read, "World.cast_ray_arrays");
    const auto hits = [&] {
        const py::gil_scoped_release release;
        return std::as_const(*use).cast_rays(rays);
    }();
    const auto count = static_cast<py::ssize_t>(hits.size());
    py::array_t<float> fractions(count);
    py::array_t<float> points({count, py::ssize_t{2}});
    py::array_t<float> normals({count, py::ssize_t{2}});
    Numbers shapes(count);
    for (py::ssize_t i = 0; i < count; ++i) {
        const std::optional<RayHit>& hit = hits[static_cast<std::size_t>(i)];
        const RayHit found = hit.value_or(RayHit{{}, {}, {}, 1.0f});
        const Vec2 end = from[static_cast<std::size_t>(i)] + along[static_cast<std::size_t>(i)];
        fractions.mutable_at(i) = found.fraction;
        points.mutable_at(i, 0) = hit ? found.point.x : end.x;
        points.mutable_at(i, 1) = hit ? found.point.y : end.y;
        normals.mutable_at(i, 0) = found.normal.x;
        normals.mutable_at(i, 1) = found.normal.y;
        shapes.mutable_at(i) = to_number(found.shape);
    }
    raise_kept_error();
    py::dict result;
    result["shape"] = shapes;
    result["fraction"] = fractions;
    result["point"] = points;
    result["normal"] = normals;
    return result;
}

/// Returns the shapes of all queries one after another, and where those of each begin.
template <class Query>
py::tuple overlap_arrays(const SharedWorld& self, const QueryFilter& filter, std::size_t count,
                         Query&& query) {
    const WorldUse use(self, Access::Read, "World.overlap_arrays");
    std::vector<ShapeId> shapes;
    py::array_t<std::int64_t> starts(static_cast<py::ssize_t>(count) + 1);
    starts.mutable_at(0) = 0;
    const auto visitor = [&shapes](ShapeId shape) {
        shapes.push_back(shape);
        return true;
    };
    for (std::size_t i = 0; i < count; ++i) {
        std::as_const(*use).overlap(query(i), visitor, filter);
        starts.mutable_at(static_cast<py::ssize_t>(i) + 1) = static_cast<std::int64_t>(shapes.size());
    }
    raise_kept_error();
    return py::make_tuple(starts, to_numbers(shapes));
}

py::tuple overlap_boxes(const SharedWorld& self, const py::object& boxes, const QueryFilter& filter) {
    const auto array = Floats::ensure(boxes);
    if (!array || array.ndim() != 2 || array.shape(1) != 4) {
        PyErr_Clear();
        throw py::value_error("World.overlap_box_arrays: needs an array of shape (n, 4)");
    }
    const float* const data = array.data();
    return overlap_arrays(self, filter, static_cast<std::size_t>(array.shape(0)), [data](std::size_t i) {
        const float* const row = data + 4 * i;
        return Aabb{{row[0], row[1]}, {row[2], row[3]}};
    });
}

py::tuple overlap_points(const SharedWorld& self, const py::object& points, const QueryFilter& filter) {
    std::vector<Vec2> list;
    if (!read_points(points, list)) {
        throw py::value_error("World.overlap_point_arrays: needs an array of shape (n, 2)");
    }
    return overlap_arrays(self, filter, list.size(), [&list](std::size_t i) { return list[i]; });
}

}  // namespace

void define_arrays(py::module_&) {
    const py::handle type = py::type::of<PyWorld>();
    const auto bodies = py::arg("bodies") = py::none();
    const auto out = py::arg("out") = py::none();
    const auto filter = py::arg("filter") = QueryFilter{};
    add_method(
        type, "body_numbers",
        [](const SharedWorld& self) {
            const WorldUse use(self, Access::Read, "World.body_numbers");
            return to_numbers(all_bodies(*self));
        },
        "Returns the handles of all bodies as numbers, in the order of `bodies`: the rows of `poses` and "
        "others.");
    add_method(type, "poses", &poses, bodies, out,
               "Returns the poses of all bodies, or of those given as numbers or handles, as rows x, y, "
               "cosine and sine of "
               "the angle [m], in float32. Writes to `out`, if given.");
    add_method(type, "velocities", &velocities, bodies, out,
               "Returns velocities as rows x, y, angular velocity [m/s], [rad/s], as `poses` does.");
    add_method(type, "set_poses", &set_poses, py::arg("values"), bodies,
               "Teleports bodies: rows x, y, angle, or x, y, cosine, sine.");
    add_method(type, "set_velocities", &set_velocities, py::arg("values"), bodies,
               "Sets velocities: rows x, y, angular velocity.");
    add_method(
        type, "apply_forces", &apply_forces, py::arg("values"), bodies,
        "Applies forces during the next step: rows x, y [N], and torque [N m] if there are three columns.");
    add_method(type, "apply_impulses", &apply_impulses, py::arg("values"), bodies,
               "Changes velocities at once: rows x, y [N s], and angular impulse [N m s] if there are three "
               "columns.");
    add_method(type, "cast_ray_arrays", &ray_arrays, py::arg("origins"), py::arg("translations"), filter,
               py::arg("radius") = 0.0f,
               "Returns the nearest hit of each ray, as arrays by name: shape (a number; 0: no hit), "
               "fraction, point and "
               "normal. A ray without a hit has fraction 1.");
    add_method(type, "overlap_box_arrays", &overlap_boxes, py::arg("boxes"), filter,
               "Returns the shapes that overlap each box, given as rows of its corners x, y, x, y: an array "
               "with where "
               "those of each box begin, and one more, and the shapes as numbers.");
    add_method(type, "overlap_point_arrays", &overlap_points, py::arg("points"), filter,
               "Returns the shapes that contain each point, as `overlap_box_arrays` does.");
}

}  // namespace drystone::python
