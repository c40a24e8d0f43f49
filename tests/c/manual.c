/* The pieces of docs/manual/c.md, in one program. */
#include <drystone/c/drystone.h>

#include <stdio.h>
#include <string.h>

// [check]
/* Prints the reason of a failure and passes the result on, so that it can stand in a condition. */
static int failed(DsStatus status, const char* what) {
    if (status == DS_OK)
        return 0;
    fprintf(stderr, "%s: %s\n", what, ds_last_error());
    return 1;
}
// [/check]

// [callback]
/* Two bodies with the same user data pass through each other. */
static bool may_collide(void* data, DsShapeId a, DsShapeId b) {
    const DsWorld* world = data;
    DsBodyId body_a, body_b;
    uint64_t team_a = 0, team_b = 0;
    ds_shape_body(*world, a, &body_a);
    ds_shape_body(*world, b, &body_b);
    ds_body_user_data(*world, body_a, &team_a);
    ds_body_user_data(*world, body_b, &team_b);
    return team_a == 0 || team_a != team_b;
}
// [/callback]

static int add_ball(DsWorld world, float x, float y, DsBodyId* body) {
    DsBodyDefinition definition;
    DsShapeGeometry geometry = {DS_GEOMETRY_TYPE_CIRCLE, {{{0.0f, 0.0f}, 0.5f}}};
    DsShapeDefinition surface;
    DsShapeId shape;
    ds_default_body_definition(&definition);
    definition.position.x = x;
    definition.position.y = y;
    ds_default_shape_definition(&surface);
    surface.hit_events = true;
    return failed(ds_world_create_body(world, &definition, body), "body") ||
           failed(ds_world_create_shape(world, *body, &geometry, &surface, &shape), "shape");
}

static int make_world(DsWorld* world, DsBodyId* ground) {
    // [world]
    DsWorldDefinition settings;
    DsBodyDefinition definition;
    DsShapeGeometry floor;
    DsShapeId shape;

    if (failed(ds_check_layout(), "layout")) /* header and library of one version */
        return 1;
    ds_default_world_definition(&settings); /* then change what shall differ */
    settings.gravity.y = -9.81f;
    if (failed(ds_world_create(&settings, world), "world"))
        return 1;

    ds_default_body_definition(&definition);
    definition.type = DS_BODY_TYPE_STATIC;
    if (failed(ds_world_create_body(*world, &definition, ground), "ground"))
        return 1;
    floor.type = DS_GEOMETRY_TYPE_SEGMENT; /* says which member of `as` there is */
    floor.as.segment.a.x = -20.0f;
    floor.as.segment.a.y = 0.0f;
    floor.as.segment.b.x = 20.0f;
    floor.as.segment.b.y = 0.0f;
    if (failed(ds_world_create_shape(*world, *ground, &floor, NULL, &shape),
               "floor")) /* NULL: the defaults */
        return 1;
    // [/world]
    return 0;
}

static int count_hits(DsWorld world, DsBodyId ball) {
    int hard = 0;
    DsVec2 position;
    int step;
    // [step]
    for (step = 0; step < 120; ++step) {
        const DsContactHit* hits;
        size_t count, i;
        if (failed(ds_world_step(world, 1.0f / 60.0f, 4), "step") ||
            failed(ds_world_contact_hits(world, &hits, &count), "hits"))
            return -1;
        for (i = 0; i < count; ++i) /* a view: valid until the next step */
            hard += hits[i].approach_speed > 5.0f;
    }
    ds_body_position(world, ball, &position);
    // [/step]
    return position.y > 0.45f && position.y < 0.55f ? hard : -1;
}

static int hang(DsWorld world, DsBodyId ground, DsBodyId ball) {
    DsJointId hinge;
    // [joint]
    DsJointDefinition joint;
    joint.type = DS_JOINT_TYPE_REVOLUTE;
    ds_default_revolute_joint(&joint.as.revolute);
    joint.as.revolute.anchor_a.y = 6.0f;
    joint.as.revolute.anchor_b.y = 2.0f;
    joint.as.revolute.has_limit = true; /* what may be missing has a `has_` */
    joint.as.revolute.limit.lower = -0.5f;
    joint.as.revolute.limit.upper = 0.5f;
    if (failed(ds_world_create_joint(world, ground, ball, &joint, NULL, &hinge), "hinge"))
        return 1;
    // [/joint]
    return failed(ds_world_destroy_joint(world, hinge), "hinge");
}

static int look_for(DsWorld world) {
    // [query]
    DsRayCast ray;
    DsRayHit hit;
    bool found;
    ds_default_ray_cast(&ray);
    ray.origin.y = 10.0f;
    ray.translation.y = -20.0f;
    if (failed(ds_world_cast_ray(world, &ray, NULL, &found, &hit), "ray"))
        return 1;
    if (found)
        printf("hit at %.2f m\n", (double)hit.point.y);
    // [/query]
    return found ? 0 : 1;
}

static int go_back(DsWorld world) {
    uint64_t first, second;
    int i, round;
    DsSnapshot start;
    for (round = 0; round < 2; ++round) {
        if (round == 0) {
            // [snapshot]
            if (failed(ds_world_snapshot(world, &start), "snapshot"))
                return 1;
            // [/snapshot]
        } else {
            // [restore]
            if (failed(ds_world_restore(world, start), "restore"))
                return 1;
            // [/restore]
        }
        for (i = 0; i < 60; ++i)
            ds_world_step(world, 1.0f / 60.0f, 4);
        ds_world_state_hash(world, round == 0 ? &first : &second);
    }
    // [destroy]
    ds_snapshot_destroy(start);
    // [/destroy]
    return first == second ? 0 : 1;
}

int main(void) {
    DsWorld world;
    DsBodyId ground, ball;
    DsBuffer buffer;
    const uint8_t* bytes;
    size_t count;
    bool valid = true;

    if (make_world(&world, &ground) || add_ball(world, 0.0f, 4.0f, &ball))
        return 1;
    // [filter]
    if (failed(ds_world_set_collision_filter(world, may_collide, &world), "filter"))
        return 1;
    // [/filter]
    if (count_hits(world, ball) < 1 || hang(world, ground, ball) || look_for(world) || go_back(world))
        return 1;

    // [save]
    ds_buffer_create(&buffer);
    if (failed(ds_world_set_collision_filter(world, NULL, NULL), "filter") ||
        failed(ds_world_save(world, buffer, &bytes, &count), "save"))
        return 1;
    /* bytes[0] to bytes[count - 1] are valid until the buffer is cleared */
    ds_buffer_destroy(buffer);
    // [/save]
    if (count == 0)
        return 1;

    // [stale]
    ds_world_destroy_body(world, ball);
    ds_body_is_valid(world, ball, &valid); /* false */
    if (ds_body_apply_impulse(world, ball, (DsVec2){1.0f, 0.0f}) == DS_ERROR_ARGUMENT)
        puts(ds_last_error()); /* names the function, the handle, and what became of the body */
    // [/stale]
    if (valid || strlen(ds_last_error()) == 0)
        return 1;
    return failed(ds_world_destroy(world), "destroy");
}
