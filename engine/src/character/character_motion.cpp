#include "character/character_motion.h"

#include "world/bodies/body_pushes.h"
#include "world/checks.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace drystone {

namespace {

/// Part of the gap within which a surface counts as touched.
constexpr float touching = 0.1f;
/// Part of the gap by which a character may be below the surface of a one-way shape and still stand on it.
constexpr float one_way_slack = 1.5f;
/// Number of surfaces along which a motion slides in an update.
constexpr int max_slides = 10;
/// Motion that is not worth a search [m].
constexpr float tiny_motion = 1e-6f;

}  // namespace

void check_motion(const char* function, const Vec2& position, const Vec2& way, float time_step) {
    const Vec2 end = position + way;
    if (!(std::abs(end.x) <= largest_coordinate && std::abs(end.y) <= largest_coordinate)) {
        fail(function, "time_step", "so short that the character stays within 1e30 m of zero", time_step);
    }
}

CharacterMotion::CharacterMotion(World& world, Character& character, const char* function, float time_step)
    : world_(world),
      function_(function),
      character_(character),
      definition_(character.definition_),
      state_(character.state_),
      before_(character.state_),
      time_step_(time_step),
      former_ground_(character.state_.ground.shape),
      near_(world, function, character.near_, time_step),
      spare_(character.definition_.gap + time_step * length(character.state_.velocity)) {
    character_.touches_.swap(character_.former_touches_);
    character_.touches_.clear();
    character_.cast_.contacts.distance = definition_.gap;
    state_.crushed = false;
}

CharacterMotion::~CharacterMotion() {
    if (!is_done_) {
        state_ = before_;
        character_.touches_.swap(character_.former_touches_);
    }
}

NearShapes::Own CharacterMotion::own_shape() const {
    return {definition_.geometry, definition_.custom ? &*definition_.custom : nullptr};
}

std::optional<SweptContact> CharacterMotion::cast(const Vec2& way) {
    return cast(way, [&](const ShapeContact& contact) { return is_obstacle(contact); });
}

std::optional<SweptContact> CharacterMotion::cast(const Vec2& way,
                                                  FunctionRef<bool(const ShapeContact&)> accepts) {
    character_.cast_.translation = way;
    const bool stands = state_.ground.support == CharacterSupport::Ground;
    near_.meet_ahead(carried(), stands ? state_.ground.body : BodyId{});
    const bool are_known = contacts_at_ == state_.position && contacts_distance_ >= definition_.gap;
    return near_.cast_contact(own_shape(), character_.pose(), character_.cast_, spare_, accepts,
                              are_known ? &character_.contacts_ : nullptr);
}

void CharacterMotion::collect(float distance) {
    if (contacts_at_ == state_.position && contacts_distance_ >= distance) {
        std::erase_if(character_.contacts_,
                      [&](const ShapeContact& contact) { return contact.separation > distance; });
        contacts_distance_ = distance;
        return;
    }
    ContactQuery& query = character_.cast_.contacts;
    query.distance = distance;
    near_.contacts_of(own_shape(), character_.pose(), query, spare_, character_.contacts_);
    query.distance = definition_.gap;
    contacts_at_ = state_.position;
    contacts_distance_ = distance;
}

bool CharacterMotion::is_dropped(ShapeId shape) const {
    const auto end = state_.dropped.begin() + state_.dropped_count;
    return std::find(state_.dropped.begin(), end, shape) != end;
}

bool CharacterMotion::is_obstacle(const ShapeContact& contact) const {
    if (!carrier_.is_null() && contact.body == carrier_) {
        return false;
    }
    if (!contact.one_way) {
        return true;
    }
    // What moves towards the character may have entered it in the last step, and only then.
    const float entered =
        resolving_ ? std::max(0.0f, dot(contact.deepest().velocity, contact.normal)) * time_step_ : 0.0f;
    return contact.on_solid_side && !is_dropped(contact.shape) &&
           contact.separation + entered >= -one_way_slack * definition_.gap;
}

bool CharacterMotion::is_walkable(const Vec2& normal) const {
    return dot(normal, state_.up) >= character_.min_ground_cosine_;
}

float CharacterMotion::distance_beside(const Vec2& point) const {
    const float x = dot(point - state_.position, right_perp(state_.up));
    return std::max(x - character_.sides_.y, character_.sides_.x - x);
}

