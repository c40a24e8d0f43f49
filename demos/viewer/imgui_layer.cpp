#include "imgui_layer.h"

#include "text.h"
#include "theme.h"

#include <imgui.h>
#include <SFML/Window/Keyboard.hpp>
#include <SFML/Window/Mouse.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

namespace viewer {
namespace {

void map_keys(ImGuiIO& io) {
    using Key = sf::Keyboard;
    constexpr struct {
        ImGuiKey_ imgui;
        sf::Keyboard::Key sfml;
    } pairs[] = {
        {ImGuiKey_Tab, Key::Tab},
        {ImGuiKey_LeftArrow, Key::Left},
        {ImGuiKey_RightArrow, Key::Right},
        {ImGuiKey_UpArrow, Key::Up},
        {ImGuiKey_DownArrow, Key::Down},
        {ImGuiKey_Home, Key::Home},
        {ImGuiKey_End, Key::End},
        {ImGuiKey_Delete, Key::Delete},
        {ImGuiKey_Backspace, Key::Backspace},
        {ImGuiKey_Enter, Key::Enter},
        {ImGuiKey_Escape, Key::Escape},
        {ImGuiKey_A, Key::A},
        {ImGuiKey_Space, Key::Space},
        {ImGuiKey_C, Key::C},
        {ImGuiKey_V, Key::V},
        {ImGuiKey_X, Key::X},
        {ImGuiKey_PageUp, Key::PageUp},
        {ImGuiKey_PageDown, Key::PageDown},
    };
    for (const auto& pair : pairs) {
        io.KeyMap[pair.imgui] = pair.sfml;
    }
}

ImVec4 to_vec4(sf::Color color, float alpha = 1.0f) {
    return {static_cast<float>(color.r) / 255.0f, static_cast<float>(color.g) / 255.0f,
            static_cast<float>(color.b) / 255.0f, alpha};
}

sf::Color to_color(ImU32 packed) {
    return {static_cast<sf::Uint8>(packed >> IM_COL32_R_SHIFT),
            static_cast<sf::Uint8>(packed >> IM_COL32_G_SHIFT),
            static_cast<sf::Uint8>(packed >> IM_COL32_B_SHIFT),
            static_cast<sf::Uint8>(packed >> IM_COL32_A_SHIFT)};
}

void set_metrics(ImGuiStyle& style) {
    style.WindowRounding = 8.0f;
    style.FrameRounding = 5.0f;
    style.GrabRounding = 5.0f;
    style.PopupRounding = 6.0f;
    style.ScrollbarRounding = 6.0f;
    style.WindowPadding = {12.0f, 10.0f};
    style.FramePadding = {7.0f, 3.0f};
    style.ItemSpacing = {7.0f, 4.0f};
    style.WindowBorderSize = 1.0f;
    style.FrameBorderSize = 0.0f;
}

}  // namespace

ImGuiLayer::ImGuiLayer() : context_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendPlatformName = "SFML";
    map_keys(io);
    load_font();
    set_metrics(ImGui::GetStyle());
}

ImGuiLayer::~ImGuiLayer() { ImGui::DestroyContext(context_); }

void ImGuiLayer::load_font() {
    ImGuiIO& io = ImGui::GetIO();
    const std::string path = find_font("DejaVuSans.ttf");
    if (path.empty() || io.Fonts->AddFontFromFileTTF(path.c_str(), 13.0f) == nullptr) {
        io.Fonts->AddFontDefault();
    }
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    font_texture_.create(static_cast<unsigned>(width), static_cast<unsigned>(height));
    font_texture_.update(pixels);
    font_texture_.setSmooth(true);
    io.Fonts->SetTexID(&font_texture_);
}

void ImGuiLayer::handle(const sf::Event& event) { events_.push_back(event); }

