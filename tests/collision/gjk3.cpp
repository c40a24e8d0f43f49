#include <drystone/collision/frustum3.h>
#include <drystone/collision/gjk3.h>

#include <doctest/doctest.h>

using namespace drystone;

TEST_CASE("GJK3: spheres") {
    Pose3 pose;
    pose.position = {3.0f, 0.0f, 0.0f};
    const Distance3 near = distance3(Sphere3{}, Sphere3{}, pose);
    CHECK(near.distance == 2.0f);
    CHECK(intersect3([](const Vec3& d) { return Vec3(d * 2.0f); }));
    CHECK(distance3(Box3{}, Box3{}, pose).distance == 2.0f);
}
