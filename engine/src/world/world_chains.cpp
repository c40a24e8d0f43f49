#include <drystone/world.h>

#include "world/checks.h"
#include "world/shape_boxes.h"

#include <utility>

namespace drystone {

namespace {

Chain checked_chain(const char* function, const ChainDefinition& definition) {
    Chain chain = make_chain(definition.points, {definition.is_loop, definition.sides,
                                                 definition.ghost_before, definition.ghost_after});
    const std::size_t count = definition.materials.size();
    if (count > 1 && count != static_cast<std::size_t>(chain.segment_count())) {
        fail(function, "materials", "none, one, or one for each segment", static_cast<double>(count));
    }
    for (const Material& material : definition.materials) {
        check_material(function, material);
    }
    return chain;
}

Material material_of(const ChainDefinition& definition, std::size_t segment) {
    const std::vector<Material>& all = definition.materials;
    return all.empty() ? Material{} : all[all.size() == 1 ? 0 : segment];
}

}  // namespace

ChainId World::create_chain(BodyId body, const ChainDefinition& definition) {
    const char* const function = "World::create_chain";
    WorldState& world = *state_;
    const std::uint32_t owner = body_index(world, function, body);
    const Chain chain = checked_chain(function, definition);
    check_not_reading(world, function);
    std::vector<std::uint32_t> shapes;
    for (int i = 0; i < chain.segment_count(); ++i) {
        const ChainSegment segment = chain.segment(i);
        const ShapeDefinition surface{.density = 0.0f,
                                      .material = material_of(definition, static_cast<std::size_t>(i)),
                                      .filter = definition.filter,
                                      .contact_events = definition.contact_events,
                                      .hit_events = definition.hit_events,
                                      .user_data = definition.user_data};
        const ShapeId shape = create_shape(body, Segment{segment.a, segment.b}, surface);
        shapes.push_back(shape.index1 - 1);
        world.shapes.seams.set(shapes.back(), {{ExposedEdge{segment, 0}}, 0, true});
    }
    return world.chains.slots.handle<ChainId>(world.chains.create(owner, std::move(shapes)), world.number);
}

void World::destroy_chain(ChainId chain) {
    WorldState& world = *state_;
    const std::uint32_t index = chain_index(world, "World::destroy_chain", chain);
    check_not_reading(world, "World::destroy_chain");
    const std::vector<std::uint32_t> shapes = world.chains.records[index].shapes;
    world.chains.destroy(index);
    for (const std::uint32_t shape : shapes) {
        drop_shape(world, shape, shape == shapes.back());
    }
}

bool World::is_valid(ChainId chain) const { return state_->chains.slots.holds(chain, state_->number); }

BodyId World::body(ChainId chain) const {
    const std::uint32_t index = chain_index(*state_, "World::body", chain);
    return state_->bodies.slots.handle<BodyId>(state_->chains.records[index].body, state_->number);
}

std::vector<ShapeId> World::shapes(ChainId chain) const {
    const std::uint32_t index = chain_index(*state_, "World::shapes", chain);
    std::vector<ShapeId> result;
    for (const std::uint32_t shape : state_->chains.records[index].shapes) {
        result.push_back(shape_id(*state_, shape));
    }
    return result;
}

ChainId World::chain(ShapeId shape) const {
    const std::uint32_t* const chain =
        state_->chains.of_shape.find(shape_index(*state_, "World::chain", shape));
    return chain == nullptr ? ChainId{} : state_->chains.slots.handle<ChainId>(*chain, state_->number);
}

void World::set_material(ChainId chain, const Material& material) {
    chain_index(*state_, "World::set_material", chain);
    for (const ShapeId shape : shapes(chain)) {
        set_material(shape, material);
    }
}

}  // namespace drystone
