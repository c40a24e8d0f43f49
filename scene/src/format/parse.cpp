#include "format/names.h"
#include "format/read_values.h"
#include "values/tile_rows.h"
#include "world/create.h"

#include <drystone/scene/text.h>

namespace drystone::scene {
namespace {

constexpr std::string_view format_name = "drystone-scene";

class Parser {
public:
    explicit Parser(const Place& root) : root_(root) {}
    Description parse();

private:
    void parse_head();
    void parse_materials();
    void parse_tile_grid(const Place& place, TileGridEntry& grid);
    void parse_body(const Place& place, BodyEntry& body);
    void parse_shape(const Place& place, ShapeEntry& shape);
    void parse_chain(const Place& place, ChainEntry& chain);
    void parse_joint(const Place& place, JointEntry& joint);
    void parse_rope(const Place& place, RopeJoint& rope, JointEntry& joint);
    void parse_field(const Place& place, FieldEntry& field);
    void parse_collisions();
    Geometry parse_geometry(const Place& place);
    Pieces parse_pieces(const Place& place);
    Polygon parse_box(const Place& place);
    Polygon parse_polygon(const Place& place);
    ShapeGeometry parse_region(const Place& place);
    /// Reads a material, or the name of one.
    void parse_material(const Place& place, Material& material, std::string& name);
    /// Reads the array of that name by `parse_entry(place, entry)`.
    template <class Entry>
    void parse_array(const Place& object, std::string_view key, std::vector<Entry>& entries,
                     void (Parser::*parse_entry)(const Place&, Entry&)) {
        const std::optional<Place> array = object.find(key);
        if (!array) {
            return;
        }
        array->expect(Node::Kind::Array, "an array");
        entries.resize(array->size());
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const Place place = array->at(i);
            place.expect(Node::Kind::Object, "an object");
            (this->*parse_entry)(place, entries[i]);
            place.check_known();
        }
    }

    const Place& root_;
    Description scene_;
    std::int64_t version_ = 0;
    Names bodies_{"body"};
    Names joints_{"joint"};
};

Description Parser::parse() {
    parse_head();
    bodies_.collect(root_.find("bodies"));
    joints_.collect(root_.find("joints"));
    read_member(root_, "settings", scene_.settings);
    read_member(root_, "properties", scene_.properties);
    parse_materials();
    parse_array(root_, "tile_grids", scene_.tile_grids, &Parser::parse_tile_grid);
    parse_array(root_, "bodies", scene_.bodies, &Parser::parse_body);
    parse_array(root_, "joints", scene_.joints, &Parser::parse_joint);
    parse_array(root_, "fields", scene_.fields, &Parser::parse_field);
    parse_collisions();
    root_.check_known();
    return std::move(scene_);
}

void Parser::parse_head() {
    root_.expect(Node::Kind::Object, "an object");
    const Place name = root_.get("format");
    if (!name.is(Node::Kind::String) || name.node().text != format_name) {
        name.stop("must be \"drystone-scene\"");
    }
    const Place version = root_.get("version");
    read(version, version_);
    if (version_ != 1 && version_ != 2) {
        version.stop(std::string("must be 1 or 2, got ").append(version.node().text));
    }
    // For editors, which find the schema by it.
    static_cast<void>(root_.find("$schema"));
}

void Parser::parse_materials() {
    const std::optional<Place> materials = root_.find("materials");
    if (!materials) {
        return;
    }
    materials->expect(Node::Kind::Object, "an object");
    for (const std::string& key : materials->node().keys) {
        read(*materials->find(key), scene_.materials[key]);
    }
}

void Parser::parse_material(const Place& place, Material& material, std::string& name) {
    if (!place.is(Node::Kind::String)) {
        read(place, material);
        return;
    }
    const auto at = scene_.materials.find(place.node().text);
    if (at == scene_.materials.end()) {
        place.stop(std::string("no material has this name: ").append(quote(place.node().text)));
    }
    material = at->second;
    name = at->first;
}

void Parser::parse_tile_grid(const Place& place, TileGridEntry& grid) {
    read_members(place, grid);
    read_members(place, grid.definition);
    const Place rows = place.get("rows");
    std::vector<std::string> text;
    read(rows, text);
    if (const std::optional<std::string> fault = read_tile_rows(text, grid.definition)) {
        rows.stop(*fault);
    }
}

void Parser::parse_body(const Place& place, BodyEntry& body) {
    read_member(place, "name", body.name);
    read_members(place, body.definition);
    read_member(place, "mass", body.mass);
    read_members(place, body);
    read_member(place, "properties", body.properties);
    parse_array(place, "shapes", body.shapes, &Parser::parse_shape);
    parse_array(place, "chains", body.chains, &Parser::parse_chain);
}

void Parser::parse_shape(const Place& place, ShapeEntry& shape) {
    shape.geometry = parse_geometry(place);
    read_members(place, shape);
    read_members(place, shape.definition);
    if (const std::optional<Place> material = place.find("material")) {
        parse_material(*material, shape.definition.material, shape.material);
    }
}

Geometry Parser::parse_geometry(const Place& place) {
    constexpr std::string_view kinds[] = {"circle",  "capsule", "segment", "polygon",
                                          "outline", "custom",  "pieces",  "box"};
    Circle circle;
    Capsule capsule;
    Segment segment;
    Outline outline;
    NamedCustomShape custom;
    switch (read_name(place.get("type"), kinds)) {
        case 0: read_members(place, circle); return circle;
        case 1: read_members(place, capsule); return capsule;
        case 2: read_members(place, segment); return segment;
        case 3: return parse_polygon(place);
        case 4: read_members(place, outline); return outline;
        case 5: read_members(place, custom); return custom;
        case 6: return parse_pieces(place);
        default: return parse_box(place);
    }
}

Polygon Parser::parse_polygon(const Place& place) {
    std::vector<Vec2> points;
    float radius = 0.0f;
    read(place.get("points"), points);
    read_member(place, "radius", radius);
    return checked(place, [&] { return make_polygon(points, radius); });
}

Pieces Parser::parse_pieces(const Place& place) {
    const Place list = place.get("pieces");
    list.expect(Node::Kind::Array, "an array of shapes");
    Pieces pieces;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Place piece = list.at(i);
        Geometry geometry = parse_geometry(piece);
        piece.check_known();
        if (!std::holds_alternative<Polygon>(geometry)) {
            piece.stop("must be a polygon or a box");
        }
        pieces.pieces.push_back(std::move(std::get<Polygon>(geometry)));
    }
    return pieces;
}

