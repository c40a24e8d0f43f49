#include "world/recording/player_state.h"

#include <drystone/collision/detail/sort_items.h>
#include <drystone/error.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace drystone {

namespace {

template <class T>
T read_value(PlayerState& player) {
    T value{};
    player.read(value);
    return value;
}

/// An argument between reading and the call. A specialization reads those that are recorded in another form.
template <class T>
struct Argument {
    explicit Argument(PlayerState& player) : value(read_value<T>(player)) {}
    T value;
};
template <>
struct Argument<int> {
    explicit Argument(PlayerState& player) : value(read_value<std::int32_t>(player)) {}
    int value;
};
template <>
struct Argument<BodyType> {
    explicit Argument(PlayerState& player) : value(read_value<RecordedBodyType>(player).type) {}
    BodyType value;
};
template <>
struct Argument<std::string_view> {
    explicit Argument(PlayerState& player) : value(read_value<std::string>(player)) {}
    std::string value;
};
template <class T>
struct Argument<std::span<const T>> {
    explicit Argument(PlayerState& player) : value(read_value<std::vector<T>>(player)) {}
    std::vector<T> value;
};
template <>
struct Argument<std::span<const Polygon>> {
    explicit Argument(PlayerState& player) {
        for (const PolygonOutline& outline : read_value<std::vector<PolygonOutline>>(player)) {
            value.push_back(detail::SavedPolygon::restore(outline.vertices, outline.radius));
        }
    }
    std::vector<Polygon> value;
};
template <>
struct Argument<BodyDefinition> {
    explicit Argument(PlayerState& player)
        : recorded(read_value<RecordedBody>(player)), value(recorded.definition) {
        value.name = recorded.name;
    }
    Argument(const Argument&) = delete;
    Argument& operator=(const Argument&) = delete;
    RecordedBody recorded;
    BodyDefinition value;
};
template <>
struct Argument<ShapeGeometry> {
    explicit Argument(PlayerState& player) : value(restore_geometry(read_value<SavedRegion>(player))) {}
    ShapeGeometry value;
};
template <>
struct Argument<CustomShape> {
    explicit Argument(PlayerState& player)
        : value(find_custom_shape(read_value<std::string>(player), player.load_options)) {}
    CustomShape value;
};
template <>
struct Argument<Chain> {
    explicit Argument(PlayerState& player) : value(make(read_value<ChainDefinition>(player))) {}
    static Chain make(const ChainDefinition& chain) {
        ChainSettings settings;
        settings.is_loop = chain.is_loop;
        settings.sides = chain.sides;
        settings.ghost_before = chain.ghost_before;
        settings.ghost_after = chain.ghost_after;
        return make_chain(chain.points, settings);
    }
    Chain value;
};
template <>
struct Argument<FieldDefinition> {
    explicit Argument(PlayerState& player) : value(restore_definition(read_value<SavedField>(player))) {}
    FieldDefinition value;
};
template <>
struct Argument<Explosion> {
    explicit Argument(PlayerState& player) {
        auto recorded = read_value<RecordedExplosion>(player);
        value = {recorded.center, recorded.radius, recorded.falloff, recorded.impulse_per_length, {}};
        value.filter.category = recorded.category;
        value.filter.mask = recorded.mask;
        value.filter.sensors = recorded.sensors;
        if (!recorded.refused.empty()) {
            sort_items(recorded.refused.begin(), recorded.refused.end());
            value.filter.accepts = [refused = std::move(recorded.refused)](ShapeId shape) {
                return !std::binary_search(refused.begin(), refused.end(), shape);
            };
        }
    }
    Explosion value;
};

template <class Ref>
struct IdOf;
template <>
struct IdOf<BodyRef> : std::type_identity<BodyId> {};
template <>
struct IdOf<ShapeRef> : std::type_identity<ShapeId> {};
template <>
struct IdOf<ChainRef> : std::type_identity<ChainId> {};
template <>
struct IdOf<TileGridRef> : std::type_identity<TileGridId> {};
template <>
struct IdOf<JointRef> : std::type_identity<JointId> {};
template <>
struct IdOf<FieldRef> : std::type_identity<FieldId> {};

/// Reads arguments in their order, then passes all of them to a call.
template <class First, class... Rest, class Call>
void with_arguments(PlayerState& player, Call&& call) {
    Argument<std::remove_cvref_t<First>> first(player);
    if constexpr (sizeof...(Rest) == 0) {
        call(first.value);
    } else {
        with_arguments<Rest...>(player, [&](auto&... rest) { call(first.value, rest...); });
    }
}

/// Repeats a function of the world.
template <class Result, class... Arguments>
void repeat(PlayerState& player, Result (World::*function)(Arguments...)) {
    with_arguments<Arguments...>(player, [&](auto&... arguments) {
        player.attempt([&] { static_cast<void>((player.world.*function)(arguments...)); });
    });
}
/// Repeats a function of a reference.
template <class Result, class Ref, class... Arguments>
void repeat(PlayerState& player, Result (Ref::*function)(Arguments...) const) {
    const auto id = read_value<typename IdOf<Ref>::type>(player);
    const auto call = [&](auto&... arguments) {
        player.attempt([&] { static_cast<void>((player.world[id].*function)(arguments...)); });
    };
    if constexpr (sizeof...(Arguments) == 0) {
        call();
    } else {
        with_arguments<Arguments...>(player, call);
    }
}

struct Entry {
    Operation operation;
    const char* name;
    void (*play)(PlayerState&);
};

template <auto function>
constexpr Entry entry(Operation operation, const char* name) {
    return {operation, name, [](PlayerState& player) { repeat(player, function); }};
}

template <class... Arguments>
using CreateShape = ShapeId (World::*)(Arguments...);
template <class... Arguments>
using CreateJoint = JointId (World::*)(Arguments...);
template <class... Arguments>
using OfBody = void (BodyRef::*)(Arguments...) const;
template <class... Arguments>
using OfShape = void (ShapeRef::*)(Arguments...) const;

void skip(PlayerState& /*player*/) {}

template <auto function, bool KeyframeEnd::*has, auto make>
void set_callback(PlayerState& player) {
    player.place.callbacks.*has = read_value<bool>(player);
    (player.world.*function)((player.*make)());
}

using Op = Operation;

/// All operations, in the order of their numbers.
constexpr Entry entries[] = {
    {Op::Step, "World::step", skip},
    {Op::StepAgain, "World::step", skip},
    {Op::StepEnd, "end of World::step", skip},
    {Op::FilterAnswer, "collision filter", skip},
    {Op::MixingAnswer, "material mixing", skip},
    {Op::PreSolveAnswer, "pre-solve callback", skip},
    entry<&World::create_body>(Op::CreateBody, "World::create_body"),
    entry<&World::destroy_body>(Op::DestroyBody, "World::destroy_body"),
    entry<static_cast<CreateShape<BodyId, const ShapeGeometry&, const ShapeDefinition&>>(
        &World::create_shape)>(Op::CreateShape, "World::create_shape"),
    entry<static_cast<CreateShape<BodyId, const CustomShape&, const ShapeDefinition&>>(&World::create_shape)>(
        Op::CreateCustomShape, "World::create_shape"),
    entry<&World::create_outline>(Op::CreateOutline, "World::create_outline"),
    entry<&World::create_pieces>(Op::CreatePieces, "World::create_pieces"),
    entry<&World::destroy_shape>(Op::DestroyShape, "World::destroy_shape"),
    entry<&World::create_chain>(Op::CreateChain, "World::create_chain"),
    entry<&World::destroy_chain>(Op::DestroyChain, "World::destroy_chain"),
    entry<static_cast<CreateJoint<BodyId, BodyId, const JointDefinition&, const JointSettings&>>(
        &World::create_joint)>(Op::CreateJoint, "World::create_joint"),
    entry<static_cast<CreateJoint<const GearJoint&, const JointSettings&>>(&World::create_joint)>(
        Op::CreateGear, "World::create_joint"),
    entry<static_cast<CreateJoint<const RopeJoint&, const JointSettings&>>(&World::create_joint)>(
        Op::CreateRope, "World::create_joint"),
    entry<&World::destroy_joint>(Op::DestroyJoint, "World::destroy_joint"),
    entry<&World::create_field>(Op::CreateField, "World::create_field"),
    entry<&World::destroy_field>(Op::DestroyField, "World::destroy_field"),
    entry<&World::explode>(Op::Explode, "World::explode"),
    entry<&World::set_collision>(Op::SetCollision, "World::set_collision"),
    {Op::SetCollisionFilter, "World::set_collision_filter",
     set_callback<&World::set_collision_filter, &KeyframeEnd::has_filter, &PlayerState::make_filter>},
    {Op::SetMaterialMixing, "World::set_material_mixing",
     set_callback<&World::set_material_mixing, &KeyframeEnd::has_mixing, &PlayerState::make_mixing>},
    {Op::SetPreSolveCallback, "World::set_pre_solve_callback",
     set_callback<&World::set_pre_solve_callback, &KeyframeEnd::has_pre_solve, &PlayerState::make_pre_solve>},
    entry<&World::set_gravity>(Op::SetGravity, "World::set_gravity"),
    entry<&World::set_maximum_speeds>(Op::SetWorldMaximumSpeeds, "World::set_maximum_speeds"),
    entry<&World::set_contact_tuning>(Op::SetContactTuning, "World::set_contact_tuning"),
    entry<&World::set_restitution_threshold>(Op::SetRestitutionThreshold, "World::set_restitution_threshold"),
    entry<&World::set_hit_threshold>(Op::SetHitThreshold, "World::set_hit_threshold"),
    entry<&World::set_sleeping>(Op::SetSleeping, "World::set_sleeping"),
    entry<&BodyRef::set_pose>(Op::SetPose, "BodyRef::set_pose"),
    entry<&BodyRef::set_linear_velocity>(Op::SetLinearVelocity, "BodyRef::set_linear_velocity"),
    entry<&BodyRef::set_angular_velocity>(Op::SetAngularVelocity, "BodyRef::set_angular_velocity"),
    entry<&BodyRef::set_target_pose>(Op::SetTargetPose, "BodyRef::set_target_pose"),
    entry<static_cast<OfBody<const Vec2&>>(&BodyRef::apply_force)>(Op::ApplyForce, "BodyRef::apply_force"),
    entry<static_cast<OfBody<const Vec2&, const Vec2&>>(&BodyRef::apply_force)>(Op::ApplyForceAt,
                                                                                "BodyRef::apply_force"),
    entry<&BodyRef::apply_torque>(Op::ApplyTorque, "BodyRef::apply_torque"),
    entry<static_cast<OfBody<const Vec2&>>(&BodyRef::apply_impulse)>(Op::ApplyImpulse,
                                                                     "BodyRef::apply_impulse"),
    entry<static_cast<OfBody<const Vec2&, const Vec2&>>(&BodyRef::apply_impulse)>(Op::ApplyImpulseAt,
                                                                                  "BodyRef::apply_impulse"),
    entry<&BodyRef::apply_angular_impulse>(Op::ApplyAngularImpulse, "BodyRef::apply_angular_impulse"),
    entry<&BodyRef::set_type>(Op::SetType, "BodyRef::set_type"),
    entry<&BodyRef::set_enabled>(Op::SetBodyEnabled, "BodyRef::set_enabled"),
    entry<&BodyRef::set_locks>(Op::SetLocks, "BodyRef::set_locks"),
    entry<&BodyRef::set_dominance_group>(Op::SetDominanceGroup, "BodyRef::set_dominance_group"),
    entry<&BodyRef::set_extra_iterations>(Op::SetExtraIterations, "BodyRef::set_extra_iterations"),
    entry<&BodyRef::set_bullet>(Op::SetBullet, "BodyRef::set_bullet"),
    entry<&BodyRef::set_name>(Op::SetName, "BodyRef::set_name"),
    entry<&BodyRef::set_user_data>(Op::SetBodyUserData, "BodyRef::set_user_data"),
    entry<&BodyRef::set_mass_properties>(Op::SetMassProperties, "BodyRef::set_mass_properties"),
    entry<&BodyRef::reset_mass_properties>(Op::ResetMassProperties, "BodyRef::reset_mass_properties"),
    entry<&BodyRef::update_mass>(Op::UpdateMass, "BodyRef::update_mass"),
    entry<&BodyRef::set_gravity_scale>(Op::SetGravityScale, "BodyRef::set_gravity_scale"),
    entry<&BodyRef::set_own_gravity>(Op::SetOwnGravity, "BodyRef::set_own_gravity"),
    entry<&BodyRef::set_damping>(Op::SetDamping, "BodyRef::set_damping"),
    entry<&BodyRef::set_maximum_speeds>(Op::SetMaximumSpeeds, "BodyRef::set_maximum_speeds"),
    entry<&BodyRef::wake>(Op::Wake, "BodyRef::wake"),
    entry<&BodyRef::put_to_sleep>(Op::PutToSleep, "BodyRef::put_to_sleep"),
    entry<&BodyRef::set_can_sleep>(Op::SetCanSleep, "BodyRef::set_can_sleep"),
    entry<&BodyRef::set_sleep_speed>(Op::SetSleepSpeed, "BodyRef::set_sleep_speed"),
    entry<static_cast<OfShape<const ShapeGeometry&>>(&ShapeRef::set_geometry)>(Op::SetGeometry,
                                                                               "ShapeRef::set_geometry"),
    entry<static_cast<OfShape<const CustomShape&>>(&ShapeRef::set_geometry)>(Op::SetCustomGeometry,
                                                                             "ShapeRef::set_geometry"),
    entry<&ShapeRef::set_material>(Op::SetMaterial, "ShapeRef::set_material"),
    entry<&ShapeRef::set_enabled>(Op::SetShapeEnabled, "ShapeRef::set_enabled"),
    entry<&ShapeRef::set_density>(Op::SetDensity, "ShapeRef::set_density"),
    entry<&ShapeRef::set_filter>(Op::SetFilter, "ShapeRef::set_filter"),
    entry<&ShapeRef::set_solver_filter>(Op::SetSolverFilter, "ShapeRef::set_solver_filter"),
    entry<&ShapeRef::refilter>(Op::Refilter, "ShapeRef::refilter"),
    entry<&ShapeRef::set_one_way>(Op::SetOneWay, "ShapeRef::set_one_way"),
    entry<&ShapeRef::set_user_data>(Op::SetShapeUserData, "ShapeRef::set_user_data"),
    entry<&ShapeRef::set_contact_events>(Op::SetContactEvents, "ShapeRef::set_contact_events"),
    entry<&ShapeRef::set_hit_events>(Op::SetHitEvents, "ShapeRef::set_hit_events"),
    entry<&ShapeRef::set_force_events>(Op::SetForceEvents, "ShapeRef::set_force_events"),
    entry<&ShapeRef::set_sensor_events>(Op::SetSensorEvents, "ShapeRef::set_sensor_events"),
    entry<&ShapeRef::set_pre_solve>(Op::SetPreSolve, "ShapeRef::set_pre_solve"),
    entry<&ShapeRef::set_sensor>(Op::SetSensor, "ShapeRef::set_sensor"),
    entry<&ChainRef::set_material>(Op::SetChainMaterial, "ChainRef::set_material"),
    entry<&ChainRef::set_geometry>(Op::SetChainGeometry, "ChainRef::set_geometry"),
    entry<&ChainRef::set_points>(Op::SetChainPoints, "ChainRef::set_points"),
    entry<&JointRef::set_definition>(Op::SetJointDefinition, "JointRef::set_definition"),
    entry<&JointRef::set_settings>(Op::SetJointSettings, "JointRef::set_settings"),
    entry<&JointRef::set_enabled>(Op::SetJointEnabled, "JointRef::set_enabled"),
    entry<&FieldRef::set_definition>(Op::SetFieldDefinition, "FieldRef::set_definition"),
    entry<&World::create_tile_grid>(Op::CreateTileGrid, "World::create_tile_grid"),
    entry<&World::destroy_tile_grid>(Op::DestroyTileGrid, "World::destroy_tile_grid"),
    entry<&TileGridRef::set_cell>(Op::SetTile, "TileGridRef::set_cell"),
    entry<&TileGridRef::fill>(Op::FillTiles, "TileGridRef::fill"),
    entry<&TileGridRef::set_cells>(Op::SetTiles, "TileGridRef::set_cells"),
    entry<&BodyRef::clear_forces>(Op::ClearForces, "BodyRef::clear_forces"),
    entry<&World::shift_origin>(Op::ShiftOrigin, "World::shift_origin"),
    entry<&BodyRef::set_constant_force>(Op::SetConstantForce, "BodyRef::set_constant_force"),
    entry<&ShapeRef::set_name>(Op::SetShapeName, "ShapeRef::set_name"),
    entry<&JointRef::set_name>(Op::SetJointName, "JointRef::set_name"),
    entry<&World::set_user_data>(Op::SetWorldUserData, "World::set_user_data"),
    entry<&BodyRef::set_discrete>(Op::SetDiscrete, "BodyRef::set_discrete"),
    entry<&BodyRef::scale_time>(Op::ScaleTime, "BodyRef::scale_time"),
};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < std::size(entries); ++i) {
        if (static_cast<std::size_t>(entries[i].operation) != i) {
            return false;
        }
    }
    return std::size(entries) == static_cast<std::size_t>(Operation::Count);
}
static_assert(is_in_order());

}  // namespace

void repeat_call(PlayerState& player, Operation operation) {
    entries[static_cast<std::size_t>(operation)].play(player);
}

const char* operation_name(Operation operation) { return entries[static_cast<std::size_t>(operation)].name; }

}  // namespace drystone