bool CharacterMotion::is_above(const ShapeContact& contact) const {
    if (distance_beside(contact.deepest().point) <= 0.0f) {
        return true;
    }
    // Twice the way down to the plane of the contact.
    const float height = std::max(contact.separation, 0.0f) + touching * definition_.gap;
    const Vec2 way = -2.0f * height / dot(contact.normal, state_.up) * state_.up;
    return near_.meets(own_shape(), character_.pose(), contact.shape, way);
}

float CharacterMotion::speed_after(const ShapeContact& contact) const {
    const float theirs = dot(contact.deepest().velocity, contact.normal);
    const float own = dot(state_.velocity, contact.normal);
    if (near_.is_of_character(contact.body)) {
        // The other does not walk on into this one.
        const bool stands = state_.ground.support != CharacterSupport::None;
        return std::min(theirs, stands ? dot(state_.ground.velocity, contact.normal) : 0.0f);
    }
    const ConstBodyRef body = std::as_const(world_)[contact.body];
    if (theirs <= 0.0f || theirs <= own || body.type() != BodyType::Dynamic) {
        return theirs;
    }
    const float mass = body.mass().mass;
    return own + mass / (mass + definition_.mass) * (theirs - own);
}

void CharacterMotion::meet(const ShapeContact& contact) {
    const ShapeContactPoint& point = contact.deepest();
    met_.add(is_wall(contact) ? along_ground(contact.normal) : contact.normal, speed_after(contact));
    const float speed = std::max(0.0f, -dot(state_.velocity - point.velocity, contact.normal));
    for (CharacterTouch& touch : character_.touches_) {
        if (touch.shape == contact.shape) {
            touch.speed = std::max(touch.speed, speed);
            return;
        }
    }
    character_.touches_.push_back(
        {contact.shape, contact.body, contact.normal, point.point, point.velocity, speed, 0.0f});
}

void CharacterMotion::walk(const Vec2& way, bool walking) {
    const Vec2 start = state_.position;
    slide(way, walking);
    moves_ = walking && length_squared(state_.position - start) > tiny_motion * tiny_motion;
}

void CharacterMotion::slide(Vec2 way, bool walking) {
    check_motion(function_, state_.position, way, time_step_);
    const Vec2 first = way;
    for (int i = 0; i < max_slides && length_squared(way) > tiny_motion * tiny_motion; ++i) {
        const std::optional<SweptContact> hit = cast(way);
        if (!hit) {
            state_.position += way;
            return;
        }
        state_.position += hit->fraction * way;
        way = (1.0f - hit->fraction) * way;
        if (walking && climb_step(hit->contact, way)) {
            continue;
        }
        way = turned(way, hit->contact, walking);
        // Back and forth between the surfaces of a corner.
        if (dot(way, first) <= 0.0f) {
            return;
        }
    }
}

Vec2 CharacterMotion::turned(const Vec2& way, const ShapeContact& contact, bool walking) {
    planes_.clear();
    const auto limit = [&](const ShapeContact& surface) {
        const float rise = dot(surface.normal, state_.up);
        planes_.add(surface.normal, 0.0f);
        if (walking && is_wall(surface)) {
            planes_.add(along_ground(surface.normal), 0.0f);
        } else if (walking && rise > 0.0f && !is_walkable(surface.normal)) {
            planes_.add(flat(surface.normal), 0.0f);
        }
    };
    meet(contact);
    limit(contact);
    collect((1.0f + touching) * definition_.gap);
    for (const ShapeContact& surface : character_.contacts_) {
        if (is_obstacle(surface)) {
            limit(surface);
            if (dot(surface.normal, way) < 0.0f) {
                meet(surface);
            }
        }
    }
    if (walking && is_wall(contact)) {
        return {0.0f, 0.0f};  // Else it would go up, on a slope, and over the other.
    }
    Vec2 target = way;
    if (walking && is_walkable(contact.normal)) {
        const Vec2 along = right_perp(contact.normal);
        target = (dot(way, along) >= 0.0f ? length(way) : -length(way)) * along;
    }
    bool feasible = true;
    const Vec2 allowed = planes_.nearest(target, feasible);
    return feasible ? allowed : Vec2{0.0f, 0.0f};
}

