#include "world/save/schema_map.h"

#include "world/save/schema_text.h"

#include <drystone/error.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace drystone {

namespace {

using Kind = SchemaType::Kind;

/// Reads values of one schema and writes them as values of another one.
class Converter {
public:
    Converter(std::span<const std::byte> content, const SchemaText& from, const SchemaText& to)
        : rest_(content), from_(from), to_(to), limit_(64 * content.size() + (std::size_t{1} << 20)) {}

    void convert(const SchemaType& from, const SchemaType& to) {
        if (from.kind != to.kind) {
            fail_type(from, to);
        }
        switch (from.kind) {
            case Kind::Number: convert_number(from, to); break;
            case Kind::Text: copy(sizeof(std::uint32_t) + peek_count()); break;
            case Kind::Named: convert_members(from, to); break;
            case Kind::Fixed: convert_fixed(from, to); break;
            case Kind::List: convert_list(from, to); break;
            case Kind::Optional: convert_optional(from, to); break;
            case Kind::Variant: convert_variant(from, to); break;
        }
    }
    [[nodiscard]] bool at_end() const { return rest_.empty(); }

    std::vector<std::byte> out;

private:
    [[noreturn]] static void fail_type(const SchemaType& from, const SchemaType& to) {
        fail(std::string("World::load: the file has ")
                 .append(from.text)
                 .append(" where this version has ")
                 .append(to.text));
    }
    static void expect(bool holds) {
        if (!holds) {
            fail("World::load: the content does not fit the schema in the file");
        }
    }
    void convert_number(const SchemaType& from, const SchemaType& to) {
        const bool same_form = from.text[0] == to.text[0] && from.text[0] != 'f' && from.text[0] != 'b';
        if (from.text != to.text && !(same_form && from.size < to.size)) {
            fail_type(from, to);
        }
        copy(from.size);
        const bool is_negative = from.text[0] == 'i' && (out.back() & std::byte{0x80}) != std::byte{0};
        grow(to.size - from.size, is_negative ? std::byte{0xff} : std::byte{0});
    }
    void convert_members(const SchemaType& from, const SchemaType& to) {
        const std::vector<SchemaMember>& have = from_.members(from.count);
        std::vector<std::span<const std::byte>> starts;
        for (const SchemaMember& member : have) {
            starts.push_back(rest_);
            skip(member.type);
        }
        const std::span<const std::byte> end = rest_;
        const std::vector<SchemaMember>& wanted = to_.members(to.count);
        const std::vector<std::size_t>& sources = find_sources(from, to);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (sources[i] == have.size()) {
                write_default(wanted[i].type);
                continue;
            }
            rest_ = starts[sources[i]];
            convert(have[sources[i]].type, wanted[i].type);
        }
        rest_ = end;
    }
    /// Returns for each member of `to` the place of the member of `from` with its name; their number if there
    /// is none. Names are compared once for each pair of types.
    const std::vector<std::size_t>& find_sources(const SchemaType& from, const SchemaType& to) {
        const auto [known, is_new] = sources_.emplace(std::pair(from.count, to.count), 0);
        if (is_new) {
            const std::vector<SchemaMember>& have = from_.members(from.count);
            for (const SchemaMember& wanted : to_.members(to.count)) {
                const auto found = std::find_if(have.begin(), have.end(), [&](const SchemaMember& member) {
                    return member.name == wanted.name;
                });
                known->second.push_back(static_cast<std::size_t>(found - have.begin()));
            }
        }
        return known->second;
    }
    void convert_fixed(const SchemaType& from, const SchemaType& to) {
        for (std::size_t i = 0; i < from.count; ++i) {
            if (i < to.count) {
                convert(from.parts[0], to.parts[0]);
            } else {
                skip(from.parts[0]);
            }
        }
        for (std::size_t i = from.count; i < to.count; ++i) {
            write_default(to.parts[0]);
        }
    }
    void convert_list(const SchemaType& from, const SchemaType& to) {
        const std::size_t count = peek_count();
        copy(sizeof(std::uint32_t));
        expect(count <= rest_.size() / from.parts[0].min_size);
        for (std::size_t i = 0; i < count; ++i) {
            convert(from.parts[0], to.parts[0]);
        }
    }
    void convert_optional(const SchemaType& from, const SchemaType& to) {
        if (copy_byte() != 0) {
            convert(from.parts[0], to.parts[0]);
        }
    }
    void convert_variant(const SchemaType& from, const SchemaType& to) {
        const std::size_t index = take_byte();
        expect(index < from.parts.size());
        const SchemaType& alternative = from.parts[index];
        const auto found = std::find_if(to.parts.begin(), to.parts.end(), [&](const SchemaType& wanted) {
            return wanted.text == alternative.text;
        });
        if (found == to.parts.end()) {
            fail_type(alternative, to);
        }
        grow(1, static_cast<std::byte>(found - to.parts.begin()));
        convert(alternative, *found);
    }

