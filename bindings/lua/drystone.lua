-- Drystone for LuaJIT: `local ds = require 'drystone'`. Names are those of C++; see docs/manual/lua.md.

local ffi = require 'ffi'

-- The folder with the other parts and the library, beside this file: anywhere, or within a LÖVE game.
local here = (debug.getinfo(1, 'S').source:match('^@(.*[/\\])') or '') .. 'drystone/'

local function load_part(name)
    local path = here .. name
    if love and love.filesystem and love.filesystem.getInfo and love.filesystem.getInfo(path) then
        return assert(love.filesystem.load(path))
    end
    return assert(loadfile(path))
end

local R = load_part('runtime.lua')()
load_part('callbacks.lua')(R)
local K, T = R.K, R.T
local D = {defaults = {}}

-- Returns the library: that of DRYSTONE_LIBRARY, one beside this file, or the system's.
function R.open()
    local name = ({Windows = 'drystone_c.dll', OSX = 'libdrystone_c.dylib'})[jit.os] or 'libdrystone_c.so'
    local folder = here
    if love and love.filesystem and love.filesystem.getRealDirectory then
        folder = (love.filesystem.getRealDirectory(here .. 'runtime.lua') or '.') .. '/' .. here
    end
    local asked = os.getenv('DRYSTONE_LIBRARY')
    if asked then
        R.C = ffi.load(asked)
        return R.C
    end
    for _, path in ipairs {here .. name, folder .. name} do
        local file = io.open(path, 'rb')
        if file then
            file:close()
            R.C = ffi.load(path:find('[/\\]') and path or './' .. path)
            return R.C
        end
    end
    R.C = ffi.load('drystone_c')
    return R.C
end

load_part('generated.lua')(R, D, K, T)
local C, check, need = R.C, R.check, R.need

