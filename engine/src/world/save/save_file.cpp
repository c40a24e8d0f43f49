#include <drystone/save_file.h>

#include "parallel/worker_threads.h"
#include "world/checks.h"
#include "world/save/check_saved.h"
#include "world/save/save_format.h"
#include "world/save/save_reader.h"
#include "world/save/save_writer.h"
#include "world/save/saved_world.h"
#include "world/state/derived.h"
#include "world/stepping.h"
#include "world/validate.h"

#include <drystone/error.h>
#include <drystone/world.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace drystone {

void fail_damaged(const char* name) {
    fail(std::string("World::load: the bytes are damaged at \"").append(name).append("\""));
}

const std::string& name_of(const CustomShape& shape, const SaveOptions& options) {
    const auto found =
        std::find_if(options.custom_shapes.begin(), options.custom_shapes.end(),
                     [&](const Named<CustomShape>& named) { return named.object.is_copy_of(shape); });
    if (found == options.custom_shapes.end() || found->name.empty()) {
        fail("World::save: a custom shape has no name in SaveOptions::custom_shapes");
    }
    return found->name;
}

namespace {

/// Returns the named object. Throws `Error` if there is none; `kind` names the list of the options.
template <class Object>
const Object& find_named(const std::string& name, const std::vector<Named<Object>>& all, const char* kind) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Named<Object>& named) { return named.name == name; });
    if (found == all.end()) {
        fail(std::string("World::load: the file needs \"")
                 .append(name)
                 .append("\", which is not in LoadOptions::")
                 .append(kind));
    }
    return found->object;
}

/// Returns the name under which a callback is saved. Throws `Error` if it has none.
template <class Function>
std::string saved_name(const Function& callback, const std::string& name, const SaveOptions& options,
                       const char* member) {
    if (!callback || options.without_callbacks) {
        return {};
    }
    if (name.empty()) {
        fail(std::string("World::save: the callback has no name in SaveOptions::").append(member));
    }
    return name;
}

SavedCallbacks collect_callbacks(const ContactRules& rules, const SaveOptions& options) {
    return {saved_name(rules.filter, options.collision_filter, options, "collision_filter"),
            saved_name(rules.mixing, options.material_mixing, options, "material_mixing"),
            saved_name(rules.pre_solve, options.pre_solve, options, "pre_solve")};
}

void set_callbacks(const SavedCallbacks& saved, const LoadOptions& options, ContactRules& rules) {
    if (!saved.collision_filter.empty()) {
        rules.filter = find_named(saved.collision_filter, options.collision_filters, "collision_filters");
    }
    if (!saved.material_mixing.empty()) {
        rules.mixing = find_named(saved.material_mixing, options.material_mixings, "material_mixings");
    }
    if (!saved.pre_solve.empty()) {
        rules.pre_solve = find_named(saved.pre_solve, options.pre_solves, "pre_solves");
    }
}

/// Checks all that was read; the order matters, see `check_saved.h`.
void finish_world(const SavedJoints& joints, const SavedFields& fields, WorldState& world) {
    check_trees(world);
    check_bodies(world);
    check_shapes(world);
    check_chains(world);
    check_tile_grids(world);
    check_contacts(world);
    check_graph(world);
    check_islands(world);
    make_joints(joints, world);
    make_fields(fields, world);
    check_sensors(world);
    check_systems(world);
    forget_derived(world);
    validate_world(world);
}

}  // namespace

const CustomShape& find_custom_shape(const std::string& name, const LoadOptions& options) {
    return find_named(name, options.custom_shapes, "custom_shapes");
}

std::string save_schema() {
    const WorldState world;
    const SavedJoints joints;
    const SavedFields fields;
    Schema schema;
    schema.type_name(SavedCallbacks{});
    schema.type_name(WorldDefinition{});
    schema.type_name(
        WorldContent<const WorldState, const SavedJoints, const SavedFields>{world, joints, fields});
    return schema.text();
}

void save_world_state(const WorldState& world, const SaveOptions& options, std::vector<std::byte>& into) {
    const SavedCallbacks callbacks = collect_callbacks(world.rules, options);
    const SavedJoints joints = collect_joints(world.stores.joints, world.systems.joint_solver);
    const SavedFields fields = collect_fields(world.stores.fields);
    begin_save(into);
    SaveWriter writer(into, options);
    writer("callbacks", callbacks);
    writer("settings", world.settings);
    writer("world",
           WorldContent<const WorldState, const SavedJoints, const SavedFields>{world, joints, fields});
    finish_save(into);
}

void World::save(std::vector<std::byte>& into, const SaveOptions& options) const {
    check_not_stepping(*state_, "World::save");
    save_world_state(*state_, options, into);
}

std::vector<std::byte> World::save(const SaveOptions& options) const {
    std::vector<std::byte> result;
    save(result, options);
    return result;
}

std::vector<std::byte> World::save() const { return save(SaveOptions{}); }

World World::load(std::span<const std::byte> saved, const LoadOptions& options) {
    const char* const function = "World::load";
    check_scheduler(function, options.scheduler);
    std::unique_ptr<TaskScheduler> pool;
    if (options.scheduler == nullptr) {
        pool = make_pool(function, "options.threads", options.threads);
    }
    std::vector<std::byte> converted;
    SaveReader reader(save_content(saved, converted), options);
    SavedCallbacks callbacks;
    WorldDefinition definition;
    reader("callbacks", callbacks);
    reader("settings", definition);
    definition.threads = 1;
    definition.scheduler = options.scheduler;
    definition.simd = options.simd;
    World result(definition);
    WorldState& world = *result.state_;
    if (options.scheduler == nullptr) {
        use_pool(world, std::move(pool), options.threads);
    }
    set_callbacks(callbacks, options, world.rules);
    SavedJoints joints;
    SavedFields fields;
    WorldContent<WorldState, SavedJoints, SavedFields> content{world, joints, fields};
    reader("world", content);
    require(reader.at_end(), "nothing follows the world");
    finish_world(joints, fields, world);
    return result;
}

World World::load(std::span<const std::byte> saved) { return load(saved, LoadOptions{}); }

}  // namespace drystone
