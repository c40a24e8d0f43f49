/* Makes random calls through the C interface, valid ones and misuse of every kind. Each call must return a
   status; that it does nothing else is for the sanitizers to find.

       drystone-c-random CALLS [SEED [FIRST_PRINTED]]

   prints the calls from number FIRST_PRINTED on, which shows the last one before a fault. */
#include <drystone/c/drystone.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Random numbers: xorshift64*, Vigna 2016. */
static uint64_t random_state = 1;

static uint32_t random_number(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)((random_state * 2685821657736338717u) >> 32);
}

static bool chance(uint32_t one_in) { return random_number() % one_in == 0; }

/* Calls are careful or reckless, since few would be valid if every number was drawn from all. */
static bool is_careful = true;

static float random_float(void) {
    static const float odd[] = {0.0f,  -0.0f,  1.0f,    -1.0f, 1e-30f,   1e-7f,     1e7f,
                                1e30f, -1e30f, 3.4e38f, NAN,   INFINITY, -INFINITY, 1e-42f};
    if (!is_careful && chance(4)) {
        return odd[random_number() % (sizeof odd / sizeof odd[0])];
    }
    if (chance(3)) {
        return (float)(random_number() % 9) - (is_careful ? 0.0f : 4.0f);
    }
    return (float)random_number() / 4294967296.0f * 4.0f - (chance(3) ? 2.0f : 0.0f);
}

static double random_double(void) { return (double)random_float(); }
static bool random_bool(void) { return chance(2); }
static uint8_t random_enum(int last) {
    return (uint8_t)(!is_careful && chance(10) ? random_number() : random_number() % (uint32_t)(last + 1));
}
static uint32_t random_uint32(void) { return is_careful ? random_number() % 16 : random_number(); }
static uint64_t random_uint64(void) {
    return chance(2) ? ~(uint64_t)0 : chance(2) ? random_number() % 16 : (uint64_t)random_number() << 32;
}
static int64_t random_int64(void) {
    return chance(10) ? (int64_t)random_uint64() : (int64_t)(random_number() % 40);
}
static bool random_is_null(void) { return !is_careful && chance(20); }
static bool random_is_absent(void) { return chance(3); }
static bool changes(void) { return chance(is_careful ? 6 : 3); }

/* Numbers of steps, threads and elements are what a call costs, so they stay small. */
static int32_t random_int(const char* name) {
    static const char* const costly[] = {"capacity", "threads",  "worker",     "sub_steps", "count",
                                         "size",     "vertices", "planes",     "boxes",     "samples",
                                         "bytes",    "interval", "iterations", "repeats"};
    size_t i;
    for (i = 0; i < sizeof costly / sizeof costly[0]; ++i) {
        if (strstr(name, costly[i]) != NULL) {
            return (int32_t)(random_number() % 7) - (is_careful ? 0 : 2);
        }
    }
    if (strcmp(name, "proxies") == 0) {
        return (int32_t)(random_number() % 100);
    }
    if (!is_careful && chance(8)) {
        static const int32_t odd[] = {INT32_MAX, INT32_MIN, -1, 65536, 255, 256};
        return odd[random_number() % 6];
    }
    return (int32_t)(random_number() % 5);
}

/* Memory of arguments, until the call is over. */
static union {
    char bytes[1 << 22];
    double alignment;
} memory;
static size_t memory_used;

static void* take_memory(size_t size) {
    void* result;
    size = (size + 15) / 16 * 16;
    if (size > sizeof memory.bytes - memory_used) {
        fprintf(stderr, "the memory of arguments is used up\n");
        exit(1);
    }
    result = memory.bytes + memory_used;
    memory_used += size;
    return result;
}

static size_t random_count(void) { return random_number() % 8; }

