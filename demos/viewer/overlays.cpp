#include "overlays.h"

#include "joint_drawing.h"
#include "user_error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace viewer {
namespace {

using drystone::Aabb;
using drystone::ContactView;
using drystone::Vec2;

constexpr std::array<OverlaySwitch, 14> switches{{
    {"shapes", "Shapes", '1', &Overlays::shapes},
    {"aabbs", "Fat AABBs", '2', &Overlays::aabbs},
    {"tree", "AABB tree", '3', &Overlays::tree},
    {"contacts", "Contacts", '4', &Overlays::contacts},
    {"centers", "Centres of mass", '5', &Overlays::centers},
    {"sleep", "Sleeping", '6', &Overlays::sleep},
    {"joints", "Joints", '7', &Overlays::joints},
    {"islands", "Islands", '8', &Overlays::islands},
    {"graph", "Constraint graph", '9', &Overlays::graph},
    {"velocities", "Velocities", '0', &Overlays::velocities},
    {"forces", "Joint forces", 0, &Overlays::forces},
    {"frames", "Frames", 0, &Overlays::frames},
    {"features", "Contact features", 0, &Overlays::features},
    {"names", "Names", 0, &Overlays::names},
}};

void draw_box(const Aabb& box, float width, sf::Color color, const Camera& camera, Mesh& mesh) {
    if (drystone::overlaps(box, camera.visible())) {
        mesh.frame(camera.to_screen({box.lower.x, box.upper.y}), camera.to_screen({box.upper.x, box.lower.y}),
                   width, color);
    }
}

void draw_aabbs(const drystone::World& world, const Camera& camera, const Theme& theme, Mesh& mesh) {
    for (const drystone::ShapeId shape : world.shapes()) {
        draw_box(world[shape].fat_aabb(), 1.2f * camera.detail(), theme.aabb, camera, mesh);
    }
}

void draw_tree(const drystone::World& world, const Camera& camera, const Theme& theme, Mesh& mesh) {
    struct Node {
        int level;
        Aabb box;
    };
    std::vector<Node> nodes;
    int highest = 1;
    world.visit_tree([&](int level, const Aabb& box) {
        nodes.push_back({level, box});
        highest = std::max(highest, level);
    });
    for (const Node& node : nodes) {
        const float height = static_cast<float>(node.level) / static_cast<float>(highest);
        const float width = (1.2f + 1.6f * height) * camera.detail();
        draw_box(node.box, width, mixed(theme.tree_leaf, theme.tree_root, height), camera, mesh);
    }
}

std::vector<ContactView> touching_contacts(const drystone::World& world) {
    std::vector<ContactView> contacts;
    world.visit_contacts([&](const ContactView& contact) {
        if (contact.count > 0) {
            contacts.push_back(contact);
        }
    });
    return contacts;
}

/// Returns the impulse that only one in twenty contact points exceeds.
float large_impulse(const std::vector<ContactView>& contacts) {
    std::vector<float> impulses;
    for (const ContactView& contact : contacts) {
        for (int i = 0; i < contact.count; ++i) {
            impulses.push_back(contact.points[i].normal_impulse);
        }
    }
    if (impulses.empty()) {
        return 0.0f;
    }
    const auto rank = impulses.begin() + static_cast<std::ptrdiff_t>(impulses.size() * 19 / 20);
    std::nth_element(impulses.begin(), rank, impulses.end());
    return *rank;
}

void draw_contacts(const drystone::World& world, const Camera& camera, const Theme& theme, Mesh& mesh) {
    const std::vector<ContactView> contacts = touching_contacts(world);
    const float large = large_impulse(contacts);
    const float detail = camera.detail();
    // A large impulse is an arrow of 28 pixels; none is longer than twice that.
    const float length = large > 0.0f ? 28.0f * detail / large : 0.0f;
    const float longest = 56.0f * detail;
    for (const ContactView& contact : contacts) {
        const sf::Vector2f normal(contact.normal.x, -contact.normal.y);
        const sf::Vector2f tangent(-normal.y, normal.x);
        for (int i = 0; i < contact.count; ++i) {
            const drystone::ContactPointView& point = contact.points[i];
            const sf::Vector2f at = camera.to_screen(point.point);
            const float push = std::min(point.normal_impulse * length, longest);
            const float rub = std::clamp(point.friction_impulse * length, -longest, longest);
            mesh.arrow(at, at + normal * (push + 4.0f * detail), 1.3f * detail, theme.normal);
            if (std::abs(rub) > 1.5f * detail) {
                mesh.arrow(at, at + tangent * rub, 1.2f * detail, theme.friction);
            }
            const bool pressed = point.normal_impulse > 0.0f;
            mesh.disc(at, (pressed ? 2.2f : 1.7f) * detail,
                      pressed ? theme.contact : with_alpha(theme.contact, 0.45f));
        }
    }
}

void draw_centers(const drystone::World& world, const Camera& camera, const Theme& theme, Mesh& mesh) {
    const float arm = 4.5f * camera.detail();
    const float width = 1.4f * camera.detail();
    for (const drystone::BodyId body : world.bodies()) {
        if (world[body].type() == drystone::BodyType::Dynamic) {
            const sf::Vector2f at = camera.to_screen(world[body].center_of_mass());
            mesh.line(at - sf::Vector2f(arm, 0.0f), at + sf::Vector2f(arm, 0.0f), width,
                      theme.center_of_mass);
            mesh.line(at - sf::Vector2f(0.0f, arm), at + sf::Vector2f(0.0f, arm), width,
                      theme.center_of_mass);
        }
    }
}

}  // namespace

