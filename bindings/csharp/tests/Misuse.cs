// Faults that users make: each is an exception, and the engine stays usable. Then calls of all methods with anything.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Threading;
using Drystone;

static class Misuse
{
    sealed class Mine : Exception { }

    static void Fails<T>(string text, Action call) where T : Exception
    {
        try { call(); }
        catch (T e)
        {
            if (!e.Message.Contains(text)) throw new Exception(e.Message + " in place of " + text);
            return;
        }
        throw new Exception("no exception in place of " + text);
    }
    static void Expect(bool condition, string text) { if (!condition) throw new Exception(text); }

    static World Scene(out BodyId body, out ShapeId shape)
    {
        var world = new World(new WorldDefinition { Gravity = (0, -10) });
        var ground = world.CreateBody(new BodyDefinition { Type = BodyType.Static });
        world.CreateShape(ground, new Segment { A = (-5, 0), B = (5, 0) });
        body = world.CreateBody(new BodyDefinition { Position = (0, 1) });
        shape = world.CreateShape(body, Ds.MakeBox(0.5f, 0.5f));
        return world;
    }

    static void Faults()
    {
        BodyId body; ShapeId shape;
        var world = Scene(out body, out shape);
        Fails<DrystoneException>("time_step must be finite", () => world.Step(-1));
        Fails<DrystoneException>("radius", () => world.CreateShape(body, new Circle { Radius = -1 }));
        Fails<DrystoneException>("ShapeGeometry of Drystone", () => world.CreateShape(body, null));
        Fails<DrystoneException>("must not be null", () => world.Restore(null));
        Fails<DrystoneException>("must not be null", () => world.VisitContacts(null));
        Fails<DrystoneException>("without zeros", () => world[body].Name = "a\0b");
        Fails<DrystoneException>("", () => world.ReadAllPoses(new Pose[1]));
        Fails<DrystoneException>("type", () => world[body].Type = (BodyType)77);
        Fails<DrystoneException>("another world", () => { var p = new World()[body].Position; });
        Fails<DrystoneException>("null", () => { var p = world[new BodyId()].Position; });

        world[shape].PreSolve = true;
        world.SetPreSolveCallback((ref PreSolveContact c) => { throw new Mine(); });
        Fails<Mine>("", () => { for (int i = 0; i < 60; ++i) world.Step(1 / 60f); });
        world.SetPreSolveCallback(null);
        Fails<Mine>("", () => world.VisitContacts(c => { throw new Mine(); }));
        Fails<DrystoneException>("world is in use", () => world.VisitContacts(c => world.DestroyBody(body)));
        for (int i = 0; i < 60; ++i) world.Step(1 / 60f);
        Expect(Math.Abs(world[body].Position.Y - 0.5f) < 0.02f, "the world stays usable");

        world[body].Destroy();
        Fails<DrystoneException>("it was destroyed", () => { var p = world[body].Position; });
        world.Dispose();
        world.Dispose();
        Fails<DrystoneException>("", () => world.Step(1 / 60f));
        Fails<DrystoneException>("", () => { var p = world[body].Position; });
    }

    static void Lifetimes()
    {
        BodyId body; ShapeId shape;
        var world = Scene(out body, out shape);
        using (var round = new CustomShape(d => d * (0.7f / Math.Max(d.Length, 1e-9f)))) world.CreateCustomShape(body, round);
        int asked = 0;
        world.SetCollisionFilter((a, b) => { ++asked; return true; });
        var copy = world.Clone(2);
        world.Dispose();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        for (int i = 0; i < 60; ++i) copy.Step(1 / 60f);
        Expect(asked > 0 && Math.Abs(copy[body].Position.Y - 0.7f) < 0.05f, "a copy calls the same functions");
        var batch = new WorldBatch(new WorldBatchDefinition { Threads = 2 });
        batch.CreateWorlds(batch.AddPrototype(copy, new[] { body }), 50);
        copy.Dispose();
        batch.Step(1 / 60f, 4, 10);
        Expect(batch.Poses.Length == 50, "a batch");

        var busy = Scene(out body, out shape);
        var threads = Enumerable.Range(0, 4).Select(number => new Thread(() =>
        {
            for (int i = 0; i < 300; ++i)
                try { if (number < 2) busy.Step(1 / 60f); else { var p = busy[body].Position; } }
                catch (DrystoneException e) { Expect(e.Status == Status.Busy, e.Message); }
        })).ToList();
        threads.ForEach(t => t.Start());
        threads.ForEach(t => t.Join());
        busy.Step(1 / 60f);
    }

    // ---- Random calls ----

