-- The shapes of love.physics on Drystone: values that newFixture copies.

local ds = require 'drystone'

return function(P, all)
    local up, down, point, class = all.up, all.down, all.point, all.class
    local Shape = class('Shape')
    local CircleShape, PolygonShape = class('CircleShape', Shape), class('PolygonShape', Shape)
    local EdgeShape, ChainShape = class('EdgeShape', Shape), class('ChainShape', Shape)

    -- Returns coordinates that are given one by one or in a table, in metres.
    local function points_of(first, ...)
        local list = type(first) == 'table' and first or {first, ...}
        local points = {}
        for i = 1, #list - 1, 2 do points[#points + 1] = point(list[i], list[i + 1]) end
        return points
    end
    local function flat(points)
        local list = {}
        for _, p in ipairs(points) do
            list[#list + 1], list[#list + 2] = up(p[1]), up(p[2])
        end
        return unpack(list)
    end

    local function new_shape(c, kind, members)
        members.kind = kind
        return setmetatable(members, c)
    end
    function P.newCircleShape(x, y, radius)
        if not radius then x, y, radius = 0, 0, x end
        return new_shape(CircleShape, 'circle', {center = point(x, y), radius = down(radius)})
    end
    local function new_polygon(points)
        local hull = ds.make_hull(points)
        local vertices = {}
        for i, v in ipairs(hull:vertices()) do vertices[i] = {v.x, v.y} end
        return new_shape(PolygonShape, 'polygon', {points = vertices, hull = hull})
    end
    function P.newPolygonShape(...) return new_polygon(points_of(...)) end
    function P.newRectangleShape(x, y, width, height, angle)
        if not width then x, y, width, height = 0, 0, x, y end
        local q, w, h = ds.rot_from_angle(angle or 0), width / 2, height / 2
        local corners = {}
        for i, corner in ipairs {{-w, -h}, {w, -h}, {w, h}, {-w, h}} do
            corners[i] = point(x + q.c * corner[1] - q.s * corner[2], y + q.s * corner[1] + q.c * corner[2])
        end
        return new_polygon(corners)
    end
    function P.newEdgeShape(x1, y1, x2, y2) return new_shape(EdgeShape, 'edge', {points = {point(x1, y1), point(x2, y2)}}) end
    function P.newChainShape(is_loop, ...) return new_shape(ChainShape, 'chain', {is_loop = is_loop, points = points_of(...)}) end

    function Shape:getType() return self.kind end
    function Shape:getRadius() return up(self.radius or 0) end
    function Shape:getChildCount() return self.kind == 'chain' and #self.points - (self.is_loop and 0 or 1) or 1 end
    -- What create_shape takes; of a chain one of its segments.
    local function geometry(shape, child)
        if shape.kind == 'circle' then return {type = 'circle', center = shape.center, radius = shape.radius} end
        if shape.kind == 'polygon' then return shape.hull end
        local i = child or 1
        return {type = 'segment', a = shape.points[i], b = shape.points[i % #shape.points + 1]}
    end
    local function pose_of(x, y, angle) return {position = point(x, y), angle = angle} end
    function Shape:computeAABB(x, y, angle, child)
        local box = ds.compute_aabb(geometry(self, child), pose_of(x, y, angle))
        return up(box.lower.x), up(box.lower.y), up(box.upper.x), up(box.upper.y)
    end
    function Shape:computeMass(density)
        if self.kind == 'edge' or self.kind == 'chain' then return 0, 0, 0, 0 end
        local m = self.kind == 'polygon' and self.hull:mass(density) or ds.geometry_mass(geometry(self), density)
        return up(m.center.x), up(m.center.y), m.mass, up(up(1)) * (m.inertia + m.mass * m.center:dot(m.center))
    end
    function Shape:testPoint(x, y, angle, px, py)
        if self.kind == 'edge' or self.kind == 'chain' then return false end
        local q = ds.rot_from_angle(angle)
        return ds.contains(geometry(self), ds.rot_inverse_rotate(q, point(px - x, py - y)))
    end
    function Shape:rayCast(x1, y1, x2, y2, limit, x, y, angle, child)
        local q = ds.rot_from_angle(angle or 0)
        local hit = ds.cast_ray(geometry(self, child), ds.rot_inverse_rotate(q, point(x1 - (x or 0), y1 - (y or 0))),
                                ds.rot_inverse_rotate(q, point((x2 - x1) * limit, (y2 - y1) * limit)))
        if not hit.hit then return end
        local normal = ds.rot_rotate(q, hit.normal)
        return normal.x, normal.y, hit.fraction * limit
    end
    -- Gives the fixture of a shape the shape as it is now.
    local function reshape(shape)
        if shape.fixture then shape.fixture.shapes[1]:set_geometry(geometry(shape)) end
    end
    function CircleShape:getPoint() return up(self.center[1]), up(self.center[2]) end
    function CircleShape:setPoint(x, y)
        self.center = point(x, y)
        reshape(self)
    end
    function CircleShape:setRadius(radius)
        self.radius = down(radius)
        reshape(self)
    end
    for _, c in ipairs {PolygonShape, EdgeShape, ChainShape} do
        function c:getPoints()
            if self.is_loop then return flat {self.points[1], unpack(self.points, 2), self.points[1]} end
            return flat(self.points)
        end
    end
    function PolygonShape.validate() return true end
    for _, c in ipairs {EdgeShape, ChainShape} do
        function c:setNextVertex(x, y) self.after = x and point(x, y) end
        function c:setPreviousVertex(x, y) self.before = x and point(x, y) end
        function c:getNextVertex() if self.after then return flat {self.after} end end
        function c:getPreviousVertex() if self.before then return flat {self.before} end end
    end
    function ChainShape:getVertexCount() return #self.points + (self.is_loop and 1 or 0) end
    function ChainShape:getPoint(i) return flat {self.points[(i - 1) % #self.points + 1]} end
    function ChainShape:getChildEdge(i) return P.newEdgeShape(flat {self.points[i], self.points[i % #self.points + 1]}) end

    return geometry
end
