#include "world/create.h"

#include "world/repeated_outlines.h"

#include <drystone/collision/detail/sort_items.h>
#include <drystone/error.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace drystone::scene {
namespace {

/// A shape or a chain of a body.
struct Part {
    CreationOrder order = 0;
    Creation at;
};

/// Returns the shapes and chains of `count` bodies in the order of creation.
std::vector<Part> ordered_parts(const Description& description, std::size_t first, std::size_t count) {
    std::vector<Part> parts;
    for (std::size_t b = first; b < first + count; ++b) {
        const BodyEntry& body = description.bodies[b];
        for (std::size_t i = 0; i < body.shapes.size(); ++i) {
            parts.push_back({body.shapes[i].order, {Creation::Kind::Shape, b, i}});
        }
        for (std::size_t i = 0; i < body.chains.size(); ++i) {
            parts.push_back({body.chains[i].order, {Creation::Kind::Chain, b, i}});
        }
    }
    const auto place = [](const Part& part) {
        return std::make_tuple(part.order, part.at.index, part.at.kind, part.at.part);
    };
    sort_items(parts.begin(), parts.end(), [&](const Part& a, const Part& b) { return place(a) < place(b); });
    return parts;
}

/// Additions for a creation in a world that is thrown away.
struct Trial {
    RepeatedOutlines* outlines = nullptr;
    /// Takes what cannot be created: then nothing throws.
    std::vector<FailedCreation>* failures = nullptr;
};

class Creator {
public:
    Creator(World& world, const Description& description, const LoadOptions& options, Loaded& loaded,
            Creation& at, const Trial& trial = {})
        : world_(world),
          description_(description),
          options_(options),
          loaded_(loaded),
          at_(at),
          trial_(trial),
          frame_{options.position, Rot::from_angle(options.angle)},
          is_moved_(options.position != Vec2{} || options.angle != 0.0f) {}

    void create() {
        create_tile_grids();
        for (std::size_t i = 0; i < description_.bodies.size(); ++i) {
            create_body(i);
        }
        create_parts(0, description_.bodies.size());
        // Sets what the shapes have changed.
        for (std::size_t i = 0; i < description_.bodies.size(); ++i) {
            finish_body(i);
        }
        create_others();
    }
    /// Creates all, but the shapes and chains of each body alone: no world has to hold those of all.
    void create_body_by_body() {
        create_tile_grids();
        for (std::size_t i = 0; i < description_.bodies.size(); ++i) {
            create_body(i);
            create_parts(i, 1);
            finish_body(i);
            replace_body(i);
        }
        create_others();
    }

private:
    /// Calls `make`, and keeps what it throws if there is a list for it. Returns whether it did not throw.
    template <class Make>
    bool attempt(const Make& make) {
        if (trial_.failures == nullptr) {
            make();
            return true;
        }
        try {
            make();
            return true;
        } catch (const Error& error) {
            trial_.failures->push_back({at_, error.what()});
            return false;
        }
    }
    [[nodiscard]] BodyId body(EntryIndex index) const {
        if (index >= loaded_.bodies.size()) {
            fail("load: body must be the index of a body");
        }
        return loaded_.bodies[index].body;
    }
    [[nodiscard]] JointId joint(EntryIndex index, const char* argument) const {
        if (index >= loaded_.joints.size()) {
            fail(std::string("load: ").append(argument).append(
                " must be a joint that stands before this one"));
        }
        return loaded_.joints[index];
    }
    [[nodiscard]] Vec2 placed(const Vec2& point) const {
        return is_moved_ ? transform(frame_, point) : point;
    }
    [[nodiscard]] Vec2 turned(const Vec2& vector) const {
        return is_moved_ ? rotate(frame_.rotation, vector) : vector;
    }