/// Passes events to ImGui, which reads the state of buttons and keys once per frame: a press and release
/// between two frames would be lost. A frame therefore takes events only up to one that would hide an earlier
/// one.
void ImGuiLayer::take_events() {
    FrameInput taken;
    while (!events_.empty() && taken.admits(events_.front())) {
        apply(events_.front());
        taken.add(events_.front());
        events_.pop_front();
    }
}

bool ImGuiLayer::FrameInput::admits(const sf::Event& event) const {
    switch (event.type) {
        case sf::Event::MouseMoved: return buttons == 0;
        case sf::Event::MouseButtonPressed:
        case sf::Event::MouseButtonReleased: return buttons == 0 && !wheel;
        case sf::Event::MouseWheelScrolled: return buttons == 0;
        case sf::Event::KeyPressed:
        case sf::Event::KeyReleased: return std::find(keys.begin(), keys.end(), event.key.code) == keys.end();
        default: return true;
    }
}

void ImGuiLayer::FrameInput::add(const sf::Event& event) {
    switch (event.type) {
        case sf::Event::MouseButtonPressed:
        case sf::Event::MouseButtonReleased: ++buttons; break;
        case sf::Event::MouseWheelScrolled: wheel = true; break;
        case sf::Event::KeyPressed:
        case sf::Event::KeyReleased: keys.push_back(event.key.code); break;
        default: break;
    }
}

void ImGuiLayer::apply(const sf::Event& event) {
    ImGuiIO& io = ImGui::GetIO();
    switch (event.type) {
        case sf::Event::MouseMoved:
            io.MousePos = {static_cast<float>(event.mouseMove.x), static_cast<float>(event.mouseMove.y)};
            break;
        case sf::Event::MouseButtonPressed:
        case sf::Event::MouseButtonReleased:
            io.MousePos = {static_cast<float>(event.mouseButton.x), static_cast<float>(event.mouseButton.y)};
            if (event.mouseButton.button < 3) {
                io.MouseDown[event.mouseButton.button] = event.type == sf::Event::MouseButtonPressed;
            }
            break;
        case sf::Event::MouseWheelScrolled: io.MouseWheel += event.mouseWheelScroll.delta; break;
        case sf::Event::KeyPressed:
        case sf::Event::KeyReleased:
            if (event.key.code >= 0 && event.key.code < static_cast<int>(std::size(io.KeysDown))) {
                io.KeysDown[event.key.code] = event.type == sf::Event::KeyPressed;
            }
            io.KeyCtrl = event.key.control;
            io.KeyShift = event.key.shift;
            io.KeyAlt = event.key.alt;
            break;
        case sf::Event::TextEntered:
            if (event.text.unicode >= 32 && event.text.unicode != 127) {
                io.AddInputCharacter(event.text.unicode);
            }
            break;
        case sf::Event::LostFocus:
            std::fill(std::begin(io.KeysDown), std::end(io.KeysDown), false);
            std::fill(std::begin(io.MouseDown), std::end(io.MouseDown), false);
            break;
        default: break;
    }
}

bool ImGuiLayer::captures_mouse() { return ImGui::GetIO().WantCaptureMouse; }

bool ImGuiLayer::captures_keyboard() { return ImGui::GetIO().WantTextInput; }

