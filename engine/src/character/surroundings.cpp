// What moves and carries the character, what it stands on, and what it pushes.
#include "character/character_motion.h"

#include "core/finite.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drystone {

namespace {

/// Distance around the character that an overlap is resolved in at a time [m].
constexpr float resolved_at_once = 0.05f;
constexpr int max_resolutions = 16;
/// Part of the gap by which a surface may be nearer without being pushed away from.
constexpr float gap_tolerance = 0.02f;
/// Part of the gap beyond it within which ground is stood on.
constexpr float standing = 0.5f;
/// Change of the speed of ground that counts as noise of the solver [m/s].
constexpr float speed_noise = 0.1f;

/// Returns the mass that a point of a body opposes to an impulse along the normal [kg].
float effective_mass(const ConstBodyRef& body, const Vec2& point, const Vec2& normal) {
    const MassProperties mass = body.mass();
    if (mass.mass <= 0.0f) {
        return 0.0f;
    }
    const float arm = cross(point - body.center_of_mass(), normal);
    const float turning = mass.inertia > 0.0f && !body.locks().rotation ? arm * arm / mass.inertia : 0.0f;
    return 1.0f / (1.0f / mass.mass + turning);
}

}  // namespace

void CharacterMotion::carry() {
    CharacterGround& ground = state_.ground;
    if (ground.support == CharacterSupport::None || ground.body.is_null() || !world_.is_valid(ground.body)) {
        ground.support = CharacterSupport::None;
        return;
    }
    const ConstBodyRef body = std::as_const(world_)[ground.body];
    const Vec2 belt = ground.belt_speed * right_perp(ground.normal);
    const Vec2 carried = body.world_point(state_.place_on_ground) - state_.position;
    const Vec2 velocity = body.velocity_at(ground.point + carried) + belt;
    const float braked = dot(ground.velocity - velocity, state_.up);
    if (braked > definition_.gravity * time_step_ + speed_noise) {
        ground.support = CharacterSupport::None;
        state_.air_time = 0.0f;
        state_.may_coyote = true;
        return;
    }
    state_.velocity += velocity - ground.velocity;
    ground.velocity = velocity;
    ground.point += carried;
    carrier_ = ground.body;
    slide(carried + time_step_ * belt, false);
    carrier_ = {};
}

void CharacterMotion::yield_to_fast_bodies() {
    const std::size_t count = character_.contacts_.size();
    for (std::size_t i = 0; i < count; ++i) {
        const ShapeContact contact = character_.contacts_[i];
        const Vec2 belt = contact.material.tangent_speed * right_perp(contact.normal);
        const Vec2 way = time_step_ * (contact.deepest().velocity - belt);
        if (length(way) <= definition_.gap || contact.body == state_.ground.body || !is_obstacle(contact) ||
            near_.is_of_character(contact.body)) {
            continue;
        }
        // Where the shape would have met the character on its way: the character moves on the opposite one.
        const Vec2 start = state_.position;
        state_.position += way;
        const auto met = cast(-way, [&](const ShapeContact& other) { return other.shape == contact.shape; });
        state_.position = start;
        if (met) {
            meet(met->contact);
            carrier_ = contact.body;
            slide((1.0f - met->fraction) * way, false);
            carrier_ = {};
            collect(definition_.gap + resolved_at_once);
            if (character_.contacts_.size() != count) {
                return;
            }
        }
    }
}

bool CharacterMotion::add_near_planes(bool only_static) {
    planes_.clear();
    bool near = false;
    for (const ShapeContact& contact : character_.contacts_) {
        if (!is_obstacle(contact) || (only_static && world_[contact.body].type() != BodyType::Static)) {
            continue;
        }
        const float missing = definition_.gap - contact.separation;
        planes_.add(contact.normal, missing);
        if (missing > gap_tolerance * definition_.gap) {
            near = true;
            meet(contact);
        }
    }
    return near;
}