static const char* random_text(const char* name) {
    if (strcmp(name, "path") == 0) {
        static const char* const paths[] = {"random_a.bin", "random_b.bin", "", "no/such/folder/file"};
        return paths[random_number() % (is_careful ? 2 : 4)];
    }
    if (chance(3)) {
        return "crate";
    }
    return chance(2) ? "" : random_is_null() ? NULL : "name";
}

/* The handles that calls have returned: the last of each kind, alive or dead. */
enum { pool_size = 12, id_pool_size = 48, world_count = 3 };

#define POOL(Type, destroy, limit)                                 \
    static Type pool_##Type[pool_size];                            \
    static uint32_t next_##Type;                                   \
    static void keep_##Type(Type object) {                         \
        Type* const place = &pool_##Type[next_##Type++ % (limit)]; \
        destroy(*place); /* The one that it takes the place of. */ \
        *place = object;                                           \
    }                                                              \
    static Type random_##Type(void) {                              \
        Type object = pool_##Type[random_number() % (limit)];      \
        if (!is_careful && chance(20))                             \
            object.id ^= (uint64_t)1 << random_number() % 64;      \
        return object;                                             \
    }
POOL(DsPolygon, ds_polygon_destroy, pool_size)
POOL(DsChain, ds_chain_destroy, pool_size)
POOL(DsRegion, ds_region_destroy, pool_size)
POOL(DsCustomShape, ds_custom_shape_destroy, pool_size)
POOL(DsSnapshot, ds_snapshot_destroy, 4)
POOL(DsRecorder, ds_recorder_destroy, 2)
POOL(DsRecordingPlayer, ds_recording_player_destroy, 2)
POOL(DsStateHistory, ds_state_history_destroy, 2)
POOL(DsTaskScheduler, ds_task_scheduler_destroy, 2)
POOL(DsAreaClipper, ds_area_clipper_destroy, 4)
POOL(DsAabbTree, ds_aabb_tree_destroy, 3)
POOL(DsTreeQueue, ds_tree_queue_destroy, 3)
POOL(DsEllipse, ds_ellipse_destroy, 4)
POOL(DsSuperellipse, ds_superellipse_destroy, 4)
POOL(DsFrustum3, ds_frustum3_destroy, 4)
POOL(DsFixedStepper, ds_fixed_stepper_destroy, 4)
POOL(DsInterpolation, ds_interpolation_destroy, 4)
POOL(DsCharacter, ds_character_destroy, 4)
POOL(DsDynamicMover, ds_dynamic_mover_destroy, 4)
POOL(DsPathGuide, ds_path_guide_destroy, 4)
POOL(DsWorldBatch, ds_world_batch_destroy, 2)
POOL(DsBuffer, ds_buffer_destroy, 4)

/* Worlds with the handles of what is in them. */
static DsWorld worlds[world_count];
static uint32_t current_world, next_world;

/* Takes the handle of an object: one of the current world, alive or dead, or something else. */
#define ID_POOL(Type)                                                                                \
    static Type pool_##Type[world_count][id_pool_size];                                              \
    static uint32_t next_##Type[world_count];                                                        \
    static Type random_##Type(void) {                                                                \
        const uint32_t from = chance(40) ? random_number() % world_count : current_world;            \
        const uint32_t filled = next_##Type[from] < id_pool_size ? next_##Type[from] : id_pool_size; \
        Type id = pool_##Type[from][random_number() % (filled + 1) % id_pool_size];                  \
        if (!is_careful && chance(30))                                                               \
            id.index1 = random_number();                                                             \
        if (!is_careful && chance(30))                                                               \
            id.generation = (uint16_t)random_number();                                               \
        return id;                                                                                   \
    }
#define KEPT_ID_POOL(Type)                                                            \
    ID_POOL(Type)                                                                     \
    static void keep_##Type(Type id) {                                                \
        pool_##Type[current_world][next_##Type[current_world]++ % id_pool_size] = id; \
    }
