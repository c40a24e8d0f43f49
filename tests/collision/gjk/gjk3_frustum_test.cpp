#include "support/polytope_reference3.h"
#include "support/random3.h"

#include <drystone/collision/error.h>
#include <drystone/collision/frustum3.h>
#include <drystone/collision/gjk3.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

/// A half space in double precision: points with normal * p > offset are outside.
struct Plane {
    Vec3d normal{0.0, 0.0, 0.0};
    double offset = 0.0;

    [[nodiscard]] double height(const Vec3d& point) const { return dot(normal, point) - offset; }
};

/// Returns the six planes, from the camera's parameters and not from the corners.
std::vector<Plane> planes_of(const PerspectiveCamera3& camera) {
    const double slope_y = std::tan(0.5 * static_cast<double>(camera.vertical_fov));
    const double slope_x = slope_y * static_cast<double>(camera.aspect);
    const Mat3d rotation = to_double(camera.pose.rotation);
    const Vec3d eye = to_double(camera.pose.position);
    std::vector<Plane> planes;
    const auto add = [&](const Vec3d& local, double distance) {
        const Vec3d normal = normalized(rotate3(rotation, local));
        planes.push_back({normal, dot(normal, eye) + distance});
    };
    add({1.0, 0.0, slope_x}, 0.0);
    add({-1.0, 0.0, slope_x}, 0.0);
    add({0.0, 1.0, slope_y}, 0.0);
    add({0.0, -1.0, slope_y}, 0.0);
    add({0.0, 0.0, 1.0}, -static_cast<double>(camera.near_distance));
    add({0.0, 0.0, -1.0}, static_cast<double>(camera.far_distance));
    return planes;
}

PerspectiveCamera3 random_camera(Random& random) {
    PerspectiveCamera3 camera;
    camera.pose = {random_vector3(random, 20.0), random_rotation(random)};
    camera.vertical_fov = static_cast<float>(random.between(0.3, 2.0));
    camera.aspect = static_cast<float>(random.between(0.5, 2.5));
    camera.near_distance = static_cast<float>(random.log_between(0.01, 1.0));
    camera.far_distance = camera.near_distance * static_cast<float>(random.log_between(10.0, 1e4));
    return camera;
}

/// Returns a point around the view: between eye and far plane, up to twice as wide.
Vec3 point_about(Random& random, const PerspectiveCamera3& camera) {
    const float depth = camera.far_distance * static_cast<float>(random.log_between(1e-4, 1.3));
    const float height = std::tan(0.5f * camera.vertical_fov);
    const Vec3 local{depth * height * camera.aspect * static_cast<float>(random.between(-2.0, 2.0)),
                     depth * height * static_cast<float>(random.between(-2.0, 2.0)), -depth};
    return transform(camera.pose, local);
}

std::vector<Vec3> corners_of(const Frustum3& frustum) {
    return {frustum.corners().begin(), frustum.corners().end()};
}

double highest(const std::vector<Plane>& planes, const Vec3d& point) {
    double result = -std::numeric_limits<double>::infinity();
    for (const Plane& plane : planes) {
        result = std::max(result, plane.height(point));
    }
    return result;
}

}  // namespace

TEST_CASE("GJK3: the corners of a frustum lie on the planes of its camera") {
    Random random(41);
    double worst = 0.0;
    for (int i = 0; i < 1000; ++i) {
        const PerspectiveCamera3 camera = random_camera(random);
        const std::vector<Plane> planes = planes_of(camera);
        const Frustum3 frustum = make_frustum(camera);
        for (std::size_t k = 0; k < 8; ++k) {
            const Vec3d corner = to_double(frustum.corners()[k]);
            const bool is_far = k >= 4;
            const bool is_right = k % 4 == 1 || k % 4 == 2;
            const bool is_upper = k % 4 >= 2;
            const double size = length(corner) + length(to_double(camera.pose.position));
            worst = std::max({worst, std::abs(planes[is_right ? 0 : 1].height(corner)) / size,
                              std::abs(planes[is_upper ? 2 : 3].height(corner)) / size,
                              std::abs(planes[is_far ? 5 : 4].height(corner)) / size});
        }
    }
    CHECK(worst <= 3e-7);

    const Frustum3 box = make_frustum(OrthographicCamera3{
        .half_width = 2.0f, .half_height = 1.0f, .near_distance = -1.0f, .far_distance = 3.0f});
    CHECK(box.corners()[0] == Vec3{-2.0f, -1.0f, 1.0f});
    CHECK(box.corners()[6] == Vec3{2.0f, 1.0f, -3.0f});
    CHECK(make_frustum(box.corners()).corners() == box.corners());
}

