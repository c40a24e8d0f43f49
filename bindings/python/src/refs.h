#pragma once

#include "convert.h"

#include <utility>
#include <vector>

namespace drystone::python {

// The object of Python for a reference of C++, of the world that gave it; None for a null one.
template <class Id, class Reference>
py::object wrap_ref(const std::shared_ptr<PyWorld>& world, const Reference& reference) {
    if (reference.id().is_null()) {
        return py::none();
    }
    return py::cast(Ref<Id>{world, reference.id()});
}
inline py::object wrap(const std::shared_ptr<PyWorld>& world, const ConstBodyRef& body) {
    return wrap_ref<BodyId>(world, body);
}
inline py::object wrap(const std::shared_ptr<PyWorld>& world, const ConstShapeRef& shape) {
    return wrap_ref<ShapeId>(world, shape);
}
inline py::object wrap(const std::shared_ptr<PyWorld>& world, const ConstJointRef& joint) {
    return wrap_ref<JointId>(world, joint);
}
inline py::object wrap(const std::shared_ptr<PyWorld>& world, const ConstChainRef& chain) {
    return wrap_ref<ChainId>(world, chain);
}
inline py::object wrap(const std::shared_ptr<PyWorld>& world, const ConstTileGridRef& grid) {
    return wrap_ref<TileGridId>(world, grid);
}
inline py::object wrap(const std::shared_ptr<PyWorld>& world, const ConstFieldRef& field) {
    return wrap_ref<FieldId>(world, field);
}
template <class Reference>
py::object wrap(const std::shared_ptr<PyWorld>& world, const std::vector<Reference>& references) {
    py::list list;
    for (const Reference& reference : references) {
        list.append(wrap(world, reference));
    }
    return list;
}
/// Handles that a function of a world creates become references to the objects.
template <class Tag>
py::object wrap(const std::shared_ptr<PyWorld>& world, Handle<Tag> id) {
    return py::cast(Ref<Handle<Tag>>{world, id});
}
template <class Tag>
py::object wrap(const std::shared_ptr<PyWorld>& world, const std::vector<Handle<Tag>>& ids) {
    py::list list;
    for (const Handle<Tag> id : ids) {
        list.append(wrap(world, id));
    }
    return list;
}

}  // namespace drystone::python