bool CharacterMotion::climb_step(const ShapeContact& wall, Vec2& way) {
    const Vec2 up = state_.up;
    const Vec2 forward = way - dot(way, up) * up;
    if (definition_.max_step == 0.0f || near_.is_of_character(wall.body) || is_walkable(wall.normal) ||
        dot(wall.normal, up) < -1e-3f || length(forward) < tiny_motion) {
        return false;
    }
    const Vec2 start = state_.position;
    const auto refuse = [&] {
        state_.position = start;
        return false;
    };
    const auto above = cast(definition_.max_step * up);
    const float height = definition_.max_step * (above ? above->fraction : 1.0f);
    state_.position += height * up;
    const auto ahead = cast(forward);
    const float part = ahead ? ahead->fraction : 1.0f;
    state_.position += part * forward;
    if (height * part <= 0.0f || part * length(forward) < tiny_motion) {
        return refuse();
    }
    const auto below = cast(-height * up);
    // A round foot also rests on an edge that is above its lowest point.
    if (!below || below->fraction >= 1.0f || near_.is_of_character(below->contact.body) ||
        dot(below->contact.deepest().point - state_.ground.point, up) >
            definition_.max_step + touching * definition_.gap) {
        return refuse();
    }
    state_.position -= below->fraction * height * up;
    if (!is_walkable(below->contact.normal) &&
        !leads_to_ground(normalized(forward), dot(state_.position - start, up))) {
        return refuse();
    }
    step_ = below->contact;
    way = (1.0f - part) * forward;
    return true;
}

bool CharacterMotion::leads_to_ground(const Vec2& direction, float height) {
    const Vec2 start = state_.position;
    const float room = definition_.max_step - height;
    bool found = false;
    const auto above = cast(room * state_.up);
    const float risen = room * (above ? above->fraction : 1.0f);
    state_.position += risen * state_.up;
    // Far enough for a round foot to stand on the step with its lowest point.
    const float half_width = 0.5f * (character_.sides_.y - character_.sides_.x);
    const auto ahead = cast(half_width * direction);
    state_.position += half_width * (ahead ? ahead->fraction : 1.0f) * direction;
    if (const auto below = cast(-(risen + 0.5f * definition_.gap) * state_.up)) {
        found = is_walkable(below->contact.normal);
    }
    state_.position = start;
    return found;
}

void CharacterMotion::clip_velocity(bool walking) {
    planes_.clear();
    for (const MotionPlane& plane : met_) {
        const float rise = dot(plane.normal, state_.up);
        if (walking && is_walkable(plane.normal)) {
            continue;
        }
        planes_.add(plane.normal, plane.offset);
        if (walking && rise > 0.0f) {
            planes_.add(flat(plane.normal), plane.offset);
        }
    }
    bool feasible = true;
    const Vec2 velocity = planes_.nearest(state_.velocity, feasible);
    state_.velocity = feasible ? velocity : state_.ground.velocity;
}

Vec2 CharacterMotion::carried() const {
    const bool stands =
        state_.ground.support != CharacterSupport::None && !near_.is_of_character(state_.ground.body);
    return stands ? time_step_ * state_.ground.velocity : Vec2{0.0f, 0.0f};
}

bool CharacterMotion::is_wall(const ShapeContact& contact) const {
    return near_.is_of_character(contact.body) && state_.ground.support == CharacterSupport::Ground &&
           contact.body != state_.ground.body && along_ground(contact.normal) != Vec2{0.0f, 0.0f};
}

Vec2 CharacterMotion::along_ground(const Vec2& normal) const {
    const Vec2 along = right_perp(state_.ground.normal);
    const float side = dot(normal, along);
    return std::abs(side) > 1e-6f ? std::copysign(1.0f, side) * along : Vec2{0.0f, 0.0f};
}

Vec2 CharacterMotion::flat(const Vec2& normal) const {
    const Vec2 across = normal - dot(normal, state_.up) * state_.up;
    return length_squared(across) > 1e-12f ? normalized(across) : Vec2{0.0f, 0.0f};
}

void CharacterMotion::act(const Vec2& wanted) {
    push_bodies(wanted);
    // Both lists of touches take turns.
    character_.former_touches_.reserve(character_.touches_.capacity());
    std::optional<BodyTarget> target;
    if (!definition_.body.is_null()) {
        const Pose pose = character_.pose();
        target = {definition_.body, pose.position + carried(), pose.rotation.angle(), time_step_};
    }
    push_all(world_, function_, character_.pushes_, target);
    is_done_ = true;
}

}  // namespace drystone