    void skip(const SchemaType& type) {
        switch (type.kind) {
            case Kind::Number: take(type.size); break;
            case Kind::Text: take(sizeof(std::uint32_t) + peek_count()); break;
            case Kind::Named:
                for (const SchemaMember& member : from_.members(type.count)) {
                    skip(member.type);
                }
                break;
            case Kind::Fixed:
                for (std::size_t i = 0; i < type.count; ++i) {
                    skip(type.parts[0]);
                }
                break;
            case Kind::List: skip_list(type.parts[0]); break;
            case Kind::Optional:
                if (take_byte() != 0) {
                    skip(type.parts[0]);
                }
                break;
            case Kind::Variant: {
                const std::size_t index = take_byte();
                expect(index < type.parts.size());
                skip(type.parts[index]);
                break;
            }
        }
    }
    void skip_list(const SchemaType& item) {
        const std::size_t count = peek_count();
        take(sizeof(std::uint32_t));
        expect(count <= rest_.size() / item.min_size);
        if (item.kind == Kind::Number) {
            take(count * item.size);
            return;
        }
        for (std::size_t i = 0; i < count; ++i) {
            skip(item);
        }
    }
    void write_default(const SchemaType& type) {
        switch (type.kind) {
            case Kind::Number: grow(type.size, std::byte{0}); break;
            case Kind::Text:
            case Kind::List: grow(sizeof(std::uint32_t), std::byte{0}); break;
            case Kind::Named:
                for (const SchemaMember& member : to_.members(type.count)) {
                    write_default(member.type);
                }
                break;
            case Kind::Fixed:
                for (std::size_t i = 0; i < type.count; ++i) {
                    write_default(type.parts[0]);
                }
                break;
            case Kind::Optional: grow(1, std::byte{0}); break;
            case Kind::Variant:
                grow(1, std::byte{0});
                write_default(type.parts[0]);
                break;
        }
    }

    [[nodiscard]] std::size_t peek_count() const {
        expect(rest_.size() >= sizeof(std::uint32_t));
        std::size_t count = 0;
        for (std::size_t i = sizeof(std::uint32_t); i > 0; --i) {
            count = count << 8 | std::to_integer<std::size_t>(rest_[i - 1]);
        }
        return count;
    }
    std::span<const std::byte> take(std::size_t size) {
        expect(size <= rest_.size());
        const std::span<const std::byte> taken = rest_.first(size);
        rest_ = rest_.subspan(size);
        return taken;
    }
    std::size_t take_byte() { return std::to_integer<std::size_t>(take(1)[0]); }
    std::size_t copy_byte() {
        copy(1);
        return std::to_integer<std::size_t>(out.back());
    }
    void copy(std::size_t size) {
        const std::span<const std::byte> taken = take(size);
        out.insert(out.end(), taken.begin(), taken.end());
    }
    void grow(std::size_t size, std::byte value) {
        expect(out.size() + size <= limit_);
        out.resize(out.size() + size, value);
    }

    std::span<const std::byte> rest_;
    const SchemaText& from_;
    const SchemaText& to_;
    std::size_t limit_;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> sources_;
};

}  // namespace

std::vector<std::byte> convert_content(std::span<const std::byte> content, std::string_view from,
                                       std::string_view to) {
    const SchemaText from_schema(from);
    const SchemaText to_schema(to);
    Converter converter(content, from_schema, to_schema);
    for (const char* const root : {"Callbacks", "Settings", "World"}) {
        converter.convert(from_schema.find(root), to_schema.find(root));
    }
    if (!converter.at_end()) {
        fail("World::load: the file holds more than its schema describes");
    }
    return std::move(converter.out);
}

}  // namespace drystone
