// What is not generated: arithmetic of vectors, cores, copies of worlds, custom shapes of functions.
using System;

namespace Drystone
{
    public partial struct Vec2 : IEquatable<Vec2>
    {
        public Vec2(float x, float y) { X = x; Y = y; }
        public static Vec2 operator +(Vec2 a, Vec2 b) { return new Vec2(a.X + b.X, a.Y + b.Y); }
        public static Vec2 operator -(Vec2 a, Vec2 b) { return new Vec2(a.X - b.X, a.Y - b.Y); }
        public static Vec2 operator -(Vec2 a) { return new Vec2(-a.X, -a.Y); }
        public static Vec2 operator *(Vec2 a, float s) { return new Vec2(a.X * s, a.Y * s); }
        public static Vec2 operator *(float s, Vec2 a) { return a * s; }
        public static Vec2 operator /(Vec2 a, float s) { return new Vec2(a.X / s, a.Y / s); }
        public static implicit operator Vec2((float X, float Y) v) { return new Vec2(v.X, v.Y); }
        public float Length { get { return (float)Math.Sqrt(X * X + Y * Y); } }
        public float Dot(Vec2 v) { return X * v.X + Y * v.Y; }
        public float Cross(Vec2 v) { return X * v.Y - Y * v.X; }
        public bool Equals(Vec2 v) { return X == v.X && Y == v.Y; }
        public override bool Equals(object v) { return v is Vec2 && Equals((Vec2)v); }
        public override int GetHashCode() { return X.GetHashCode() * 31 + Y.GetHashCode(); }
        public override string ToString() { return "(" + X + ", " + Y + ")"; }
    }

    public partial struct Pose
    {
        public Pose(Vec2 position, float angle)
        {
            Position = position;
            Rotation = Ds.RotFromAngle(angle);
        }
        public static readonly Pose Identity = new Pose(new Vec2(), 0);
        public float Angle { get { return Ds.ArcTangent(Rotation.S, Rotation.C); } }
    }

    public partial struct Aabb
    {
        public Aabb(Vec2 lower, Vec2 upper) { Lower = lower; Upper = upper; }
    }

    /// <summary>A convex core: points, counter-clockwise, the outward normals of the edges that follow them, and a
    /// radius around it.</summary>
    public sealed unsafe class Core
    {
        public Vec2[] Points = new Vec2[0], Normals = new Vec2[0];
        public float Radius;

        /// <summary>Returns the core of a shape.</summary>
        public static Core Of(IShapeGeometry geometry)
        {
            var keep = new Keep();
            try
            {
                var shape = Variants.ShapeGeometryToRaw(geometry, keep, "geometry");
                var small = default(RawSmallCore);
                RawConvexCore raw;
                if (shape.m_type == GeometryType.Polygon) Native.Check(Abi.ds_polygon_core(shape.m_as.m_polygon, &raw));
                else
                {
                    if (shape.m_type == GeometryType.Circle) Native.Check(Abi.ds_circle_core(shape.m_as.m_circle, &small));
                    else if (shape.m_type == GeometryType.Capsule) Native.Check(Abi.ds_capsule_core(&shape.m_as.m_capsule, &small));
                    else Native.Check(Abi.ds_segment_core(shape.m_as.m_segment, &small));
                    Native.Check(Abi.ds_small_core_view(&small, &raw));
                }
                return From(&raw, null);
            }
            finally
            {
                keep.Free();
            }
        }

        internal RawConvexCore ToRaw(Keep keep)
        {
            if (Points == null || Points.Length == 0 || (Points.Length > 1 && (Normals == null || Normals.Length != Points.Length)))
                throw Native.Bad("core: points and as many normals are wanted");
            var points = keep.Points(Points, "points");
            var normals = keep.Points(Points.Length > 1 ? Normals : new Vec2[1], "normals");
            return new RawConvexCore { m_points = points.m_data, m_normals = normals.m_data, m_count = Points.Length, m_radius = Radius };
        }
        internal static Core From(RawConvexCore* raw, ResultBuffer owner)
        {
            var core = new Core { Points = new Vec2[raw->m_count], Normals = new Vec2[raw->m_count], Radius = raw->m_radius };
            for (int i = 0; i < raw->m_count; ++i)
            {
                core.Points[i] = raw->m_points[i];
                core.Normals[i] = raw->m_normals[i];
            }
            return core;
        }
    }

    /// <summary>A shape for the algorithms: a built-in one, a core or a custom one.</summary>
    public sealed unsafe class AnyShape
    {
        private readonly Core core;
        private readonly CustomShape custom;
        public AnyShape(Core core) { this.core = core; }
        public AnyShape(CustomShape custom) { this.custom = custom; }
        public AnyShape(IShapeGeometry geometry) { core = Core.Of(geometry); }

        internal RawAnyShape ToRaw(Keep keep)
        {
            var raw = default(RawAnyShape);
            if (custom != null) raw.m_custom = keep.Object(custom, "shape");
            else raw.m_core = Native.Need(core, "shape").ToRaw(keep);
            return raw;
        }
    }

    public sealed unsafe partial class World
    {
        /// <summary>Returns a copy with as many threads, which calls the same functions. Handles are valid in both.</summary>
        public World Clone(int threads = 1)
        {
            ulong id;
            Native.Check(Abi.ds_world_clone(Id, threads, &id));
            var copy = new World(id, null);
            copy.ShareFunctions(this, "");
            return copy;
        }

        /// <summary>Reads the poses of all bodies, in the order of Bodies, into an array, which is made anew only where the
        /// number of bodies has changed.</summary>
        public void ReadPoses(ref Pose[] poses)
        {
            // To count takes longer than to read, and a wrong number is refused.
            if (poses != null && poses.Length > 0)
                fixed (Pose* at = poses)
                    if (Abi.ds_read_all_poses(Id, at, (UIntPtr)poses.Length) == 0) return;
            poses = new Pose[Counters().Bodies];
            ReadAllPoses(poses);
        }
    }

    public sealed unsafe partial class Body
    {
        public ShapeId CreateShape(IShapeGeometry geometry, ShapeDefinition definition = null)
        {
            return World.CreateShape(Id, geometry, definition);
        }
        public void Destroy() { World.DestroyBody(Id); }
    }

    public sealed unsafe partial class WorldBatch
    {
        /// <summary>Adds a prototype with the bodies that have rows in the arrays; returns its number.</summary>
        public int AddPrototype(World prototype, ReadOnlySpan<BodyId> bodies)
        {
            int number;
            fixed (BodyId* at = bodies)
                Native.Check(Abi.ds_world_batch_add_prototype(Id, Native.Need(prototype, "prototype").Id, at, (UIntPtr)bodies.Length, &number));
            ShareFunctions(prototype, number + " ");
            return number;
        }
    }

    public sealed unsafe partial class CustomShape
    {
        /// <summary>Makes a shape of a support mapping: the farthest point of the shape in a direction. The function stays for
        /// good, since worlds may call it, on any of their threads.</summary>
        public CustomShape(SupportFunction support, float radius = 0)
        {
            var keep = new Keep();
            ulong id;
            Native.Need(support, "support");
            Native.Check(Abi.ds_custom_shape_create(Trampolines.SupportFunctionPointer, keep.Hold(support), radius, &id));
            keep.KeepForever();
            Adopt(id);
        }
    }
}
