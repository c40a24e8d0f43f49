#include <scenes/drystone_backend.h>

namespace scenes {
namespace {

using drystone::Vec2;

Vec2 to_vec2(Point p) { return {p.x, p.y}; }

struct ToField {
    const FieldDescription& description;

    [[nodiscard]] bool is_everywhere() const {
        return !(description.lower.x < description.upper.x && description.lower.y < description.upper.y);
    }

    /// Makes a definition with the region, in the world frame.
    [[nodiscard]] drystone::FieldDefinition with_region(const drystone::FieldKind& kind) const {
        drystone::FieldDefinition definition{.kind = kind};
        if (!is_everywhere()) {
            const Vec2 lower = to_vec2(description.lower);
            const Vec2 upper = to_vec2(description.upper);
            const Vec2 half = 0.5f * (upper - lower);
            definition.region =
                drystone::make_box(half.x, half.y, drystone::Pose{0.5f * (lower + upper), drystone::Rot{}});
        }
        return definition;
    }

    drystone::FieldDefinition operator()(const WindField& wind) const {
        return with_region(drystone::WindField{.velocity = to_vec2(wind.velocity),
                                               .density = wind.density,
                                               .drag = wind.drag,
                                               .lift = wind.lift});
    }
    drystone::FieldDefinition operator()(const FluidField& fluid) const {
        drystone::BuoyancyField kind{.density = fluid.density,
                                     .flow = to_vec2(fluid.flow),
                                     .linear_drag = fluid.drag,
                                     .angular_drag = fluid.drag};
        kind.surface = drystone::FluidSurface{.point = {0.0f, is_everywhere() ? 0.0f : description.upper.y}};
        return with_region(kind);
    }
    drystone::FieldDefinition operator()(const PlanetField& planet) const {
        return {.kind = drystone::RadialField{.strength = planet.strength},
                .pose = {to_vec2(planet.center), drystone::Rot{}}};
    }
};

drystone::FieldDefinition to_field(const FieldDescription& description) {
    return std::visit(ToField{description}, description.field);
}

}  // namespace

FieldNumber DrystoneBackend::create_field(const FieldDescription& field) {
    numbers_.fields.push_back(world_->create_field(to_field(field)));
    return static_cast<FieldNumber>(numbers_.fields.size()) - 1;
}

void DrystoneBackend::set_field(FieldNumber field, const FieldDescription& description) {
    (*world_)[numbers_.fields.at(static_cast<std::size_t>(field))].set_definition(to_field(description));
}

void DrystoneBackend::explode(const ExplosionDescription& explosion) {
    world_->explode({.center = to_vec2(explosion.center),
                     .radius = explosion.radius,
                     .falloff = explosion.falloff,
                     .impulse_per_length = explosion.impulse_per_length});
}

}  // namespace scenes