Polygon Parser::parse_box(const Place& place) {
    float half_width = 0.5f;
    float half_height = 0.5f;
    float radius = 0.0f;
    float angle = 0.0f;
    Pose pose;
    read_member(place, "half_width", half_width);
    read_member(place, "half_height", half_height);
    read_member(place, "radius", radius);
    read_member(place, "center", pose.position);
    if (read_member(place, "angle", angle)) {
        pose.rotation = Rot::from_angle(angle);
    }
    return checked(place, [&] { return make_box(half_width, half_height, pose, radius); });
}

void Parser::parse_chain(const Place& place, ChainEntry& chain) {
    read_members(place, chain);
    read_members(place, chain.definition);
    if (const std::optional<Place> material = place.find("material")) {
        parse_material(*material, chain.definition.materials.emplace_back(), chain.material);
    } else if (const std::optional<Place> materials = place.find("materials")) {
        materials->expect(Node::Kind::Array, "an array");
        chain.definition.materials.resize(materials->size());
        for (std::size_t i = 0; i < materials->size(); ++i) {
            std::string ignored;
            parse_material(materials->at(i), chain.definition.materials[i], ignored);
        }
    }
}

void Parser::parse_joint(const Place& place, JointEntry& joint) {
    constexpr auto kinds = names_of(Type<JointDefinition>{});
    const std::size_t kind = read_name(place.get("type"), kinds);
    read_member(place, "name", joint.name);
    read_member(place, "properties", joint.properties);
    read_member(place, settings_key, joint.settings);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        static_cast<void>(((kind == I && (joint.definition.emplace<I>(), true)) || ...));
    }
    (std::make_index_sequence<std::variant_size_v<JointDefinition>>{});
    std::visit([&](auto& definition) { read_members(place, definition); }, joint.definition);
    if (version_ == 1 && !joint.settings.collide_connected && collides_by_default(joint.definition)) {
        joint.settings.collide_connected = false;  // The default of all types in that version.
    }
    if (std::holds_alternative<GearJoint>(joint.definition)) {
        joint.first = joints_.read_reference(place.get("first"));
        joint.second = joints_.read_reference(place.get("second"));
        return;
    }
    if (auto* const rope = std::get_if<RopeJoint>(&joint.definition)) {
        parse_rope(place.get("points"), *rope, joint);
        return;
    }
    joint.body_a = bodies_.read_reference(place.get("body_a"));
    joint.body_b = bodies_.read_reference(place.get("body_b"));
}

