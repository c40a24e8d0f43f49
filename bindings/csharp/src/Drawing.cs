// Drawing of all that a world has.
using System;
using System.Runtime.InteropServices;

namespace Drystone
{
    /// <summary>What draws; all in world coordinates [m]. What is not overridden draws nothing.</summary>
    public abstract class DebugDraw
    {
        public virtual void Polygon(Vec2[] points, float radius, DebugStyle style) { }
        public virtual void Circle(Vec2 center, float radius, Rot rotation, DebugStyle style) { }
        public virtual void Capsule(Vec2 a, Vec2 b, float radius, DebugStyle style) { }
        public virtual void Segment(Vec2 a, Vec2 b, DebugStyle style) { }
        public virtual void Point(Vec2 position, DebugStyle style) { }
        public virtual void Arrow(Vec2 from, Vec2 to, DebugStyle style) { Segment(from, to, style); }
        public virtual void Text(Vec2 position, string text, DebugStyle style) { }
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct RawDebugDraw
    {
        internal IntPtr data, polygon, circle, capsule, segment, point, arrow, text;
    }

    internal static unsafe class Drawing
    {
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate void RawPolygon(IntPtr data, Vec2* points, UIntPtr count, float radius, DebugStyle* style);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate void RawCircle(IntPtr data, Vec2 center, float radius, Rot rotation, DebugStyle* style);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate void RawCapsule(IntPtr data, Vec2 a, Vec2 b, float radius, DebugStyle* style);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate void RawSegment(IntPtr data, Vec2 a, Vec2 b, DebugStyle* style);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate void RawPoint(IntPtr data, Vec2 position, DebugStyle* style);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate void RawText(IntPtr data, Vec2 position, byte* text, DebugStyle* style);

        private static void Guard(IntPtr data, Action<DebugDraw> draw)
        {
            if (Native.HasThrown) return;
            try { draw(Native.Function<DebugDraw>(data)); } catch (Exception e) { Native.Store(e); }
        }
        [MonoPInvokeCallback(typeof(RawPolygon))]
        private static void Polygon(IntPtr data, Vec2* points, UIntPtr count, float radius, DebugStyle* style)
        {
            var list = new Vec2[(int)count];
            for (int i = 0; i < list.Length; ++i) list[i] = points[i];
            var copy = *style;
            Guard(data, d => d.Polygon(list, radius, copy));
        }
        [MonoPInvokeCallback(typeof(RawCircle))]
        private static void Circle(IntPtr data, Vec2 center, float radius, Rot rotation, DebugStyle* style)
        {
            var copy = *style;
            Guard(data, d => d.Circle(center, radius, rotation, copy));
        }
        [MonoPInvokeCallback(typeof(RawCapsule))]
        private static void Capsule(IntPtr data, Vec2 a, Vec2 b, float radius, DebugStyle* style)
        {
            var copy = *style;
            Guard(data, d => d.Capsule(a, b, radius, copy));
        }
        [MonoPInvokeCallback(typeof(RawSegment))]
        private static void Segment(IntPtr data, Vec2 a, Vec2 b, DebugStyle* style)
        {
            var copy = *style;
            Guard(data, d => d.Segment(a, b, copy));
        }
        [MonoPInvokeCallback(typeof(RawPoint))]
        private static void Point(IntPtr data, Vec2 position, DebugStyle* style)
        {
            var copy = *style;
            Guard(data, d => d.Point(position, copy));
        }
        [MonoPInvokeCallback(typeof(RawSegment))]
        private static void Arrow(IntPtr data, Vec2 from, Vec2 to, DebugStyle* style)
        {
            var copy = *style;
            Guard(data, d => d.Arrow(from, to, copy));
        }
        [MonoPInvokeCallback(typeof(RawText))]
        private static void Text(IntPtr data, Vec2 position, byte* text, DebugStyle* style)
        {
            var copy = *style;
            var content = Native.Text(text);
            Guard(data, d => d.Text(position, content, copy));
        }

        // In the order of the members of RawDebugDraw; kept, so that their pointers stay.
        private static readonly Delegate[] functions =
        {
            new RawPolygon(Polygon), new RawCircle(Circle), new RawCapsule(Capsule), new RawSegment(Segment), new RawPoint(Point),
            new RawSegment(Arrow), new RawText(Text)
        };
        internal static RawDebugDraw Functions(IntPtr data)
        {
            var p = Array.ConvertAll(functions, f => Marshal.GetFunctionPointerForDelegate(f));
            return new RawDebugDraw { data = data, polygon = p[0], circle = p[1], capsule = p[2], segment = p[3], point = p[4], arrow = p[5], text = p[6] };
        }
    }

    public sealed unsafe partial class World
    {
        public void Draw(DebugDraw @out, DebugDrawOptions options = null)
        {
            var keep = new Keep();
            try
            {
                var functions = Drawing.Functions(keep.Hold(Native.Need(@out, "out")));
                var raw = options == null ? default(RawDebugDrawOptions) : options.ToRaw(keep);
                Native.Check(Abi.ds_world_draw(Id, &functions, options == null ? null : &raw));
                GC.KeepAlive(this);
            }
            finally
            {
                keep.Free();
            }
        }
    }
}
