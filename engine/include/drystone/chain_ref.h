#pragma once

#include <drystone/chain.h>
#include <drystone/detail/object_ref.h>

#include <drystone/collision/chain.h>

#include <span>
#include <vector>

namespace drystone {

/// A chain of a `const World`: all that can be read of it. See `detail::ObjectRef` for what a reference is.
class ConstChainRef : public detail::ObjectRef<ChainId> {
public:
    /// Whether the chain still exists.
    [[nodiscard]] bool is_valid() const;
    /// What would make the chain as it is now. What is set for all segments is taken from the first.
    [[nodiscard]] ChainDefinition definition() const;
    [[nodiscard]] ConstBodyRef body() const;
    /// Segment i leads from point i to point i + 1.
    [[nodiscard]] std::vector<ConstShapeRef> shapes() const;
    /// In the frame of the body.
    [[nodiscard]] Chain geometry() const;

protected:
    ConstChainRef(WorldState* state, ChainId id) : ObjectRef(state, id) {}
    friend class World;
    friend class ConstShapeRef;
};

/// A chain of a world: `world[id]`. See `detail::ObjectRef` for what a reference is.
///
/// Its segments are shapes: materials, filters and events are set there, for one segment or all, and contacts
/// and queries name them. Segments are made and destroyed, and get their geometry, with the chain alone.
class ChainRef : public ConstChainRef {
public:
    [[nodiscard]] BodyRef body() const;
    [[nodiscard]] std::vector<ShapeRef> shapes() const;
    /// Of all segments.
    void set_material(const Material& material) const;
    /// Moves points, ghosts and solid sides, all at once. The chain stays what it is: `Error` unless it has
    /// as many points as before and is a loop where it was one. Only segments that are no longer the same are
    /// touched: what lies on them wakes, and contacts keep their handles and impulses as long as the two
    /// touch. The surface jumps; it has no velocity that would carry or throw what is there.
    void set_geometry(const Chain& geometry) const;
    /// Moves the points alone: the first and last keep the ghosts that they were given. Throws as
    /// `make_chain` and `set_geometry` do.
    void set_points(std::span<const Vec2> points) const;

private:
    ChainRef(WorldState* state, ChainId id) : ConstChainRef(state, id) {}
    friend class World;
    friend class ShapeRef;
};

static_assert(sizeof(ChainRef) == 16);

}  // namespace drystone