void CharacterMotion::resolve_overlaps() {
    resolving_ = true;
    collect(definition_.gap + resolved_at_once);
    yield_to_fast_bodies();
    for (int i = 0; i < max_resolutions && add_near_planes(false); ++i) {
        bool feasible = true;
        Vec2 way = planes_.nearest(Vec2{0.0f, 0.0f}, feasible);
        if (!feasible) {
            // What does not move is not left.
            bool unused = true;
            add_near_planes(true);
            way = planes_.nearest(Vec2{0.0f, 0.0f}, unused);
        }
        const float distance = length(way);
        way = distance > resolved_at_once ? (resolved_at_once / distance) * way : way;
        state_.position += way;
        collect(definition_.gap + resolved_at_once);
        if (!feasible) {
            state_.crushed = true;
            break;
        }
    }
    resolving_ = false;
}

void CharacterMotion::add_dropped(ShapeId shape) {
    if (!is_dropped(shape) && state_.dropped_count < state_.dropped.size()) {
        state_.dropped[state_.dropped_count++] = shape;
    }
}

void CharacterMotion::update_dropped() {
    if (state_.dropped_count == 0) {
        return;
    }
    collect((1.0f + standing) * definition_.gap);
    const auto end = state_.dropped.begin() + state_.dropped_count;
    const auto left = std::remove_if(state_.dropped.begin(), end, [&](ShapeId shape) {
        return std::none_of(character_.contacts_.begin(), character_.contacts_.end(),
                            [&](const ShapeContact& contact) { return contact.shape == shape; });
    });
    state_.dropped_count = static_cast<std::uint8_t>(left - state_.dropped.begin());
    for (const ShapeContact& contact : character_.contacts_) {
        if (state_.dropped_count > 0 && contact.one_way &&
            contact.separation < (1.0f - gap_tolerance) * definition_.gap) {
            add_dropped(contact.shape);
        }
    }
}

void CharacterMotion::drop() {
    collect((1.0f + standing) * definition_.gap);
    for (const ShapeContact& contact : character_.contacts_) {
        if (contact.one_way && is_obstacle(contact) && dot(contact.normal, state_.up) > 0.0f) {
            add_dropped(contact.shape);
            state_.ground.support = CharacterSupport::None;
        }
    }
}

bool CharacterMotion::snap() {
    const Vec2 way = -(definition_.snap_distance + definition_.gap) * state_.up;
    const auto below = cast(way);
    if (!below || !is_walkable(below->contact.normal)) {
        return false;
    }
    const BodyId body = below->contact.body;
    if (near_.is_of_character(body) && body != state_.ground.body) {
        return false;
    }
    state_.position += below->fraction * way;
    return true;
}

const ShapeContact* CharacterMotion::find_support(bool walked, CharacterSupport& support) {
    collect((1.0f + standing) * definition_.gap);
    planes_.clear();
    const ShapeContact* best = nullptr;
    // On another character only if there is nothing else, and on ground rather than beside a corner.
    int best_kind = -1;
    for (const ShapeContact& contact : character_.contacts_) {
        const float rise = dot(contact.normal, state_.up);
        const float leaving = dot(state_.velocity - contact.deepest().velocity, contact.normal);
        if (!is_obstacle(contact) || rise <= 0.01f || (!walked && leaving > 0.01f)) {
            continue;
        }
        planes_.add(contact.normal, 0.0f);
        const int bears = is_walkable(contact.normal) && (moves_ || is_above(contact)) ? 1 : 0;
        const int kind = bears + (near_.is_of_character(contact.body) ? 0 : 2);
        if (kind > best_kind || (kind == best_kind && rise > dot(best->normal, state_.up))) {
            best = &contact;
            best_kind = kind;
        }
    }
    support = CharacterSupport::None;
    if (best != nullptr) {
        bool feasible = true;
        const bool bears = best_kind % 2 == 1;
        const bool held = bears || length(planes_.nearest(-state_.up, feasible)) < 1e-3f;
        support = held ? CharacterSupport::Ground : CharacterSupport::Steep;
    }
    return best;
}