std::string overlay_names() {
    std::string names;
    for (const OverlaySwitch& entry : switches) {
        names += (names.empty() ? "" : ", ") + std::string(entry.name);
    }
    return names;
}

std::span<const OverlaySwitch> overlay_switches() { return switches; }

Overlays parse_overlays(const std::vector<std::string>& names) {
    Overlays overlays;
    for (const std::string& name : names) {
        if (name == "none") {
            overlays.shapes = false;
            continue;
        }
        if (name == "plain") {
            overlays.joints = false;
            continue;
        }
        const auto found = std::find_if(switches.begin(), switches.end(),
                                        [&](const OverlaySwitch& entry) { return entry.name == name; });
        if (found == switches.end()) {
            throw UserError("There is no overlay \"" + name + "\". Overlays are: " + overlay_names() +
                            "; none hides the shapes, plain the joints.");
        }
        overlays.*found->value = true;
    }
    return overlays;
}

void draw_overlays(const drystone::World& world, const Overlays& overlays, const Camera& camera,
                   const Theme& theme, Mesh& mesh, drystone::DebugDraw& debug) {
    if (overlays.joints) {
        draw_joints(world, camera, theme, mesh);
    }
    if (overlays.tree) {
        draw_tree(world, camera, theme, mesh);
    }
    if (overlays.aabbs) {
        draw_aabbs(world, camera, theme, mesh);
    }
    if (overlays.contacts) {
        draw_contacts(world, camera, theme, mesh);
    }
    if (overlays.centers) {
        draw_centers(world, camera, theme, mesh);
    }
    // Regions of fields are shown along with the joints.
    const bool fields = overlays.joints && !world.fields().empty();
    if (fields || overlays.islands || overlays.graph || overlays.velocities || overlays.forces ||
        overlays.frames || overlays.features || overlays.names) {
        const float metre = 40.0f * camera.detail() / camera.scale();  // Forty pixels in metres.
        world.draw(debug, {.fields = fields,
                           .shapes = false,
                           .islands = overlays.islands,
                           .joints = false,
                           .joint_forces = overlays.forces,
                           .graph_colors = overlays.graph,
                           .contact_features = overlays.features,
                           .frames = overlays.frames,
                           .velocities = overlays.velocities,
                           .names = overlays.names,
                           .visible = camera.visible(),
                           .mark_length = 0.5f * metre,
                           .arrow_length = metre});
    }
}

}  // namespace viewer
