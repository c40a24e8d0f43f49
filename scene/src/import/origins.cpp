#include "import/origins.h"

#include "json/place.h"
#include "world/create.h"

#include <drystone/error.h>

#include <set>
#include <utility>

namespace drystone::scene {
namespace {

/// Returns "file:line: path: message", with the place of the argument that an error of the engine names if
/// there is one.
std::string text_at_origin(const Origin& origin, std::string_view message) {
    message = without_functions(message);
    std::string_view argument = message.substr(0, message.find(" must be "));
    const std::size_t last = argument.rfind('.');
    if (last != std::string_view::npos) {
        argument.remove_prefix(last + 1);
    }
    const auto member = origin.members.find(argument);
    const std::string& where = member == origin.members.end() ? origin.where : member->second;
    return std::string(where).append(": ").append(message);
}

Origin find_origin(const Origins& origins, const Creation& at) {
    if (at.kind == Creation::Kind::Joint && at.index < origins.joints.size()) {
        return origins.joints[at.index];
    }
    if (at.kind == Creation::Kind::TileGrid && at.index < origins.tile_grids.size()) {
        return origins.tile_grids[at.index];
    }
    if (at.index < origins.bodies.size()) {
        const Origins::Body& body = origins.bodies[at.index];
        if (at.kind == Creation::Kind::Body) {
            return body.self;
        }
        if (at.kind == Creation::Kind::Shape && at.part < body.shapes.size()) {
            return body.shapes[at.part];
        }
        if (at.kind == Creation::Kind::Chain && at.part < body.chains.size()) {
            return body.chains[at.part];
        }
    }
    return {std::string(origins.name).append(": ").append(path_of(at)), {}, {}};
}

/// Places of entries of a kind, and of their parts.
using Refused = std::set<std::pair<std::size_t, std::size_t>>;

/// Removes the entries whose numbers are in the set.
template <class Entry>
void remove_parts(std::vector<Entry>& entries, const Refused& refused, std::size_t owner) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (refused.count({owner, i}) == 0) {
            if (kept != i) {
                entries[kept] = std::move(entries[i]);
            }
            ++kept;
        }
    }
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(kept), entries.end());
}

/// Returns the new numbers of `count` entries; `no_entry` for those that are removed.
std::vector<EntryIndex> renumber(std::size_t count, const Refused& refused) {
    std::vector<EntryIndex> numbers(count, no_entry);
    EntryIndex next = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (refused.count({0, i}) == 0) {
            numbers[i] = next++;
        }
    }
    return numbers;
}

EntryIndex renumbered(EntryIndex index, const std::vector<EntryIndex>& numbers) {
    return index < numbers.size() ? numbers[index] : no_entry;
}

void remove_bodies(Description& description, const Refused& refused) {
    const std::vector<EntryIndex> numbers = renumber(description.bodies.size(), refused);
    remove_parts(description.bodies, refused, 0);
    for (JointEntry& joint : description.joints) {
        joint.body_a = renumbered(joint.body_a, numbers);
        joint.body_b = renumbered(joint.body_b, numbers);
    }
}

void remove_joints(Description& description, const Refused& refused) {
    const std::vector<EntryIndex> numbers = renumber(description.joints.size(), refused);
    remove_parts(description.joints, refused, 0);
    for (JointEntry& joint : description.joints) {
        joint.first = renumbered(joint.first, numbers);
        joint.second = renumbered(joint.second, numbers);
    }
}

/// Refuses the joints whose bodies or joints are refused.
void refuse_dependents(const Description& description, const Origins& origins, const Refused& bodies,
                       Refused& joints, ImportNotes& notes) {
    const auto is_refused = [](const Refused& refused, EntryIndex index) {
        return index != no_entry && refused.count({0, index}) != 0;
    };
    for (std::size_t i = 0; i < description.joints.size(); ++i) {
        const JointEntry& joint = description.joints[i];
        if (joints.count({0, i}) == 0 &&
            (is_refused(bodies, joint.body_a) || is_refused(bodies, joint.body_b) ||
             is_refused(joints, joint.first) || is_refused(joints, joint.second))) {
            joints.insert({0, i});
            const Origin origin = find_origin(origins, {Creation::Kind::Joint, i, 0});
            notes.add(std::string(origin.where)
                          .append(": what it joins is left out; ")
                          .append(origin.what)
                          .append(" is left out"));
        }
    }
}

}  // namespace

void remove_refused(Description& description, const Origins& origins, ImportNotes& notes) {
    std::map<Creation::Kind, Refused> refused;
    for (const FailedCreation& failure : try_out_all(description)) {
        const Origin origin = find_origin(origins, failure.at);
        const std::string text = text_at_origin(origin, failure.message);
        if (failure.at.kind == Creation::Kind::Settings || failure.at.kind == Creation::Kind::Material) {
            fail(text);
        }
        const bool is_part =
            failure.at.kind == Creation::Kind::Shape || failure.at.kind == Creation::Kind::Chain;
        if (is_part) {
            refused[failure.at.kind].insert({failure.at.index, failure.at.part});
        } else {
            refused[failure.at.kind].insert({0, failure.at.index});
        }
        notes.add(std::string(text)
                      .append("; ")
                      .append(is_part ? "a shape of " : "")
                      .append(origin.what)
                      .append(" is left out"));
    }
    if (refused.empty()) {
        return;
    }
    for (std::size_t b = 0; b < description.bodies.size(); ++b) {
        remove_parts(description.bodies[b].shapes, refused[Creation::Kind::Shape], b);
        remove_parts(description.bodies[b].chains, refused[Creation::Kind::Chain], b);
    }
    remove_parts(description.tile_grids, refused[Creation::Kind::TileGrid], 0);
    refuse_dependents(description, origins, refused[Creation::Kind::Body], refused[Creation::Kind::Joint],
                      notes);
    remove_joints(description, refused[Creation::Kind::Joint]);
    remove_bodies(description, refused[Creation::Kind::Body]);
}

}  // namespace drystone::scene
