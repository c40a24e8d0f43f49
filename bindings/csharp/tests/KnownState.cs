// The scene of tests/determinism/golden_test.cpp ends in the state that is known of C++. Argument: the repository.
using System;
using System.IO;
using System.Text.RegularExpressions;
using Drystone;

static class KnownState
{
    static uint state;
    // Numerical Recipes' generator; casts round as C++ does.
    static float Between(float low, float high)
    {
        state = unchecked(state * 1664525u + 1013904223u);
        float fraction = (state >> 8) / 16777216f;
        return (float)(low + (float)((float)(high - low) * fraction));
    }

    static BodyId Add(World world, float x, float y, IShapeGeometry geometry)
    {
        var body = world.CreateBody(new BodyDefinition { Position = (x, y) });
        world.CreateShape(body, geometry);
        return body;
    }
    static BodyId AddStatic(World world, float x, float y)
    {
        return world.CreateBody(new BodyDefinition { Type = BodyType.Static, Position = (x, y) });
    }
    static JointSettings Solved(JointSolver solver) { return new JointSettings { Solver = solver }; }

    static void AddThings(World world)
    {
        for (int i = 0; i < 40; ++i)
        {
            float x = Between(-5, 5), y = Between(5, 15), angle = Between(-3, 3), speed = Between(-2, 2);
            var body = world.CreateBody(new BodyDefinition
            {
                Position = (x, y), Angle = angle, LinearVelocity = (speed, 0), AngularVelocity = Between(-5, 5),
                LinearDamping = i % 5 == 0 ? 0.1f : 0, AngularDamping = i % 7 == 0 ? 0.2f : 0
            });
            var shape = new ShapeDefinition { Density = Between(0.5f, 4) };
            shape.Material.Friction = Between(0, 1);
            shape.Material.Restitution = i % 3 == 0 ? 0.6f : 0;
            float size = Between(0.2f, 0.5f);
            switch (i % 5)
            {
                case 0: world.CreateShape(body, new Circle { Center = (0.1f, 0), Radius = size }, shape); break;
                case 1: world.CreateShape(body, new Capsule { A = (-0.3f, 0), B = (0.3f, 0.1f), Radius = 0.5f * size }, shape); break;
                case 2: world.CreateShape(body, Ds.MakeRegularPolygon(5, size), shape); break;
                case 3: world.CreateShape(body, Ds.MakeRoundedBox(size, 0.5f * size, 0.05f), shape); break;
                default:
                    world.CreateShape(body, Ds.MakeBox(size, 0.5f * size), shape);
                    world.CreateShape(body, Ds.MakeBox(0.5f * size, size), shape);
                    break;
            }
        }
    }

    static void AddMechanisms(World world)
    {
        var last = AddStatic(world, -8, 12);
        for (int i = 0; i < 5; ++i)
        {
            var link = Add(world, -7.5f + i, 12, Ds.MakeBox(0.5f, 0.1f));
            world.CreateJoint(last, link, new RevoluteJoint { AnchorA = (i == 0 ? 0 : 0.5f, 0), AnchorB = (-0.5f, 0) },
                              Solved(JointSolver.Direct));
            last = link;
        }
        var frame = AddStatic(world, 8, 6);
        var wheel = Add(world, 8, 5, new Circle { Radius = 0.4f });
        var arm = Add(world, 8, 7, Ds.MakeBox(0.4f, 0.1f));
        world.CreateJoint(frame, wheel, new WheelJoint { AnchorA = (0, -1), Motor = new JointMotor { Speed = 3, Maximum = 2 } },
                          Solved(JointSolver.Iterative));
        world.CreateJoint(frame, arm, new RevoluteJoint
        {
            AnchorA = (0, 1), AnchorB = (-0.3f, 0), Limit = new JointLimit { Lower = -0.5f, Upper = 0.7f }
        }, Solved(JointSolver.Iterative));
        world.CreateJoint(arm, wheel, new DistanceJoint { Spring = new JointSpring { Frequency = 2, Target = 1.5f } });
        world.CreateJoint(wheel, last, new PulleyJoint { GroundA = (8, 14), GroundB = (-3, 14), Length = 16 });
        var bullet = world[Add(world, -15, 3, new Circle { Radius = 0.1f })];
        bullet.IsBullet = true;
        bullet.LinearVelocity = (300, 5);
    }

    static void AddFreeMechanisms(World world)
    {
        var direct = Solved(JointSolver.Direct);
        var ground = AddStatic(world, -14, 16);
        var upper = Add(world, -13.5f, 16, Ds.MakeBox(0.5f, 0.1f));
        var lower = Add(world, -12.5f, 16, Ds.MakeBox(0.5f, 0.05f));
        world.CreateJoint(ground, upper, new RevoluteJoint { AnchorB = (-0.5f, 0) }, direct);
        world.CreateJoint(upper, lower, new RevoluteJoint { AnchorA = (0.5f, 0), AnchorB = (-0.5f, 0) }, direct);
        var bar = Add(world, 15, 14, Ds.MakeBox(1, 0.1f));
        foreach (float side in new[] { -1f, 1f })
        {
            var leg = Add(world, 15 + side, 15, Ds.MakeBox(0.1f, 1));
            world.CreateJoint(ground, leg, new RevoluteJoint
            {
                AnchorA = (29 + side, 0), AnchorB = (0, 1), Motor = new JointMotor { Speed = 2, Maximum = side > 0 ? 3 : 0 }
            }, direct);
            world.CreateJoint(leg, bar, new RevoluteJoint { AnchorA = (0, -1), AnchorB = (side, 0) }, direct);
        }
    }

    static int Main(string[] arguments)
    {
        var source = File.ReadAllText(arguments[0] + "/tests/determinism/golden_test.cpp");
        var expected = ulong.Parse(Regex.Match(source, @"expected = (\d+)ull").Groups[1].Value);
        foreach (int threads in new[] { 1, 3 })
            using (var world = new World(new WorldDefinition { Threads = threads }))
            {
                state = 2024;
                var ground = AddStatic(world, 0, 0);
                world.CreateShape(ground, new Segment { A = (-20, 0), B = (20, 0) });
                var paddle = world.CreateBody(new BodyDefinition
                {
                    Type = BodyType.Kinematic, Position = (0, 3), Angle = 0.3f, AngularVelocity = 1.5f
                });
                world.CreateShape(paddle, Ds.MakeBox(3, 0.2f));
                AddThings(world);
                AddMechanisms(world);
                AddFreeMechanisms(world);
                for (int i = 0; i < 300; ++i) world.Step(1 / 60f);
                if (world.StateHash() != expected)
                {
                    Console.WriteLine("{0} in place of {1} with {2} threads", world.StateHash(), expected, threads);
                    return 1;
                }
            }
        Console.WriteLine("known state: " + expected);
        return 0;
    }
}