    void create_tile_grids() {
        for (std::size_t i = 0; i < description_.tile_grids.size(); ++i) {
            at_ = {Creation::Kind::TileGrid, i};
            const TileGridEntry& entry = description_.tile_grids[i];
            TileGridDefinition definition = entry.definition;
            definition.position = placed(definition.position);
            definition.angle = is_moved_ ? definition.angle + options_.angle : definition.angle;
            TileGridId grid;
            attempt([&] { grid = world_.create_tile_grid(definition); });
            loaded_.tile_grids.push_back(grid);
            note(loaded_.tile_grids_by_name, entry.name, loaded_.tile_grids.back());
        }
    }
    void create_body(std::size_t i) {
        at_ = {Creation::Kind::Body, i};
        const BodyEntry& entry = description_.bodies[i];
        BodyId made;
        if (!attempt([&] { made = world_.create_body(placed(entry)); })) {
            made = world_.create_body();  // Something that its shapes can be tried on.
        }
        loaded_.bodies.emplace_back().body = made;
        loaded_.bodies.back().shapes.resize(entry.shapes.size());
        loaded_.bodies.back().chains.resize(entry.chains.size());
        note(loaded_.bodies_by_name, entry.name, loaded_.bodies.back().body);
    }
    [[nodiscard]] BodyDefinition placed(const BodyEntry& entry) const {
        BodyDefinition definition = entry.definition;
        definition.name = entry.name;
        definition.position = placed(definition.position);
        definition.angle = is_moved_ ? definition.angle + options_.angle : definition.angle;
        definition.linear_velocity = turned(definition.linear_velocity);
        return definition;
    }
    void create_parts(std::size_t first, std::size_t count) {
        for (const Part& part : ordered_parts(description_, first, count)) {
            at_ = part.at;
            attempt([&] { at_.kind == Creation::Kind::Shape ? create_shape() : create_chain(); });
        }
    }
    /// Puts a body without shapes and chains in the place of a body, for joints and fields.
    void replace_body(std::size_t i) {
        LoadedBody& body = loaded_.bodies[i];
        const ConstBodyRef old = world_[body.body];
        const BodyDefinition same{.type = old.type(), .position = old.position(), .angle = old.angle()};
        world_.destroy_body(body.body);  // In one go: shape by shape would take the square of their number.
        body = {world_.create_body(same), {}, {}};
    }
    template <class Id>
    static void note(std::map<std::string, Id, std::less<>>& names, const std::string& name, const Id& id) {
        if (!name.empty()) {
            names.emplace(name, id);
        }
    }
    void create_shape();
    void create_chain() {
        const ChainEntry& entry = description_.bodies[at_.index].chains[at_.part];
        LoadedBody& to = loaded_.bodies[at_.index];
        to.chains[at_.part] = world_.create_chain(to.body, entry.definition);
        note(loaded_.chains_by_name, entry.name, to.chains[at_.part]);
    }
    void finish_body(std::size_t i) {
        at_ = {Creation::Kind::Body, i};
        attempt([&] { set_values(i); });
    }
    /// Sets what the shapes have changed.
    void set_values(std::size_t i) {
        const BodyEntry& entry = description_.bodies[i];
        const BodyRef body = world_[loaded_.bodies[i].body];
        if (std::any_of(entry.shapes.begin(), entry.shapes.end(),
                        [](const ShapeEntry& shape) { return !shape.definition.update_mass; })) {
            body.update_mass();
        }
        if (entry.mass) {
            check_mass(*entry.mass);
            body.set_mass_properties(*entry.mass);
        }
        const Vec2 velocity = turned(entry.definition.linear_velocity);
        if (entry.definition.type != BodyType::Static && entry.definition.angular_velocity != 0.0f) {
            body.set_linear_velocity(velocity);
        }
        check_constant_force(entry);
        if (entry.constant_force != Vec2{} || entry.constant_torque != 0.0f) {
            body.set_constant_force(turned(entry.constant_force), entry.constant_torque);
        }
    }
    static void check_constant_force(const BodyEntry& entry) {
        const Vec2& force = entry.constant_force;
        if (!std::isfinite(force.x) || !std::isfinite(force.y)) {
            fail("load", "constant_force", "finite",
                 static_cast<double>(std::isfinite(force.x) ? force.y : force.x));
        }
        if (!std::isfinite(entry.constant_torque)) {
            fail("load", "constant_torque", "finite", static_cast<double>(entry.constant_torque));
        }
    }
    static void check_mass(const MassProperties& mass) {
        if (!(mass.mass >= 0.0f)) {
            fail("load", "mass.mass", "finite and >= 0", static_cast<double>(mass.mass));
        }
        if (!(mass.inertia >= 0.0f)) {
            fail("load", "mass.inertia", "finite and >= 0", static_cast<double>(mass.inertia));
        }
    }
    void create_others() {
        create_joints();
        create_fields();
        for (std::size_t i = 0; i < description_.disabled_collisions.size(); ++i) {
            at_ = {Creation::Kind::Collision, i};
            const auto [a, b] = description_.disabled_collisions[i];
            attempt([&, first = a, second = b] { world_.set_collision(body(first), body(second), false); });
        }
        put_to_sleep();
    }
    void create_joints() {
        for (std::size_t i = 0; i < description_.joints.size(); ++i) {
            at_ = {Creation::Kind::Joint, i};
            JointId made;
            attempt([&] { made = create_joint(description_.joints[i]); });
            loaded_.joints.push_back(made);
            note(loaded_.joints_by_name, description_.joints[i].name, loaded_.joints.back());
        }
    }
    JointId create_joint(const JointEntry& entry) {
        if (const auto* const gear = std::get_if<GearJoint>(&entry.definition)) {
            return world_.create_joint(
                GearJoint{joint(entry.first, "first"), joint(entry.second, "second"), gear->ratio},
                entry.settings);
        }
        if (const auto* const rope = std::get_if<RopeJoint>(&entry.definition)) {
            RopeJoint made = *rope;
            if (made.points.size() != entry.rope_bodies.size()) {
                fail("load: points must be as many as rope_bodies");
            }
            for (std::size_t i = 0; i < made.points.size(); ++i) {
                made.points[i].body = body(entry.rope_bodies[i]);
            }
            return world_.create_joint(made, entry.settings);
        }
        JointDefinition definition = entry.definition;
        if (auto* const pulley = std::get_if<PulleyJoint>(&definition)) {
            pulley->ground_a = placed(pulley->ground_a);
            pulley->ground_b = placed(pulley->ground_b);
        }
        return world_.create_joint(body(entry.body_a), body(entry.body_b), definition, entry.settings);
    }
    void create_fields() {
        for (std::size_t i = 0; i < description_.fields.size(); ++i) {
            at_ = {Creation::Kind::Field, i};
            const FieldEntry& entry = description_.fields[i];
            FieldDefinition definition = entry.definition;
            definition.body = entry.body == no_entry ? BodyId{} : body(entry.body);
            if (entry.body == no_entry && is_moved_) {
                definition.pose = multiply(frame_, definition.pose);
            }
            FieldId made;
            attempt([&] { made = world_.create_field(definition); });
            loaded_.fields.push_back(made);
            note(loaded_.fields_by_name, entry.name, loaded_.fields.back());
        }
    }
    /// Shapes and joints wake bodies that are to begin asleep.
    void put_to_sleep() {
        for (std::size_t i = 0; i < description_.bodies.size(); ++i) {
            const BodyDefinition& definition = description_.bodies[i].definition;
            const BodyRef body = world_[loaded_.bodies[i].body];
            if (!definition.awake && definition.enabled && body.type() == BodyType::Dynamic &&
                body.is_awake()) {
                at_ = {Creation::Kind::Body, i};
                attempt([&] { static_cast<void>(body.put_to_sleep()); });
            }
        }
    }

