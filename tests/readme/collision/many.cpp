#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/gjk.h>
#include <drystone/collision/shape_bounds.h>

#include <cstdio>
#include <vector>

using namespace drystone;

int main() {
    const Circle ball{{0.0f, 0.0f}, 0.4f};
    std::vector<Pose> poses;
    AabbTree tree;
    for (int i = 0; i < 100; ++i) {
        poses.push_back({{static_cast<float>(i), 0.0f}, Rot{}});
        // Boxes a little larger than the shapes need not be moved with every small motion.
        tree.insert(expand(compute_aabb(ball, poses.back()), 0.3f));
    }

    // Boxes that have begun to overlap; all pairs are new in the first step.
    std::vector<ProxyPair> pairs;
    tree.refit();
    tree.append_new_pairs(pairs);
    tree.commit();
    int touching = 0;
    for (const ProxyPair& pair : pairs) {
        touching += intersect(ball, ball, inverse_multiply(poses[pair.a], poses[pair.b])) ? 1 : 0;
    }
    std::printf("%zu pairs of boxes, %d of balls\n", pairs.size(), touching);

    // A ball rolls against its neighbour: a box that it did not touch before is a new pair.
    poses[0].position = {2.3f, 0.0f};
    tree.move(0, expand(compute_aabb(ball, poses[0]), 0.3f));
    pairs.clear();
    tree.refit();
    tree.append_new_pairs(pairs);
    tree.commit();
    for (const ProxyPair& pair : pairs) {
        const Pose b_in_a = inverse_multiply(poses[pair.a], poses[pair.b]);
        std::printf("%u and %u: %s\n", pair.a, pair.b, intersect(ball, ball, b_in_a) ? "touch" : "apart");
    }

    // Shapes in a region.
    int count = 0;
    tree.query({{9.5f, -1.0f}, {12.5f, 1.0f}}, ~0ull, [&count](AabbTree::Proxy) {
        ++count;
        return true;  // continue
    });
    std::printf("%d boxes there\n", count);
}
