#include <viewer/model/inspection.h>

#include <viewer/model/joint_values.h>

#include <algorithm>
#include <string>

namespace viewer {
namespace {

using namespace drystone;

using Set = std::function<void(World&, double)>;

Value number(const char* label, float value, Set set = {}) {
    return {.label = label, .value = static_cast<double>(value), .set = std::move(set)};
}

Value toggle(const char* label, bool value, Set set = {}) {
    return {.label = label, .value = value ? 1.0 : 0.0, .is_switch = true, .set = std::move(set)};
}

/// Makes the setter of a value of a body: `change` gets the body and the number.
template <class Change>
Set set_body(BodyId body, Change change) {
    return [body, change](World& world, double value) { change(world[body], static_cast<float>(value)); };
}

/// Makes the setter of a value of a shape's material.
Set set_material(ShapeId shape, float Material::*member) {
    return [shape, member](World& world, double value) {
        Material material = world[shape].material();
        material.*member = static_cast<float>(value);
        world[shape].set_material(material);
    };
}

void add_motion(std::vector<Value>& values, const World& world, BodyId id) {
    const ConstBodyRef body = world[id];
    values.push_back(number("x [m]", body.position().x, set_body(id, [](BodyRef b, float x) {
                                b.set_pose({x, b.position().y}, b.angle());
                            })));
    values.push_back(number("y [m]", body.position().y, set_body(id, [](BodyRef b, float y) {
                                b.set_pose({b.position().x, y}, b.angle());
                            })));
    values.push_back(number("angle [rad]", body.angle(),
                            set_body(id, [](BodyRef b, float angle) { b.set_pose(b.position(), angle); })));
    values.push_back(
        number("velocity x [m/s]", body.linear_velocity().x, set_body(id, [](BodyRef b, float x) {
                   b.set_linear_velocity({x, b.linear_velocity().y});
               })));
    values.push_back(
        number("velocity y [m/s]", body.linear_velocity().y, set_body(id, [](BodyRef b, float y) {
                   b.set_linear_velocity({b.linear_velocity().x, y});
               })));
    values.push_back(number("speed [m/s]", length(body.linear_velocity())));
    values.push_back(number("turning [rad/s]", body.angular_velocity(),
                            set_body(id, [](BodyRef b, float w) { b.set_angular_velocity(w); })));
}

std::vector<Value> inspect_body(const World& world, BodyId id) {
    std::vector<Value> values;
    add_motion(values, world, id);
    const ConstBodyRef body = world[id];
    values.push_back(number("mass [kg]", body.mass().mass));
    values.push_back(number("inertia [kg m2]", body.mass().inertia));
    values.push_back(number("kinetic energy [J]", static_cast<float>(body.kinetic_energy())));
    values.push_back(number("gravity scale", body.gravity_scale(),
                            set_body(id, [](BodyRef b, float scale) { b.set_gravity_scale(scale); })));
    values.push_back(
        number("damping [1/s]", body.linear_damping(),
               set_body(id, [](BodyRef b, float damping) { b.set_damping(damping, b.angular_damping()); })));
    values.push_back(
        number("turning damping [1/s]", body.angular_damping(),
               set_body(id, [](BodyRef b, float damping) { b.set_damping(b.linear_damping(), damping); })));
    values.push_back(toggle("awake", body.is_awake(), [id](World& w, double on) {
        if (on != 0.0) {
            w[id].wake();
        } else {
            w[id].put_to_sleep();
        }
    }));
    values.push_back(toggle("can sleep", body.can_sleep(),
                            set_body(id, [](BodyRef b, float on) { b.set_can_sleep(on != 0.0f); })));
    values.push_back(toggle("bullet", body.is_bullet(),
                            set_body(id, [](BodyRef b, float on) { b.set_bullet(on != 0.0f); })));
    values.push_back(toggle("enabled", body.is_enabled(),
                            set_body(id, [](BodyRef b, float on) { b.set_enabled(on != 0.0f); })));
    return values;
}

std::vector<Value> inspect_shape(const World& world, ShapeId id) {
    const ConstShapeRef shape = world[id];
    const Material material = shape.material();
    int contacts = 0;
    float pressed = 0.0f;
    shape.visit_contacts([&](const ContactView& contact) {
        contacts += contact.count > 0 ? 1 : 0;
        for (int i = 0; i < contact.count; ++i) {
            pressed += contact.points[i].normal_impulse;
        }
    });
    return {
        number("friction", material.friction, set_material(id, &Material::friction)),
        number("restitution", material.restitution, set_material(id, &Material::restitution)),
        number("rolling resistance", material.rolling_resistance,
               set_material(id, &Material::rolling_resistance)),
        number("surface speed [m/s]", material.tangent_speed, set_material(id, &Material::tangent_speed)),
        number("softness [Hz]", material.frequency, set_material(id, &Material::frequency)),
        number("softness damping", material.damping_ratio, set_material(id, &Material::damping_ratio)),
        number("density [kg/m2]", shape.density(),
               [id](World& w, double density) { w[id].set_density(static_cast<float>(density)); }),
        number("mass [kg]", shape.mass().mass),
        number("contacts", static_cast<float>(contacts)),
        number("pressed [N s]", pressed),
        toggle("sensor", shape.is_sensor(), [id](World& w, double on) { w[id].set_sensor(on != 0.0); }),
        toggle("enabled", shape.is_enabled(), [id](World& w, double on) { w[id].set_enabled(on != 0.0); })};
}

std::vector<Value> inspect_contact(const World& world, ContactId id) {
    const ContactView contact = world.contact(id);
    std::vector<Value> values{number("normal x", contact.normal.x), number("normal y", contact.normal.y),
                              number("points", static_cast<float>(contact.count)),
                              number("colour", static_cast<float>(contact.color))};
    for (int i = 0; i < contact.count; ++i) {
        const ContactPointView& point = contact.points[i];
        const std::string suffix = i == 0 ? " 1" : " 2";
        const auto add = [&](const std::string& label, float value) {
            values.push_back({.label = label + suffix, .value = static_cast<double>(value)});
        };
        add("x [m]", point.point.x);
        add("y [m]", point.point.y);
        add("distance [m]", point.separation);
        add("impulse [N s]", point.normal_impulse);
        add("friction [N s]", point.friction_impulse);
    }
    return values;
}

std::string_view type_name(BodyType type) {
    return type == BodyType::Static ? "static" : type == BodyType::Kinematic ? "kinematic" : "dynamic";
}

template <class Id>
std::string number_of(Id id) {
    return std::to_string(id.index1 - 1);
}

struct Describe {
    const World& world;

    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(BodyId body) const {
        const std::string name(world[body].name());
        return std::string(type_name(world[body].type())) + " body " + number_of(body) +
               (name.empty() ? "" : ", " + name);
    }
    std::string operator()(ShapeId shape) const {
        constexpr const char* kinds[] = {"circle", "capsule", "segment", "polygon"};
        const std::size_t kind = world[shape].geometry().index();
        const bool custom = world[shape].custom_shape().has_value();
        return std::string(custom     ? "custom shape"
                           : kind < 4 ? kinds[kind]
                                      : "shape") +
               " " + number_of(shape) + " of " + (*this)(world[shape].body());
    }
    std::string operator()(JointId joint) const {
        return joint_type_name(world[joint].definition()) + " joint " + number_of(joint);
    }
    std::string operator()(ContactId contact) const {
        const ContactView view = world.contact(contact);
        return "contact of shapes " + number_of(view.shape_a) + " and " + number_of(view.shape_b);
    }
};

/// Returns the point between a and b that is nearest to a point.
Vec2 nearest_of_segment(const Vec2& point, const Vec2& a, const Vec2& b) {
    const Vec2 way = b - a;
    const float square = length_squared(way);
    const float part = square > 0.0f ? std::clamp(dot(point - a, way) / square, 0.0f, 1.0f) : 0.0f;
    return a + part * way;
}

}  // namespace

Selection pick(const World& world, const Vec2& point, float reach, Pickable pickable) {
    Selection picked;
    float nearest = reach;
    const auto offer = [&](const Vec2& at, const Selection& candidate) {
        const float distance = length(at - point);
        if (distance < nearest) {
            nearest = distance;
            picked = candidate;
        }
    };
    if (pickable.contacts) {
        world.visit_contacts([&](const ContactView& contact) {
            for (int i = 0; i < contact.count; ++i) {
                offer(contact.points[i].point, contact.contact);
            }
        });
    }
    if (pickable.joints) {
        for (const JointId joint : world.joints()) {
            const JointState state = world[joint].state();
            offer(state.anchor_a, joint);
            offer(state.anchor_b, joint);
        }
    }
    if (!std::holds_alternative<std::monostate>(picked)) {
        return picked;
    }
    bool is_moving = false;
    world.overlap(point, [&](ShapeId shape) {
        is_moving = world[world[shape].body()].type() != BodyType::Static;
        if (is_moving || std::holds_alternative<std::monostate>(picked)) {
            picked = shape;
        }
        return !is_moving;
    });
    if (pickable.joints && !is_moving) {
        for (const JointId joint : world.joints()) {
            const JointState state = world[joint].state();
            offer(nearest_of_segment(point, state.anchor_a, state.anchor_b), joint);
        }
    }
    return picked;
}

bool is_valid(const World& world, const Selection& selection) {
    return std::visit(
        [&](auto id) {
            if constexpr (std::is_same_v<decltype(id), std::monostate>) {
                return false;
            } else {
                return world.is_valid(id);
            }
        },
        selection);
}

std::string describe(const World& world, const Selection& selection) {
    return is_valid(world, selection) ? std::visit(Describe{world}, selection) : std::string();
}

std::vector<Value> inspect(const World& world, const Selection& selection) {
    if (!is_valid(world, selection)) {
        return {};
    }
    if (const auto* body = std::get_if<BodyId>(&selection)) {
        return inspect_body(world, *body);
    }
    if (const auto* shape = std::get_if<ShapeId>(&selection)) {
        return inspect_shape(world, *shape);
    }
    if (const auto* joint = std::get_if<JointId>(&selection)) {
        return inspect_joint(world, *joint);
    }
    return inspect_contact(world, std::get<ContactId>(selection));
}

std::vector<Selection> related(const World& world, const Selection& selection) {
    std::vector<Selection> others;
    if (!is_valid(world, selection)) {
        return others;
    }
    if (const auto* body = std::get_if<BodyId>(&selection)) {
        for (const ShapeId shape : world[*body].shapes()) {
            others.emplace_back(shape);
        }
        for (const JointId joint : world[*body].joints()) {
            others.emplace_back(joint);
        }
        world[*body].visit_contacts([&](const ContactView& contact) {
            if (contact.count > 0) {
                others.emplace_back(contact.contact);
            }
        });
    } else if (const auto* shape = std::get_if<ShapeId>(&selection)) {
        others.emplace_back(BodyId(world[*shape].body()));
    } else if (const auto* joint = std::get_if<JointId>(&selection)) {
        for (const BodyId connected : bodies_of(world, *joint)) {
            others.emplace_back(connected);
        }
    } else {
        const ContactView contact = world.contact(std::get<ContactId>(selection));
        others = {contact.shape_a, contact.shape_b};
    }
    return others;
}

}  // namespace viewer
