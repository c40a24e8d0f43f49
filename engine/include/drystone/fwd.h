#pragma once

/// Handles, and forward declarations of everything that a user's header may name without including it.

#include <drystone/handles.h>

namespace drystone {

class World;
class WorldBatch;
class Snapshot;
class Recorder;
class RecordingPlayer;
struct RecorderOptions;
struct PlayerOptions;
struct SaveOptions;
struct LoadOptions;
struct WorldDefinition;
/// State of a world; private to the library.
struct WorldState;

class BodyRef;
class ConstBodyRef;
class ShapeRef;
class ConstShapeRef;
class JointRef;
class ConstJointRef;
class ChainRef;
class ConstChainRef;
class TileGridRef;
class ConstTileGridRef;
class FieldRef;
class ConstFieldRef;

struct BodyDefinition;
struct ShapeDefinition;
struct ChainDefinition;
struct TileGridDefinition;
struct FieldDefinition;
struct JointSettings;
struct JointState;

struct Material;
struct Filter;
struct ContactTuning;
struct ContactView;
struct PreSolveContact;

struct ContactBegin;
struct ContactEnd;
struct ContactHit;
struct ContactForce;
struct SensorBegin;
struct SensorEnd;
struct BodyMoved;
struct BodyQuarantined;
struct JointBreak;
struct JointForce;

struct RayCast;
struct RayHit;
struct ShapeCastInput;
struct NearestPoint;
struct QueryFilter;
struct QueryStats;
struct Explosion;
struct ContactQuery;
struct ShapeContact;
struct ContactCast;
struct SweptContact;

struct Profile;
struct Counters;
class DebugDraw;
struct DebugDrawOptions;
class TaskScheduler;
class ThreadPool;
class FixedStepper;
struct ContactHandler;
class ContactHandlers;
class Character;
class DynamicMover;
class PathGuide;
struct PathGuideDefinition;
class Interpolation;

}  // namespace drystone