TEST_CASE("GJK3: spheres against frusta agree with planes and with the nearest features") {
    Random random(43);
    int wrong = 0;
    int seen = 0;
    int kept_by_planes = 0;
    double worst = 0.0;
    int max_iterations = 0;
    for (int i = 0; i < scaled_count(5000); ++i) {
        const PerspectiveCamera3 camera = random_camera(random);
        const Frustum3 frustum = make_frustum(camera);
        const std::vector<Plane> planes = planes_of(camera);
        const Vec3 center = point_about(random, camera);
        const Sphere3 sphere{center, camera.far_distance * static_cast<float>(random.log_between(1e-4, 0.3))};
        const double radius = static_cast<double>(sphere.radius);
        const double height = highest(planes, to_double(center));
        // The corners are rounded to floats, the planes are not.
        const double size = static_cast<double>(camera.far_distance) * 4.0 + 40.0;
        const double border = 3e-7 * size;

        const Polytope3 corners = make_polytope(place_exactly(corners_of(frustum), Pose3{}));
        const Reference3 truth = reference_distance3(corners, make_polytope({to_double(center)}));
        const double gap = std::max(0.0, truth.value) - radius;
        const Intersection3 found = intersect3(frustum, sphere, Pose3{});
        const Distance3 near = distance3(frustum, sphere, Pose3{});
        const bool met = static_cast<bool>(found);
        seen += met ? 1 : 0;
        kept_by_planes += !met && height < radius ? 1 : 0;
        wrong += height > radius + border && met ? 1 : 0;
        wrong += height < -border && !met ? 1 : 0;
        wrong += std::abs(gap) > 1e-11 * size && met != (gap < 0.0) ? 1 : 0;
        wrong += (near.status == GjkStatus3::Overlapping) == met ? 0 : 1;
        worst = std::max(worst, std::abs(static_cast<double>(near.distance) - std::max(0.0, gap)) / size);
        max_iterations = std::max(max_iterations, found.iterations);
    }
    MESSAGE(seen, " seen, ", kept_by_planes, " more would be kept by planes; error ", worst,
            ", iterations at most ", max_iterations);
    CHECK(wrong == 0);
    CHECK(worst <= 6e-8);
    CHECK(max_iterations <= 20);
}

TEST_CASE("GJK3: boxes against frusta agree with planes and with the nearest features") {
    Random random(47);
    int wrong = 0;
    int seen = 0;
    int kept_by_planes = 0;
    double worst = 0.0;
    int max_iterations = 0;
    long long iterations = 0;
    const int count = scaled_count(5000);
    for (int i = 0; i < count; ++i) {
        const PerspectiveCamera3 camera = random_camera(random);
        const Frustum3 frustum = make_frustum(camera);
        const std::vector<Plane> planes = planes_of(camera);
        const float extent = camera.far_distance * static_cast<float>(random.log_between(1e-4, 0.3));
        const Box3 box{extent * (abs(random_vector3(random, 1.0)) + Vec3{0.01f, 0.01f, 0.01f})};
        const Pose3 pose{point_about(random, camera), random_rotation(random)};
        const std::vector<Vec3d> points = place_exactly(box_corners(box.half_extents, box.center), pose);
        const double size = static_cast<double>(camera.far_distance) * 4.0 + 40.0;
        const double border = 3e-7 * size;
        bool all_beyond_one = false;
        for (const Plane& plane : planes) {
            bool all = true;
            for (const Vec3d& point : points) {
                all = all && plane.height(point) > border;
            }
            all_beyond_one = all_beyond_one || all;
        }
        bool one_within_all = false;
        for (const Vec3d& point : points) {
            one_within_all = one_within_all || highest(planes, point) < -border;
        }
        const Polytope3 corners = make_polytope(place_exactly(corners_of(frustum), Pose3{}));
        const Reference3 truth = reference_distance3(corners, make_polytope(points));
        const Intersection3 found = intersect3(frustum, box, pose);
        const Distance3 near = distance3(frustum, box, pose);
        const bool met = static_cast<bool>(found);
        seen += met ? 1 : 0;
        kept_by_planes += !met && !all_beyond_one ? 1 : 0;
        wrong += truth.proven ? 0 : 1;
        wrong += all_beyond_one && met ? 1 : 0;
        wrong += one_within_all && !met ? 1 : 0;
        wrong += std::abs(truth.value) > 1e-11 * size && met != (truth.value < 0.0) ? 1 : 0;
        wrong += (near.status == GjkStatus3::Overlapping) == met ? 0 : 1;
        worst =
            std::max(worst, std::abs(static_cast<double>(near.distance) - std::max(0.0, truth.value)) / size);
        iterations += found.iterations;
        max_iterations = std::max(max_iterations, found.iterations);
    }
    MESSAGE(seen, " of ", count, " seen, ", kept_by_planes, " more would be kept by planes; error ", worst,
            ", iterations on average ", static_cast<double>(iterations) / count, ", at most ",
            max_iterations);
    CHECK(wrong == 0);
    CHECK(worst <= 6e-8);
    CHECK(max_iterations <= 20);
}

