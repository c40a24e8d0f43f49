#pragma once

#include <SFML/Graphics/RenderTarget.hpp>
#include <SFML/Graphics/Texture.hpp>
#include <SFML/Graphics/Vertex.hpp>
#include <SFML/Window/Event.hpp>

#include <deque>
#include <vector>

struct ImGuiContext;
struct ImDrawCmd;
struct ImDrawList;

namespace viewer {

struct Theme;

/// Dear ImGui on SFML: passes events to it and draws its output with plain triangles, into windows and
/// textures alike. Only one may exist at a time.
class ImGuiLayer {
public:
    ImGuiLayer();
    ~ImGuiLayer();
    ImGuiLayer(const ImGuiLayer&) = delete;
    ImGuiLayer& operator=(const ImGuiLayer&) = delete;

    /// Queues the event for the next frame, or a later one if it comes too soon after another.
    void handle(const sf::Event& event);
    /// Returns whether mouse events belong to a control, not to the world.
    [[nodiscard]] static bool captures_mouse();
    [[nodiscard]] static bool captures_keyboard();

    void set_theme(const Theme& theme, bool dark);
    /// Begins a frame of `seconds`; the controls follow, then `draw`.
    void begin(sf::Vector2f size, float seconds);
    void draw(sf::RenderTarget& target);
    /// Ends the frame without drawing it.
    void discard();

private:
    /// Events that the current frame has taken so far.
    struct FrameInput {
        int buttons = 0;
        bool wheel = false;
        std::vector<sf::Keyboard::Key> keys{};

        [[nodiscard]] bool admits(const sf::Event& event) const;
        void add(const sf::Event& event);
    };

    void load_font();
    void take_events();
    static void apply(const sf::Event& event);
    void draw_command(sf::RenderTarget& target, const ImDrawList& list, const ImDrawCmd& command);

    ImGuiContext* context_;
    std::deque<sf::Event> events_;
    sf::Texture font_texture_;
    std::vector<sf::Vertex> vertices_;
};

}  // namespace viewer
