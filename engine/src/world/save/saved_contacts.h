#pragma once

#include "constraint_graph/constraint_graph.h"
#include "store/contact_store.h"
#include "store/feature_id.h"
#include "world/save/saved_containers.h"

#include <cstdint>
#include <string>
#include <type_traits>

namespace drystone {

template <>
struct Saved<SimplexCache> {
    static std::string name() { return "SimplexCache"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("count", self.count);
        archive("a", self.a);
        archive("b", self.b);
    }
};

template <>
struct Saved<CollisionCache> {
    static std::string name() { return "CollisionCache"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("simplex", self.simplex);
        archive("face_a", self.face_a);
        archive("face_b", self.face_b);
    }
};

template <>
struct Saved<SavedPoint> {
    static std::string name() { return "SavedPoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("normal_impulse", self.normal_impulse);
        archive("friction_impulse", self.friction_impulse);
        archive.in_range("feature", self.feature, 0.0f, feature_stride * feature_stride);
    }
};

template <>
struct Saved<Contact> {
    static std::string name() { return "Contact"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("shape_a", self.shape_a);
        archive("shape_b", self.shape_b);
        archive("body_a", self.body_a);
        archive("body_b", self.body_b);
        archive("frame_a", self.frame_a);
        archive("frame_b", self.frame_b);
        archive("place", self.place);
        archive.packed("flags", flags_of(self), [&](unsigned flags) { set_flags(self, flags); });
        archive.limited("kind", self.kind, ContactKind::General);
        archive("color", self.color);
        archive("friction", self.friction);
        archive("restitution", self.restitution);
        archive("points", self.points);
    }

private:
    static std::uint16_t flags_of(const Contact& contact) {
        const unsigned state = static_cast<unsigned>(contact.state);
        const unsigned response = static_cast<unsigned>(contact.response);
        return static_cast<std::uint16_t>(
            state | response << 2 | (contact.touching ? 16u : 0u) | (contact.hit_events ? 32u : 0u) |
            (contact.one_by_one ? 64u : 0u) | (contact.surface ? 128u : 0u) |
            (contact.needs_pre_solve ? 256u : 0u) | (contact.one_way_passing ? 512u : 0u) |
            (contact.initial_overlap ? 1024u : 0u) | (contact.coupled ? 2048u : 0u) |
            (contact.unmixed ? 4096u : 0u) | (contact.force_reported ? 8192u : 0u));
    }
    template <class Self>
    static void set_flags(Self& contact, unsigned flags) {
        if constexpr (!std::is_const_v<Self>) {
            contact.state = static_cast<ContactState>(flags & 3u);
            // Three of the four values are valid; `check_contacts` refuses the other.
            contact.response = static_cast<ContactResponse>(flags >> 2 & 3u);
            contact.touching = (flags & 16u) != 0;
            contact.hit_events = (flags & 32u) != 0;
            contact.one_by_one = (flags & 64u) != 0;
            contact.surface = (flags & 128u) != 0;
            contact.needs_pre_solve = (flags & 256u) != 0;
            contact.one_way_passing = (flags & 512u) != 0;
            contact.initial_overlap = (flags & 1024u) != 0;
            contact.coupled = (flags & 2048u) != 0;
            contact.unmixed = (flags & 4096u) != 0;
            contact.force_reported = (flags & 8192u) != 0;
        }
    }
};

template <>
struct Saved<ContactLinks> {
    static std::string name() { return "ContactLinks"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("next", self.next);
        archive("previous", self.previous);
    }
};

template <>
struct Saved<ContactStore> {
    static std::string name() { return "Contacts"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        ContactStore::visit_state(
            self, [&](auto& slots, auto& contacts, auto& links, auto& caches, auto& needs_pre_solve,
                      auto& waiting, auto& dominated, auto& candidates) {
                archive("slots", slots);
                archive("contacts", contacts);
                archive("links", links);
                archive("caches", caches);
                archive("needs_pre_solve", needs_pre_solve);
                archive("waiting", waiting);
                archive("dominated", dominated);
                archive("candidates", candidates);
            });
    }
};

template <>
struct Saved<Softness> {
    static std::string name() { return "Softness"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("bias_rate", self.bias_rate);
        archive("mass_scale", self.mass_scale);
        archive("impulse_scale", self.impulse_scale);
    }
};

/// Rows of contacts, without the offsets of states, which follow from the bodies.
template <>
struct Saved<ContactBlock> {
    static std::string name() { return "ContactBlock"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("normal_x", self.normal_x);
        archive("normal_y", self.normal_y);
        archive("normal_arm_a", self.normal_arm_a);
        archive("normal_arm_b", self.normal_arm_b);
        archive("normal_mass", self.normal_mass);
        archive("normal_impulse", self.normal_impulse);
        archive("settled", self.settled);
        archive("current_separation", self.current_separation);
        archive("tangent_arm_a", self.tangent_arm_a);
        archive("tangent_arm_b", self.tangent_arm_b);
        archive("tangent_mass", self.tangent_mass);
        archive("friction", self.friction);
        archive("separation", self.separation);
        archive("friction_impulse", self.friction_impulse);
        archive("bearable", self.bearable);
        archive("settling_age", self.settling_age);
        archive("load", self.load);
        archive("friction_load", self.friction_load);
        archive("softness", self.softness);
        archive("tracks_impacts", self.tracks_impacts);
        archive("bounces", self.bounces);
        archive("has_surfaces", self.has_surfaces);
        archive("round", self.round);
        archive("speculative", self.speculative);
        archive("meets", self.meets);
        archive("left_out", self.left_out);
    }
};

/// Identities of contacts, without bodies and frames, which follow from the contacts.
template <>
struct Saved<ContactIds> {
    static std::string name() { return "ContactIds"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("contact", self.contact);
        archive("feature", self.feature);
        archive("cached_between_x", self.cached_between_x);
        archive("cached_between_y", self.cached_between_y);
        archive("cached_rotation_a", self.cached_rotation_a);
        archive("cached_rotation_b", self.cached_rotation_b);
        archive("cached_separation", self.cached_separation);
    }
};

template <>
struct Saved<ImpactBlock> {
    static std::string name() { return "ImpactBlock"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("restitution", self.restitution);
        archive("hit_events", self.hit_events);
        archive("approach_speed", self.approach_speed);
        archive("max_impulse", self.max_impulse);
        archive("bounce_normal", self.bounce_normal);
        archive("bounce_friction", self.bounce_friction);
    }
};

/// Values that a pair and a block of lanes have alike.
template <class Self, class Archive>
void surface_values(Self& self, Archive& archive) {
    archive("rolling_length", self.rolling_length);
    archive("tangent_speed", self.tangent_speed);
    archive("frequency", self.frequency);
    archive("damping_ratio", self.damping_ratio);
    archive("rolling_impulse", self.rolling_impulse);
    archive("static_friction", self.static_friction);
    archive("reverse_friction", self.reverse_friction);
}

template <>
struct Saved<SurfaceBlock> {
    static std::string name() { return "SurfaceBlock"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        surface_values(self, archive);
        archive("turn_a", self.turn_a);
        archive("turn_b", self.turn_b);
        archive("rolling_mass", self.rolling_mass);
        archive("bias_rate", self.bias_rate);
        archive("lowest_bias", self.lowest_bias);
        archive("mass_scale", self.mass_scale);
        archive("impulse_scale", self.impulse_scale);
        archive("is_spring", self.is_spring);
    }
};

template <>
struct Saved<PairSurface> {
    static std::string name() { return "PairSurface"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        surface_values(self, archive);
    }
};

template <>
struct Saved<ContactList> {
    static std::string name() { return "ContactList"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        ContactList::visit_state(
            self, [&](auto& blocks, auto& ids, auto& impacts, auto& surfaces, auto& count, auto& /*fixed_a*/,
                      auto& bounces, auto& reports_hits, auto& /*dummy_slot*/) {
                archive("blocks", blocks);
                archive("ids", ids);
                archive("impacts", impacts);
                archive("surfaces", surfaces);
                archive("count", count);
                archive("bounces", bounces);
                archive("reports_hits", reports_hits);
            });
    }
};

template <>
struct Saved<GraphColor> {
    static std::string name() { return "GraphColor"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("lists", self.lists);
    }
};

template <>
struct Saved<ConstraintGraph> {
    static std::string name() { return "ConstraintGraph"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        ConstraintGraph::visit_state(
            self, [&](auto& /*seen_order*/, auto& colors, auto& /*body_colors*/, auto& /*used_lists*/,
                      auto& surfaces, auto& sub_step, auto& reference_sub_step, auto& is_sub_step_set) {
                archive("colors", colors);
                archive("surfaces", surfaces);
                archive("sub_step", sub_step);
                archive("reference_sub_step", reference_sub_step);
                archive("is_sub_step_set", is_sub_step_set);
            });
    }
};

}  // namespace drystone