TEST_CASE("GJK3: shapes outside of an edge or a corner of a frustum are culled") {
    // Its corner is at (1, 1, -1), and its planes are orthogonal.
    const Frustum3 frustum = make_frustum(OrthographicCamera3{.near_distance = 1.0f, .far_distance = 3.0f});
    // Half a metre wide and 0.4 m outside of two or three planes, so no plane culls it.
    CHECK(!intersect3(frustum, Sphere3{{1.4f, 1.4f, -0.6f}, 0.5f}, Pose3{}));
    CHECK(!intersect3(frustum, Sphere3{{1.4f, 1.4f, -2.0f}, 0.5f}, Pose3{}));
    CHECK(intersect3(frustum, Sphere3{{1.4f, 0.0f, -2.0f}, 0.5f}, Pose3{}));
    CHECK(intersect3(frustum, Sphere3{{1.2f, 1.2f, -0.8f}, 0.5f}, Pose3{}));
    // Larger than the whole view.
    CHECK(intersect3(frustum, Sphere3{{100.0f, 0.0f, 0.0f}, 200.0f}, Pose3{}));
    CHECK(intersect3(frustum, Box3{{1e6f, 1e6f, 1e6f}}, Pose3{}));
}

TEST_CASE("GJK3: a frustum refuses invalid parameters") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto refuses = [](const auto& camera) { CHECK_THROWS_AS(make_frustum(camera), Error); };
    refuses(PerspectiveCamera3{.vertical_fov = 0.0f});
    refuses(PerspectiveCamera3{.vertical_fov = 3.2f});
    refuses(PerspectiveCamera3{.vertical_fov = nan});
    refuses(PerspectiveCamera3{.aspect = 0.0f});
    refuses(PerspectiveCamera3{.near_distance = -1.0f});
    refuses(PerspectiveCamera3{.near_distance = 5.0f, .far_distance = 5.0f});
    refuses(PerspectiveCamera3{.aspect = 10.0f, .far_distance = 3e38f});
    refuses(OrthographicCamera3{.half_width = 0.0f});
    refuses(OrthographicCamera3{.half_height = nan});
    refuses(OrthographicCamera3{.near_distance = 1.0f, .far_distance = 0.0f});
    PerspectiveCamera3 lost;
    lost.pose.rotation.columns[1].x = nan;
    refuses(lost);
    std::array<Vec3, 8> corners = make_frustum(PerspectiveCamera3{}).corners();
    corners[3].y = nan;
    CHECK_THROWS_WITH_AS(make_frustum(corners), "make_frustum: corners must be finite, got nan", Error);
    CHECK(make_frustum(PerspectiveCamera3{.near_distance = 0.0f}).corners()[2] == Vec3{0.0f, 0.0f, 0.0f});
}

TEST_CASE("example: GJK3 culls boxes that a camera does not see") {
    struct Object {
        Box3 box;
        Pose3 pose;
    };
    // A city of 400 rotated blocks, and a camera at its edge that faces it, along -z.
    std::vector<Object> city;
    for (int i = 0; i < 400; ++i) {
        const float x = static_cast<float>(i % 20) * 10.0f - 95.0f;
        const float z = static_cast<float>(i / 20) * -10.0f;
        city.push_back({Box3{{2.0f, 2.0f + static_cast<float>(i % 7), 3.0f}},
                        {{x, 0.0f, z}, rotation3({0.0f, 1.0f, 0.0f}, 0.3f * static_cast<float>(i))}});
    }
    PerspectiveCamera3 camera{
        .vertical_fov = 0.9f, .aspect = 16.0f / 9.0f, .near_distance = 0.1f, .far_distance = 120.0f};
    camera.pose.position = {0.0f, 1.7f, 15.0f};

    const Frustum3 frustum = make_frustum(camera);
    std::vector<int> visible;
    for (std::size_t i = 0; i < city.size(); ++i) {
        // The frustum is in world coordinates, so the pose of a block is already relative to it.
        if (intersect3(frustum, city[i].box, city[i].pose)) {
            visible.push_back(static_cast<int>(i));
        }
    }

    const Polytope3 view = make_polytope(place_exactly(corners_of(frustum), Pose3{}));
    std::vector<int> expected;
    for (std::size_t i = 0; i < city.size(); ++i) {
        const std::vector<Vec3> corners = box_corners(city[i].box.half_extents, city[i].box.center);
        if (reference_distance3(view, make_polytope(place_exactly(corners, city[i].pose))).value <= 0.0) {
            expected.push_back(static_cast<int>(i));
        }
    }
    MESSAGE(visible.size(), " of ", city.size(), " blocks are visible");
    CHECK(visible == expected);
    CHECK(visible.size() > 20);
    CHECK(visible.size() < 300);
}
