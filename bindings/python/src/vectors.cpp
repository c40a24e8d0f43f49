#include "module.h"

#include <array>

namespace drystone::python {
namespace {

template <class Vector>
constexpr int dimension = detail::Vector3<Vector> ? 3 : 2;

template <class Vector>
Vector from_values(const std::array<typename Vector::Scalar, dimension<Vector>>& values) {
    Vector vector;
    for (int i = 0; i < dimension<Vector>; ++i) {
        vector[i] = values[static_cast<std::size_t>(i)];
    }
    return vector;
}

template <class Vector>
Vector from_sequence(const py::sequence& values) {
    if (values.size() != static_cast<std::size_t>(dimension<Vector>)) {
        throw py::type_error("expected " + std::to_string(dimension<Vector>) + " coordinates, got " +
                             std::to_string(values.size()));
    }
    Vector vector;
    for (int i = 0; i < dimension<Vector>; ++i) {
        vector[i] = py::object(values[static_cast<std::size_t>(i)]).cast<typename Vector::Scalar>();
    }
    return vector;
}

template <class Vector>
typename Vector::Scalar coordinate(const Vector& vector, int axis) {
    const int index = axis < 0 ? axis + dimension<Vector> : axis;
    if (index < 0 || index >= dimension<Vector>) {
        throw py::index_error("no coordinate " + std::to_string(axis));
    }
    return vector[index];
}

template <class Vector>
py::tuple coordinates(const Vector& vector) {
    py::tuple tuple(dimension<Vector>);
    for (int i = 0; i < dimension<Vector>; ++i) {
        tuple[static_cast<std::size_t>(i)] = vector[i];
    }
    return tuple;
}

template <class Vector>
void define_vector(py::module_& module, const char* name, const char* text) {
    using Scalar = typename Vector::Scalar;
    py::class_<Vector> type(module, name, text);
    type.def(py::init<>());
    if constexpr (dimension<Vector> == 2) {
        type.def(py::init<Scalar, Scalar>(), py::arg("x"), py::arg("y"));
    } else {
        type.def(py::init<Scalar, Scalar, Scalar>(), py::arg("x"), py::arg("y"), py::arg("z"));
        type.def_property_readonly("z", [](const Vector& v) { return v.z; });
    }
    type.def(py::init(&from_sequence<Vector>), py::arg("coordinates"))
        .def_property_readonly("x", [](const Vector& v) { return v.x; })
        .def_property_readonly("y", [](const Vector& v) { return v.y; })
        .def("__len__", [](const Vector&) { return dimension<Vector>; })
        .def("__getitem__", &coordinate<Vector>, py::arg("axis"))
        .def("__iter__", [](const Vector& v) { return py::iter(coordinates(v)); })
        .def(
            "__add__", [](const Vector& a, const Vector& b) { return a + b; }, py::is_operator())
        .def(
            "__radd__", [](const Vector& a, const Vector& b) { return b + a; }, py::is_operator())
        .def(
            "__sub__", [](const Vector& a, const Vector& b) { return a - b; }, py::is_operator())
        .def(
            "__rsub__", [](const Vector& a, const Vector& b) { return b - a; }, py::is_operator())
        .def(
            "__mul__", [](const Vector& v, Scalar s) { return v * s; }, py::is_operator())
        .def(
            "__rmul__", [](const Vector& v, Scalar s) { return v * s; }, py::is_operator())
        .def(
            "__truediv__", [](const Vector& v, Scalar s) { return v / s; }, py::is_operator())
        .def("__neg__", [](const Vector& v) { return -v; })
        .def("__abs__", [](const Vector& v) { return length(v); })
        .def("__bool__", [](const Vector& v) { return !(v == Vector{}); })
        .def(
            "__eq__", [](const Vector& a, const Vector& b) { return a == b; }, py::is_operator())
        .def("__hash__", [](const Vector& v) { return py::hash(coordinates(v)); })
        .def("__reduce__",
             [](const py::object& self) {
                 return py::make_tuple(py::type::of(self), coordinates(self.cast<const Vector&>()));
             })
        .def("__repr__",
             [](const py::object& self) {
                 return std::string(py::str(py::type::of(self).attr("__name__"))) +
                        std::string(py::str(coordinates(self.cast<const Vector&>())));
             })
        .def(
            "__array__",
            [](const Vector& v, const py::object& dtype) {
                py::array_t<Scalar> array(dimension<Vector>);
                for (int i = 0; i < dimension<Vector>; ++i) {
                    array.mutable_at(i) = v[i];
                }
                return dtype.is_none() ? py::object(array) : array.attr("astype")(dtype);
            },
            py::arg("dtype") = py::none());
    py::implicitly_convertible<py::tuple, Vector>();
    py::implicitly_convertible<py::list, Vector>();
    py::implicitly_convertible<py::array, Vector>();
}

template <class Vector>
void define_matrix(py::module_& module, const char* name, const char* text) {
    using Matrix = Columns3<Vector>;
    py::class_<Matrix>(module, name, text)
        .def(py::init<>())
        .def(py::init([](const std::array<Vector, 3>& columns) {
                 Matrix matrix;
                 std::copy(columns.begin(), columns.end(), std::begin(matrix.columns));
                 return matrix;
             }),
             py::arg("columns"))
        .def_property_readonly(
            "columns",
            [](const Matrix& m) { return py::make_tuple(m.columns[0], m.columns[1], m.columns[2]); })
        .def("__repr__",
             [name](const py::object& self) {
                 return std::string(name) + "(" + std::string(py::repr(self.attr("columns"))) + ")";
             })
        .def(
            "__eq__",
            [](const Matrix& a, const Matrix& b) {
                return std::equal(std::begin(a.columns), std::end(a.columns), std::begin(b.columns));
            },
            py::is_operator())
        .def("__reduce__", [](const py::object& self) {
            return py::make_tuple(py::type::of(self), py::make_tuple(self.attr("columns")));
        });
}

template <class Id>
void define_handle(py::module_& module, const char* name, const char* text) {
    declare<Id>(module, name, text)
        .def(py::init<>())
        .def(py::init([](std::uint64_t number) {
                 return Id{static_cast<std::uint32_t>(number), static_cast<std::uint16_t>(number >> 32),
                           static_cast<std::uint16_t>(number >> 48)};
             }),
             py::arg("number"))
        .def_property_readonly(
            "is_null", [](const Id& id) { return id.is_null(); },
            "Whether the handle names no object; others may be stale.")
        .def("__bool__", [](const Id& id) { return !id.is_null(); })
        .def("__int__",
             [](const Id& id) {
                 return std::uint64_t{id.index1} | std::uint64_t{id.generation} << 32 |
                        std::uint64_t{id.world} << 48;
             })
        .def(
            "__eq__", [](const Id& a, const Id& b) { return a == b; }, py::is_operator())
        .def(
            "__lt__", [](const Id& a, const Id& b) { return a < b; }, py::is_operator())
        .def("__hash__", [](const Id& id) { return std::hash<Id>{}(id); })
        .def("__reduce__",
             [](const py::object& self) {
                 return py::make_tuple(py::type::of(self), py::make_tuple(self.attr("__int__")()));
             })
        .def("__repr__", [name](const py::object& self) {
            return std::string(name) + "(" + std::string(py::str(self.attr("__int__")())) + ")";
        });
}

}  // namespace

void define_vectors(py::module_& module) {
    define_vector<Vec2>(
        module, "Vec2",
        "A point or a direction in the plane [m]. Does not change. Tuples, lists and arrays of "
        "two numbers stand for one.");
    define_vector<Vec2d>(module, "Vec2d", "A point or a direction in the plane in double precision.");
    define_vector<Vec3>(module, "Vec3", "A point or a direction in space [m].");
    define_vector<Vec3d>(module, "Vec3d", "A point or a direction in space in double precision.");
    define_matrix<Vec3>(module, "Mat3", "A matrix of three columns.");
    define_matrix<Vec3d>(module, "Mat3d", "A matrix of three columns in double precision.");
}

void define_handles(py::module_& module) {
    define_handle<BodyId>(module, "BodyId", "Handle of a body; `world[id]` is the body.");
    define_handle<ShapeId>(module, "ShapeId", "Handle of a shape; `world[id]` is the shape.");
    define_handle<ContactId>(module, "ContactId", "Handle of a contact, see `World.contact`.");
    define_handle<JointId>(module, "JointId", "Handle of a joint; `world[id]` is the joint.");
    define_handle<ChainId>(module, "ChainId", "Handle of a chain; `world[id]` is the chain.");
    define_handle<TileGridId>(module, "TileGridId", "Handle of a tile grid; `world[id]` is the grid.");
    define_handle<FieldId>(module, "FieldId", "Handle of a field; `world[id]` is the field.");
}

namespace {

template <class Id>
void define_ref(py::module_& module, const char* name, const char* text) {
    using Reference = Ref<Id>;
    py::class_<Reference>(module, name, text)
        .def_property_readonly(
            "id", [](const Reference& self) { return self.id; }, "Its handle.")
        .def_property_readonly(
            "world", [](const Reference& self) { return self.world; }, "Its world.")
        .def_property_readonly(
            "is_valid",
            [](const Reference& self) {
                const WorldUse use(self.world, Access::Read, "is_valid");
                return std::as_const(*use).is_valid(self.id);
            },
            "Whether the object exists.")
        .def(
            "__eq__",
            [](const Reference& a, const Reference& b) { return a.world == b.world && a.id == b.id; },
            py::is_operator())
        .def("__hash__", [](const Reference& self) { return std::hash<Id>{}(self.id); })
        .def("__repr__", [name](const py::object& self) {
            const auto& reference = self.cast<const Reference&>();
            const WorldUse use(reference.world, Access::Read, "__repr__");
            const bool exists = std::as_const(*use).is_valid(reference.id);
            return "<" + std::string(name) + " " + std::to_string(reference.id.index1 - 1) +
                   (exists ? ">" : ", destroyed>");
        });
    // A reference stands wherever a handle is expected.
    class_of<Id>().def(py::init([](const Reference& self) { return self.id; }), py::arg("object"));
    py::implicitly_convertible<Reference, Id>();
}

}  // namespace

void define_refs(py::module_& module) {
    define_ref<BodyId>(module, "Body", "A body of a world.");
    define_ref<ShapeId>(module, "Shape", "A shape of a body.");
    define_ref<JointId>(module, "Joint", "A joint of a world.");
    define_ref<ChainId>(module, "Chain", "A chain of a body.");
    define_ref<TileGridId>(module, "TileGrid", "A tile grid of a world.");
    define_ref<FieldId>(module, "Field", "A field of a world.");
}

}  // namespace drystone::python
