// A pile of boxes in a window; a click throws a ball in. An argument ends the program after that many frames.
#include <drystone/drystone.h>
#include <SFML/Graphics.hpp>

#include <algorithm>
#include <cstdlib>
#include <variant>

using namespace drystone;

namespace {

constexpr float pixels_per_metre = 40.0f;

sf::Vector2f to_screen(Vec2 p) { return {400.0f + pixels_per_metre * p.x, 560.0f - pixels_per_metre * p.y}; }

Vec2 to_world(sf::Vector2i p) {
    return {(static_cast<float>(p.x) - 400.0f) / pixels_per_metre,
            (560.0f - static_cast<float>(p.y)) / pixels_per_metre};
}

void draw_shape(sf::RenderWindow& window, ConstShapeRef shape, const Pose& pose) {
    const ShapeGeometry geometry = shape.geometry();
    if (const auto* polygon = std::get_if<Polygon>(&geometry)) {
        sf::ConvexShape outline(polygon->vertices().size());
        for (std::size_t i = 0; i < polygon->vertices().size(); ++i) {
            outline.setPoint(i, to_screen(transform(pose, polygon->vertices()[i])));
        }
        outline.setFillColor(sf::Color(90, 140, 200));
        outline.setOutlineColor(sf::Color(40, 70, 110));
        outline.setOutlineThickness(-1.0f);
        window.draw(outline);
    } else if (const auto* circle = std::get_if<Circle>(&geometry)) {
        sf::CircleShape disc(pixels_per_metre * circle->radius);
        disc.setOrigin(disc.getRadius(), disc.getRadius());
        disc.setPosition(to_screen(transform(pose, circle->center)));
        disc.setFillColor(sf::Color(220, 120, 60));
        window.draw(disc);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int last_frame = argc > 1 ? std::atoi(argv[1]) : -1;
    sf::RenderWindow window(sf::VideoMode(800, 600), "Drystone");
    window.setFramerateLimit(60);

    World world({.gravity = {0.0f, -9.81f}});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    world.create_shape(ground, make_box(10.0f, 0.5f, Pose{{0.0f, -0.5f}}));
    for (int i = 0; i < 10; ++i) {
        const BodyId box = world.create_body({.position = {0.0f, 0.5f + static_cast<float>(i)}});
        world.create_shape(box, make_box(0.5f, 0.5f));
    }

    sf::Clock clock;
    float unspent = 0.0f;
    constexpr float time_step = 1.0f / 60.0f;
    for (int frame = 0; window.isOpen() && frame != last_frame; ++frame) {
        for (sf::Event event{}; window.pollEvent(event);) {
            if (event.type == sf::Event::Closed) {
                window.close();
            }
            if (event.type == sf::Event::MouseButtonPressed) {
                const Vec2 target = to_world({event.mouseButton.x, event.mouseButton.y});
                const BodyId ball = world.create_body({.position = {-9.0f, 3.0f}});
                world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.4f}, {.density = 5.0f});
                world[ball].set_linear_velocity(2.0f * (target - Vec2{-9.0f, 3.0f}));
            }
        }

        // The display may run at any rate; the world always steps by the same time.
        unspent = std::min(unspent + clock.restart().asSeconds(), 0.25f);
        for (; unspent >= time_step; unspent -= time_step) {
            world.step(time_step);
        }

        window.clear(sf::Color(245, 245, 240));
        for (const ConstShapeRef shape : std::as_const(world).shapes()) {
            draw_shape(window, shape, shape.body().pose());
        }
        window.display();
    }
}
