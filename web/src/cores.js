// ---- Convex cores: plain objects of points, normals and a radius ----

/** Returns the core of whatever is convex: a core, a polygon, or another shape. */
function coreOf(v, name) {
    if (v instanceof Polygon) {
        return v.core;
    }
    if (typeof v !== 'object' || v === null) {
        bad(name, 'a convex shape', v);
    }
    switch (v.type) {
        case undefined: return v;
        case 'circle': return circleCore(v);
        case 'capsule': return capsuleCore(v);
        case 'segment': return segmentCore(v);
        case 'polygon': return v.polygon.core;
        default: return bad(name, 'a convex shape', v);
    }
}
function readConvexCore(p) {
    const count = I32[(p + 8) >> 2];
    const normals = U32[(p + 4) >> 2];
    return {points: list(U32[p >> 2], count, 8, readVec2), normals: normals === 0 ? [] : list(normals, count, 8, readVec2),
            radius: F32[(p + 12) >> 2]};
}
function writeConvexCore(p, v, name) {
    const core = coreOf(v, name);
    U32[p >> 2] = putPoints(core.points ?? bad(name, 'a core with points', v), `${name}.points`);
    I32[(p + 8) >> 2] = putCount;
    const normals = core.normals ?? [];
    U32[(p + 4) >> 2] = normals.length === 0 ? 0 : putPoints(normals, `${name}.normals`);
    F32[(p + 12) >> 2] = core.radius ?? 0;
}
const readAnyShape = (p) => ({core: readConvexCore(p), custom: borrow(CustomShape, p + 16)});
function writeAnyShape(p, v, name) {
    U8.fill(0, p, p + 24);
    if (v instanceof CustomShape) {
        writeObject(p + 16, v, CustomShape, name);
    } else {
        writeConvexCore(p, v, name);
    }
}
const readCoreMapping = (p) => ({core: readConvexCore(p)});
function writeCoreMapping(p, v, name) { writeConvexCore(p, object(v, name, 'core mapping').core, name); }
const readSmallCoreMapping = (p) => ({core: readSmallCore(p)});
function writeSmallCoreMapping(p, v, name) { writeSmallCore(p, object(v, name, 'core mapping').core, name); }
const readPolygonWithActiveEdges = () => null;
function writePolygonWithActiveEdges(p, v, name) {
    writeConvexCore(p, object(v, name, 'polygon with active edges').core, name);
    U32[(p + 16) >> 2] = putList(v.edges ?? [], 44, (q, e) => writeActiveEdge(q, e, name), name);
    U32[(p + 20) >> 2] = putCount;
    F32[(p + 24) >> 2] = v.slack ?? 0;
}
const readVec2Array = (p) => list(U32[p >> 2], U32[(p + 4) >> 2], 8, readVec2);
function writeVec2Array(p, v, name) {
    U32[p >> 2] = putPoints(v, name);
    U32[(p + 4) >> 2] = putCount;
}
