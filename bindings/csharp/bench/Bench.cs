// Times a step of 1,000 bodies and reading all their poses, as bindings/shared/bench.cpp does in C++.
using System;
using System.Diagnostics;
using System.Globalization;
using Drystone;

static class Bench
{
    static double MedianSeconds(int rounds, Action call)
    {
        var times = new double[rounds];
        for (int i = 0; i < rounds; ++i)
        {
            long start = Stopwatch.GetTimestamp();
            call();
            times[i] = (Stopwatch.GetTimestamp() - start) / (double)Stopwatch.Frequency;
        }
        Array.Sort(times);
        return times[rounds / 2];
    }

    static void Main()
    {
        var world = new World(new WorldDefinition { Sleeping = false });
        var ground = world.CreateBody(new BodyDefinition { Type = BodyType.Static });
        world.CreateShape(ground, new Segment { A = (-100, 0), B = (100, 0) });
        var box = Ds.MakeBox(0.5f, 0.5f);
        for (int i = 0; i < 999; ++i) // Stacks of nine.
            world.CreateShape(world.CreateBody(new BodyDefinition { Position = (1.5f * (i / 9) - 80, 0.5f + i % 9) }), box);
        double step = MedianSeconds(400, () => world.Step(1 / 60f));
        Pose[] poses = null;
        double sum = 0;
        double reading = MedianSeconds(2000, () =>
        {
            world.ReadPoses(ref poses);
            double y = 0;
            var all = poses;
            for (int i = 0; i < all.Length; ++i) y += all[i].Position.Y;
            sum += y;
        });
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0:F6} {1:F3} {2:F3}", 1e3 * step, 1e6 * reading, sum / 2000));
    }
}
