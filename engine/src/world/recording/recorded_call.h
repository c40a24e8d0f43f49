#pragma once

#include <drystone/collision/function_ref.h>
#include <drystone/collision/polygons.h>
#include <drystone/fwd.h>
#include <drystone/handles.h>

#include "step/world_state.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace drystone {

/// Calls that change a world, and what a recording holds between them, by their number in the file. New ones
/// are added at the end.
enum class Operation : std::uint8_t {
    Step,
    StepAgain,  ///< A step of the same length as the last one.
    StepEnd,    ///< Sums of the motion after a step, see `MotionSums`.
    FilterAnswer,
    MixingAnswer,
    PreSolveAnswer,
    CreateBody,
    DestroyBody,
    CreateShape,
    CreateCustomShape,
    CreateOutline,
    CreatePieces,
    DestroyShape,
    CreateChain,
    DestroyChain,
    CreateJoint,
    CreateGear,
    CreateRope,
    DestroyJoint,
    CreateField,
    DestroyField,
    Explode,
    SetCollision,
    SetCollisionFilter,
    SetMaterialMixing,
    SetPreSolveCallback,
    SetGravity,
    SetWorldMaximumSpeeds,
    SetContactTuning,
    SetRestitutionThreshold,
    SetHitThreshold,
    SetSleeping,
    SetPose,
    SetLinearVelocity,
    SetAngularVelocity,
    SetTargetPose,
    ApplyForce,
    ApplyForceAt,
    ApplyTorque,
    ApplyImpulse,
    ApplyImpulseAt,
    ApplyAngularImpulse,
    SetType,
    SetBodyEnabled,
    SetLocks,
    SetDominanceGroup,
    SetExtraIterations,
    SetBullet,
    SetName,
    SetBodyUserData,
    SetMassProperties,
    ResetMassProperties,
    UpdateMass,
    SetGravityScale,
    SetOwnGravity,
    SetDamping,
    SetMaximumSpeeds,
    Wake,
    PutToSleep,
    SetCanSleep,
    SetSleepSpeed,
    SetGeometry,
    SetCustomGeometry,
    SetMaterial,
    SetShapeEnabled,
    SetDensity,
    SetFilter,
    SetSolverFilter,
    Refilter,
    SetOneWay,
    SetShapeUserData,
    SetContactEvents,
    SetHitEvents,
    SetForceEvents,
    SetSensorEvents,
    SetPreSolve,
    SetSensor,
    SetChainMaterial,
    SetChainGeometry,
    SetChainPoints,
    SetJointDefinition,
    SetJointSettings,
    SetJointEnabled,
    SetFieldDefinition,
    Count,
};

/// Writes a call that changes a world to its recording, if it has one, before the call does anything; takes
/// it back if the call throws. Calls inside of a recorded call are not written. Cost without a recording: one
/// comparison.
class RecordedCall {
public:
    template <class... Arguments>
    RecordedCall(const WorldState& world, Operation operation, const Arguments&... arguments)
        : recorder_(world.recorder.state()) {
        if (recorder_ != nullptr) {
            record(operation, [&] { (write(arguments), ...); });
        }
    }
    ~RecordedCall() {
        if (recorder_ != nullptr) {
            end();
        }
    }
    RecordedCall(const RecordedCall&) = delete;
    RecordedCall& operator=(const RecordedCall&) = delete;

private:
    /// Begins a call, and writes it with its arguments unless it is inside of another. If that fails, the
    /// recording ends, and the call continues.
    void record(Operation operation, FunctionRef<void()> write_arguments);
    void end();

    void write(bool value);
    void write(int value);
    void write(float value);
    void write(std::uint64_t value);
    void write(const Vec2& value);
    void write(const std::optional<Vec2>& value);
    void write(std::string_view value);
    template <class Tag>
    void write(const Handle<Tag>& id) {
        write(id.index1, id.generation, id.world);
    }
    void write(std::uint32_t index1, std::uint16_t generation, std::uint16_t world);
    void write(const BodyDefinition& value);
    void write(const ShapeGeometry& value);
    void write(const CustomShape& value);
    void write(const ShapeDefinition& value);
    void write(std::span<const Vec2> value);
    void write(std::span<const std::vector<Vec2>> value);
    void write(std::span<const Polygon> value);
    void write(const PolygonsOptions& value);
    void write(const ChainDefinition& value);
    void write(const Chain& value);
    void write(const JointDefinition& value);
    void write(const GearJoint& value);
    void write(const RopeJoint& value);
    void write(const JointSettings& value);
    void write(const FieldDefinition& value);
    void write(const Explosion& value);
    void write(const ContactTuning& value);
    void write(const AxisLocks& value);
    void write(const MassProperties& value);
    void write(const Material& value);
    void write(const Filter& value);
    void write(BodyType value);

    RecorderState* recorder_;
    std::size_t begin_ = 0;
    int exceptions_ = 0;
};

}  // namespace drystone
