// class
/** What a function takes where it knows what is not given: any of the members. */
export type Input<T> = T extends bigint ? bigint | number :
    T extends Vec2 ? (keyof T extends 'x' | 'y' ? Vec2 | readonly [number, number] : InputObject<T>) :
    T extends EngineObject | Handle | Function | string | number | boolean | null | undefined ? T :
    /* variants */
    T extends Pose ? PoseInput :
    T extends ReadonlyArray<infer U> ? ReadonlyArray<Input<U>> :
    InputObject<T>;
export type InputObject<T> = {[K in keyof T]?: Input<T[K]>};

/** A pose as functions take it: its rotation as cosine and sine, or as an angle [rad]. */
export interface PoseInput { position?: Vec2 | readonly [number, number]; rotation?: Rot; angle?: number }

/** An error of the engine: misuse or bad data. The text names function, argument and value. Nothing was changed. */
export class DrystoneError extends Error {
    /** The number of the kind of error, see DsStatus of the C interface. */
    readonly status: number;
}

/** What all things of a world have. */
export class Handle {
    protected constructor();
    /** The world that it is of. */
    readonly world: World;
    toString(): string;
}

/** What all objects of the engine have. They are freed when they are collected, or by `free()` at once. */
export class EngineObject {
    /** Frees what the engine holds for the object, which must not be used afterwards. */
    free(): void;
    [Symbol.dispose](): void;
}

/** The core of a convex shape: 1 or 2 points, or a convex polygon with its normals, and a radius. */
export interface ConvexCore { points: Vec2[]; normals: Vec2[]; radius: number }
export type ConvexCoreInput = {points: ReadonlyArray<Vec2 | readonly [number, number]> | Float32Array;
                               normals?: ReadonlyArray<Vec2>; radius?: number} | ShapeGeometryInput;
export interface AnyShape { core: ConvexCore; custom: CustomShape | null }
/** Any convex shape: a geometry, a core, or a custom shape. */
export type AnyShapeInput = ConvexCoreInput | CustomShape;
export interface CoreMapping { core: ConvexCore }
export type CoreMappingInput = {core: ConvexCoreInput};
export interface SmallCoreMapping { core: SmallCore }
export type SmallCoreMappingInput = {core: Input<SmallCore>};
export interface PolygonWithActiveEdges { core: ConvexCore; edges: ActiveEdge[]; slack: number }
export type PolygonWithActiveEdgesInput = {core: ConvexCoreInput; edges: ReadonlyArray<Input<ActiveEdge>>; slack?: number};
export type Vec2Array = Vec2[];
export type Vec2ArrayInput = ReadonlyArray<Vec2 | readonly [number, number]> | Float32Array;

/** Functions that draw, for `World.draw`: those that are missing draw nothing. All in world coordinates [m]. */
export interface DebugDraw {
    polygon?(points: Vec2[], radius: number, style: DebugStyle): void;
    circle?(center: Vec2, radius: number, rotation: Rot, style: DebugStyle): void;
    capsule?(a: Vec2, b: Vec2, radius: number, style: DebugStyle): void;
    segment?(a: Vec2, b: Vec2, style: DebugStyle): void;
    point?(position: Vec2, style: DebugStyle): void;
    arrow?(from: Vec2, to: Vec2, style: DebugStyle): void;
    text?(position: Vec2, text: string, style: DebugStyle): void;
}

/** Poses and velocities of bodies, read at once into memory of the engine, where arrays show them without a copy.
 *
 * The arrays are those of the last `read()`. Ask for them again after each call of the engine: when its memory grows,
 * earlier ones become empty. */
export class BodyArrays {
    constructor(world: World, bodies?: Iterable<Body>);
    readonly world: World;
    readonly bodies: Body[];
    /** Reads the poses and the velocities of now. Throws `DrystoneError` if a body is no more. */
    read(): this;
    readPoses(): this;
    readVelocities(): this;
    /** x [m], y [m], cosine and sine of the angle of each body. */
    readonly poses: Float32Array;
    /** x and y of each body [m/s]. */
    readonly linearVelocities: Float32Array;
    /** Of each body [rad/s]. */
    readonly angularVelocities: Float32Array;
    free(): void;
}

