#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/ragdoll.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A ragdoll that grows and shrinks while it lies there: shapes and joints are changed in place.
class ScaledRagdoll final : public Sample {
    enum Parameters : std::size_t { size };

    void create() override {
        add_ground(world(), 30.0f);
        const scenes::Ragdoll doll =
            scenes::add_ragdoll(backend(), {.feet = {0.0f, 1.0f}, .color = color::plum});
        for (const scenes::BodyNumber number : doll.bones) {
            bones_.push_back(backend().body_id(number));
            for (const ShapeId shape : world()[bones_.back()].shapes()) {
                shapes_.emplace_back(shape, world()[shape].geometry());
            }
            mass_ += world()[bones_.back()].mass().mass;
        }
        for (const JointId joint : world().joints()) {
            joints_.emplace_back(joint, std::get<RevoluteJoint>(world()[joint].definition()));
        }
        for (const BodyId bone : bones_) {
            world()[bone].apply_angular_impulse(0.02f);
        }
    }
    void prepare(int step) override {
        constexpr float sizes[] = {1.0f, 2.0f, 4.0f, 1.5f, 0.5f};
        const float wanted = parameter(size) * sizes[step / 150 % 5];
        if (wanted != scale_) {
            resize(wanted);
        }
    }
    /// Scales about the point of the ground below the first bone.
    void resize(float scale) {
        const float ratio = scale / scale_;
        scale_ = scale;
        const float middle = world()[bones_[0]].position().x;
        for (const BodyId bone : bones_) {
            const Vec2 at = world()[bone].position();
            world()[bone].set_pose({middle + ratio * (at.x - middle), ratio * at.y}, world()[bone].angle());
        }
        for (const auto& [shape, geometry] : shapes_) {
            world()[shape].set_geometry(scaled(geometry, scale));
        }
        for (const auto& [joint, definition] : joints_) {
            RevoluteJoint changed = definition;
            changed.anchor_a *= scale;
            changed.anchor_b *= scale;
            world()[joint].set_definition(changed);
        }
        change_look();
    }
    static ShapeGeometry scaled(const ShapeGeometry& geometry, float scale) {
        if (const auto* const capsule = std::get_if<Capsule>(&geometry)) {
            return Capsule{scale * capsule->a, scale * capsule->b, scale * capsule->radius};
        }
        const auto& polygon = std::get<Polygon>(geometry);
        std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
        for (Vec2& vertex : vertices) {
            vertex *= scale;
        }
        return make_polygon(vertices, scale * polygon.radius());
    }
    [[nodiscard]] std::string status() const override {
        float mass = 0.0f;
        for (const BodyId bone : bones_) {
            mass += world()[bone].mass().mass;
        }
        return "size " + number_text(scale_) + ", mass " + number_text(mass / mass_);
    }

    std::vector<BodyId> bones_;
    std::vector<std::pair<ShapeId, ShapeGeometry>> shapes_;
    std::vector<std::pair<JointId, RevoluteJoint>> joints_;
    float scale_ = 1.0f;
    float mass_ = 0.0f;
};

}  // namespace

scenes::SceneInfo scale_ragdoll_sample() {
    return entry<ScaledRagdoll>("Joints", "scale_ragdoll", "Scale ragdoll",
                                "It grows and shrinks in place, and its joints hold.", {{0.0f, 2.0f}, 7.0f},
                                {}, 900, {{"size x", 1.0f, 0.5f, 2.0f, ParameterKind::Number, true}});
}

}  // namespace samples
