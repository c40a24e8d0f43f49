#include "import/tiled_shapes.h"

#include "format/read_values.h"

#include <drystone/error.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

namespace drystone::scene {
namespace {

/// Number of points that stand for an ellipse or the ends of a stretched capsule; divisible by 4.
constexpr int round_points = 32;

Vec2d rotation_of(double degrees) {
    // Quarter turns are exact.
    const double quarter = degrees / 90.0;
    if (quarter == std::floor(quarter)) {
        constexpr Vec2d turns[] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
        return turns[static_cast<int>(quarter - 4.0 * std::floor(quarter / 4.0))];
    }
    const Rot rotation =
        Rot::from_angle(static_cast<float>(std::fmod(degrees, 360.0) * std::numbers::pi / 180.0));
    return {static_cast<double>(rotation.c), static_cast<double>(rotation.s)};
}

/// Returns the outline of all points within the radius of the way from a to b.
std::vector<Vec2d> rounded(const Vec2d& a, const Vec2d& b, double radius_x, double radius_y) {
    std::vector<Vec2d> points;
    const Vec2d way = b - a;
    for (int i = 0; i < round_points; ++i) {
        const Vec2d turn = rotation_of(360.0 * (i + 0.5) / round_points);
        const Vec2d arm{radius_x * turn.x, radius_y * turn.y};
        points.push_back((arm.x * way.x + arm.y * way.y > 0.0 ? b : a) + arm);
    }
    return points;
}

/// Reads points of a file in XML: "x,y x,y".
std::vector<Vec2d> parse_points(const Place& list) {
    const std::string& text = list.node().text;
    const char* const end = text.data() + text.size();
    std::vector<double> numbers;
    for (std::size_t at = text.find_first_not_of(" ,\t\r\n"); at < text.size();
         at = text.find_first_not_of(" ,\t\r\n", at)) {
        double number = 0.0;
        const auto [stop, error] = std::from_chars(text.data() + at, end, number);
        if (error != std::errc{} || !(std::abs(number) <= largest_pixel)) {
            list.stop("must be numbers, at most 1048576 pixels from zero");
        }
        numbers.push_back(number);
        at = static_cast<std::size_t>(stop - text.data());
    }
    if (numbers.size() % 2 != 0) {
        list.stop("must be pairs of numbers");
    }
    std::vector<Vec2d> points;
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
        points.emplace_back(numbers[i], numbers[i + 1]);
    }
    return points;
}

std::vector<Vec2d> read_points(const Place& list, std::size_t min_count) {
    std::vector<Vec2d> points;
    if (list.is(Node::Kind::String)) {
        points = parse_points(list);
    } else {
        list.expect(Node::Kind::Array, "an array of points");
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Place point = list.at(i);
            point.expect(Node::Kind::Object, "a point with the members x and y");
            points.emplace_back(read_pixels(point, "x"), read_pixels(point, "y"));
        }
    }
    if (points.size() < min_count || points.size() > 100000) {
        list.stop(std::string("must have at least ")
                      .append(min_count == 2 ? "two" : "three")
                      .append(" points, and at most 100000"));
    }
    return points;
}

bool read_flag(const Place& object, std::string_view key) {
    bool flag = false;
    read_member(object, key, flag);
    return flag;
}

/// Returns whether the outline turns left at every point, once around.
bool is_convex(const std::vector<Vec2>& points) {
    double turns = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec2d middle = to_double(points[(i + 1) % points.size()]);
        const Vec2d d = middle - to_double(points[i]);
        const Vec2d e = to_double(points[(i + 2) % points.size()]) - middle;
        if (d.x * e.y - d.y * e.x <= 0.0) {
            return false;
        }
        // Half turns of the direction: two in all.
        turns += (d.y > 0.0) != (e.y > 0.0) ? 1.0 : 0.0;
    }
    return turns == 2.0;
}

}  // namespace

