#include "import/tiled_xml.h"

#include <drystone/error.h>

#if defined(DRYSTONE_HAS_PUGIXML)
#include <pugixml.hpp>
#endif

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace drystone::scene {

bool is_xml(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark)) {
        text.remove_prefix(byte_order_mark.size());
    }
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '<';
}

#if defined(DRYSTONE_HAS_PUGIXML)

namespace {

constexpr std::size_t largest_text = std::size_t{64} << 20;

/// Rule by which a child element becomes a member of its parent.
struct ChildRule {
    std::string_view parent;
    std::string_view child;
    std::string_view key;
    bool is_list;
    std::string_view type;  ///< The member "type" that the file in JSON has.
};
constexpr ChildRule child_rules[] = {
    {"map", "tileset", "tilesets", true, ""},
    {"map", "layer", "layers", true, "tilelayer"},
    {"map", "objectgroup", "layers", true, "objectgroup"},
    {"map", "imagelayer", "layers", true, "imagelayer"},
    {"map", "group", "layers", true, "group"},
    {"group", "layer", "layers", true, "tilelayer"},
    {"group", "objectgroup", "layers", true, "objectgroup"},
    {"group", "imagelayer", "layers", true, "imagelayer"},
    {"group", "group", "layers", true, "group"},
    {"tileset", "tile", "tiles", true, ""},
    {"tileset", "tileoffset", "tileoffset", false, ""},
    {"tile", "objectgroup", "objectgroup", false, "objectgroup"},
    {"objectgroup", "object", "objects", true, ""},
    {"object", "text", "text", false, ""},
    {"template", "tileset", "tileset", false, ""},
    {"template", "object", "object", false, ""},
};

/// Returns whether the attribute is text even where it looks like a number.
bool is_text(std::string_view attribute) {
    constexpr std::string_view names[] = {"name",     "type",    "class",        "source", "template",
                                          "encoding", "version", "tiledversion", "points", "compression"};
    return std::find(std::begin(names), std::end(names), attribute) != std::end(names);
}

bool is_number(std::string_view text) {
    double value = 0.0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    // One that no double holds is a number, too: what reads it refuses it.
    return (error == std::errc{} || error == std::errc::result_out_of_range) &&
           stop == text.data() + text.size() && std::isfinite(value);
}

/// Makes nodes of elements.
class XmlConverter {
public:
    XmlConverter(std::string_view text, std::string_view name) : name_(name) {
        for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
            line_ends_.push_back(static_cast<std::ptrdiff_t>(at));
        }
    }
    Node convert(const pugi::xml_node& root) { return element(root, root.name(), 0); }
    [[noreturn]] void stop(std::ptrdiff_t offset, std::string_view message) const {
        std::string text(name_);
        text.append(":").append(std::to_string(line_of(offset))).append(": no valid XML: ").append(message);
        fail(text);
    }

private:
    [[nodiscard]] int line_of(std::ptrdiff_t offset) const {
        const auto after = std::lower_bound(line_ends_.begin(), line_ends_.end(), offset);
        return static_cast<int>(after - line_ends_.begin()) + 1;
    }
    Node make(Node::Kind kind, const pugi::xml_node& xml, std::string text = {}) {
        if (++count_ > largest_value_count) {
            stop(xml.offset_debug(), "more than 4 million values");
        }
        Node node;
        node.kind = kind;
        node.line = line_of(xml.offset_debug());
        node.text = std::move(text);
        return node;
    }
    /// Returns a number where the text is one, else a string.
    Node make_value(const pugi::xml_node& xml, std::string_view text) {
        return make(is_number(text) ? Node::Kind::Number : Node::Kind::String, xml, std::string(text));
    }
    static void add(Node& object, std::string_view key, Node value) {
        object.keys.emplace_back(key);
        object.items.push_back(std::move(value));
    }
    /// Returns the array of that name, which is made where it is not there.
    Node& list(Node& object, std::string_view key, const pugi::xml_node& xml) {
        const auto at = std::find(object.keys.begin(), object.keys.end(), key);
        if (at != object.keys.end()) {
            Node& found = object.items[static_cast<std::size_t>(at - object.keys.begin())];
            found.kind = Node::Kind::Array;
            return found;
        }
        add(object, key, make(Node::Kind::Array, xml));
        return object.items.back();
    }
    Node element(const pugi::xml_node& xml, std::string_view type, std::size_t depth);
    void add_attributes(const pugi::xml_node& xml, Node& object);
    void add_child(const pugi::xml_node& parent, const pugi::xml_node& child, Node& object,
                   std::size_t depth);
    void add_image(const pugi::xml_node& image, Node& object);
    void add_data(const pugi::xml_node& data, Node& layer);
    Node cells(const pugi::xml_node& data);
    Node properties(const pugi::xml_node& xml, std::size_t depth);
    Node property_value(const pugi::xml_node& xml, std::size_t depth);

    std::string_view name_;
    std::vector<std::ptrdiff_t> line_ends_;
    std::size_t count_ = 0;
};

Node XmlConverter::element(const pugi::xml_node& xml, std::string_view type, std::size_t depth) {
    if (depth >= imported_depth) {
        stop(xml.offset_debug(), "elements nested too deep");
    }
    Node object = make(Node::Kind::Object, xml);
    if (!type.empty()) {
        add(object, "type", make(Node::Kind::String, xml, std::string(type)));
    }
    add_attributes(xml, object);
    const std::string_view name = xml.name();
    if (name == "objectgroup") {
        list(object, "objects", xml);
    }
    for (const pugi::xml_node& child : xml.children()) {
        if (child.type() == pugi::node_element) {
            add_child(xml, child, object, depth);
        }
    }
    return object;
}

