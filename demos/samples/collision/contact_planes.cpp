#include <samples/all_samples.h>
#include <samples/collision/query_view.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cmath>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// The contacts of a capsule with tiles, a slope, a disc and a belt, wherever it is put: points, normals and
/// depths, without those of internal edges.
class ContactPlanes final : public Sample {
    enum Parameters : std::size_t { radius, reach };

    void create() override {
        for (int i = -5; i < 5; ++i) {
            add_static(world(), {static_cast<float>(i) + 0.5f, -3.0f}, make_box(0.5f, 0.5f),
                       painted(color::slate));
        }
        add_static(world(), {0.0f, 0.0f}, make_polygon({{5.0f, -2.5f}, {8.0f, -2.5f}, {8.0f, 0.5f}}),
                   painted(color::sand));
        add_static(world(), {-6.0f, 0.0f}, Circle{{0.0f, 0.0f}, 1.5f}, painted(color::ochre));
        add_static(world(), {1.0f, 2.5f}, make_box(2.5f, 0.3f),
                   painted(color::teal, {.material = {.tangent_speed = 1.0f}}));
    }
    void prepare(int step) override {
        const float time = static_cast<float>(step) / 60.0f;
        pose_.position = input().cursor ? *input().cursor
                                        : Vec2{7.0f * Rot::from_angle(0.5f * time).s,
                                               3.0f * Rot::from_angle(0.83f * time).s - 0.5f};
        pose_.rotation = Rot::from_angle(0.3f * time);
        ContactQuery query;
        query.distance = parameter(reach);
        world().contacts_of(shape(), pose_, contacts_, query);
        for (const ShapeContact& contact : contacts_) {
            const bool is_unit = std::abs(length(contact.normal) - 1.0f) < 1e-4f;
            wrong_ += is_unit && contact.separation <= parameter(reach) + 1e-4f ? 0 : 1;
        }
    }
    [[nodiscard]] ShapeGeometry shape() const {
        return Capsule{{0.0f, -0.6f}, {0.0f, 0.6f}, parameter(radius)};
    }
    void draw(Picture& picture) const override {
        picture.shape(shape(), pose_, color::rust);
        for (const ShapeContact& contact : contacts_) {
            for (int i = 0; i < contact.count; ++i) {
                const ShapeContactPoint& point = contact.points[i];
                picture.point(point.point, color::plum);
                picture.arrow(point.point, point.point + contact.normal, color::plum);
                picture.arrow(point.point, point.point + point.velocity, color::teal);
            }
            picture.text(contact.deepest().point, number_text(contact.separation), color::plum);
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("contacts", static_cast<int>(contacts_.size()));
    }
    [[nodiscard]] int failures() const override { return wrong_; }

    Pose pose_{};
    std::vector<ShapeContact> contacts_;
    int wrong_ = 0;
};

}  // namespace

scenes::SceneInfo contact_planes_sample() {
    return entry<ContactPlanes>("Collision", "contact_planes", "Contact planes",
                                "The contacts of a capsule that follows the cursor, and the speed of a belt.",
                                query_view, weightless, 600,
                                {{"radius [m]", 0.5f, 0.05f, 2.0f, ParameterKind::Number, true},
                                 {"within [m]", 0.3f, 0.0f, 3.0f, ParameterKind::Number, true}});
}

}  // namespace samples