double read_pixels(const Place& object, std::string_view key) {
    const std::optional<Place> member = object.find(key);
    double value = 0.0;
    if (member) {
        read(*member, value);
        if (!(std::abs(value) <= largest_pixel)) {
            member->stop("must be at most 1048576 pixels from zero");
        }
    }
    return value;
}

PixelFrame read_object_frame(const Place& object) {
    PixelFrame frame;
    frame.origin = {read_pixels(object, "x"), read_pixels(object, "y")};
    frame.x = rotation_of(read_pixels(object, "rotation"));
    frame.y = {-frame.x.y, frame.x.x};
    return frame;
}

FlatShape read_flat_shape(const Place& object) {
    if (read_flag(object, "point")) {
        return {};
    }
    if (const std::optional<Place> points = object.find("polygon")) {
        return {FlatShape::Kind::Area, read_points(*points, 3)};
    }
    if (const std::optional<Place> points = object.find("polyline")) {
        return {FlatShape::Kind::Line, read_points(*points, 2)};
    }
    const double width = read_pixels(object, "width");
    const double height = read_pixels(object, "height");
    const Vec2d radii{0.5 * std::abs(width), 0.5 * std::abs(height)};
    if (!(radii.x > 0.0 && radii.y > 0.0)) {
        object.stop("width and height must be > 0");
    }
    const Vec2d center{0.5 * width, 0.5 * height};
    if (read_flag(object, "ellipse")) {
        if (radii.x == radii.y) {
            return {FlatShape::Kind::Circle, {center}, radii.x};
        }
        return {FlatShape::Kind::Area, rounded(center, center, radii.x, radii.y)};
    }
    if (read_flag(object, "capsule")) {
        const double radius = std::min(radii.x, radii.y);
        const Vec2d arm = radii - Vec2d{radius, radius};
        if (arm == Vec2d{0.0, 0.0}) {
            return {FlatShape::Kind::Circle, {center}, radius};
        }
        return {FlatShape::Kind::Capsule, {center - arm, center + arm}, radius};
    }
    return {FlatShape::Kind::Area,
            {center - radii,
             {center.x + radii.x, center.y - radii.y},
             center + radii,
             {center.x - radii.x, center.y + radii.y}}};
}

FlatShape transform(const FlatShape& shape, const PixelFrame& frame) {
    FlatShape result = shape;
    const double size_x = frame.x.x * frame.x.x + frame.x.y * frame.x.y;
    const double size_y = frame.y.x * frame.y.x + frame.y.y * frame.y.y;
    const double slant = frame.x.x * frame.y.x + frame.x.y * frame.y.y;
    const bool is_round = shape.kind == FlatShape::Kind::Circle || shape.kind == FlatShape::Kind::Capsule;
    const double rounding = 1e-6 * (size_x + size_y);
    if (is_round && (std::abs(size_x - size_y) > rounding || std::abs(slant) > rounding)) {
        result.points = rounded(shape.points.front(), shape.points.back(), shape.radius, shape.radius);
        result.kind = FlatShape::Kind::Area;
    }
    for (Vec2d& point : result.points) {
        point = frame.point(point);
    }
    result.radius *= std::sqrt(size_x);
    return result;
}

