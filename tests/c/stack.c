/* A stack of ten boxes, simulated for ten seconds: the first program of the README, in C. */
#include <drystone/c/drystone.h>

#include <stdio.h>

static int failed(const char* what) {
    fprintf(stderr, "%s: %s\n", what, ds_last_error());
    return 1;
}

int main(void) {
    DsWorldDefinition world_definition;
    DsWorld world;
    DsBodyDefinition body_definition;
    DsBodyId ground, box;
    DsShapeGeometry geometry;
    DsShapeDefinition shape_definition;
    DsShapeId shape;
    DsPolygon polygon;
    DsRayCast ray;
    DsRayHit hit;
    DsCounters counters;
    bool found;
    int i;

    if (ds_check_layout() != DS_OK)
        return failed("layout");

    ds_default_world_definition(&world_definition);
    world_definition.gravity.y = -9.81f;
    if (ds_world_create(&world_definition, &world) != DS_OK)
        return failed("world");

    ds_default_body_definition(&body_definition);
    body_definition.type = DS_BODY_TYPE_STATIC;
    if (ds_world_create_body(world, &body_definition, &ground) != DS_OK)
        return failed("ground");
    geometry.type = DS_GEOMETRY_TYPE_SEGMENT;
    geometry.as.segment.a.x = -20.0f;
    geometry.as.segment.a.y = 0.0f;
    geometry.as.segment.b.x = 20.0f;
    geometry.as.segment.b.y = 0.0f;
    if (ds_world_create_shape(world, ground, &geometry, NULL, &shape) != DS_OK)
        return failed("ground");

    if (ds_make_box(0.5f, 0.5f, &polygon) != DS_OK)
        return failed("box");
    geometry.type = DS_GEOMETRY_TYPE_POLYGON;
    geometry.as.polygon = polygon;
    ds_default_shape_definition(&shape_definition);
    shape_definition.density = 1.0f;
    shape_definition.material.friction = 0.6f;
    for (i = 0; i < 10; ++i) {
        ds_default_body_definition(&body_definition);
        body_definition.position.y = 0.5f + (float)i;
        if (ds_world_create_body(world, &body_definition, &box) != DS_OK)
            return failed("box");
        if (ds_world_create_shape(world, box, &geometry, &shape_definition, &shape) != DS_OK)
            return failed("box");
    }
    ds_polygon_destroy(polygon);

    for (i = 0; i < 600; ++i) {
        const DsContactBegin* touches;
        const DsBodyMoved* moves;
        size_t touch_count, move_count;
        if (ds_world_step(world, 1.0f / 60.0f, 4) != DS_OK)
            return failed("step");
        if (ds_world_contact_begins(world, &touches, &touch_count) != DS_OK)
            return failed("events");
        if (ds_world_moved_bodies(world, &moves, &move_count) != DS_OK)
            return failed("events");
    }

    ds_default_ray_cast(&ray);
    ray.origin.x = -5.0f;
    ray.origin.y = 3.0f;
    ray.translation.x = 10.0f;
    if (ds_world_cast_ray(world, &ray, NULL, &found, &hit) != DS_OK)
        return failed("ray");
    if (!found || hit.point.x < -0.6f || hit.point.x > -0.4f)
        return failed("the ray meets no box");

    if (ds_world_counters(world, &counters) != DS_OK)
        return failed("counters");
    if (ds_world_destroy(world) != DS_OK)
        return failed("destroy");
    if (ds_world_step(world, 1.0f / 60.0f, 4) != DS_ERROR_HANDLE)
        return failed("a destroyed world steps");

    /* Every box rests on the one below it. */
    return counters.contacts == 10 ? 0 : failed("contacts");
}
