#pragma once

/// `AabbTree`: a bounding volume hierarchy over moving axis-aligned boxes. Finds the pairs of boxes that
/// overlap or have begun to, and answers overlap, ray, box-cast and nearest queries. All coordinates in
/// metres.
///
/// An example:
///
///     AabbTree tree;
///     const std::uint64_t everything = ~0ull;
///     const std::uint64_t moving = 0b01;  // categories, one bit each
///     const std::uint64_t walls = 0b10;
///     const AabbTree::Proxy crate = tree.insert({{0.0f, 0.0f}, {1.0f, 1.0f}}, moving, 7);  // 7: user data
///     const AabbTree::Proxy wall = tree.insert({{4.0f, -2.0f}, {5.0f, 2.0f}}, walls);
///
///     tree.query({{-1.0f, -1.0f}, {2.0f, 2.0f}}, everything, [&](AabbTree::Proxy found) {
///         std::cout << "overlaps, user data " << tree.user_data(found) << '\n';
///         return true;  // continue
///     });
///
///     float first_hit = 1.0f;  // fraction of the way
///     tree.cast_ray({-3.0f, 0.5f}, {10.0f, 0.0f}, everything, [&](AabbTree::Proxy found, float limit) {
///         // Your exact test of the shape in the box goes here.
///         first_hit = std::min((tree.box(found).lower.x + 3.0f) / 10.0f, limit);
///         return first_hit;  // nothing beyond it is of interest any more
///     });
///
///     std::array<Neighbor, 2> storage;
///     const NearestResult near_by = tree.nearest({3.0f, 0.0f}, 10.0f, everything, storage);
///     for (std::size_t i = 0; i < near_by.count; ++i) {
///         std::cout << "proxy " << storage[i].proxy << " at " << storage[i].distance << " m\n";
///     }
///
///     std::vector<ProxyPair> pairs;
///     for (int step = 0; step < 60; ++step) {  // a simulation
///         const float x = 0.1f * static_cast<float>(step);
///         tree.move(crate, {{x, 0.0f}, {x + 1.0f, 1.0f}});  // the margin of a fat box is yours
///         tree.refit();
///         tree.append_new_pairs(pairs);  // overlap now, did not at the last commit
///         tree.commit();
///     }
///     tree.remove(wall);
///
/// How it works:
///
/// A leaf is a block of 16 boxes, an inner node has 8 children; both are tested in lanes. Children are found
/// by index arithmetic. The blocks are packed by sorting (sort-tile-recursive) and ordered along a Hilbert
/// curve. While the boxes move, the tree is refitted; it is sorted again only now and then, since neighbours
/// move together.
///
/// **Correct at any time.** Queries and pairs see every insertion, move and removal at once; `refit` makes
/// them fast again. Any finite coordinates are valid.
///
/// **New pairs.** A pair is *new* exactly when the two boxes overlap and their *previous* boxes (those of the
/// last `commit`) did not, so no table of known pairs is needed. The previous box of a new proxy is empty:
/// all its overlaps are new.
///
/// **Categories.** A query with a mask finds the boxes with `(category_bits & mask) != 0`. Every inner node
/// has the union of the bits below it, so nodes without a matching box are not opened.
///
/// **Order.** Pairs, `append_overlapping`, `nearest` and the queries `..._in_order` have an order that
/// depends only on the boxes and proxies, as documented there. `query`, `cast_ray`, `cast_box` and `closest`
/// visit in the order of the nodes: the same after the same history of calls, on every machine, but another
/// history may give another order. Nothing depends on addresses.
///
/// **Memory.** `query`, `cast_ray`, `cast_box` and `closest` keep their state in arrays of fixed size, less
/// than 1 kB, since the tree has at most 10 levels. Functions that need more take it from the caller
/// (`TreeQueue`, spans, vectors that keep their capacity) or from scratch memory of the tree. So nothing
/// allocates once the number of boxes, pairs and entries has reached its maximum.
///
/// **Threads.** All const functions may run on several threads at once while no thread changes the tree.
///
/// **Bad input** (a box that is not finite or whose lower corner is above its upper one, a proxy that is not
/// in the tree) throws `Error` and leaves the tree unchanged. A visitor must not change the tree.
///
/// Source: Leutenegger, Lopez, Edgington, STR: A Simple and Efficient Algorithm for R-Tree Packing, ICDE
/// 1997; the self-join of a tree: Brinkhoff, Kriegel, Seeger, Efficient Processing of Spatial Joins Using
/// R-trees, SIGMOD 1993; visits in sorted order: Hjaltason, Samet, Distance Browsing in Spatial Databases,
/// ACM TODS 24(2), 1999.
#include <drystone/collision/aabb_tree_pairs.h>
#include <drystone/collision/aabb_tree_queries.h>
#include <drystone/collision/detail/aabb_tree_class.h>
