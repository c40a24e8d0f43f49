#include "world/save/schema_text.h"

#include <drystone/error.h>

#include <algorithm>
#include <string>
#include <utility>

namespace drystone {

namespace {

// Limits of what schemas of any version may have.
constexpr int max_depth = 32;
constexpr std::size_t max_types = 1000;
constexpr std::size_t max_fixed = 65536;
constexpr std::size_t max_min_size = std::size_t{1} << 24;
/// Values that may be read for each byte: types without members take none.
constexpr std::uint64_t max_values_per_byte = 64;

[[noreturn]] void fail_schema() { fail("World::load: the schema in the file is damaged"); }

void expect(bool holds) {
    if (!holds) {
        fail_schema();
    }
}

/// Returns the bytes of a number of this type; 0 for other types.
std::size_t number_size(std::string_view name) {
    constexpr std::pair<std::string_view, std::size_t> numbers[] = {
        {"bool", 1}, {"u8", 1},  {"i8", 1},  {"u16", 2}, {"i16", 2}, {"u32", 4},
        {"i32", 4},  {"f32", 4}, {"u64", 8}, {"i64", 8}, {"f64", 8}};
    const auto* const found = std::find_if(std::begin(numbers), std::end(numbers),
                                           [&](const auto& one) { return one.first == name; });
    return found == std::end(numbers) ? 0 : found->second;
}

/// Takes a character if it is the next one.
bool take(std::string_view& rest, char character) {
    const bool there = !rest.empty() && rest.front() == character;
    rest.remove_prefix(there ? 1 : 0);
    return there;
}

std::size_t take_number(std::string_view& rest) {
    std::size_t number = 0;
    expect(!rest.empty() && rest.front() >= '0' && rest.front() <= '9');
    while (!rest.empty() && rest.front() >= '0' && rest.front() <= '9') {
        number = 10 * number + static_cast<std::size_t>(rest.front() - '0');
        expect(number <= max_fixed);
        rest.remove_prefix(1);
    }
    return number;
}

/// Refuses types of which a small file would hold more values than can be read in a time that its size
/// explains.
void expect_readable(std::uint64_t values, std::size_t bytes) {
    expect(values <= max_values_per_byte * (std::uint64_t{bytes} + 1));
}

/// Returns a type around another one.
SchemaType wrap(SchemaType::Kind kind, SchemaType part, std::string text) {
    SchemaType type;
    type.kind = kind;
    type.text = std::move(text);
    type.parts.push_back(std::move(part));
    return type;
}

}  // namespace

SchemaText::SchemaText(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        expect(end != std::string_view::npos && members_.size() < max_types);
        parse_line(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
}

SchemaType SchemaText::find(const std::string& name) const {
    std::string_view rest = name;
    SchemaType type = parse_name(rest);
    expect(type.kind == SchemaType::Kind::Named);
    return type;
}

void SchemaText::parse_line(std::string_view line) {
    const std::size_t open = line.find('{');
    expect(open != std::string_view::npos && open > 0 && line.back() == '}');
    const std::string name(line.substr(0, open));
    expect(places_.find(name) == places_.end() && number_size(name) == 0 && name != "text");
    std::string_view rest = line.substr(open + 1, line.size() - open - 2);
    std::vector<SchemaMember> members;
    std::size_t min_size = 0;
    std::uint64_t min_values = 1;
    int depth = 0;
    while (!rest.empty()) {
        expect(members.empty() || take(rest, ','));
        const std::size_t colon = rest.find(':');
        expect(colon != std::string_view::npos && colon > 0);
        SchemaMember member{std::string(rest.substr(0, colon)), {}};
        rest.remove_prefix(colon + 1);
        member.type = parse_type(rest, 0);
        min_size += member.type.min_size;
        min_values += member.type.min_values;
        expect(min_size <= max_min_size);
        members.push_back(std::move(member));
    }
    for (const SchemaMember& member : members) {
        depth = std::max(depth, depth_of(member.type));
    }
    expect(depth < max_depth);
    expect_readable(min_values, min_size);
    min_values_.push_back(min_values);
    places_[name] = members_.size();
    members_.push_back(std::move(members));
    min_sizes_.push_back(min_size);
    depths_.push_back(depth + 1);
}

int SchemaText::depth_of(const SchemaType& type) const {
    int depth = type.kind == SchemaType::Kind::Named ? depths_[type.count] : 0;
    for (const SchemaType& part : type.parts) {
        depth = std::max(depth, depth_of(part) + 1);
    }
    return depth;
}

SchemaType SchemaText::parse_type(std::string_view& rest, int depth) const {
    expect(depth < max_depth);
    SchemaType type = parse_base(rest, depth);
    for (int suffixes = 0; !rest.empty() && (rest.front() == '[' || rest.front() == '?'); ++suffixes) {
        expect(suffixes < max_depth);
        if (take(rest, '?')) {
            const std::string text = type.text + "?";
            type = wrap(SchemaType::Kind::Optional, std::move(type), text);
            type.min_size = 1;
            continue;
        }
        take(rest, '[');
        const std::size_t count = take_number(rest);
        expect(take(rest, ']') && count > 0);
        const std::size_t min_size = count * type.min_size;
        expect(min_size <= max_min_size);
        const std::uint64_t min_values = 1 + count * type.min_values;
        expect_readable(min_values, min_size);
        const std::string text = type.text + "[]";
        type = wrap(SchemaType::Kind::Fixed, std::move(type), text);
        type.count = count;
        type.min_size = min_size;
        type.min_values = min_values;
    }
    return type;
}

SchemaType SchemaText::parse_base(std::string_view& rest, int depth) const {
    if (take(rest, '[')) {
        SchemaType item = parse_type(rest, depth + 1);
        expect(take(rest, ']') && item.min_size > 0);
        const std::string text = "[" + item.text + "]";
        SchemaType type = wrap(SchemaType::Kind::List, std::move(item), text);
        type.min_size = sizeof(std::uint32_t);
        return type;
    }
    if (!take(rest, '(')) {
        return parse_name(rest);
    }
    SchemaType type;
    type.kind = SchemaType::Kind::Variant;
    type.min_size = 1;
    do {
        type.parts.push_back(parse_type(rest, depth + 1));
        type.text += "|" + type.parts.back().text;
    } while (take(rest, '|'));
    expect(take(rest, ')') && type.parts.size() <= 255);
    return type;
}

SchemaType SchemaText::parse_name(std::string_view& rest) const {
    std::size_t end = 0;
    int inside = 0;
    while (end < rest.size() &&
           (inside > 0 || std::string_view("[],|)?").find(rest[end]) == std::string_view::npos)) {
        inside += rest[end] == '<' ? 1 : rest[end] == '>' ? -1 : 0;
        ++end;
    }
    SchemaType type;
    type.text = std::string(rest.substr(0, end));
    rest.remove_prefix(end);
    type.size = number_size(type.text);
    type.min_size = type.size;
    if (type.text == "text") {
        type.kind = SchemaType::Kind::Text;
        type.min_size = sizeof(std::uint32_t);
    } else if (type.size == 0) {
        const auto place = places_.find(type.text);
        expect(place != places_.end());
        type.kind = SchemaType::Kind::Named;
        type.count = place->second;
        type.min_size = min_sizes_[place->second];
        type.min_values = min_values_[place->second];
    }
    return type;
}

}  // namespace drystone