void CharacterMotion::find_first_ground() {
    if (state_.ground.support == CharacterSupport::None) {
        CharacterSupport support = CharacterSupport::None;
        const ShapeContact* best = find_support(false, support);
        if (support == CharacterSupport::Ground) {
            stand_on(*best, support, false);
        }
    }
}

void CharacterMotion::find_ground(bool walked, bool may_stand) {
    CharacterSupport support = CharacterSupport::None;
    const ShapeContact* best = may_stand ? find_support(walked, support) : nullptr;
    const bool floats =
        support != CharacterSupport::Ground || best->separation > (1.0f + gap_tolerance) * definition_.gap;
    if (walked && floats && snap()) {
        best = find_support(walked, support);
    }
    if (support != CharacterSupport::Ground && walked && step_) {
        // On the edge of the step, with the rest of the foot still in front of it.
        ShapeContact top = *step_;
        top.normal = state_.up;
        stand_on(top, CharacterSupport::Ground, walked);
    } else if (best != nullptr) {
        stand_on(*best, support, walked);
    } else {
        state_.may_coyote = state_.may_coyote || state_.ground.support == CharacterSupport::Ground;
        state_.ground = {};
        state_.ground.normal = state_.up;
        state_.air_time = nearest_finite(state_.air_time + time_step_);
    }
}

void CharacterMotion::stand_on(const ShapeContact& contact, CharacterSupport support, bool walked) {
    const ShapeContactPoint& point = contact.deepest();
    const bool stood = state_.ground.support == CharacterSupport::Ground;
    const bool is_held = support == CharacterSupport::Ground && !is_walkable(contact.normal);
    const Vec2 normal = is_held ? state_.up : contact.normal;
    state_.ground = {.support = support,
                     .shape = contact.shape,
                     .body = contact.body,
                     .normal = normal,
                     .point = point.point,
                     .velocity = point.velocity,
                     .belt_speed = contact.material.tangent_speed};
    state_.place_on_ground = std::as_const(world_)[contact.body].local_point(state_.position);
    if (support == CharacterSupport::Steep) {
        state_.may_coyote = state_.may_coyote || stood;
        state_.air_time = nearest_finite(state_.air_time + time_step_);
        return;
    }
    state_.air_time = 0.0f;
    state_.may_coyote = false;
    const Vec2 along = right_perp(normal);
    const Vec2 relative = state_.velocity - point.velocity;
    const float speed = dot(relative, along);
    // Walking keeps its speed from one slope to the next.
    const float kept = speed < 0.0f ? -length(relative) : length(relative);
    state_.velocity = point.velocity + (walked ? kept : speed) * along;
}

void CharacterMotion::push_bodies(const Vec2& wanted) {
    std::vector<detail::BodyPush>& pushes = character_.pushes_;
    pushes.clear();
    for (CharacterTouch& touch : character_.touches_) {
        if (!world_.is_valid(touch.body) || world_[touch.body].type() != BodyType::Dynamic) {
            continue;
        }
        const ConstBodyRef body = std::as_const(world_)[touch.body];
        const float speed = std::max(0.0f, -dot(wanted - touch.surface_velocity, touch.normal));
        touch.impulse = std::min(speed * effective_mass(body, touch.point, touch.normal),
                                 definition_.push_force * time_step_);
        // As a force through the whole of the next step: friction, which is limited in each sub-step, would
        // not stop the impulse at once.
        if (touch.impulse > 0.0f) {
            pushes.push_back({touch.body, -(touch.impulse / time_step_) * touch.normal, touch.point});
        }
    }
    const CharacterGround& ground = state_.ground;
    const float weight = definition_.mass * definition_.gravity;
    if (ground.support == CharacterSupport::None || weight == 0.0f || !world_.is_valid(ground.body)) {
        return;
    }
    const ConstBodyRef body = std::as_const(world_)[ground.body];
    // A body that sleeps under the character has settled.
    if (body.type() == BodyType::Dynamic && (body.is_awake() || ground.shape != former_ground_)) {
        pushes.push_back({ground.body, -weight * state_.up, ground.point});
    }
}

}  // namespace drystone