KEPT_ID_POOL(DsShapeId)
KEPT_ID_POOL(DsContactId)
KEPT_ID_POOL(DsJointId)
KEPT_ID_POOL(DsChainId)
KEPT_ID_POOL(DsTileGridId)
KEPT_ID_POOL(DsFieldId)
ID_POOL(DsBodyId)

/* Worlds stay small: a body that leaves the pool is destroyed. */
static void keep_DsBodyId(DsBodyId id) {
    DsBodyId* const place = &pool_DsBodyId[current_world][next_DsBodyId[current_world]++ % id_pool_size];
    if (memcmp(place, &id, sizeof id) != 0) {
        ds_world_destroy_body(worlds[current_world], *place);
    }
    *place = id;
}

static void keep_DsWorld(DsWorld world) {
    current_world = next_world++ % world_count;
    ds_world_destroy(worlds[current_world]);
    worlds[current_world] = world;
}
static DsWorld random_DsWorld(void) {
    DsWorld world;
    current_world = random_number() % world_count;
    world = worlds[current_world];
    if (!is_careful && chance(20))
        world.id ^= (uint64_t)1 << random_number() % 64;
    return world;
}

/* Bytes of save files and recordings, to be loaded again, with faults or without. */
static uint8_t kept_bytes[1 << 16];
static size_t kept_count;

static void keep_bytes(const uint8_t* bytes, size_t count) {
    if (count <= sizeof kept_bytes) {
        memcpy(kept_bytes, bytes, count);
        kept_count = count;
    }
}

static DsConvexCore random_DsConvexCore(void);
static DsDebugDraw random_DsDebugDraw(void);
static void random_call(void);
static int depth;

/* Callbacks return anything, and some call the interface again. */
static void call_again(void) {
    if (depth < 3 && chance(16)) {
        random_call();
    }
}

static void callback_DsSupportFunction(void* data, DsVec2 direction, DsVec2* result) {
    /* No call from here: it may be another thread. A box whose corners are rounded off where x is large. */
    (void)data;
    result->x = direction.x < 0.0f ? -0.5f : 0.5f;
    result->y = direction.y < 0.0f ? -0.25f : 0.75f;
}
static void callback_DsSupportFunction3(void* data, DsVec3 direction, DsVec3* result) {
    (void)data;
    result->x = direction.x < 0.0f ? -0.5f : 0.5f;
    result->y = direction.y;
    result->z = direction.z;
}
static void callback_DsContactVisitor(void* data, const DsContactView* contact) {
    (void)data;
    keep_DsContactId(contact->contact);
    call_again();
}
static bool callback_DsCollisionFilter(void* data, DsShapeId shape_a, DsShapeId shape_b) {
    (void)data;
    (void)shape_a;
    (void)shape_b;
    call_again();
    return !chance(8);
}
static void callback_DsMaterialMixing(void* data, DsShapeId shape_a, DsShapeId shape_b,
                                      const DsMixedMaterial* by_rules, DsMixedMaterial* result) {
    (void)data;
    (void)shape_a;
    (void)shape_b;
    call_again();
    *result = *by_rules;
    if (chance(8)) {
        result->friction = random_float();
    }
}
static bool callback_DsPreSolve(void* data, DsPreSolveContact* contact) {
    (void)data;
    call_again();
    if (chance(8))
        contact->normal.x = random_float();
    if (chance(8))
        contact->friction = random_float();
    if (chance(8))
        contact->points[0].separation = random_float();
    if (chance(16))
        contact->count = (int32_t)random_number();
    return !chance(8);
}
static bool callback_DsShapePredicate(void* data, DsShapeId shape) {
    (void)data;
    keep_DsShapeId(shape);
    call_again();
    return !chance(8);
}
static bool callback_DsShapeContactPredicate(void* data, const DsShapeContact* contact) {
    (void)data;
    keep_DsShapeId(contact->shape);
    call_again();
    return !chance(8);
}
static void callback_DsPoseVisitor(void* data, DsBodyId body, DsPose pose) {
    (void)data;
    (void)pose;
    keep_DsBodyId(body);
}
static void callback_DsTreeNodeVisitor(void* data, int32_t level, DsAabb box) {
    (void)data;
    (void)level;
    (void)box;
    call_again();
}
static void callback_DsGjkStepVisitor(void* data, const DsGjkStep* step) {
    (void)data;
    (void)step;
    call_again();
}
static void callback_DsEpaStepVisitor(void* data, const DsEpaStep* step) {
    (void)data;
    (void)step;
    call_again();
}
static bool callback_DsProxyPredicate(void* data, uint32_t proxy) {
    (void)data;
    (void)proxy;
    call_again();
    return !chance(8);
}
static float callback_DsProxyVisitor(void* data, uint32_t proxy, float limit) {
    (void)data;
    (void)proxy;
    call_again();
    return chance(8) ? random_float() : limit;
}
static float callback_DsProxyDistance(void* data, uint32_t proxy) {
    (void)data;
    (void)proxy;
    call_again();
    return random_float();
}
static void callback_DsProxyBoxVisitor(void* data, uint32_t proxy, DsAabb box) {
    (void)data;
    (void)proxy;
    (void)box;
    call_again();
}
static void callback_DsTask(void* data, int32_t worker) {
    (void)data;
    if (worker == 0)
        call_again(); /* The calling thread. */
}

