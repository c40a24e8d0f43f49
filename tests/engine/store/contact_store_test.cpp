#include <doctest/doctest.h>

#include "store/contact_store.h"
#include "support/world_build.h"

#include <algorithm>
#include <vector>

using namespace drystone;

namespace {

constexpr int body_count = 12;

/// The store, and its expected contents by a naive implementation.
struct Model {
    ContactStore store;
    BodyStore bodies;
    std::vector<std::uint32_t> live;
    std::vector<std::uint32_t> candidates;

    Model() {
        for (int i = 0; i < body_count; ++i) {
            bodies.create(BodyType::Dynamic);
        }
    }
};

std::vector<std::uint32_t> listed_contacts(const Model& model, std::uint32_t body) {
    std::vector<std::uint32_t> result;
    std::uint32_t previous = no_index;
    for (std::uint32_t key = model.bodies.records[body].first_contact; key != no_index;
         key = model.store.links[key / 2].next[key % 2]) {
        CHECK(model.store.links[key / 2].previous[key % 2] == previous);
        const Contact& contact = model.store.contacts[key / 2];
        CHECK((key % 2 == 0 ? contact.body_a : contact.body_b) == body);
        result.push_back(key / 2);
        previous = key;
    }
    std::sort(result.begin(), result.end());
    return result;
}

std::vector<std::uint32_t> expected_contacts(const Model& model, std::uint32_t body) {
    std::vector<std::uint32_t> result;
    for (const std::uint32_t index : model.live) {
        const Contact& contact = model.store.contacts[index];
        if (contact.body_a == body || contact.body_b == body) {
            result.push_back(index);
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

float count_touching(const Model& model, const std::vector<std::uint32_t>& contacts) {
    return static_cast<float>(std::count_if(contacts.begin(), contacts.end(), [&](std::uint32_t index) {
        return model.store.contacts[index].touching;
    }));
}

void check(const Model& model) {
    CHECK(model.store.slots.live_count() == model.live.size());
    for (std::uint32_t body = 0; body < body_count; ++body) {
        const std::vector<std::uint32_t> expected = expected_contacts(model, body);
        CHECK(listed_contacts(model, body) == expected);
        CHECK(model.bodies.masses[body].constraint_count == count_touching(model, expected));
    }
    std::vector<std::uint32_t> candidates;
    for (std::size_t kind = 0; kind < contact_kind_count; ++kind) {
        const std::vector<std::uint32_t>& list = model.store.candidates[kind];
        candidates.insert(candidates.end(), list.begin(), list.end());
        REQUIRE(model.store.candidate_pairs[kind].size() == list.size());
        for (std::uint32_t place = 0; place < list.size(); ++place) {
            const Contact& contact = model.store.contacts[list[place]];
            const CandidatePair& pair = model.store.candidate_pairs[kind][place];
            CHECK(contact.place == place);
            CHECK(contact.state == ContactState::Apart);
            CHECK(pair.shape_a == contact.shape_a);
            CHECK(pair.shape_b == contact.shape_b);
            CHECK(pair.body_a == contact.body_a);
            CHECK(pair.body_b == contact.body_b);
        }
    }
    std::vector<std::uint32_t> expected = model.candidates;
    std::sort(candidates.begin(), candidates.end());
    std::sort(expected.begin(), expected.end());
    CHECK(candidates == expected);
}

void create(Model& model, test::Random& random) {
    const auto a = static_cast<std::uint32_t>(random.below(body_count));
    const auto b = (a + 1 + static_cast<std::uint32_t>(random.below(body_count - 1))) % body_count;
    const ContactKind kind = random.below(2) == 0 ? ContactKind::Boxes : ContactKind::General;
    model.live.push_back(model.store.create(kind, 10 + a, a, 10 + b, b, model.bodies));
}

void toggle_candidate(Model& model, std::uint32_t index) {
    if (model.store.contacts.edit(index).state == ContactState::Asleep) {
        model.store.add_candidate(index);
        model.candidates.push_back(index);
    } else {
        if (index % 2 == 0) {
            model.store.remove_candidate(index);
        } else {
            model.store.leave_candidates(index);
            CHECK((model.store.contacts.edit(index).state == ContactState::Apart));
            model.store.contacts.edit(index).state = ContactState::Asleep;
        }
        model.candidates.erase(std::remove(model.candidates.begin(), model.candidates.end(), index),
                               model.candidates.end());
    }
}

/// Marks the contact as touching; the store itself reads the flag only on destruction.
void touch(Model& model, std::uint32_t index) {
    Contact& contact = model.store.contacts.edit(index);
    if (!contact.touching) {
        contact.touching = true;
        model.bodies.add_contact(contact.body_a);
        model.bodies.add_contact(contact.body_b);
    }
}

void destroy(Model& model, std::size_t k) {
    const std::uint32_t index = model.live[k];
    if (model.store.contacts.edit(index).state == ContactState::Apart) {
        toggle_candidate(model, index);
    }
    model.store.destroy(index, model.bodies);
    model.live.erase(model.live.begin() + static_cast<std::ptrdiff_t>(k));
}

}  // namespace

TEST_CASE("contact store: a new contact is clean and hangs on both bodies") {
    Model model;
    const std::uint32_t index = model.store.create(ContactKind::Boxes, 3, 1, 5, 2, model.bodies);
    const Contact& contact = model.store.contacts[index];
    CHECK(contact.shape_a == 3);
    CHECK(contact.shape_b == 5);
    CHECK(contact.body_a == 1);
    CHECK(contact.body_b == 2);
    CHECK(contact.kind == ContactKind::Boxes);
    CHECK(contact.state == ContactState::Asleep);
    CHECK_FALSE(contact.touching);
    CHECK(contact.color == -1);
    CHECK(contact.place == no_index);
    CHECK(model.bodies.masses[1].constraint_count == 0.0f);
    CHECK(model.bodies.records[1].first_contact == 2 * index);
    CHECK(model.bodies.records[2].first_contact == 2 * index + 1);
}

TEST_CASE("contact store: lists and candidates hold through random changes") {
    Model model;
    test::Random random(5);
    for (int i = 0; i < test::scaled(3000, 300); ++i) {
        const int kind = random.below(4);
        if (model.live.empty() || (kind == 0 && model.live.size() < 60)) {
            create(model, random);
        } else {
            const auto k = static_cast<std::size_t>(random.below(static_cast<int>(model.live.size())));
            if (kind == 1) {
                destroy(model, k);
            } else if (kind == 2) {
                touch(model, model.live[k]);
            } else {
                toggle_candidate(model, model.live[k]);
            }
        }
        check(model);
    }
}

TEST_CASE("contact store: where it says that there is room, nothing that is read of candidates moves") {
    Model model;
    test::Random random(6);
    const auto memory = [&](ContactKind kind) {
        return std::vector<const void*>{model.store.contacts.data(),
                                        kind == ContactKind::General ? model.store.caches.data() : nullptr,
                                        model.store.candidates[static_cast<std::size_t>(kind)].data()};
    };
    int roomy = 0;
    for (int i = 0; i < 400; ++i) {
        if (i % 5 == 4) {
            destroy(model, static_cast<std::size_t>(random.below(static_cast<int>(model.live.size()))));
        }
        const ContactKind kind = random.below(2) == 0 ? ContactKind::Boxes : ContactKind::General;
        // The first cache allocates their array, which nothing reads before.
        const bool first_cache = model.store.caches.empty();
        const bool room = model.store.has_room(kind);
        const std::vector<const void*> before = memory(kind);
        const std::uint32_t index = model.store.create(kind, 10, 0, 11, 1, model.bodies);
        model.live.push_back(index);
        toggle_candidate(model, index);
        CHECK((!room || first_cache || memory(kind) == before));
        roomy += room ? 1 : 0;
    }
    CHECK(roomy > 200);
    check(model);
}

TEST_CASE("contact store: room for many contacts at once is the room that they would make one by one") {
    for (const int freed : {0, 40}) {
        CAPTURE(freed);
        Model models[2];
        for (Model& model : models) {
            for (int i = 0; i < 100; ++i) {
                model.store.create(ContactKind::Boxes, 1, 1, 2, 2, model.bodies);
            }
            for (int i = 0; i < freed; ++i) {
                model.store.destroy(static_cast<std::uint32_t>(i), model.bodies);
            }
        }
        ContactStore& store = models[0].store;
        store.reserve_additional(static_cast<std::size_t>(freed));
        CHECK(store.bytes() == models[1].store.bytes());  // Free slots are enough room.
        store.reserve_additional(5000);
        const std::size_t expected = store.bytes();
        CHECK(expected > models[1].store.bytes());
        for (int i = 0; i < 5000; ++i) {
            store.create(ContactKind::Boxes, 1, 1, 2, 2, models[0].bodies);
            models[1].store.create(ContactKind::Boxes, 1, 1, 2, 2, models[1].bodies);
        }
        CHECK(store.bytes() == expected);
        CHECK(store.bytes() == models[1].store.bytes());
    }
}
