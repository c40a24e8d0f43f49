#pragma once

#include <drystone/collision/function_ref.h>
#include <drystone/collision/polygons.h>
#include <drystone/fwd.h>
#include <drystone/handles.h>

#include "step/world_state.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace drystone {

struct RecordedExplosion;

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
    CreateTileGrid,
    DestroyTileGrid,
    SetTile,
    FillTiles,
    SetTiles,
    ClearForces,
    ShiftOrigin,
    SetConstantForce,
    SetShapeName,
    SetJointName,
    SetWorldUserData,
    SetDiscrete,
    ScaleTime,
    Count,
};

/// Writes a call that changes a world to its recording, if it has one, before the call does anything; takes
/// it back if the call throws, unless `keep` was called before. Calls inside of a recorded call are not
/// written. Cost without a recording: one comparison, 1 to 2 ns.
class RecordedCall {
public:
    template <class... Arguments>
    RecordedCall(const WorldState& world, Operation operation, const Arguments&... arguments)
        : recorder_(world.recorder.state()) {
        if (recorder_ != nullptr) [[unlikely]] {
            recorder_ = record(*recorder_, operation, arguments...);
        }
    }
    ~RecordedCall() {
        if (recorder_ != nullptr) [[unlikely]] {
            end(*recorder_, done_);
        }
    }
    /// Tells that the call is done: what it throws from now on is the exception of a callback.
    void keep() { done_ = true; }
    RecordedCall(const RecordedCall&) = delete;
    RecordedCall& operator=(const RecordedCall&) = delete;

private:
    /// Begins a call, and writes it with its arguments unless it is inside of another. Returns the recorder,
    /// or null if there is nothing to end: the call will be refused, or it could not be written and the
    /// recording has ended.
    template <class... Arguments>
    static RecorderState* record(RecorderState& recorder, Operation operation,
                                 const Arguments&... arguments) {
        return begin(recorder, operation, [&] { (write(recorder, arguments), ...); });
    }
    static RecorderState* begin(RecorderState& recorder, Operation operation,
                                FunctionRef<void()> write_arguments);
    static void end(RecorderState& recorder, bool done);

    static void write(RecorderState& recorder, bool value);
    static void write(RecorderState& recorder, int value);
    static void write(RecorderState& recorder, float value);
    static void write(RecorderState& recorder, std::uint64_t value);
    static void write(RecorderState& recorder, const Vec2& value);
    static void write(RecorderState& recorder, const std::optional<Vec2>& value);
    static void write(RecorderState& recorder, std::string_view value);
    template <class Tag>
    static void write(RecorderState& recorder, const Handle<Tag>& id) {
        write(recorder, id.index1, id.generation, id.world);
    }
    static void write(RecorderState& recorder, std::uint32_t index1, std::uint16_t generation,
                      std::uint16_t world);
    static void write(RecorderState& recorder, const BodyDefinition& value);
    static void write(RecorderState& recorder, const ShapeGeometry& value);
    static void write(RecorderState& recorder, const CustomShape& value);
    static void write(RecorderState& recorder, const ShapeDefinition& value);
    static void write(RecorderState& recorder, std::span<const Vec2> value);
    static void write(RecorderState& recorder, std::span<const std::vector<Vec2>> value);
    static void write(RecorderState& recorder, std::span<const Polygon> value);
    static void write(RecorderState& recorder, const PolygonsOptions& value);
    static void write(RecorderState& recorder, const ChainDefinition& value);
    static void write(RecorderState& recorder, const Chain& value);
    static void write(RecorderState& recorder, const JointDefinition& value);
    static void write(RecorderState& recorder, const GearJoint& value);
    static void write(RecorderState& recorder, const RopeJoint& value);
    static void write(RecorderState& recorder, const JointSettings& value);
    static void write(RecorderState& recorder, const FieldDefinition& value);
    static void write(RecorderState& recorder, const RecordedExplosion& value);
    static void write(RecorderState& recorder, const ContactTuning& value);
    static void write(RecorderState& recorder, const AxisLocks& value);
    static void write(RecorderState& recorder, const MassProperties& value);
    static void write(RecorderState& recorder, const Material& value);
    static void write(RecorderState& recorder, const Filter& value);
    static void write(RecorderState& recorder, BodyType value);
    static void write(RecorderState& recorder, const TileGridDefinition& value);
    static void write(RecorderState& recorder, const TileRange& value);
    static void write(RecorderState& recorder, std::span<const std::uint8_t> value);

    RecorderState* recorder_;
    bool done_ = false;
};

}  // namespace drystone