/* Runs tasks one after another, and makes mistakes: it leaves out workers, repeats them, and invents some. */
static void run_tasks(void* data, int32_t workers, void (*task)(void* context, int32_t worker),
                      void* context) {
    int32_t i;
    (void)data;
    for (i = chance(8) ? -1 : 0; i < workers; ++i) {
        if (!chance(8))
            task(context, i);
        if (chance(8))
            task(context, i);
    }
}

static void draw_polygon(void* data, const DsVec2* points, size_t count, float radius,
                         const DsDebugStyle* style) {
    (void)data;
    (void)points;
    (void)count;
    (void)radius;
    (void)style;
    call_again();
}
static void draw_text(void* data, DsVec2 position, const char* text, const DsDebugStyle* style) {
    (void)data;
    (void)position;
    (void)style;
    if (strlen(text) > 1000)
        abort();
}
static DsDebugDraw random_DsDebugDraw(void) {
    DsDebugDraw draw;
    memset(&draw, 0, sizeof draw);
    if (!chance(4))
        draw.polygon = draw_polygon;
    if (!chance(4))
        draw.text = draw_text;
    return draw;
}

#include "random_calls_table.h"

/* The core of a random convex polygon; reckless ones have any points and normals, and a wrong number of them.
 */
static DsConvexCore random_DsConvexCore(void) {
    DsConvexCore core;
    const int count = 1 + (int)(random_number() % 8);
    DsVec2* const points = (DsVec2*)take_memory(8 * sizeof(DsVec2));
    DsVec2* const normals = (DsVec2*)take_memory(8 * sizeof(DsVec2));
    int i;
    for (i = 0; i < count; ++i) {
        const float angle = 6.2831853f * (float)i / (float)count;
        points[i].x = cosf(angle);
        points[i].y = sinf(angle);
        normals[i].x = cosf(angle + 3.1415927f / (float)count);
        normals[i].y = sinf(angle + 3.1415927f / (float)count);
        if (!is_careful && chance(6))
            points[i] = random_DsVec2();
        if (!is_careful && chance(6))
            normals[i] = random_DsVec2();
    }
    core.points = random_is_null() ? NULL : points;
    core.normals = random_is_null() ? NULL : normals;
    core.count = !is_careful && chance(8) ? -(int32_t)(random_number() % 3) : count;
    core.radius = random_float();
    return core;
}

enum { call_count = sizeof calls / sizeof calls[0], status_count = 9 };
static long number, first_printed = -1;
static long results[call_count][status_count];