namespace {

std::string describe_repair(const OutlineRepair& repair) {
    return describe(repair.fault)
        .append(": what it winds around becomes ")
        .append(repair.size() == 1 ? "one outline" : std::to_string(repair.size()) + " outlines");
}

std::vector<std::vector<Vec2>> holes_of(const OutlineRepair& repair, int outline) {
    std::vector<std::vector<Vec2>> holes;
    for (int i = 0; i < repair.hole_count(outline); ++i) {
        const std::span<const Vec2> hole = repair.hole(outline, i);
        holes.emplace_back(hole.begin(), hole.end());
    }
    return holes;
}

/// Appends the shape of an outline [m], or those that it is repaired to. Returns what was repaired.
std::string append_area(std::vector<Vec2> points, const ShapeEntry& pattern, BodyEntry& body,
                        OutlineRepairs& repairs) {
    const auto append = [&](Geometry geometry) {
        body.shapes.push_back(pattern);
        body.shapes.back().geometry = std::move(geometry);
    };
    points.erase(std::unique(points.begin(), points.end()), points.end());
    while (points.size() > 1 && points.front() == points.back()) {
        points.pop_back();
    }
    double area = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec2d p = to_double(points[i]);
        const Vec2d q = to_double(points[(i + 1) % points.size()]);
        area += p.x * q.y - p.y * q.x;
    }
    if (area < 0.0) {
        std::reverse(points.begin(), points.end());
    }
    if (is_convex(points)) {
        append(make_polygon(points));
        return {};
    }
    const OutlineRepair* const repair = repairs.find(points);
    if (repair == nullptr) {
        append(Outline{std::move(points), {}, 0.0f});
        return {};
    }
    for (int i = 0; i < repair->size(); ++i) {
        const std::span<const Vec2> outline = repair->outline(i);
        append(Outline{{outline.begin(), outline.end()}, holes_of(*repair, i), 0.0f});
    }
    return describe_repair(*repair);
}

}  // namespace

std::vector<FlatShape> simple_areas(const FlatShape& shape, OutlineRepairs& repairs, std::string& repair) {
    std::vector<Vec2> points;
    for (const Vec2d& point : shape.points) {
        points.push_back(to_float(point));
    }
    const OutlineRepair* const repaired = repairs.find(points);
    if (repaired == nullptr) {
        return {shape};
    }
    repair = describe_repair(*repaired);
    std::vector<FlatShape> areas;
    for (int i = 0; i < repaired->size(); ++i) {
        const Decomposition pieces = decompose(repaired->outline(i), holes_of(*repaired, i));
        for (int k = 0; k < pieces.size(); ++k) {
            FlatShape& area = areas.emplace_back();
            area.kind = FlatShape::Kind::Area;
            for (const Vec2& point : pieces.piece(k)) {
                area.points.push_back(to_double(point));
            }
        }
    }
    return areas;
}

ChainEntry chain_like(const ShapeEntry& pattern) {
    ChainEntry chain;
    chain.name = pattern.name;
    chain.material = pattern.material;
    chain.definition.materials = {pattern.definition.material};
    chain.definition.filter = pattern.definition.filter;
    chain.definition.contact_events = pattern.definition.contact_events;
    chain.definition.hit_events = pattern.definition.hit_events;
    chain.definition.user_data = pattern.definition.user_data;
    return chain;
}

std::string append_shape(const FlatShape& shape, double pixels_per_meter, const ShapeEntry& pattern,
                         BodyEntry& body, OutlineRepairs& repairs) {
    std::vector<Vec2> points;
    points.reserve(shape.points.size());
    for (const Vec2d& point : shape.points) {
        points.push_back(to_float(Vec2d{point.x, -point.y} / pixels_per_meter));
    }
    const auto radius = static_cast<float>(shape.radius / pixels_per_meter);
    Geometry geometry;
    switch (shape.kind) {
        case FlatShape::Kind::None: return {};
        case FlatShape::Kind::Line: {
            ChainEntry& chain = body.chains.emplace_back(chain_like(pattern));
            chain.definition.points = std::move(points);
            chain.definition.sides = ChainSides::Both;
            return {};
        }
        case FlatShape::Kind::Circle: geometry = Circle{points[0], radius}; break;
        case FlatShape::Kind::Capsule: geometry = Capsule{points[0], points[1], radius}; break;
        case FlatShape::Kind::Area: return append_area(std::move(points), pattern, body, repairs);
    }
    body.shapes.push_back(pattern);
    body.shapes.back().geometry = std::move(geometry);
    return {};
}

}  // namespace drystone::scene
