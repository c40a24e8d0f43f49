// A bridge of planks on joints carries a car with springs; drawn into an SVG file, whose name is the argument.
using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using Drystone;

sealed class Svg : DebugDraw
{
    readonly StringBuilder text = new StringBuilder();

    public Svg(Vec2 lower, Vec2 upper)
    {
        var size = upper - lower;
        Add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {1} {2} {3}\" width=\"{4}\" height=\"{5}\">", lower.X, -upper.Y, size.X,
            size.Y, 32 * size.X, 32 * size.Y);
        Add("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" fill=\"#20242a\"/>", lower.X, -upper.Y, size.X, size.Y);
        Add("<g transform=\"scale(1 -1)\" stroke-width=\"0.05\" stroke-linejoin=\"round\">");
    }
    public override string ToString() { return text + "</g></svg>\n"; }

    void Add(string format, params object[] values) { text.AppendFormat(CultureInfo.InvariantCulture, format + "\n", values); }
    static string Paint(DebugStyle style)
    {
        var c = Ds.DebugColor(style);
        var color = "rgb(" + c.Red + "," + c.Green + "," + c.Blue + ")";
        return "stroke=\"" + color + "\" fill=\"" + color + "\" fill-opacity=\"" + (style.Filled ? "0.4" : "0") + "\"";
    }
    public override void Polygon(Vec2[] points, float radius, DebugStyle style)
    {
        var list = points.Select(p => string.Format(CultureInfo.InvariantCulture, "{0:F3},{1:F3}", p.X, p.Y));
        Add("<polygon points=\"{0}\" {1}/>", string.Join(" ", list), Paint(style));
    }
    public override void Circle(Vec2 center, float radius, Rot rotation, DebugStyle style)
    {
        Add("<circle cx=\"{0:F3}\" cy=\"{1:F3}\" r=\"{2:F3}\" {3}/>", center.X, center.Y, radius, Paint(style));
        Segment(center, center + radius * new Vec2(rotation.C, rotation.S), style);
    }
    public override void Segment(Vec2 a, Vec2 b, DebugStyle style)
    {
        Add("<line x1=\"{0:F3}\" y1=\"{1:F3}\" x2=\"{2:F3}\" y2=\"{3:F3}\" {4}/>", a.X, a.Y, b.X, b.Y, Paint(style));
    }
}

static class Picture
{
    static BodyId Add(World world, Vec2 position, IShapeGeometry geometry, float density = 1)
    {
        var body = world.CreateBody(new BodyDefinition { Position = position });
        world.CreateShape(body, geometry, new ShapeDefinition { Density = density });
        return body;
    }

    static void Main(string[] arguments)
    {
        var world = new World(new WorldDefinition { Gravity = (0, -9.81f) });
        var ground = world.CreateBody(new BodyDefinition { Type = BodyType.Static });
        world.CreateChain(ground, new ChainDefinition
        {
            Points = new Vec2[] { (16, 3), (10, 3), (8, 2.8f), (7.5f, -3), (-7.5f, -3), (-8, 2.8f), (-10, 3), (-16, 3) }
        });
        var last = ground;
        for (int i = 0; i < 16; ++i)
        {
            var plank = Add(world, (i - 7.5f, 2.7f), Ds.MakeBox(0.48f, 0.1f), 2);
            world.CreateJoint(last, plank, new RevoluteJoint { AnchorA = last == ground ? new Vec2(-8, 2.7f) : new Vec2(0.52f, 0), AnchorB = (-0.52f, 0) });
            last = plank;
        }
        world.CreateJoint(last, ground, new RevoluteJoint { AnchorA = (0.52f, 0), AnchorB = (8, 2.7f) });

        var car = Add(world, (-12.5f, 4.4f), Ds.MakeHull(new Vec2[] { (-1.6f, -0.4f), (1.6f, -0.4f), (1.6f, 0), (0.6f, 0.7f), (-0.7f, 0.7f), (-1.6f, 0.1f) }));
        foreach (float x in new[] { -1f, 1f })
        {
            var wheel = Add(world, (-12.5f + x, 3.8f), new Circle { Radius = 0.45f });
            world.CreateJoint(car, wheel, new WheelJoint
            {
                AnchorA = (x, -0.6f), AxisA = (0, 1), Suspension = new JointSpring { Frequency = 4, DampingRatio = 0.7f },
                Motor = new JointMotor { Speed = -8, Maximum = 12 }
            });
        }
        for (int i = 0; i < 30; ++i) Add(world, (-6 + i % 10 * 1.3f, 5 + i / 10), i % 2 == 0 ? (IShapeGeometry)Ds.MakeBox(0.3f, 0.3f) : new Circle { Radius = 0.3f }, 0.3f);

        for (int i = 0; i < 330; ++i) world.Step(1 / 60f);
        var svg = new Svg((-16, -3.5f), (16, 7));
        world.Draw(svg);
        File.WriteAllText(arguments.Length > 0 ? arguments[0] : "picture.svg", svg.ToString());
    }
}
