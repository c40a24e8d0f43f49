// Any sequence of calls on an AABB tree, misuse included, compared with a naive list.
#include "../support/aabb_naive.h"
#include "fuzz_input.h"

#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/error.h>

#include <cmath>

using namespace drystone;
using namespace drystone::test;

namespace {

class Twins {
public:
    explicit Twins(FuzzInput& input) : input_(input) {}

    void run() {
        for (int step = 0; !input_.empty() && step < 400; ++step) {
            operate();
        }
        tree_.validate();
        check_pairs();
    }

private:
    void operate() {
        switch (input_.below(14)) {
            case 0:
            case 1: insert(read_box()); break;
            case 2: insert_many(); break;
            case 3: remove(); break;
            case 4:
            case 5: move(); break;
            case 6: change_proxy(); break;
            case 7: check_query(); break;
            case 8: check_cast(); break;
            case 9: check_closest(); break;
            case 10: check_pairs(); break;
            case 11: maintain(); break;
            case 12: misuse(); break;
            default: shake(); break;
        }
    }

    Vec2 read_point() {
        const int kind = input_.below(16);
        if (kind > 0) {
            return input_.point();
        }
        const Vec2 any{input_.any_float(), input_.any_float()};
        return is_finite(any) ? any : Vec2{0.0f, 0.0f};
    }
    Aabb read_box() {
        const Vec2 p = read_point();
        const Vec2 q = input_.flag() ? read_point() : p + Vec2{1.0f, 1.0f};
        return {min(p, q), max(p, q)};
    }
    std::uint64_t read_mask() { return input_.flag() ? ~0ull : std::uint64_t{input_.byte()}; }
    [[nodiscard]] bool none() const { return list_.used.empty(); }
    std::uint32_t any_proxy() { return list_.used[input_.bits(2) % list_.used.size()]; }

    void insert(const Aabb& box) {
        if (list_.used.size() >= 400) {
            return;
        }
        const std::uint64_t categories = read_mask();
        const AabbTree::Proxy proxy = tree_.insert(box, categories, input_.byte());
        expect(proxy >= list_.items.size() || !list_.items[proxy].used, "a proxy names one box");
        list_.insert(proxy, box, categories);
    }
    void insert_many() {
        AabbRandom random(input_.bits(2));
        const std::uint32_t kind = random.below(1u << 16);
        for (int count = input_.below(128); count > 0; --count) {
            const Aabb box = random.hostile_box(kind);
            if (is_valid(box)) {
                insert(box);
            }
        }
    }
    void remove() {
        for (int count = input_.below(8); count > 0 && !none(); --count) {
            const std::uint32_t proxy = any_proxy();
            tree_.remove(proxy);
            list_.remove(proxy);
            expect(!tree_.contains(proxy), "what was removed is gone");
        }
    }
    void move_to(std::uint32_t proxy, const Aabb& box) {
        tree_.move(proxy, box);
        list_.items[proxy].box = box;
    }
    void move() {
        if (!none()) {
            move_to(any_proxy(), read_box());
        }
    }
    /// Moves most boxes slightly, as in a simulation.
    void shake() {
        AabbRandom random(input_.bits(2));
        const double share = random.unit();
        for (const std::uint32_t proxy : list_.used) {
            const Vec2 way = random.vector(0.5f);
            const Aabb& box = list_.items[proxy].box;
            if (random.chance(share) && is_valid({box.lower + way, box.upper + way})) {
                move_to(proxy, {box.lower + way, box.upper + way});
            }
        }
    }
    void change_proxy() {
        if (none()) {
            return;
        }
        const std::uint32_t proxy = any_proxy();
        if (input_.flag()) {
            tree_.forget_pairs(proxy);
            list_.items[proxy].previous.reset();
        } else {
            const std::uint64_t bits = read_mask();
            tree_.set_category_bits(proxy, bits);
            list_.items[proxy].categories = bits;
            expect(tree_.category_bits(proxy) == bits, "category bits are kept");
        }
    }
    void maintain() {
        switch (input_.below(8)) {
            case 0: tree_.rebuild(); break;
            case 1:
                tree_.clear();
                list_ = {};
                break;
            case 2:
            case 3:
            case 4: tree_.refit(); break;
            default:
                tree_.commit();
                list_.commit();
                break;
        }
        tree_.validate();
        expect(tree_.size() == list_.used.size(), "the tree counts its boxes");
    }

