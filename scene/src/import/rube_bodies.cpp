#include "format/read_values.h"
#include "import/rube_scene.h"
#include "import/rube_values.h"

#include <drystone/collision/mass.h>

#include <algorithm>
#include <cmath>

namespace drystone::scene {
namespace {

constexpr int all_categories = 0xffff;

Filter read_filter(const Place& fixture) {
    Filter filter;
    // 16 bits, with or without a sign. The mask of all of them also accepts categories that Box2D has not.
    const int category = read_rube_integer(fixture, "filter-categoryBits", -0x8000, all_categories, 1);
    const int mask = read_rube_integer(fixture, "filter-maskBits", -0x8000, all_categories, all_categories) &
                     all_categories;
    filter.category = static_cast<std::uint64_t>(category & all_categories);
    filter.mask = mask == all_categories ? ~std::uint64_t{0} : static_cast<std::uint64_t>(mask);
    filter.group = read_rube_integer(fixture, "filter-groupIndex", -0x8000, 0x7fff, 0);
    return filter;
}

/// Reads the points and ghost vertices of a fixture that is a line. A chain that ends at its beginning is a
/// loop.
ChainDefinition read_line(const Place& fixture) {
    ChainDefinition chain;
    chain.sides = ChainSides::Both;
    if (const std::optional<Place> edge = fixture.find("edge")) {
        edge->expect(Node::Kind::Object, "an object");
        chain.points = {read_rube_vector(*edge, "vertex1"), read_rube_vector(*edge, "vertex2")};
        if (read_rube_flag(*edge, "hasVertex0")) {
            chain.ghost_before = read_rube_vector(*edge, "vertex0");
        }
        if (read_rube_flag(*edge, "hasVertex3")) {
            chain.ghost_after = read_rube_vector(*edge, "vertex3");
        }
        return chain;
    }
    const std::optional<Place> old = fixture.find("loop");
    const Place line = old ? *old : fixture.get("chain");
    line.expect(Node::Kind::Object, "an object");
    chain.points = read_rube_vectors(line, "vertices");
    chain.is_loop = old.has_value();
    if (chain.points.size() > 3 && chain.points.front() == chain.points.back()) {
        chain.points.pop_back();
        chain.is_loop = true;
    }
    if (!chain.is_loop && read_rube_flag(line, "hasPrevVertex")) {
        chain.ghost_before = read_rube_vector(line, "prevVertex");
    }
    if (!chain.is_loop && read_rube_flag(line, "hasNextVertex")) {
        chain.ghost_after = read_rube_vector(line, "nextVertex");
    }
    return chain;
}

/// Reads the shape of a fixture that is none of lines.
Geometry read_shape(const Place& fixture) {
    if (const std::optional<Place> circle = fixture.find("circle")) {
        circle->expect(Node::Kind::Object, "an object");
        return Circle{read_rube_vector(*circle, "center"), read_rube_float(*circle, "radius")};
    }
    const Place polygon = fixture.get("polygon");
    polygon.expect(Node::Kind::Object, "an object");
    const std::vector<Vec2> points = read_rube_vectors(polygon, "vertices");
    if (points.size() == 2) {
        return Segment{points[0], points[1]};
    }
    // Box2D takes the hull of the points, too.
    return checked(polygon, [&] { return make_hull(points); });
}

void add_chain(const ShapeEntry& pattern, ChainDefinition definition, BodyEntry& body) {
    ChainEntry& chain = body.chains.emplace_back();
    chain.name = pattern.name;
    chain.properties = pattern.properties;
    chain.definition = std::move(definition);
    chain.definition.materials = {pattern.definition.material};
    chain.definition.filter = pattern.definition.filter;
}

/// Adds the segments of a line one by one: chains are no sensors. The first one has the properties.
void add_sensor_segments(ShapeEntry pattern, const ChainDefinition& line, BodyEntry& body) {
    const std::size_t count = line.points.size();
    for (std::size_t i = 0; i + (line.is_loop ? 0 : 1) < count; ++i) {
        ShapeEntry& shape = body.shapes.emplace_back(pattern);
        shape.geometry = Segment{line.points[i], line.points[(i + 1) % count]};
        pattern.properties.clear();
    }
}

void import_fixture(const Place& fixture, BodyEntry& body, ImportNotes& notes) {
    ShapeEntry shape;
    read_rube_label(fixture, shape.name, shape.properties, notes);
    shape.definition.density = read_rube_float(fixture, "density");
    shape.definition.material.friction = read_rube_float(fixture, "friction");
    shape.definition.material.restitution = read_rube_float(fixture, "restitution");
    shape.definition.sensor = read_rube_flag(fixture, "sensor");
    shape.definition.filter = read_filter(fixture);
    if (!fixture.find("edge") && !fixture.find("chain") && !fixture.find("loop")) {
        shape.geometry = read_shape(fixture);
        body.shapes.push_back(std::move(shape));
        return;
    }
    ChainDefinition line = read_line(fixture);
    if (shape.definition.sensor) {
        add_sensor_segments(std::move(shape), line, body);
    } else if (line.points.size() == 2 && !line.ghost_before && !line.ghost_after) {
        shape.geometry = Segment{line.points[0], line.points[1]};
        body.shapes.push_back(std::move(shape));
    } else {
        add_chain(shape, std::move(line), body);
    }
}

MassProperties mass_of_shapes(const BodyEntry& body) {
    MassProperties sum;
    for (const ShapeEntry& shape : body.shapes) {
        const float density = shape.definition.density;
        if (const auto* const circle = std::get_if<Circle>(&shape.geometry)) {
            sum = combine(sum, compute_mass(*circle, density));
        } else if (const auto* const polygon = std::get_if<Polygon>(&shape.geometry)) {
            sum = combine(sum, compute_mass(*polygon, density));
        }
    }
    return sum;
}

bool is_near(float a, float b) { return std::abs(a - b) <= 1e-3f * std::max(std::abs(a), std::abs(b)); }

/// Reads the mass of a dynamic body. Every file has it; it is an override only where the shapes' densities
/// give another one.
std::optional<MassProperties> read_mass(const Place& place, const BodyEntry& body) {
    const float mass = read_rube_float(place, "massData-mass");
    if (body.definition.type != BodyType::Dynamic || mass == 0.0f) {
        return std::nullopt;
    }
    const MassProperties usual = mass_of_shapes(body);
    const Vec2 center = read_rube_vector(place, "massData-center");
    // About the origin of the body in the file, about the centre of mass here.
    const float inertia = read_rube_float(place, "massData-I") - mass * dot(center, center);
    const Vec2 offset = center - usual.center;
    const float size = std::sqrt(usual.inertia / std::max(usual.mass, 1e-30f));
    const bool is_same_center = dot(offset, offset) <= 1e-6f * size * size;
    const bool is_same_inertia = body.definition.locks.rotation || is_near(inertia, usual.inertia);
    if (is_near(mass, usual.mass) && is_same_center && is_same_inertia) {
        return std::nullopt;
    }
    return MassProperties{mass, center, body.definition.locks.rotation ? 0.0f : std::max(inertia, 0.0f)};
}

void import_fixtures(const Place& place, const std::string& what, BodyEntry& body, Origins::Body& origin,
                     ImportNotes& notes) {
    const std::optional<Place> fixtures = place.find("fixture");
    if (!fixtures || !attempt(
                         notes, [&] { fixtures->expect(Node::Kind::Array, "an array"); },
                         [&] { return what + " has no fixtures"; })) {
        return;
    }
    for (std::size_t i = 0; i < fixtures->size(); ++i) {
        const Place fixture = fixtures->at(i);
        const std::string own = rube_name(fixture, "fixture").append(" of ").append(what);
        const auto import = [&] {
            fixture.expect(Node::Kind::Object, "an object");
            import_fixture(fixture, body, notes);
        };
        attempt(notes, import, [&] { return own + " is left out"; });
        origin.shapes.resize(body.shapes.size(), {fixture.where(), own, {}});
        origin.chains.resize(body.chains.size(), {fixture.where(), own, {}});
    }
}

}  // namespace

void import_rube_body(const Place& place, RubeScene& scene) {
    place.expect(Node::Kind::Object, "an object");
    const std::string what = rube_name(place, "body");
    BodyEntry& body = scene.scene.bodies.emplace_back();
    Origins::Body& origin = scene.origins.bodies.emplace_back();
    origin.self = {place.where(), what, {}};
    read_rube_label(place, body.name, body.properties, scene.notes);
    BodyDefinition& definition = body.definition;
    definition.type = static_cast<BodyType>(read_rube_integer(place, "type", 0, 2, 0));
    definition.position = read_rube_vector(place, "position");
    definition.angle = read_rube_float(place, "angle");
    if (definition.type != BodyType::Static) {
        definition.linear_velocity = read_rube_vector(place, "linearVelocity");
        definition.angular_velocity = read_rube_float(place, "angularVelocity");
    }
    definition.linear_damping = read_rube_float(place, "linearDamping");
    definition.angular_damping = read_rube_float(place, "angularDamping");
    definition.gravity_scale = read_rube_float(place, "gravityScale", 1.0f);
    definition.can_sleep = read_rube_flag(place, "allowSleep", true);
    definition.awake = read_rube_flag(place, "awake");
    definition.locks.rotation = read_rube_flag(place, "fixedRotation");
    definition.bullet = read_rube_flag(place, "bullet");
    definition.enabled = read_rube_flag(place, "active", true);
    import_fixtures(place, what, body, origin, scene.notes);
    body.mass = read_mass(place, body);
}

}  // namespace drystone::scene
