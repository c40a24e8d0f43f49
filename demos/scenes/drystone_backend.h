#pragma once

#include <drystone/world.h>
#include <scenes/scene.h>

#include <memory>
#include <vector>

namespace scenes {

/// Backend on a `drystone::World`, which it owns or refers to.
class DrystoneBackend final : public Backend {
public:
    /// Creates a world with these settings; all other settings are taken from `definition`.
    explicit DrystoneBackend(const WorldSettings& settings, drystone::WorldDefinition definition = {});
    /// Works on `world`, which must outlive the backend.
    explicit DrystoneBackend(drystone::World& world);
    /// Makes a backend that takes over a world.
    [[nodiscard]] static std::unique_ptr<DrystoneBackend> own(drystone::World&& world);

    /// Objects by their numbers.
    struct Numbers {
        std::vector<drystone::BodyId> bodies{};
        std::vector<drystone::JointId> joints{};
        std::vector<drystone::FieldId> fields{};

        friend bool operator==(const Numbers&, const Numbers&) = default;
    };
    /// Returns the numbers given so far. With a snapshot of the world they are the whole state.
    [[nodiscard]] const Numbers& numbers() const { return numbers_; }
    void set_numbers(const Numbers& numbers) { numbers_ = numbers; }

    BodyNumber create_body(const BodyDescription& body) override;
    void create_shape(BodyNumber body, const ShapeDescription& shape) override;
    void create_chain(BodyNumber body, std::span<const Point> points, ShapeDescription surface) override;
    void create_ellipse(BodyNumber body, Point half, float exponent, ShapeDescription surface) override;
    void create_outline(BodyNumber body, std::span<const Point> points,
                        const ShapeDescription& surface) override;
    JointNumber create_joint(const JointDescription& joint) override;
    FieldNumber create_field(const FieldDescription& field) override;
    void set_field(FieldNumber field, const FieldDescription& description) override;
    void explode(const ExplosionDescription& explosion) override;
    void destroy_body(BodyNumber body) override;
    void set_target_pose(BodyNumber body, Point position, float angle, float time_step) override;
    void set_velocity(BodyNumber body, Point velocity, float angular_velocity) override;
    [[nodiscard]] std::vector<SensorEvent> sensor_events() const override;
    [[nodiscard]] std::vector<ForceEvent> force_events() const override;

    void step(const WorldSettings& settings);

    [[nodiscard]] drystone::World& world() { return *world_; }
    [[nodiscard]] const drystone::World& world() const { return *world_; }
    /// Returns null for a destroyed body; throws `std::out_of_range` for a number that was never issued.
    [[nodiscard]] drystone::BodyId body_id(BodyNumber body) const;
    /// Throws `std::out_of_range` for a number that was never issued.
    [[nodiscard]] drystone::JointId joint_id(JointNumber joint) const;
    /// Returns the number of bodies created so far, destroyed ones included.
    [[nodiscard]] int body_count() const { return static_cast<int>(numbers_.bodies.size()); }
    /// Returns the number of a body that this backend created.
    [[nodiscard]] BodyNumber body_number(drystone::BodyId body) const;
    /// Returns the palette index that the shape was described with.
    [[nodiscard]] int color(drystone::ShapeId shape) const { return color(*world_, shape); }
    [[nodiscard]] static int color(const drystone::World& world, drystone::ShapeId shape);
    /// Returns the user data of a shape with this colour.
    [[nodiscard]] static std::uint64_t paint(int color);

private:
    std::unique_ptr<drystone::World> own_;
    drystone::World* world_;
    Numbers numbers_;
};

}  // namespace scenes
