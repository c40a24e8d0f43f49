#include <drystone/collision/aabb_tree.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace drystone;

namespace {

/// Returns the lines between two marks, without the first `indent` characters of each.
std::string lines_between(const std::string& text, const std::string& begin, const std::string& end,
                          std::size_t indent) {
    std::istringstream lines(text);
    std::string found;
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line == end) {
            inside = false;
        }
        if (inside) {
            found += line.size() > indent ? line.substr(indent) : std::string();
            found += '\n';
        }
        if (line == begin) {
            inside = true;
        }
    }
    return found;
}

std::string contents_of(const std::string& path) {
    std::ifstream file(std::string(DRYSTONE_SOURCE_DIR) + "/" + path);
    REQUIRE(file.good());
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("aabb tree: the example in the header works") {
    std::ostringstream output;
    auto& cout = output;
    // begin of the example
    AabbTree tree;
    const std::uint64_t everything = ~0ull;
    const std::uint64_t moving = 0b01;  // categories, one bit each
    const std::uint64_t walls = 0b10;
    const AabbTree::Proxy crate = tree.insert({{0.0f, 0.0f}, {1.0f, 1.0f}}, moving, 7);  // 7: user data
    const AabbTree::Proxy wall = tree.insert({{4.0f, -2.0f}, {5.0f, 2.0f}}, walls);

    tree.query({{-1.0f, -1.0f}, {2.0f, 2.0f}}, everything, [&](AabbTree::Proxy found) {
        cout << "overlaps, user data " << tree.user_data(found) << '\n';
        return true;  // continue
    });

    float first_hit = 1.0f;  // fraction of the way
    tree.cast_ray({-3.0f, 0.5f}, {10.0f, 0.0f}, everything, [&](AabbTree::Proxy found, float limit) {
        // Your exact test of the shape in the box goes here.
        first_hit = std::min((tree.box(found).lower.x + 3.0f) / 10.0f, limit);
        return first_hit;  // nothing beyond it is of interest any more
    });

    std::array<Neighbor, 2> storage;
    const NearestResult near_by = tree.nearest({3.0f, 0.0f}, 10.0f, everything, storage);
    for (std::size_t i = 0; i < near_by.count; ++i) {
        cout << "proxy " << storage[i].proxy << " at " << storage[i].distance << " m\n";
    }

    std::vector<ProxyPair> pairs;
    for (int step = 0; step < 60; ++step) {  // a simulation
        const float x = 0.1f * static_cast<float>(step);
        tree.move(crate, {{x, 0.0f}, {x + 1.0f, 1.0f}});  // the margin of a fat box is yours
        tree.refit();
        tree.append_new_pairs(pairs);  // overlap now, did not at the last commit
        tree.commit();
    }
    tree.remove(wall);
    // end of the example
    CHECK(output.str() == "overlaps, user data 7\nproxy 1 at 1 m\nproxy 0 at 2 m\n");
    CHECK(first_hit == 0.3f);
    CHECK(pairs == std::vector<ProxyPair>{{crate, wall}});
    CHECK(tree.size() == 1);
    tree.validate();
}

TEST_CASE("aabb tree: the example in the header is the one that is tested") {
    const std::string source = contents_of("tests/collision/aabb_tree/aabb_tree_example_test.cpp");
    const std::string tested =
        lines_between(source, "    // begin of the example", "    // end of the example", 4);
    const std::string header = contents_of("collision/include/drystone/collision/aabb_tree.h");
    std::string shown = lines_between(header, "/// An example:", "/// How it works:", 8);
    REQUIRE(tested.size() > 1000);
    for (std::size_t at = 0; (at = shown.find("std::cout")) != std::string::npos;) {
        shown.replace(at, 9, "cout");
    }
    CHECK(shown == "\n" + tested + "\n");
}
