#pragma once

#include <samples/parts.h>
#include <samples/sample.h>

#include <string>
#include <variant>
#include <vector>

namespace samples {

/// Joints of one kind, side by side, each with its name and its force. The parameters change their
/// definitions while they run.
class JointShow : public Sample {
protected:
    /// Returns the definitions of all joints by the parameters, in the order of their places.
    [[nodiscard]] virtual std::vector<drystone::JointDefinition> definitions() const = 0;

    /// Adds a place for the next definition. Gears and ropes, which name their own bodies, have none here.
    void add_place(const char* name, const Vec2& label, BodyId a = {}, BodyId b = {}) {
        places_.push_back({name, label, a, b, {}});
    }
    /// Creates the joints, one for each place.
    void connect() {
        const std::vector<drystone::JointDefinition> all = definitions();
        for (std::size_t i = 0; i < places_.size(); ++i) {
            Place& place = places_[i];
            if (const auto* const gear = std::get_if<drystone::GearJoint>(&all[i])) {
                place.joint = world().create_joint(*gear);
            } else if (const auto* const rope = std::get_if<drystone::RopeJoint>(&all[i])) {
                place.joint = world().create_joint(*rope);
            } else {
                place.joint = world().create_joint(place.a, place.b, all[i]);
            }
        }
    }
    void change_parameters() override {
        const std::vector<drystone::JointDefinition> all = definitions();
        for (std::size_t i = 0; i < places_.size(); ++i) {
            world()[places_[i].joint].set_definition(all[i]);
        }
    }
    void draw(Picture& picture) const override {
        for (const Place& place : places_) {
            const drystone::JointState state = world()[place.joint].state();
            picture.text(place.label, place.name, color::charcoal);
            picture.text(place.label - Vec2{0.0f, 0.4f},
                         number_text(length(state.force)) + " N, " + number_text(state.torque) + " N m",
                         color::slate);
        }
    }
    [[nodiscard]] JointId joint(std::size_t place) const { return places_[place].joint; }

private:
    struct Place {
        const char* name;
        Vec2 label{0.0f, 0.0f};  ///< Place of its name.
        BodyId a{};
        BodyId b{};
        JointId joint{};
    };

    std::vector<Place> places_;
};

}  // namespace samples