    void check_query() {
        const Aabb box = read_box();
        const std::uint64_t mask = read_mask();
        expect(sorted_query(tree_, box, mask) == list_.query(box, mask), "query finds what overlaps");
    }
    void check_pairs() {
        std::vector<ProxyPair> pairs;
        tree_.append_new_pairs(pairs);
        expect(pairs == list_.pairs(true), "new pairs are those that overlap and did not");
        pairs.clear();
        tree_.append_overlapping_pairs(pairs);
        expect(pairs == list_.pairs(false), "overlapping pairs are all that overlap");
    }
    void check_cast() {
        const Aabb box = input_.flag() ? read_box() : Aabb{read_point(), {}};
        const Aabb swept = is_valid(box) ? box : Aabb{box.lower, box.lower};
        const Vec2 way = read_point();
        const std::uint64_t mask = read_mask();
        std::vector<int> visits(list_.items.size(), 0);
        tree_.cast_box(swept, way, mask, [&](AabbTree::Proxy proxy, float max_fraction) {
            ++visits[proxy];
            return max_fraction;
        });
        const float size = std::max(
            {max_coordinate(abs(swept.lower)), max_coordinate(abs(swept.upper)), max_coordinate(abs(way))});
        for (const std::uint32_t proxy : list_.used) {
            const auto& item = list_.items[proxy];
            const double border =
                2e-6 * static_cast<double>(std::max(
                           {size, max_coordinate(abs(item.box.lower)), max_coordinate(abs(item.box.upper))}));
            const bool wanted = (item.categories & mask) != 0;
            const bool must = wanted && sweep_entry(item.box, swept, way, 0.0).has_value();
            const bool may = wanted && sweep_entry(item.box, swept, way, border).has_value();
            expect(visits[proxy] >= (must ? 1 : 0), "a cast meets every box on its way");
            expect(visits[proxy] <= (may ? 1 : 0), "a cast meets nothing else, and nothing twice");
        }
    }
    void check_closest() {
        const Vec2 point = read_point();
        const std::uint64_t mask = read_mask();
        double nearest = 1e300;
        double found = 1e300;
        const auto distance_to = [&](std::uint32_t proxy) {
            const Aabb& box = list_.items[proxy].box;
            const Vec2d p = to_double(point);
            const Vec2d inside = min(max(p, to_double(box.lower)), to_double(box.upper));
            return length(p - inside);
        };
        for (const std::uint32_t proxy : list_.used) {
            const bool wanted = (list_.items[proxy].categories & mask) != 0;
            nearest = wanted ? std::min(nearest, distance_to(proxy)) : nearest;
        }
        tree_.closest(point, 1e18f, mask, [&](AabbTree::Proxy proxy, float) {
            found = std::min(found, distance_to(proxy));
            return static_cast<float>(found);
        });
        if (nearest < 1e17) {
            const double size = static_cast<double>(max_coordinate(abs(point))) + nearest;
            expect(std::abs(found - nearest) <= 1e-6 * size, "the closest box is found");
        }
    }

    template <class Call>
    void expect_error(const Call& call) {
        bool thrown = false;
        try {
            call();
        } catch (const Error&) {
            thrown = true;
        }
        expect(thrown, "misuse throws an Error");
        tree_.validate();
    }
    void misuse() {
        const float number = input_.any_float();
        const Aabb box{{number, 1.0f}, {0.0f, 0.5f}};
        expect_error([&] { (void)tree_.insert(box); });
        expect_error([&] { tree_.query(box, ~0ull, [](AabbTree::Proxy) { return true; }); });
        if (!none()) {
            const std::uint32_t proxy = any_proxy();
            expect_error([&] { tree_.move(proxy, box); });
            const Aabb& kept = list_.items[proxy].box;
            expect(tree_.box(proxy).lower == kept.lower && tree_.box(proxy).upper == kept.upper,
                   "an error leaves the box as it was");
        }
        const std::uint32_t forged = input_.bits(4);
        if (forged >= list_.items.size() || !list_.items[forged].used) {
            expect_error([&] { tree_.remove(forged); });
            expect_error([&] { tree_.forget_pairs(forged); });
            expect_error([&] { (void)tree_.box(forged); });
        }
    }

    FuzzInput& input_;
    AabbTree tree_;
    NaiveAabbList list_;
};

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    FuzzInput input(data, size);
    Twins(input).run();
    return 0;
}
