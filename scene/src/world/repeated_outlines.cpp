#include "world/repeated_outlines.h"

#include <drystone/error.h>

#include <algorithm>
#include <compare>
#include <cstring>
#include <variant>

namespace drystone::scene {
namespace {

/// Compares the bits of points.
std::strong_ordering compare(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
    if (a.size() != b.size() || a.empty()) {
        return a.size() <=> b.size();
    }
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec2)) <=> 0;
}

std::strong_ordering compare(const Outline& a, const Outline& b) {
    const auto radius = std::memcmp(&a.radius, &b.radius, sizeof a.radius) <=> 0;
    const auto points = compare(a.points, b.points);
    if (radius != 0 || points != 0) {
        return radius != 0 ? radius : points;
    }
    for (std::size_t i = 0; i < std::min(a.holes.size(), b.holes.size()); ++i) {
        if (const auto hole = compare(a.holes[i], b.holes[i]); hole != 0) {
            return hole;
        }
    }
    return a.holes.size() <=> b.holes.size();
}

std::vector<Polygon> pieces_of(const World& world, const std::vector<ShapeId>& shapes) {
    std::vector<Polygon> pieces;
    for (const ShapeId shape : shapes) {
        pieces.push_back(std::get<Polygon>(world[shape].geometry()));
    }
    return pieces;
}

}  // namespace

bool RepeatedOutlines::Before::operator()(const Outline* a, const Outline* b) const {
    return compare(*a, *b) < 0;
}

RepeatedOutlines::RepeatedOutlines(const Description& description) {
    for (const BodyEntry& body : description.bodies) {
        for (const ShapeEntry& shape : body.shapes) {
            if (const auto* const outline = std::get_if<Outline>(&shape.geometry)) {
                ++known_[outline].uses;
            }
        }
    }
    std::erase_if(known_, [](const auto& entry) { return entry.second.uses == 1; });
}

std::vector<ShapeId> RepeatedOutlines::create(World& world, BodyId body, const Outline& outline,
                                              const ShapeDefinition& definition) {
    const auto create_itself = [&] {
        return world.create_outline(body, outline.points, outline.holes, definition,
                                    {.radius = outline.radius});
    };
    const auto at = known_.find(&outline);
    if (at == known_.end()) {
        return create_itself();
    }
    Known& known = at->second;
    --known.uses;
    if (known.pieces.empty()) {
        const std::vector<ShapeId> shapes = create_itself();
        known.pieces = pieces_of(world, shapes);
        return shapes;
    }
    try {
        std::vector<ShapeId> shapes = world.create_pieces(body, known.pieces, definition);
        if (known.uses == 0) {
            known.pieces = {};
        }
        return shapes;
    } catch (const Error&) {
        return create_itself();  // It throws as well, and names the outline.
    }
}

}  // namespace drystone::scene