void ImGuiLayer::set_theme(const Theme& theme, bool dark) {
    if (dark) {
        ImGui::StyleColorsDark();
    } else {
        ImGui::StyleColorsLight();
    }
    const ImVec4 accent = to_vec4(theme.tool, 0.75f);
    const ImVec4 soft = to_vec4(theme.kinematic_fill, 0.22f);
    const ImVec4 middle = to_vec4(theme.kinematic_fill, 0.42f);
    ImVec4* colors = ImGui::GetStyle().Colors;
    colors[ImGuiCol_Text] = to_vec4(theme.text);
    colors[ImGuiCol_TextDisabled] = to_vec4(theme.text_soft);
    colors[ImGuiCol_WindowBg] = to_vec4(mixed(theme.sky_top, theme.sky_bottom, 0.35f), 0.94f);
    colors[ImGuiCol_PopupBg] = to_vec4(theme.sky_top, 0.98f);
    colors[ImGuiCol_Border] = to_vec4(theme.kinematic_fill, 0.35f);
    colors[ImGuiCol_Separator] = to_vec4(theme.kinematic_fill, 0.30f);
    for (const int index : {ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Header}) {
        colors[index] = soft;
    }
    for (const int index :
         {ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered}) {
        colors[index] = middle;
    }
    for (const int index : {ImGuiCol_CheckMark, ImGuiCol_PlotLines, ImGuiCol_PlotLinesHovered}) {
        colors[index] = accent;
    }
    // Pale, so that the text over them can be read.
    for (const int index :
         {ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_ButtonActive, ImGuiCol_HeaderActive}) {
        colors[index] = to_vec4(theme.tool, 0.45f);
    }
    for (const int index : {ImGuiCol_Tab, ImGuiCol_TitleBg, ImGuiCol_TitleBgCollapsed}) {
        colors[index] = soft;
    }
    for (const int index : {ImGuiCol_TabHovered, ImGuiCol_TabActive, ImGuiCol_TitleBgActive}) {
        colors[index] = middle;
    }
    // Titles are drawn over the picture.
    for (const int index : {ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed}) {
        colors[index] = to_vec4(mixed(theme.sky_bottom, theme.kinematic_fill, 0.3f));
    }
}

void ImGuiLayer::begin(sf::Vector2f size, float seconds) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {size.x, size.y};
    io.DeltaTime = std::max(seconds, 1e-4f);
    take_events();
    ImGui::NewFrame();
}

void ImGuiLayer::draw(sf::RenderTarget& target) {
    ImGui::Render();
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i) {
        for (const ImDrawCmd& command : data.CmdLists[i]->CmdBuffer) {
            draw_command(target, *data.CmdLists[i], command);
        }
    }
    target.setView(sf::View(sf::FloatRect({0.0f, 0.0f}, sf::Vector2f(target.getSize()))));
}

void ImGuiLayer::discard() { ImGui::EndFrame(); }

void ImGuiLayer::draw_command(sf::RenderTarget& target, const ImDrawList& list, const ImDrawCmd& command) {
    const sf::Vector2f size(target.getSize());
    const float left = std::clamp(std::floor(command.ClipRect.x), 0.0f, size.x);
    const float top = std::clamp(std::floor(command.ClipRect.y), 0.0f, size.y);
    const float width = std::clamp(std::ceil(command.ClipRect.z), 0.0f, size.x) - left;
    const float height = std::clamp(std::ceil(command.ClipRect.w), 0.0f, size.y) - top;
    if (width <= 0.0f || height <= 0.0f || command.UserCallback != nullptr) {
        return;
    }
    const auto* texture = static_cast<const sf::Texture*>(command.GetTexID());
    const sf::Vector2f texels =
        texture != nullptr ? sf::Vector2f(texture->getSize()) : sf::Vector2f(1.0f, 1.0f);
    vertices_.clear();
    for (unsigned i = 0; i < command.ElemCount; ++i) {
        const int index = list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
        const ImDrawVert& from = list.VtxBuffer[static_cast<int>(command.VtxOffset) + index];
        vertices_.emplace_back(sf::Vector2f(from.pos.x, from.pos.y), to_color(from.col),
                               sf::Vector2f(from.uv.x * texels.x, from.uv.y * texels.y));
    }
    // Clips by drawing through a view of just the clip rectangle in just that viewport.
    sf::View view(sf::FloatRect({left, top}, {width, height}));
    view.setViewport(sf::FloatRect({left / size.x, top / size.y}, {width / size.x, height / size.y}));
    target.setView(view);
    target.draw(vertices_.data(), vertices_.size(), sf::Triangles, sf::RenderStates(texture));
}

}  // namespace viewer