void XmlConverter::add_attributes(const pugi::xml_node& xml, Node& object) {
    for (const pugi::xml_attribute& attribute : xml.attributes()) {
        const std::string_view key = attribute.name();
        add(object, key,
            is_text(key) ? make(Node::Kind::String, xml, attribute.value())
                         : make_value(xml, attribute.value()));
    }
}

void XmlConverter::add_child(const pugi::xml_node& parent, const pugi::xml_node& child, Node& object,
                             std::size_t depth) {
    const std::string_view name = child.name();
    const std::string_view owner = parent.name();
    if (name == "properties") {
        add(object, "properties", properties(child, depth + 1));
    } else if (name == "image") {
        add_image(child, object);
    } else if (owner == "layer" && name == "data") {
        add_data(child, object);
    } else if (owner == "object" && (name == "polygon" || name == "polyline")) {
        add(object, name, make(Node::Kind::String, child, child.attribute("points").value()));
    } else if (owner == "object" && (name == "ellipse" || name == "point" || name == "capsule")) {
        add(object, name, make(Node::Kind::Boolean, child));
        object.items.back().is_true = true;
    } else {
        for (const ChildRule& rule : child_rules) {
            if (rule.parent == owner && rule.child == name) {
                Node made = element(child, rule.type, depth + 1);
                if (rule.is_list) {
                    list(object, rule.key, parent).items.push_back(std::move(made));
                } else {
                    add(object, rule.key, std::move(made));
                }
            }
        }
    }
}

void XmlConverter::add_image(const pugi::xml_node& image, Node& object) {
    add(object, "image", make(Node::Kind::String, image, image.attribute("source").value()));
    for (const auto& [attribute, key] : {std::pair("width", "imagewidth"), {"height", "imageheight"}}) {
        if (const pugi::xml_attribute size = image.attribute(attribute)) {
            add(object, key, make_value(image, size.value()));
        }
    }
}

void XmlConverter::add_data(const pugi::xml_node& data, Node& layer) {
    for (const char* const key : {"encoding", "compression"}) {
        if (const pugi::xml_attribute attribute = data.attribute(key)) {
            add(layer, key, make(Node::Kind::String, data, attribute.value()));
        }
    }
    if (!data.child("chunk")) {
        add(layer, "data", cells(data));
        return;
    }
    Node& chunks = list(layer, "chunks", data);
    for (const pugi::xml_node& xml : data.children("chunk")) {
        Node chunk = make(Node::Kind::Object, xml);
        add_attributes(xml, chunk);
        add(chunk, "data", cells(xml));
        chunks.items.push_back(std::move(chunk));
    }
}

/// Returns the text of cells, or an array of those that are elements.
Node XmlConverter::cells(const pugi::xml_node& data) {
    if (!data.child("tile")) {
        return make(Node::Kind::String, data, data.text().get());
    }
    Node numbers = make(Node::Kind::Array, data);
    for (const pugi::xml_node& tile : data.children("tile")) {
        const pugi::xml_attribute gid = tile.attribute("gid");
        numbers.items.push_back(make_value(tile, gid ? gid.value() : "0"));
    }
    return numbers;
}

Node XmlConverter::properties(const pugi::xml_node& xml, std::size_t depth) {
    Node result = make(Node::Kind::Array, xml);
    for (const pugi::xml_node& child : xml.children("property")) {
        Node property = make(Node::Kind::Object, child);
        add(property, "name", make(Node::Kind::String, child, child.attribute("name").value()));
        add(property, "value", property_value(child, depth));
        result.items.push_back(std::move(property));
    }
    return result;
}

Node XmlConverter::property_value(const pugi::xml_node& xml, std::size_t depth) {
    if (depth >= imported_depth) {
        stop(xml.offset_debug(), "properties nested too deep");
    }
    const std::string_view type = xml.attribute("type").value();
    const pugi::xml_node members = xml.child("properties");
    if (type == "class" || members) {
        Node object = make(Node::Kind::Object, xml);
        for (const pugi::xml_node& member : members.children("property")) {
            add(object, member.attribute("name").value(), property_value(member, depth + 1));
        }
        return object;
    }
    if (type == "list") {
        Node items = make(Node::Kind::Array, xml);
        for (const pugi::xml_node& child : xml.children("item")) {
            Node item = make(Node::Kind::Object, child);
            add(item, "value", property_value(child, depth + 1));
            items.items.push_back(std::move(item));
        }
        return items;
    }
    // Texts of several lines are the content of the element.
    const pugi::xml_attribute attribute = xml.attribute("value");
    const std::string_view text = attribute ? attribute.value() : xml.text().get();
    if (type == "bool" && (text == "true" || text == "false")) {
        Node flag = make(Node::Kind::Boolean, xml);
        flag.is_true = text == "true";
        return flag;
    }
    const bool is_numeric = type == "int" || type == "float" || type == "object";
    return is_numeric ? make_value(xml, text) : make(Node::Kind::String, xml, std::string(text));
}

}  // namespace

Node parse_tiled_xml(std::string_view text, std::string_view name) {
    if (text.size() > largest_text) {
        fail(std::string(name).append(": the text must be of at most 64 MB"));
    }
    XmlConverter converter(text, name);
    pugi::xml_document document;
    const pugi::xml_parse_result result = document.load_buffer(text.data(), text.size());
    if (!result) {
        converter.stop(result.offset, result.description());
    }
    return converter.convert(document.document_element());
}

#else

Node parse_tiled_xml(std::string_view /*text*/, std::string_view name) {
    fail(std::string(name).append(": is XML, which needs a build with pugixml; export it as JSON"));
}

#endif

}  // namespace drystone::scene