/* Chooses a function. Those that fill a world are called more often than the others, and those that destroy
 * less. */
static uint32_t random_function(void) {
    for (;;) {
        const uint32_t index = random_number() % call_count;
        const char* const function = calls[index].name;
        const bool fills =
            strncmp(function, "ds_world_create_", 16) == 0 || strcmp(function, "ds_world_step") == 0;
        const bool destroys =
            strstr(function, "destroy") != NULL || strcmp(function, "ds_world_create") == 0 ||
            strstr(function, "ds_world_load") != NULL || strcmp(function, "ds_load_from_file") == 0 ||
            strcmp(function, "ds_world_clone") == 0 || strcmp(function, "ds_recording_player_world") == 0;
        if (chance(destroys ? 64 : fills ? 1 : 8))
            return index;
    }
}

static void random_call(void) {
    const uint32_t index = random_function();
    const bool was_careful = is_careful;
    DsStatus status;
    is_careful = random_number() % 3 != 0;
    ++depth;
    if (first_printed >= 0 && number >= first_printed) {
        printf("%ld %*s%s\n", number, depth, "", calls[index].name);
        fflush(stdout);
    }
    status = calls[index].call();
    --depth;
    is_careful = was_careful;
    if (status < 0 || status >= status_count) {
        fprintf(stderr, "%s returned %d\n", calls[index].name, (int)status);
        exit(1);
    }
    if (status != DS_OK && strncmp(ds_last_error(), "ds_", 3) != 0) {
        fprintf(stderr, "%s gives no reason: %s\n", calls[index].name, ds_last_error());
        exit(1);
    }
    ++results[index][status];
}

static void make_worlds(void) {
    static const DsVec2 corners[3] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    int i;
    for (i = 0; i < pool_size; ++i) {
        DsPolygon polygon;
        DsBuffer buffer;
        if (ds_make_polygon(corners, 3, 0.1f, &polygon) == DS_OK)
            keep_DsPolygon(polygon);
        if (ds_buffer_create(&buffer) == DS_OK)
            keep_DsBuffer(buffer);
    }
    for (i = 0; i < world_count; ++i) {
        DsWorld world;
        if (ds_world_create(NULL, &world) == DS_OK)
            keep_DsWorld(world);
    }
}

static int print_results(bool prints_all) {
    long sums[status_count] = {0};
    int succeeded = 0, i, k;
    for (i = 0; i < call_count; ++i) {
        for (k = 0; k < status_count; ++k)
            sums[k] += results[i][k];
        succeeded += results[i][DS_OK] > 0;
        if (prints_all && results[i][DS_OK] == 0)
            printf("never succeeded: %s\n", calls[i].name);
    }
    printf("calls by status:");
    for (k = 0; k < status_count; ++k)
        printf(" %d: %ld", k, sums[k]);
    printf("\n%d of %d functions succeeded at least once\n", succeeded, (int)call_count);
    return succeeded;
}

int main(int argc, char** argv) {
    const long wanted = argc > 1 ? strtol(argv[1], NULL, 10) : 10000;
    random_state = argc > 2 ? strtoull(argv[2], NULL, 10) * 2 + 1 : 1;
    first_printed = argc > 3 ? strtol(argv[3], NULL, 10) : -1;
    if (ds_check_layout() != DS_OK) {
        fprintf(stderr, "%s\n", ds_last_error());
        return 1;
    }
    remove("random_a.bin"); /* Of a run before, for the calls would differ. */
    remove("random_b.bin");
    make_worlds();
    for (number = 0; number < wanted; ++number) {
        memory_used = 0;
        if (number % 64 == 0) {
            int i;
            for (i = 0; i < 4; ++i)
                ds_buffer_clear(pool_DsBuffer[i]);
        }
        random_call();
    }
    return print_results(argc > 2) > call_count / 2 ? 0 : 1;
}
