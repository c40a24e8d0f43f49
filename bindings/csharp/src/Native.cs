// The foundation: errors, objects, buffers, memory for calls, functions that the engine calls.
using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace Drystone
{
    public enum Status
    {
        Argument = 1, NullPointer = 2, Handle = 3, Busy = 4, ReadOnly = 5, Memory = 6, Layout = 7, Other = 8
    }

    /// <summary>A failure of a call: misuse or bad data, unless the status says otherwise. Nothing was changed.</summary>
    public sealed class DrystoneException : Exception
    {
        public readonly Status Status;
        internal DrystoneException(string message, Status status) : base(message) { Status = status; }
    }

    internal static unsafe partial class Abi
    {
        internal const string Library = "drystone_c";
        [DllImport(Library)] internal static extern byte* ds_last_error();
        [DllImport(Library)] internal static extern uint ds_version();
        [DllImport(Library)] private static extern int ds_check_sizes(uint version, ushort* sizes, UIntPtr count);

        static Abi()
        {
            var sizes = Sizes();
            fixed (ushort* at = sizes)
                if (ds_check_sizes(ds_version(), at, (UIntPtr)sizes.Length) != 0)
                    throw new DrystoneException(Native.Text(ds_last_error()), Status.Layout);
        }
    }

    /// <summary>Names a static function for compilers ahead of time, as Unity's.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        internal MonoPInvokeCallbackAttribute(Type type) { }
    }

    internal static unsafe class Native
    {
        // What a callback threw waits until the engine's call has returned: on this thread, or on one of the engine.
        [ThreadStatic] private static Exception thrown;
        [ThreadStatic] private static bool makesCalls;
        private static Exception thrownElsewhere;

        internal static bool HasThrown { get { return thrown != null; } }
        internal static void Store(Exception e)
        {
            if (makesCalls) thrown = e; else Interlocked.Exchange(ref thrownElsewhere, e);
        }
        internal static void Check(int status)
        {
            makesCalls = true;
            if (thrown == null && thrownElsewhere == null && status == 0) return;
            var e = thrown ?? Interlocked.Exchange(ref thrownElsewhere, null);
            thrown = null;
            if (e != null) ExceptionDispatchInfo.Capture(e).Throw();
            if (status == 0) return;
            var text = Text(Abi.ds_last_error());
            throw new DrystoneException(text.StartsWith("ds_") ? text.Substring(3) : text, (Status)status);
        }
        internal static DrystoneException Bad(string text) { return new DrystoneException(text, Status.Argument); }
        internal static T Need<T>(T v, string name) where T : class
        {
            if (v == null) throw Bad(name + ": must not be null");
            return v;
        }
        internal static UIntPtr Size(long v, string name)
        {
            if (v < 0) throw Bad(name + ": must be >= 0, got " + v);
            return (UIntPtr)v;
        }
        internal static Vec2[] Points(RawVec2Array* points)
        {
            var made = new Vec2[(int)points->m_count];
            for (int i = 0; i < made.Length; ++i) made[i] = points->m_data[i];
            return made;
        }

        internal static string Text(byte* text)
        {
            if (text == null) return null;
            int length = 0;
            while (text[length] != 0) ++length;
            return Encoding.UTF8.GetString(text, length);
        }
        internal static T Function<T>(IntPtr data) where T : class { return (T)((Held)GCHandle.FromIntPtr(data).Target).Function; }
    }

    /// <summary>A function that the engine holds, as long as anything uses it.</summary>
    internal sealed class Held
    {
        internal readonly object Function;
        internal readonly IntPtr Data;
        private int uses = 1;
        internal Held(object function)
        {
            Function = function;
            Data = GCHandle.ToIntPtr(GCHandle.Alloc(this));
        }
        internal void Use() { Interlocked.Increment(ref uses); }
        internal void Release()
        {
            if (Interlocked.Decrement(ref uses) == 0) GCHandle.FromIntPtr(Data).Free();
        }
    }

    /// <summary>What a call points to.</summary>
    internal sealed unsafe class Keep
    {
        private readonly List<IntPtr> memory = new List<IntPtr>();
        private readonly List<object> objects = new List<object>();
        internal List<Held> Functions = new List<Held>();

        internal void* Allocate(int count, int size)
        {
            var at = Marshal.AllocHGlobal(Math.Max(1, count * size));
            memory.Add(at);
            return (void*)at;
        }
        internal byte* Text(string text, string name)
        {
            if (Native.Need(text, name).IndexOf('\0') >= 0) throw Native.Bad(name + ": a text without zeros is wanted");
            var bytes = Encoding.UTF8.GetBytes(text);
            var at = (byte*)Allocate(bytes.Length + 1, 1);
            Marshal.Copy(bytes, 0, (IntPtr)at, bytes.Length);
            at[bytes.Length] = 0;
            return at;
        }
        internal byte* OptionalText(string text, string name) { return text == null ? null : Text(text, name); }
        internal ulong Object(EngineObject v, string name)
        {
            objects.Add(Native.Need(v, name));
            return v.Id;
        }
        internal RawVec2Array Points(Vec2[] points, string name)
        {
            var at = (Vec2*)Allocate(Native.Need(points, name).Length, sizeof(Vec2));
            for (int i = 0; i < points.Length; ++i) at[i] = points[i];
            return new RawVec2Array { m_data = at, m_count = (UIntPtr)points.Length };
        }
        internal IntPtr Hold(object function)
        {
            var held = new Held(function);
            Functions.Add(held);
            return held.Data;
        }
        /// <summary>Keeps the functions for good: copies of an object may call them.</summary>
        internal void KeepForever() { Functions.Clear(); }
        internal void Free()
        {
            foreach (var at in memory) Marshal.FreeHGlobal(at);
            foreach (var held in Functions) held.Release();
            GC.KeepAlive(objects);
        }
    }

    /// <summary>What the engine holds for an object: it ends with Dispose, or when it is collected.</summary>
    public abstract class EngineObject : IDisposable
    {
        internal ulong Id { get; private set; }
        private ResultBuffer owner;
        internal readonly Dictionary<string, List<Held>> Functions = new Dictionary<string, List<Held>>();

        internal abstract int Destroy(ulong id);
        internal void Adopt(ulong id, ResultBuffer owner = null)
        {
            Id = id;
            this.owner = owner;
        }
        internal void Store(string name, Keep keep)
        {
            List<Held> before;
            if (Functions.TryGetValue(name, out before)) before.ForEach(held => held.Release());
            Functions[name] = keep.Functions;
            keep.Functions = new List<Held>();
        }
        internal void ShareFunctions(EngineObject of, string prefix)
        {
            foreach (var entry in of.Functions)
            {
                entry.Value.ForEach(held => held.Use());
                Functions[prefix + entry.Key] = new List<Held>(entry.Value);
            }
        }
        private void End()
        {
            if (Id != 0 && owner == null && Destroy(Id) == 0)
                foreach (var list in Functions.Values) list.ForEach(held => held.Release());
            Functions.Clear();
        }
        // The number stays, so that a later call says what it is called on.
        public void Dispose()
        {
            GC.SuppressFinalize(this);
            End();
        }
        ~EngineObject() { End(); }
        public override string ToString() { return GetType().Name + " " + Id.ToString("x"); }
    }

    /// <summary>Memory of results, and the objects in it.</summary>
    internal sealed unsafe class ResultBuffer : EngineObject
    {
        internal ResultBuffer()
        {
            ulong id;
            Native.Check(Abi.ds_buffer_create(&id));
            Adopt(id);
        }
        internal override int Destroy(ulong id) { return Abi.ds_buffer_destroy(id); }
    }
}
