#pragma once

#include "broad_phase/broad_phase.h"
#include "contacts/contact_force_events.h"
#include "contacts/contact_rules.h"
#include "internal_edges/internal_edge_changes.h"
#include "internal_edges/kinematic_neighbors.h"
#include "loaded_contacts/loaded_contacts.h"
#include "narrow_phase/support_turns.h"
#include "sensors/sensor_store.h"
#include "solver/split_impulse.h"
#include "world/save/saved_bodies.h"
#include "world/save/saved_trees.h"

#include <string>

namespace drystone {

template <>
struct Saved<BroadPhase> {
    static std::string name() { return "BroadPhase"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        BroadPhase::visit_state(self, [&](auto& trees, auto& seen_changes) {
            archive("trees", trees);
            archive("seen_changes", seen_changes);
        });
    }
};

template <>
struct Saved<InternalEdgeChanges> {
    static std::string name() { return "InternalEdgeChanges"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        InternalEdgeChanges::visit_state(self,
                                         [&](auto& boxes, auto& bodies, auto& everywhere, auto& crowded) {
                                             archive("boxes", boxes);
                                             archive("bodies", bodies);
                                             archive("everywhere", everywhere);
                                             archive("crowded", crowded);
                                         });
    }
};

template <>
struct Saved<ShapePair> {
    static std::string name() { return "ShapePair"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("a", self.a);
        archive("b", self.b);
    }
};

template <>
struct Saved<BodyPair> {
    static std::string name() { return "BodyPair"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("a", self.a);
        archive("b", self.b);
    }
};

template <>
struct Saved<NeighborLink> {
    static std::string name() { return "NeighborLink"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("shape", self.shape);
        archive("other", self.other);
        archive("place", self.place);
    }
};

template <>
struct Saved<KinematicNeighbors> {
    static std::string name() { return "KinematicNeighbors"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        KinematicNeighbors::visit_state(self,
                                        [&](auto& near, auto& links, auto& seen_changes, auto& sole_body) {
                                            archive("near", near);
                                            archive("links", links);
                                            archive("seen_changes", seen_changes);
                                            archive("sole_body", sole_body);
                                        });
    }
};

template <>
struct Saved<SupportTurn> {
    static std::string name() { return "SupportTurn"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("cosine", self.cosine);
        archive("sine", self.sine);
        archive("distance", self.distance);
        archive("unused", self.unused);
    }
};

template <>
struct Saved<SupportTurns> {
    static std::string name() { return "SupportTurns"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        SupportTurns::visit_state(
            self, [&](auto& turning, auto& steps, auto& turns, auto& seen, auto& supports, auto& next) {
                archive("turning", turning);
                archive("steps", steps);
                archive("turns", turns);
                archive("seen", seen);
                archive("supports", supports);
                archive("next", next);
            });
    }
};

template <>
struct Saved<InitialOverlaps> {
    static std::string name() { return "InitialOverlaps"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        InitialOverlaps::visit_state(self, [&](auto& contacts) { archive("contacts", contacts); });
    }
};

template <>
struct Saved<LoadedContact> {
    static std::string name() { return "LoadedContact"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("contact", self.contact);
        archive("level", self.level);
        archive("time_without", self.time_without);
    }
};

template <>
struct Saved<LoadedContacts> {
    static std::string name() { return "LoadedContacts"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        LoadedContacts::visit_state(self, [&](auto& contacts) { archive("contacts", contacts); });
    }
};

template <>
struct Saved<ContactForceEvents> {
    static std::string name() { return "ForceEvents"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        ContactForceEvents::visit_state(self, [&](auto& shapes) { archive("shapes", shapes); });
    }
};

template <>
struct Saved<FilterAnswers> {
    static std::string name() { return "FilterAnswers"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        FilterAnswers::visit_state(self, [&](auto& refused, auto& allowed) {
            archive("refused", refused);
            archive("allowed", allowed);
        });
    }
};

template <>
struct Saved<ContactRules> {
    static std::string name() { return "ContactRules"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        ContactRules::visit_state(
            self, [&](auto& excluded, auto& allowed_again, auto& last_time_step, auto& filter_answers) {
                archive("excluded", excluded);
                archive("allowed_again", allowed_again);
                archive("last_time_step", last_time_step);
                archive("filter_answers", filter_answers);
            });
    }
};

template <>
struct Saved<Sensor> {
    static std::string name() { return "Sensor"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        Sensor::visit_state(self, [&](auto& shape, auto& proxy, auto& inside) {
            archive("shape", shape);
            archive("proxy", proxy);
            archive("inside", inside);
        });
    }
};

template <>
struct Saved<SensorStore> {
    static std::string name() { return "Sensors"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        SensorStore::visit_state(self, [&](auto& sensors, auto& places, auto& tree, auto& pending_ends) {
            archive("sensors", sensors);
            archive("places", places);
            archive("tree", tree);
            archive("pending_ends", pending_ends);
        });
    }
};

}  // namespace drystone
