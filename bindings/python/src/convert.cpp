#include "convert.h"

namespace drystone::python {

OwnedCore own_core(const ConvexCore& core) {
    const int normals = core.count == 1 ? 0 : core.count;
    return {{core.points, core.points + core.count}, {core.normals, core.normals + normals}, core.radius};
}

void add_enum(py::module_& module, EnumType& type, const char* name, const char* text,
              const std::vector<const char*>& names) {
    py::list values;
    for (std::size_t i = 0; i < names.size(); ++i) {
        values.append(py::make_tuple(names[i], i));
    }
    const py::str home(module.attr("__name__"));
    type.type = py::module_::import("enum").attr("Enum")(name, values, py::arg("module") = home);
    type.type.attr("__doc__") = text;
    for (const char* const member : names) {
        type.members.push_back(type.type.attr(member));
    }
    module.attr(name) = type.type;
}

int enum_value(const EnumType& type, py::handle object) {
    if (!py::isinstance(object, type.type)) {
        return -1;
    }
    return object.attr("value").cast<int>();
}

py::object enum_member(const EnumType& type, int value) {
    if (value < 0 || static_cast<std::size_t>(value) >= type.members.size()) {
        throw py::value_error("no member has the value " + std::to_string(value));
    }
    return type.members[static_cast<std::size_t>(value)];
}

std::shared_ptr<PyObject> share_callable(const py::object& callable, const char* argument) {
    if (PyCallable_Check(callable.ptr()) == 0) {
        throw py::type_error(std::string(argument) + ": expected a callable, got " +
                             std::string(py::repr(callable)));
    }
    return {callable.inc_ref().ptr(), [](PyObject* object) {
                if (Py_IsInitialized() != 0) {
                    const py::gil_scoped_acquire lock;
                    Py_DECREF(object);
                }
            }};
}

bool Caller<bool(PreSolveContact&)>::operator()(PreSolveContact& contact) const {
    const py::gil_scoped_acquire lock;
    const py::object copy = py::cast(contact);
    const bool keeps = result_of_callback<bool>(py::reinterpret_borrow<py::object>(callable.get())(copy));
    const auto& changed = copy.cast<const PreSolveContact&>();
    if (changed.count != contact.count) {
        fail("World::set_pre_solve_callback", "points", "must keep their number", changed.count);
    }
    contact.normal = changed.normal;
    std::copy_n(changed.points, contact.count, contact.points);
    contact.friction = changed.friction;
    contact.restitution = changed.restitution;
    contact.tangent_speed = changed.tangent_speed;
    return keeps;
}

py::bytes to_bytes(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::byte> from_bytes(const py::bytes& bytes) {
    const auto text = static_cast<std::string_view>(bytes);
    const auto* const data = reinterpret_cast<const std::byte*>(text.data());
    return {data, data + text.size()};
}

bool read_points(py::handle object, std::vector<Vec2>& points) {
    points.clear();
    if (py::isinstance<py::array>(object)) {
        const auto array = py::array_t<float, py::array::c_style | py::array::forcecast>::ensure(object);
        if (!array || array.ndim() != 2 || array.shape(1) != 2) {
            PyErr_Clear();
            return false;
        }
        const auto view = array.unchecked<2>();
        for (py::ssize_t i = 0; i < view.shape(0); ++i) {
            points.emplace_back(view(i, 0), view(i, 1));
        }
        return true;
    }
    if (!py::isinstance<py::sequence>(object) || py::isinstance<py::str>(object) ||
        py::isinstance<py::bytes>(object)) {
        return false;
    }
    const auto sequence = py::reinterpret_borrow<py::sequence>(object);
    const std::size_t count = sequence.size();
    for (std::size_t i = 0; i < count; ++i) {
        const py::object item = sequence[i];  // Its own: the sequence may make it anew each time.
        py::detail::make_caster<Vec2> vector;
        if (!vector.load(item, true)) {
            return false;
        }
        points.push_back(py::detail::cast_op<const Vec2&>(vector));
    }
    return true;
}

}  // namespace drystone::python

namespace pybind11::detail {

namespace python = drystone::python;

bool type_caster<drystone::ConvexCore>::load(handle source, bool) {
    is_small_ = true;
    if (isinstance<python::OwnedCore>(source)) {
        is_small_ = false;
        core_ = source.cast<const python::OwnedCore&>().view();
    } else if (isinstance<drystone::Polygon>(source)) {
        is_small_ = false;
        core_ = make_core(source.cast<const drystone::Polygon&>());
    } else if (isinstance<drystone::Circle>(source)) {
        small_ = make_core(source.cast<const drystone::Circle&>());
    } else if (isinstance<drystone::Capsule>(source)) {
        small_ = make_core(source.cast<const drystone::Capsule&>());
    } else if (isinstance<drystone::Segment>(source)) {
        small_ = make_core(source.cast<const drystone::Segment&>());
    } else if (isinstance<drystone::SmallCore>(source)) {
        small_ = source.cast<const drystone::SmallCore&>();
    } else {
        return false;
    }
    return true;
}

bool type_caster<drystone::AnyShape>::load(handle source, bool convert) {
    if (!isinstance<drystone::CustomShape>(source)) {
        return core_.load(source, convert);
    }
    custom_ = &source.cast<const drystone::CustomShape&>();
    outline_ = python::own_core(make_core(custom_->polygon()));
    return true;
}

type_caster<drystone::AnyShape>::operator drystone::AnyShape() const {
    if (custom_ == nullptr) {
        return {core_, nullptr};
    }
    return {outline_.view(), custom_};
}

}  // namespace pybind11::detail
