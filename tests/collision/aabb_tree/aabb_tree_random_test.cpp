#include "support/aabb_naive.h"

#include <drystone/collision/aabb_tree.h>

#include <doctest/doctest.h>

#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

/// A tree and the naive list, which receive the same operations.
struct Twins {
    AabbTree tree;
    NaiveAabbList list;
    float world = 20.0f;
    float size = 3.0f;

    std::uint32_t any(AabbRandom& random) const { return list.used[random.below(list.used.size())]; }

    void insert(AabbRandom& random) {
        const Aabb box = random.box(world, size);
        const std::uint64_t categories = random.chance(0.02) ? 0 : 1ull << random.below(5);
        const AabbTree::Proxy proxy = tree.insert(box, categories, random.below(1000));
        REQUIRE((proxy >= list.items.size() || !list.items[proxy].used));
        list.insert(proxy, box, categories);
    }
    void remove(AabbRandom& random) {
        const std::uint32_t proxy = any(random);
        tree.remove(proxy);
        list.remove(proxy);
    }
    void move(std::uint32_t proxy, const Aabb& box) {
        tree.move(proxy, box);
        list.items[proxy].box = box;
    }
    /// Moves a box by a small displacement as in a simulation, or to any place.
    void move(AabbRandom& random, std::uint32_t proxy, double teleport) {
        if (random.chance(teleport)) {
            move(proxy, random.box(world, size));
            return;
        }
        const Vec2 way = random.vector(0.5f);
        const Aabb& box = list.items[proxy].box;
        move(proxy, {box.lower + way, box.upper + way});
    }
    void forget(std::uint32_t proxy) {
        tree.forget_pairs(proxy);
        list.items[proxy].previous.reset();
    }
    void recategorise(AabbRandom& random, std::uint32_t proxy) {
        const std::uint64_t bits = random.bits() & 31;
        tree.set_category_bits(proxy, bits);
        list.items[proxy].categories = bits;
    }
    void check_query(AabbRandom& random) const {
        const Aabb box = random.box(world, random.chance(0.1) ? 4.0f * world : size);
        const std::uint64_t mask = random.chance(0.5) ? ~0ull : random.bits() & 31;
        REQUIRE(sorted_query(tree, box, mask) == list.query(box, mask));
    }
    void check_pairs() {
        std::vector<ProxyPair> pairs;
        tree.append_new_pairs(pairs);
        REQUIRE(pairs == list.pairs(true));
        pairs.clear();
        tree.append_overlapping_pairs(pairs);
        REQUIRE(pairs == list.pairs(false));
    }
    void check_against(const Twins& other) {
        std::vector<ProxyPair> pairs;
        tree.append_new_pairs(other.tree, pairs);
        REQUIRE(pairs == list.new_pairs(other.list));
    }
    void commit() {
        tree.commit();
        list.commit();
    }
};

/// Runs one step of a scene; the kinds of steps are mixed so that every mode of the tree occurs.
void random_step(Twins& twins, AabbRandom& random, std::size_t target) {
    const int changes = random.chance(0.2) ? 40 : 3;
    for (int i = 0; i < changes; ++i) {
        if (twins.list.used.empty() ||
            random.unit() * 2.0 * static_cast<double>(target) > static_cast<double>(twins.list.used.size())) {
            twins.insert(random);
        } else {
            twins.remove(random);
        }
    }
    const double share = random.chance(0.4) ? 1.0 : random.chance(0.5) ? 0.05 : 0.0;
    const double teleport = random.chance(0.1) ? 1.0 : 0.01;
    for (std::size_t i = 0; i < twins.list.used.size(); ++i) {
        if (random.chance(share)) {
            twins.move(random, twins.list.used[i], teleport);
        }
    }
    for (int i = 0; i < 5 && !twins.list.used.empty(); ++i) {
        twins.check_query(random);
        switch (random.below(4)) {
            case 0: twins.forget(twins.any(random)); break;
            case 1: twins.recategorise(random, twins.any(random)); break;
            default: twins.move(random, twins.any(random), 0.5); break;
        }
    }
}

}  // namespace

TEST_CASE("aabb tree: long random histories agree with a naive list") {
    for (const std::size_t target : {3u, 20u, 150u, 600u}) {
        AabbRandom random(target);
        Twins twins;
        for (int step = aabb_scaled(target < 500 ? 5000 : 600); step > 0; --step) {
            random_step(twins, random, target);
            if (random.chance(0.2)) {
                twins.check_pairs();  // before the tree was refitted
                twins.tree.validate();
            }
            if (random.chance(0.9)) {
                twins.tree.refit();
            }
            if (random.chance(0.02)) {
                twins.tree.rebuild();
            }
            twins.tree.validate();
            twins.check_query(random);
            twins.check_pairs();
            if (random.chance(0.8)) {
                twins.commit();
                twins.tree.validate();
            }
        }
    }
}

TEST_CASE("aabb tree: many operations without a refit agree with a naive list") {
    AabbRandom random(11);
    Twins twins;
    for (int i = aabb_scaled(200000); i > 0; --i) {
        const double choice = random.unit();
        if (twins.list.used.size() < 20 || (choice < 0.25 && twins.list.used.size() < 300)) {
            twins.insert(random);
        } else if (choice < 0.45) {
            twins.remove(random);
        } else if (choice < 0.8) {
            twins.move(random, twins.any(random), 0.1);
        } else {
            twins.check_query(random);
        }
        if (i % 1000 == 0) {
            twins.tree.validate();
            twins.check_pairs();
        }
    }
}