local sizes = ffi.new('uint16_t[?]', #R.layout)
for i, c in ipairs(R.layout) do sizes[i - 1] = ffi.sizeof(c) end
check(C.ds_check_sizes(C.ds_version(), sizes, #R.layout))

for name, class in pairs(K) do D[name] = class end

-- ---- Vectors ----

local Vec2
Vec2 = ffi.metatype('DsVec2', {
    __add = function(a, b) return Vec2(a.x + b.x, a.y + b.y) end,
    __sub = function(a, b) return Vec2(a.x - b.x, a.y - b.y) end,
    __unm = function(a) return Vec2(-a.x, -a.y) end,
    __mul = function(a, b)
        if type(a) == 'number' then return Vec2(a * b.x, a * b.y) end
        return Vec2(a.x * b, a.y * b)
    end,
    __div = function(a, b) return Vec2(a.x / b, a.y / b) end,
    __eq = function(a, b) return ffi.istype(Vec2, a) and ffi.istype(Vec2, b) and a.x == b.x and a.y == b.y end,
    __tostring = function(a) return ('(%g, %g)'):format(a.x, a.y) end,
    __index = {
        dot = function(a, b) return a.x * b.x + a.y * b.y end,
        cross = function(a, b) return a.x * b.y - a.y * b.x end,
        length = function(a) return math.sqrt(a.x * a.x + a.y * a.y) end,
        unpack = function(a) return a.x, a.y end,
    },
})
D.Vec2 = function(x, y) return Vec2(x or 0, y or 0) end

ffi.metatype('DsPose', {__index = {
    -- Angle [rad], by the engine's own arc tangent.
    angle = function(self) return D.arc_tangent(self.rotation.s, self.rotation.c) end,
}})

-- A pose may be given by its angle.
local write_pose, members = T.Pose.write, {}
function T.Pose.write(p, k, v, label, keep)
    if type(v) ~= 'table' then return write_pose(p, k, v, label, keep) end
    p[k] = {position = {0, 0}, rotation = {1, 0}}
    for key, value in pairs(v) do members[key] = value end
    if v.angle ~= nil then members.angle, members.rotation = nil, D.rot_from_angle(v.angle) end
    local copy = members
    members = {}
    write_pose(p, k, copy, label, keep)
end

-- ---- Worlds ----

local World = K.World
function World.made(self)
    self._handles = {Body = {}, Shape = {}, Contact = {}, Joint = {}, Chain = {}, TileGrid = {}, Field = {}}
end

-- Threads of the engine cannot call functions of Lua: only shapes of such functions are asked on all threads.
local set_threads, new_custom = World.set_threads, K.CustomShape.new
local function check_threads(count)
    if count and count ~= 1 then
        if R.has_support then error('drystone: custom shapes of functions of Lua are for worlds of one thread', 3) end
        R.has_threads = true
    end
end
local makers = {{World, 'new'}, {World, 'load_with_options'}, {World, 'load_from_file'}, {K.WorldBatch, 'new'},
                {K.RecordingPlayer, 'new'}, {K.RecordingPlayer, 'open'}}
for _, maker in ipairs(makers) do
    local class, name = maker[1], maker[2]
    local make = class[name]
    class[name] = function(a, b)
        local settings = type(a) == 'table' and a or b
        if type(settings) == 'table' then check_threads(settings.threads) end
        return make(a, b)
    end
end
function World:set_threads(count)
    check_threads(count)
    return set_threads(self, count)
end
function K.CustomShape.new(support, radius)
    if R.has_threads then error('drystone: custom shapes of functions of Lua are for worlds of one thread', 2) end
    return new_custom(support, radius)
end

-- A copy calls the same functions.
local clone = World.clone
function World:clone(threads)
    check_threads(threads)
    local copy = clone(self, threads)
    for name, entry in pairs(self._callbacks or {}) do copy[name](copy, entry) end
    return copy
end
for _, name in ipairs {'set_collision_filter', 'set_material_mixing', 'set_pre_solve_callback'} do
    local set = World[name]
    World[name] = function(self, f)
        set(self, f)
        self._callbacks = self._callbacks or {}
        self._callbacks[name] = f
    end
end

local add_prototype = K.WorldBatch.add_prototype
function K.WorldBatch:add_prototype(world, bodies)
    for _ in pairs(need(world, World, 'prototype')._callbacks or {}) do
        error('drystone: worlds of a batch call no functions of Lua', 2)
    end
    return add_prototype(self, world, bodies or {})
end

-- Poses of all bodies, in the order of `bodies()`, in one array of `DsPose`, which is made unless given; and their
-- number. The array is the caller's: elements begin at 0, have position.x, position.y, rotation.c, rotation.s, and stay.
local function array_of(c)
    local new = ffi.typeof(c .. '[?]')
    local function is_array(v)
        return type(v) == 'cdata' and (ffi.istype(new, v) or tostring(ffi.typeof(v)):find(c .. ' %['))
    end
    return function(array, count, name, may_fail)
        if array == nil then return new(count) end
        if not is_array(array) or ffi.sizeof(array) < count * ffi.sizeof(c) then
            if may_fail then return nil end
            R.bad(name, ('an array of %d %s'):format(count, c), array)
        end
        return array
    end
end
local pose_array, vec2_array, float_array = array_of('DsPose'), array_of('DsVec2'), array_of('float')
local counters = ffi.new('DsCounters[1]')
-- Calls `read` with the number of bodies. To count them takes longer than to read them, and the engine refuses a wrong
-- number, so they are counted only where the last number is out of date.
local function with_count(self, read)
    local count = self._count
    if not count or read(count, true) ~= 0 then
        check(C.ds_world_counters(self._held.id, counters))
        self._count = counters[0].bodies
        count = self._count
        check(read(count, false))
    end
    return count
end
function World:poses(array)
    local id = need(self, World, 'self')._held.id
    local made
    local count = with_count(self, function(count, may_fail)
        made = pose_array(array, count, 'array', may_fail)
        return made and C.ds_read_all_poses(id, made, count) or 1
    end)
    return made, count
end
-- Linear velocities in an array of `DsVec2`, angular ones in an array of `float`, and their number.
function World:velocities(linear, angular)
    local id = need(self, World, 'self')._held.id
    local made, turns
    local count = with_count(self, function(count, may_fail)
        made, turns = vec2_array(linear, count, 'linear', may_fail), float_array(angular, count, 'angular', may_fail)
        return made and turns and C.ds_read_all_velocities(id, made, count, turns, count) or 1
    end)
    return made, turns, count
end
-- The same for some bodies.
function World:poses_of(bodies, array)
    local keep = {}
    local ids, count = R.put_list(T.BodyId, 'DsBodyId', bodies, 'bodies', keep)
    array = pose_array(array, count, 'array')
    check(C.ds_read_poses(need(self, World, 'self')._held.id, ids, count, array, count))
    return array, count
end
function World:velocities_of(bodies, linear, angular)
    local keep = {}
    local ids, count = R.put_list(T.BodyId, 'DsBodyId', bodies, 'bodies', keep)
    linear, angular = vec2_array(linear, count, 'linear'), float_array(angular, count, 'angular')
    check(C.ds_read_velocities(need(self, World, 'self')._held.id, ids, count, linear, count, angular, count))
    return linear, angular, count
end

local style = {'style', 'const DsDebugStyle*'}
local drawing = R.draw_functions {
    {'polygon', {{'points', 'points'}, {'radius', 'float'}, style}},
    {'circle', {{'center', 'DsVec2'}, {'radius', 'float'}, {'rotation', 'DsRot'}, style}},
    {'capsule', {{'a', 'DsVec2'}, {'b', 'DsVec2'}, {'radius', 'float'}, style}},
    {'segment', {{'a', 'DsVec2'}, {'b', 'DsVec2'}, style}},
    {'point', {{'position', 'DsVec2'}, style}},
    {'arrow', {{'from', 'DsVec2'}, {'to', 'DsVec2'}, style}},
    {'text', {{'position', 'DsVec2'}, {'text', 'const char*'}, style}},
}
-- Calls the functions of `out`: polygon(points, radius, style), circle(center, radius, rotation, style) and so on.
function World:draw(out, options)
    need(self, World, 'self')
    if type(out) ~= 'table' then R.bad('out', 'a table of functions that draw', out) end
    local keep = {}
    local at = drawing(out, keep)
    local options_at = T.DebugDrawOptions.put_optional(options, 'options', keep)
    local status = C.ds_world_draw(self._held.id, at, options_at)
    R.release(keep)
    check(status)
end

-- ---- Lists in place of visitors ----

for _, class in ipairs {World, K.Body, K.Shape} do
    function class:contacts()
        local found = {}
        self:visit_contacts(function(contact) found[#found + 1] = contact end)
        return found
    end
end
function World:shapes_at(point, filter)
    local found = {}
    self:overlap_point(point, function(shape) found[#found + 1] = shape end, filter)
    return found
end
function World:shapes_in(box, filter)
    local found = {}
    self:overlap_box(box, function(shape) found[#found + 1] = shape end, filter)
    return found
end

-- ---- Bodies and what they own ----

local Body = K.Body
function Body:create_shape(geometry, definition)
    if getmetatable(geometry) == K.CustomShape then
        return self.world:create_custom_shape(self, geometry, definition)
    end
    return self.world:create_shape(self, geometry, definition)
end
function Body:create_chain(definition) return self.world:create_chain(self, definition) end
function Body:create_outline(outline, holes, definition, options)
    return self.world:create_outline(self, outline, holes or {}, definition, options)
end
for name in ('body shape joint chain tile_grid field'):gmatch('%S+') do
    local destroy = World['destroy_' .. name]
    local class = name:gsub('^%l', string.upper):gsub('_(%l)', string.upper)
    K[class].destroy = function(self, ...)
        need(self, K[class], 'self')
        return destroy(self.world, self, ...)
    end
end

-- ---- Cores: shapes for the collision library ----

-- A core is a polygon, a circle, a capsule or a segment as for `create_shape`, or {points, normals, radius}.
local core = {}
T.ConvexCore = core
local core_makers = {circle = 'ds_circle_core', capsule = 'ds_capsule_core', segment = 'ds_segment_core'}
function core.new() return ffi.new('DsConvexCore[1]') end
function core.write(p, k, v, label, keep)
    if getmetatable(v) == K.Polygon then
        keep[#keep + 1] = v
        return check(C.ds_polygon_core(v._held.id, p[k]))
    end
    if type(v) ~= 'table' then R.bad(label, 'a shape', v) end
    if v.type then
        local geometry = T.ShapeGeometry.put(v, label, keep)[0]
        local small = ffi.new('DsSmallCore[1]')
        keep[#keep + 1] = small
        if v.type == 'polygon' then return check(C.ds_polygon_core(geometry.as.polygon.id, p[k])) end
        check(C[core_makers[v.type]](geometry.as[v.type], small))
        return check(C.ds_small_core_view(small, p[k]))
    end
    local points, count = R.put_list(T.Vec2, 'DsVec2', v.points, label .. '.points', keep)
    local normals, sides = R.put_list(T.Vec2, 'DsVec2', v.normals or {}, label .. '.normals', keep)
    if count == 0 or (sides ~= count and count > 1) then R.bad(label, 'points and as many normals', v) end
    p[k].points, p[k].normals, p[k].count = points, normals, count
    p[k].radius = T.float.take(v.radius or 0, label .. '.radius')
end
function core.read(p, k)
    local c = p[k]
    return {points = R.read_array(T.Vec2, c.points, c.count), normals = R.read_array(T.Vec2, c.normals, c.count), radius = c.radius}
end
local function putter(of, c)
    function of.put(v, label, keep)
        local p = ffi.new(c .. '[1]')
        of.write(p, 0, v, label, keep)
        return p
    end
end
putter(core, 'DsConvexCore')

T.AnyShape.write = function(p, k, v, label, keep)
    if getmetatable(v) == K.CustomShape then
        keep[#keep + 1] = v
        p[k].custom.id = v._held.id
    else
        core.write(p[k], 'core', v, label, keep)
    end
end
putter(T.AnyShape, 'DsAnyShape')

T.PolygonWithActiveEdges.write = function(p, k, v, label, keep)
    core.write(p[k], 'core', v.core, label .. '.core', keep)
    local edges, count = R.put_list(T.ActiveEdge, 'DsActiveEdge', v.edges, label .. '.edges', keep)
    p[k].edges, p[k].edges_count = edges, count
    p[k].slack = T.float.take(v.slack or 0, label .. '.slack')
end
putter(T.PolygonWithActiveEdges, 'DsPolygonWithActiveEdges')

-- A list of points within a list.
T.Vec2Array.write = function(p, k, v, label, keep)
    p[k].data, p[k].count = R.put_list(T.Vec2, 'DsVec2', v, label, keep)
end

-- The engine may call functions of Lua, which compiled code must not do; it may compile these, which call nothing.
local pure = {Body = {}}
for name in ([[pose position angle center_of_mass linear_velocity angular_velocity type is_awake is_enabled mass user_data
    apply_torque apply_angular_impulse set_angular_velocity]]):gmatch('%S+') do
    pure.Body[name] = true
end
for _, group in ipairs {K, {[''] = D}} do
    for name, class in pairs(group) do
        for key, f in pairs(class) do
            if type(f) == 'function' and not (pure[name] and pure[name][key]) then jit.off(f) end
        end
    end
end

return D
