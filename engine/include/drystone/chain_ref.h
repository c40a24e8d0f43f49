#pragma once

#include <drystone/chain.h>
#include <drystone/detail/object_ref.h>
#include <drystone/export.h>

#include <drystone/collision/chain.h>

#include <span>
#include <vector>

namespace drystone {

/// Read access to a chain, as a `const World` returns it. See `detail::ObjectRef` for what a reference is.
class DRYSTONE_API ConstChainRef : public detail::ObjectRef<ChainId> {
public:
    /// Returns true while the chain exists.
    [[nodiscard]] bool is_valid() const;
    /// Returns a definition that creates the chain as it is now. Filter, events and user data are those of
    /// the first segment.
    [[nodiscard]] ChainDefinition definition() const;
    /// Returns the body that the chain belongs to.
    [[nodiscard]] ConstBodyRef body() const;
    /// Returns the segments: segment i leads from point i to point i + 1.
    [[nodiscard]] std::vector<ConstShapeRef> shapes() const;
    /// Returns the geometry in the frame of the body.
    [[nodiscard]] Chain geometry() const;

protected:
    /// Makes a reference; for the library.
    ConstChainRef(WorldState* state, ChainId id) : ObjectRef(state, id) {}
    friend class World;
    friend class ConstShapeRef;
};

/// Read and write access to a chain: `world[id]`. See `detail::ObjectRef` for what a reference is.
///
/// The segments are shapes: their references set materials, filters and events of single segments, and
/// contacts and queries report their handles. Segments are created, destroyed and given geometry only with
/// the whole chain.
class DRYSTONE_API ChainRef : public ConstChainRef {
public:
    /// Returns the body that the chain belongs to.
    [[nodiscard]] BodyRef body() const;
    /// Returns the segments, as `ConstChainRef::shapes`.
    [[nodiscard]] std::vector<ShapeRef> shapes() const;
    /// Sets the material of all segments.
    void set_material(const Material& material) const;
    /// Replaces points, ghosts and solid sides at once. Throws `Error` if the number of points or `is_loop`
    /// differs from before. Only segments that change are updated: bodies on them wake, and contacts keep
    /// their handles and impulses while the shapes still touch. The surface jumps; it has no velocity that
    /// carries or throws bodies.
    void set_geometry(const Chain& geometry) const;
    /// Replaces the points alone: the first and last keep their ghosts. Throws as `make_chain` and
    /// `set_geometry` do.
    void set_points(std::span<const Vec2> points) const;

private:
    ChainRef(WorldState* state, ChainId id) : ConstChainRef(state, id) {}
    friend class World;
    friend class ShapeRef;
};

static_assert(sizeof(ChainRef) == sizeof(void*) + sizeof(ChainId));

}  // namespace drystone