/** Draws a world to a canvas; the origin of the context is that of the world, y up. */
export class CanvasDraw {
    constructor(context: CanvasRenderingContext2D, colors?: (style: DebugStyle) => string);
    context: CanvasRenderingContext2D;
}
export interface CanvasDraw extends Required<DebugDraw> {}
/** Draws a world to a canvas of any size: `center` [m] in its middle, `scale` pixels for a metre. */
export function drawWorld(world: World, context: CanvasRenderingContext2D,
                          view: {center: Vec2; scale: number}, options?: Input<DebugDrawOptions>): void;

/** Draws worlds to the canvas of a context of WebGL, with one call of it for a picture. Keep it: it has a program and a buffer. */
export class WebglDraw {
    /** `colors` gives red + 256 green + 65536 blue + 16777216 alpha, each from 0 to 255. */
    constructor(gl: WebGLRenderingContext | WebGL2RenderingContext, colors?: (style: DebugStyle) => number);
    /** Draws over what is there: `center` [m] in the middle of the canvas, `scale` pixels for a metre. */
    draw(world: World, view: {center: Vec2; scale: number}, options?: Input<DebugDrawOptions>): void;
    /** Texts of the last picture, which WebGL cannot write. */
    readonly texts: {position: Vec2; text: string; style: DebugStyle}[];
    /** Number of triangles of the last picture. */
    readonly triangles: number;
    free(): void;
}
export interface WebglDraw extends Required<DebugDraw> {}

/** Whether the engine that was loaded uses SIMD128. */
export const simd: boolean;
/** Whether worlds with `threads` > 1 use threads: in node, and in pages that are isolated, where the machine has SIMD128.
 * Elsewhere the calling thread does all of the work, with the same results. */
export const threads: boolean;
/** Returns the number of workers that help with steps, and how often they have helped since the start: a worker starts some
 * time after its world was made, and steps with little work use none. */
export function threadUse(): {workers: number; calls: number};
// class World
/** Iterates over the bodies. */
[Symbol.iterator](): Iterator<Body>;
/** All contacts, as `visitContacts` gives them. */
get contacts(): ContactView[];
/** Returns the thing of this world that has the handle of one of another, as of the world that this is a clone of. */
same<T extends Handle>(handle: T): T;
/** Returns the shapes that contain a point. */
shapesAt(point: Input<Vec2>, filter?: Input<QueryFilter>): Shape[];
/** Returns the shapes whose boxes overlap a box. */
shapesIn(box: Input<Aabb>, filter?: Input<QueryFilter>): Shape[];
/** Draws the world by calling the functions of an object. */
draw(out: DebugDraw, options?: Input<DebugDrawOptions>): void;
/** Returns the world as the text of a scene file. */
toScene(): string;
/** Creates the objects of a scene file, given as its text or its content, in the world. */
addScene(scene: string | object, place?: {position?: Vec2 | readonly [number, number]; angle?: number}): void;
/** Makes a world of a scene file, given as its text or its content. */
static fromScene(scene: string | object): World;
// class Body
/** Creates a shape on the body. */
createShape(geometry: ShapeGeometryInput | CustomShape, definition?: Input<ShapeDefinition>): Shape;
/** Creates a chain on the body. */
createChain(definition: Input<ChainDefinition>): Chain;
/** Creates the convex pieces of an outline as shapes of the body. */
createOutline(outline: Vec2ArrayInput, holes?: ReadonlyArray<Vec2ArrayInput>, definition?: Input<ShapeDefinition>,
              options?: Input<PolygonsOptions>): Shape[];
/** All contacts of the body. */
get contacts(): ContactView[];
/** Destroys the body with its shapes and joints. */
destroy(): void;
// class Shape
/** All contacts of the shape. */
get contacts(): ContactView[];
/** Destroys the shape. */
destroy(updateMass?: boolean): void;
// class Joint
/** Destroys the joint. */
destroy(): void;
// class Chain
/** Destroys the chain. */
destroy(): void;
// class TileGrid
/** Destroys the grid. */
destroy(): void;
// class Field
/** Destroys the field. */
destroy(): void;