TEST_CASE("aabb tree: the new pairs of two trees of any height agree with a naive list") {
    for (const std::size_t first : {2u, 30u, 400u}) {
        for (const std::size_t second : {1u, 12u, 300u}) {
            AabbRandom random(first * 1000 + second);
            Twins a;
            Twins b;
            for (int step = aabb_scaled(100); step > 0; --step) {
                random_step(a, random, first);
                if (random.chance(0.5)) {
                    random_step(b, random, second);
                }
                if (random.chance(0.9)) {
                    a.tree.refit();
                    b.tree.refit();
                }
                a.check_against(b);
                b.check_against(a);
                if (random.chance(0.8)) {
                    a.commit();
                    b.commit();
                }
            }
        }
    }
}

TEST_CASE("aabb tree: two histories that lead to the same boxes give the same pairs") {
    AabbRandom random(5);
    constexpr std::uint32_t count = 1000;
    std::vector<Aabb> before;
    std::vector<Aabb> after;
    for (std::uint32_t i = 0; i < count; ++i) {
        before.push_back(random.box(40, 3));
        const Vec2 way = random.vector(1);
        after.push_back({before[i].lower + way, before[i].upper + way});
    }
    AabbTree plain;
    AabbTree degraded;
    for (std::uint32_t i = 0; i < count; ++i) {
        (void)plain.insert(before[i]);
        (void)degraded.insert(random.box(4000, 30));
    }
    for (std::uint32_t step = 0; step < 5; ++step) {
        for (std::uint32_t i = (step & 1u) != 0 ? 0 : 7; i < count; i += 3) {
            degraded.move(count - 1 - i, random.box(50, 5));
        }
        degraded.refit();
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        degraded.move((i * 7) % count, before[(i * 7) % count]);
    }
    plain.rebuild();
    for (AabbTree* const tree : {&plain, &degraded}) {
        tree->refit();
        tree->commit();
        for (std::uint32_t i = 0; i < count; ++i) {
            tree->move(i, after[i]);
        }
    }
    std::vector<ProxyPair> from_plain;
    std::vector<ProxyPair> from_degraded;
    plain.append_new_pairs(from_plain);
    degraded.append_new_pairs(from_degraded);
    CHECK(from_plain.size() > 100);
    CHECK(from_plain == from_degraded);
}

TEST_CASE("aabb tree: a search in parts finds the same pairs as a single search") {
    AabbRandom random(11);
    for (const int count : {0, 1, 16, 520, 3000}) {
        Twins first;
        Twins second;
        first.world = second.world = 60.0f;
        for (int i = 0; i < count; ++i) {
            first.insert(random);
        }
        for (int i = 0; i < 3000 - count; ++i) {
            second.insert(random);
        }
        PairSearch search;
        for (int step = 0; step < 20; ++step) {
            for (Twins* const twins : {&first, &second}) {
                for (std::size_t i = 0; i < twins->list.used.size() / 2; ++i) {
                    twins->move(random, twins->any(random), 0.1);
                }
                twins->tree.refit();
            }
            for (const AabbTree* const other : {&first.tree, &second.tree}) {
                std::vector<ProxyPair> whole;
                first.tree.append_new_pairs(*other, whole);
                std::vector<ProxyPair> parts;
                search.begin(first.tree, *other, 3);
                for (std::uint32_t part = search.part_count(); part-- > 0;) {
                    search.run(part, static_cast<int>(part % 3));
                }
                search.append(parts);
                CHECK(parts == whole);
            }
            first.tree.commit();
            second.tree.commit();
        }
    }
}

TEST_CASE("aabb tree: the order of visits and the cost of queries are the same on every machine") {
    AabbRandom random(23);
    AabbTree tree;
    std::uint64_t hash = 0;
    const auto note = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x100000001B3ull + 1; };
    const auto record_cost = [&note](const TreeStats& stats) {
        note(stats.nodes);
        note(stats.blocks);
        note(stats.boxes);
    };
    const auto record_visit = [&note](AabbTree::Proxy proxy, float limit) {
        note(proxy);
        return limit;
    };
    for (int step = 0; step < 300; ++step) {
        for (int i = 0; i < 20; ++i) {
            const Aabb box = random.box(40, 3);  // the compiler chooses the order of arguments
            (void)tree.insert(box, 1ull << random.below(4));
        }
        for (int i = 0; i < 300; ++i) {
            const AabbTree::Proxy proxy = random.below(tree.size());
            if (tree.contains(proxy)) {
                random.chance(0.05) ? tree.remove(proxy) : tree.move(proxy, random.box(40, 3));
            }
        }
        const Aabb box = random.box(40, 4);
        const Vec2 way = random.vector(60);
        const std::uint64_t mask = 1 + random.below(15);
        record_cost(
            tree.query(box, mask, [&](AabbTree::Proxy proxy) { return record_visit(proxy, 1.0f) > 0.0f; }));
        record_cost(tree.cast_ray(box.lower, way, mask, record_visit));
        record_cost(tree.cast_box(box, way, mask, record_visit));
        record_cost(tree.closest(box.lower, 7, mask, record_visit));
        if (random.chance(0.7)) {
            tree.refit();
        }
    }
    CHECK(tree.size() > 1000);
    CHECK(hash == 17829357891133942112ull);
}
