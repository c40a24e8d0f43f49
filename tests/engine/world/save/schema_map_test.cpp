#include <doctest/doctest.h>

#include "world/save/save_format.h"
#include "world/save/schema_map.h"

#include "support/save_mutations.h"
#include "support/save_scene.h"
#include "support/world_build.h"

#include <drystone/drystone.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

using namespace drystone;

namespace {

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
    std::vector<std::byte> bytes;
    for (const int value : values) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

const std::string rest = "Callbacks{}\nSettings{}\n";

std::vector<std::byte> convert(std::initializer_list<int> content, const std::string& from,
                               const std::string& to) {
    std::string whole_from = rest;
    std::string whole_to = rest;
    return convert_content(bytes_of(content), whole_from.append(from), whole_to.append(to));
}

}  // namespace

TEST_CASE("schema map: members are found by name, new ones are zero, and old ones dropped") {
    CHECK(convert({1, 2, 3}, "World{a:u8,b:u8,c:u8}\n", "World{c:u8,d:u16,a:u8}\n") ==
          bytes_of({3, 0, 0, 1}));
    CHECK(convert({1, 2, 200}, "World{a:u8,b:u8,c:i8}\n", "World{a:u16,c:i16}\n") ==
          bytes_of({1, 0, 200, 255}));
    CHECK(convert({5}, "World{a:bool}\n", "World{b:text,c:[u8],d:u8?,e:(u8|u16),f:u16[2]}\n") ==
          bytes_of({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
    CHECK(convert({2, 0, 0, 0, 7, 8, 9, 10}, "P{x:u8,y:u8}\nWorld{p:[P]}\n", "P{y:u8}\nWorld{p:[P]}\n") ==
          bytes_of({2, 0, 0, 0, 8, 10}));
    CHECK(convert({1, 4, 3, 2, 1, 0}, "World{v:(u8|u16),l:u8[3]}\n", "World{v:(u16|u8),l:u8[2]}\n") ==
          bytes_of({0, 4, 3, 2, 1}));
    CHECK(convert({1, 0, 0, 0, 'a', 1, 6}, "World{t:text,o:u8?}\n", "World{o:u8?,t:text}\n") ==
          bytes_of({1, 6, 1, 0, 0, 0, 'a'}));
}

TEST_CASE("schema map: schemas and content that are damaged or do not fit are refused") {
    for (const char* const schema :
         {"World{a:u8", "World{a}\n", "World{a:unknown}\n", "World{a:World}\n", "World{a:u8[0]}\n",
          "World{a:u8[99999999999]}\n", "E{}\nWorld{a:[E]}\n", "World{a:[u8}\n", "World{a:(u8|}\n",
          "{a:u8}\n", "World{a:u8}\nWorld{a:u8}\n", "World{a:u8,}\n", ""}) {
        CAPTURE(schema);
        CHECK_THROWS_AS((void)convert({0, 0, 0, 0}, schema, "World{a:u8}\n"), Error);
    }
    CHECK_THROWS_AS((void)convert({1}, "World{a:f32}\n", "World{a:f32}\n"), Error);
    CHECK_THROWS_AS((void)convert({1, 2}, "World{a:u8}\n", "World{a:u8}\n"), Error);
    CHECK_THROWS_AS((void)convert({0, 0, 0, 0}, "World{a:f32}\n", "World{a:u32}\n"), Error);
    CHECK_THROWS_AS((void)convert({255, 255, 255, 255}, "World{a:[u8]}\n", "World{a:[u8]}\n"), Error);
    std::string deep = "A0{x:u8}\n";
    for (int i = 1; i < 40; ++i) {
        deep.append("A").append(std::to_string(i)).append("{x:A").append(std::to_string(i - 1)).append("}\n");
    }
    CHECK_THROWS_AS((void)convert({0}, deep.append("World{a:A39}\n"), "World{a:u8}\n"), Error);
}

TEST_CASE("schema map: types of empty values take no more time than the file explains") {
    // Each would have more than 2^40 values in no bytes.
    std::string doubled = "T0{}\n";
    for (int i = 1; i < 31; ++i) {
        const std::string before = "T" + std::to_string(i - 1);
        doubled += "T" + std::to_string(i) + "{a:" + before + ",b:" + before + "}\n";
    }
    const std::string schemas[] = {
        "E{}\nWorld{a:E[65535][65535][65535]}\n", "E{}\nF{a:E[60000],b:u8}\nWorld{a:[F]}\n",
        "E{}\nF{a:E[60]}\nG{a:F[60]}\nWorld{a:G[60]}\n", doubled + "World{a:T30}\n"};
    for (const std::string& schema : schemas) {
        CHECK_THROWS_AS(static_cast<void>(convert({0, 0, 0, 0}, schema, "World{b:u8}\n")), Error);
    }
    CHECK(convert({7}, "E{}\nWorld{a:E[8],b:u8}\n", "World{b:u8}\n") == bytes_of({7}));
}

TEST_CASE("schema map: a save file whose members have another order and unknown companions loads the same") {
    test::SaveScene scene;
    scene.step(20);
    const std::vector<std::byte> good = scene.world.save(scene.save_options());
    const std::string own = save_schema();
    std::string other = own;
    const std::size_t pose = other.find("BodyPose{");
    REQUIRE(pose != std::string::npos);
    other.replace(pose, other.find('\n', pose) - pose, "BodyPose{s:f32,extra:[u16],x:f32,c:f32,y:f32}");

    std::vector<std::byte> content(good.begin() + static_cast<std::ptrdiff_t>(test::content_of(good)),
                                   good.end());
    std::vector<std::byte> file(good.begin(),
                                good.begin() + static_cast<std::ptrdiff_t>(test::save_header_size));
    test::write_number(file, test::save_schema_size_at, 4, other.size());
    for (const char character : other) {
        file.push_back(static_cast<std::byte>(character));
    }
    const std::vector<std::byte> converted = convert_content(content, own, other);
    file.insert(file.end(), converted.begin(), converted.end());
    test::seal(file);
    const World loaded = World::load(file, scene.load_options());
    CHECK(loaded.save(scene.save_options()) == good);
}
