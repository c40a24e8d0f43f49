#include <drystone/contact_handlers.h>

#include <drystone/error.h>
#include <drystone/world.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace drystone {

namespace {

std::uint64_t kind_of(const World& world, ShapeId shape) {
    return world.is_valid(shape) ? world[shape].filter().category : 0;
}

ContactBegin turned(const ContactBegin& event) { return {event.shape_b, event.shape_a, event.contact}; }
ContactEnd turned(const ContactEnd& event) { return {event.shape_b, event.shape_a, event.contact}; }
ContactHit turned(ContactHit event) {
    std::swap(event.shape_a, event.shape_b);
    event.normal = -event.normal;
    return event;
}
ContactForce turned(ContactForce event) {
    std::swap(event.shape_a, event.shape_b);
    event.normal = -event.normal;
    event.force = -event.force;
    return event;
}

template <class Event>
std::vector<Event> copy_of(std::span<const Event> events) {
    return {events.begin(), events.end()};
}

}  // namespace

int ContactHandlers::add(ContactHandler handler) {
    removed_.reserve(handlers_.size() + 1);
    handlers_.push_back(std::move(handler));
    removed_.push_back(false);
    return static_cast<int>(handlers_.size()) - 1;
}

void ContactHandlers::remove(int number) {
    const auto index = static_cast<std::size_t>(number);
    if (number < 0 || index >= handlers_.size() || removed_[index]) {
        fail("ContactHandlers::remove", "number", "one that `add` returned", static_cast<double>(number));
    }
    handlers_[index] = {};
    removed_[index] = true;
}

void ContactHandlers::note(ContactId contact, const Kinds& kinds) {
    const auto place = std::lower_bound(
        touching_.begin(), touching_.end(), contact,
        [](const Touching& touching, ContactId id) { return touching.contact.index1 < id.index1; });
    if (place != touching_.end() && place->contact.index1 == contact.index1) {
        *place = {contact, kinds};
    } else {
        touching_.insert(place, {contact, kinds});
    }
}

ContactHandlers::Kinds ContactHandlers::take(ContactId contact) {
    const auto place = std::lower_bound(
        touching_.begin(), touching_.end(), contact,
        [](const Touching& touching, ContactId id) { return touching.contact.index1 < id.index1; });
    if (place == touching_.end() || place->contact != contact) {
        return {};
    }
    const Kinds kinds = place->kinds;
    touching_.erase(place);
    return kinds;
}

template <class Event>
void ContactHandlers::call(const std::vector<Event>& events, const std::vector<Kinds>& kinds,
                           Callback<void(const Event&)> ContactHandler::*function) const {
    for (std::size_t i = 0; i < events.size(); ++i) {
        for (const ContactHandler& handler : handlers_) {
            if (!(handler.*function)) {
                continue;
            }
            if ((handler.categories_a & kinds[i].a) != 0 && (handler.categories_b & kinds[i].b) != 0) {
                (handler.*function)(events[i]);
            } else if ((handler.categories_a & kinds[i].b) != 0 && (handler.categories_b & kinds[i].a) != 0) {
                (handler.*function)(turned(events[i]));
            }
        }
    }
}

void ContactHandlers::dispatch(const World& world) {
    // All kinds are read before a handler may destroy a shape.
    const auto kinds_of = [&](const auto& events) {
        std::vector<Kinds> kinds;
        kinds.reserve(events.size());
        for (const auto& event : events) {
            kinds.push_back({kind_of(world, event.shape_a), kind_of(world, event.shape_b)});
        }
        return kinds;
    };
    const std::vector<ContactBegin> begins = copy_of(world.contact_begins());
    const std::vector<ContactEnd> ends = copy_of(world.contact_ends());
    const std::vector<ContactHit> hits = copy_of(world.contact_hits());
    const std::vector<ContactForce> forces = copy_of(world.contact_forces());
    const std::vector<Kinds> begun = kinds_of(begins);
    const std::vector<Kinds> hit = kinds_of(hits);
    const std::vector<Kinds> pushed = kinds_of(forces);
    // A contact that ended by a destruction before the step may be followed by another one in its slot.
    std::vector<Kinds> ended;
    ended.reserve(ends.size());
    for (const ContactEnd& end : ends) {
        ended.push_back(take(end.contact));
    }
    for (std::size_t i = 0; i < begins.size(); ++i) {
        note(begins[i].contact, begun[i]);
    }
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (ended[i].a == 0 && ended[i].b == 0) {
            // It began in this step, or before the first call.
            ended[i] = take(ends[i].contact);
            ended[i].a = ended[i].a != 0 ? ended[i].a : kind_of(world, ends[i].shape_a);
            ended[i].b = ended[i].b != 0 ? ended[i].b : kind_of(world, ends[i].shape_b);
        }
    }
    call(ends, ended, &ContactHandler::end);
    call(begins, begun, &ContactHandler::begin);
    call(hits, hit, &ContactHandler::hit);
    call(forces, pushed, &ContactHandler::force);
}

}  // namespace drystone