    World& world_;
    const Description& description_;
    const LoadOptions& options_;
    Loaded& loaded_;
    Creation& at_;
    Trial trial_;
    Pose frame_;
    bool is_moved_;
};

void Creator::create_shape() {
    const ShapeEntry& entry = description_.bodies[at_.index].shapes[at_.part];
    LoadedBody& to = loaded_.bodies[at_.index];
    std::vector<ShapeId>& shapes = to.shapes[at_.part];
    if (const auto* const outline = std::get_if<Outline>(&entry.geometry)) {
        shapes = trial_.outlines != nullptr
                     ? trial_.outlines->create(world_, to.body, *outline, entry.definition)
                     : world_.create_outline(to.body, outline->points, outline->holes, entry.definition,
                                             {.radius = outline->radius});
    } else if (const auto* const pieces = std::get_if<Pieces>(&entry.geometry)) {
        shapes = world_.create_pieces(to.body, pieces->pieces, entry.definition);
    } else if (const auto* const custom = std::get_if<NamedCustomShape>(&entry.geometry)) {
        const auto shape = options_.custom_shapes.find(custom->custom);
        if (shape == options_.custom_shapes.end()) {
            fail("load", "custom", "the name of a shape in LoadOptions::custom_shapes", custom->custom);
        }
        shapes = {world_.create_shape(to.body, shape->second, entry.definition)};
    } else {
        std::visit(
            [&](const auto& geometry) {
                if constexpr (std::is_constructible_v<ShapeGeometry, decltype(geometry)>) {
                    shapes = {world_.create_shape(to.body, ShapeGeometry(geometry), entry.definition)};
                }
            },
            entry.geometry);
    }
    if (!entry.enabled) {
        for (const ShapeId shape : shapes) {
            world_[shape].set_enabled(false);
        }
    }
    note(loaded_.shapes_by_name, entry.name, shapes.front());
}

}  // namespace

void create_all(World& world, const Description& description, const LoadOptions& options, Loaded& loaded,
                Creation& at) {
    Creator(world, description, options, loaded, at).create();
}

void try_all(World& world, const Description& description, const LoadOptions& options, Creation& at) {
    Loaded loaded;
    RepeatedOutlines outlines(description);
    Creator(world, description, options, loaded, at, {&outlines}).create();
}

void try_each(World& world, const Description& description, const LoadOptions& options, Creation& at,
              std::vector<FailedCreation>& failures) {
    Loaded loaded;
    RepeatedOutlines outlines(description);
    Creator(world, description, options, loaded, at, {&outlines, &failures}).create_body_by_body();
}

}  // namespace drystone::scene