    static object Value(Random random, Type type, List<object> things)
    {
        if (type.IsByRef) type = type.GetElementType();
        type = Nullable.GetUnderlyingType(type) ?? type;
        var fitting = things.Where(t => type.IsInstanceOfType(t)).ToList();
        if (fitting.Count > 0 && random.Next(8) > 0) return fitting[random.Next(fitting.Count)];
        var numbers = new[] { 0, 1, -1, 0.5, 3, 1e30, double.NaN, double.PositiveInfinity, 100 };
        var number = numbers[random.Next(numbers.Length)];
        if (type == typeof(float)) return (float)number;
        if (type == typeof(double)) return number;
        if (type == typeof(bool)) return random.Next(2) == 0;
        if (type == typeof(string)) return new[] { "", "name", "a\0b", null }[random.Next(4)];
        if (type.IsEnum) return Enum.ToObject(type, (byte)random.Next(12));
        if (type.IsPrimitive)
        {
            var integers = new[] { 0, 1, 2, 3, 100, 65000 };
            return Convert.ChangeType(integers[random.Next(integers.Length)], type);
        }
        if (type.IsArray) return random.Next(4) == 0 ? null : Array.CreateInstance(type.GetElementType(), random.Next(4));
        if (type.IsValueType) return Activator.CreateInstance(type);
        if (random.Next(6) == 0 || type.IsAbstract || type.IsInterface || typeof(Delegate).IsAssignableFrom(type)) return null;
        var maker = type.GetConstructor(Type.EmptyTypes);
        return maker == null ? null : maker.Invoke(null);
    }

    static bool IsSpan(Type type) { return type.IsGenericType && type.FullName.Contains("Span`1"); }

    static void RandomCalls(int count, int seed)
    {
        var random = new Random(seed);
        int done = 0, thrown = 0;
        for (int round = 0; round < Math.Max(1, count / 2000); ++round)
        {
            BodyId body; ShapeId shape;
            var world = Scene(out body, out shape);
            var ground = world.Bodies[0];
            var joint = world.CreateJoint(ground, body, new RevoluteJoint());
            var chain = world.CreateChain(ground, new ChainDefinition { Points = new Vec2[] { (8, 0), (4, 1), (-4, 1), (-8, 0) } });
            var things = new List<object>
            {
                world, world[body], world[shape], world[joint], world[chain], body, shape, joint, chain, new World(), new Character(),
                new AabbTree(), world.Snapshot(), new StateHistory(3), Ds.MakeBox(1, 1), new Ellipse(1, 2), new FixedStepper(),
                new Interpolation(), CustomShape.OfEllipse(new Ellipse(1, 2)), new WorldBatch(), new AreaClipper(), new TreeQueue(),
                new Vec2(1, 2), Pose.Identity, new Circle(), new AnyShape(new Circle()), Core.Of(new Capsule()), new RayCast(),
                new ContactVisitor(c => { throw new Mine(); }), new ShapePredicate(s => true), new CollisionFilter((a, b) => true),
                new SupportFunction(d => d), new PreSolve((ref PreSolveContact c) => true), new Vec2[] { (0, 0), (1, 0), (0, 1) }
            };
            var methods = things.Where(t => !(t is Delegate || t is Array)).Select(t => t.GetType()).Distinct().Concat(new[] { typeof(Ds) })
                .SelectMany(t => t.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly))
                .Where(m => m.DeclaringType.Namespace == "Drystone" && !m.ContainsGenericParameters && !m.Name.Contains("Reserve") &&
                            !m.Name.Contains("PrepareInsertions") && !m.Name.Contains("File") &&
                            !m.GetParameters().Any(p => IsSpan(p.ParameterType) || p.ParameterType.IsPointer))
                .OrderBy(m => m.DeclaringType.Name + m).ToList();
            for (int i = 0; i < 2000; ++i)
            {
                var method = methods[random.Next(methods.Count)];
                var target = method.IsStatic ? null : things.First(t => t.GetType() == method.DeclaringType);
                var arguments = method.GetParameters().Select(p => Value(random, p.ParameterType, things)).ToArray();
                if (Environment.GetEnvironmentVariable("DRYSTONE_TELL_CALLS") != null) Console.WriteLine(method.DeclaringType.Name + " " + method);
                try
                {
                    method.Invoke(target, arguments);
                    ++done;
                }
                catch (TargetInvocationException e)
                {
                    ++thrown;
                    Expect(e.InnerException is DrystoneException || e.InnerException is Mine, method + ": " + e.InnerException);
                }
            }
        }
        Expect(done > 300 && thrown > 300, done + " returned, " + thrown + " threw");
        Console.WriteLine("misuse: {0} random calls returned, {1} threw", done, thrown);
    }

    static void Main(string[] arguments)
    {
        Faults();
        Lifetimes();
        RandomCalls(arguments.Length > 0 ? int.Parse(arguments[0]) : 20000, arguments.Length > 1 ? int.Parse(arguments[1]) : 1);
        BodyId body; ShapeId shape;
        Scene(out body, out shape).Step(1 / 60f);
    }
}