void Parser::parse_rope(const Place& place, RopeJoint& rope, JointEntry& joint) {
    place.expect(Node::Kind::Array, "an array");
    rope.points.resize(place.size());
    for (std::size_t i = 0; i < place.size(); ++i) {
        const Place point = place.at(i);
        point.expect(Node::Kind::Object, "an object");
        joint.rope_bodies.push_back(bodies_.read_reference(point.get("body")));
        read_member(point, "anchor", rope.points[i].anchor);
        point.check_known();
    }
}

ShapeGeometry Parser::parse_region(const Place& place) {
    place.expect(Node::Kind::Object, "an object");
    Geometry geometry = parse_geometry(place);
    place.check_known();
    ShapeGeometry region;
    std::visit(
        [&](auto& shape) {
            if constexpr (std::is_constructible_v<ShapeGeometry, decltype(shape)>) {
                region = shape;
            } else {
                place.get("type").stop("must be a circle, capsule, polygon or box");
            }
        },
        geometry);
    return region;
}

void Parser::parse_field(const Place& place, FieldEntry& field) {
    constexpr auto kinds = names_of(Type<FieldKind>{});
    const std::size_t kind = read_name(place.get("type"), kinds);
    read_member(place, "name", field.name);
    read_member(place, "properties", field.properties);
    read_members(place, field.definition);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        static_cast<void>(((kind == I && (field.definition.kind.emplace<I>(), true)) || ...));
    }
    (std::make_index_sequence<std::variant_size_v<FieldKind>>{});
    std::visit([&](auto& definition) { read_members(place, definition); }, field.definition.kind);
    read_member(place, "pose", field.definition.pose);
    if (const std::optional<Place> region = place.find("region")) {
        field.definition.region = parse_region(*region);
    }
    if (const std::optional<Place> body = place.find("body")) {
        field.body = bodies_.read_reference(*body);
    }
}

void Parser::parse_collisions() {
    const std::optional<Place> pairs = root_.find("disabled_collisions");
    if (!pairs) {
        return;
    }
    pairs->expect(Node::Kind::Array, "an array");
    for (std::size_t i = 0; i < pairs->size(); ++i) {
        const Place pair = pairs->at(i);
        if (!pair.is(Node::Kind::Array) || pair.size() != 2) {
            pair.stop("must be a pair of bodies");
        }
        scene_.disabled_collisions.emplace_back(bodies_.read_reference(pair.at(0)),
                                                bodies_.read_reference(pair.at(1)));
    }
}

/// Returns the place of what is created, in the file.
[[noreturn]] void stop_at(const Place& root, const Creation& at, std::string_view message) {
    const auto entry = [&](std::string_view list, const auto& continuation) {
        const std::optional<Place> entries = root.find(list);
        if (entries && at.index < entries->size()) {
            continuation(entries->at(at.index));
        }
    };
    const auto stop = [&](const Place& place) { place.stop_at_argument(message); };
    switch (at.kind) {
        case Creation::Kind::Settings: {
            const std::optional<Place> settings = root.find("settings");
            (settings ? *settings : root).stop_at_argument(message);
        }
        case Creation::Kind::Material: entry("materials", stop); break;
        case Creation::Kind::TileGrid: entry("tile_grids", stop); break;
        case Creation::Kind::Body: entry("bodies", stop); break;
        case Creation::Kind::Joint: entry("joints", stop); break;
        case Creation::Kind::Field: entry("fields", stop); break;
        case Creation::Kind::Collision: entry("disabled_collisions", stop); break;
        case Creation::Kind::Shape:
        case Creation::Kind::Chain:
            entry("bodies", [&](const Place& body) {
                const std::string_view list = at.kind == Creation::Kind::Shape ? "shapes" : "chains";
                const std::optional<Place> parts = body.find(list);
                if (parts && at.part < parts->size()) {
                    stop(parts->at(at.part));
                }
            });
            break;
    }
    root.stop(message);
}

}  // namespace

Description parse(std::string_view text, std::string_view name) {
    const Node root = parse_json(text, name);
    const Place place(name, root);
    Description description = Parser(place).parse();
    const std::optional<FailedCreation> failure = try_out(description);
    if (failure) {
        stop_at(place, failure->at, failure->message);
    }
    return description;
}

}  // namespace drystone::scene
