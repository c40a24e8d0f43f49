-- love.physics on Drystone: `love.physics = require 'drystone.love'` before the game makes its world. Names, units (pixels,
-- see setMeter) and defaults are those of LÖVE 11; docs/manual/lua.md tells what differs. Shapes, joints and the world
-- are in files of their own beside this one.

local ds = require 'drystone'

local P, classes = {}, {}
local meter = 30
local all = {}  -- What those share with this one.

function P.setMeter(scale)
    if type(scale) ~= 'number' or scale < 1 then error('Physics error: invalid meter', 2) end
    meter = scale
end
function P.getMeter() return meter end
local function down(v) return v / meter end
local function up(v) return v * meter end
local function point(x, y) return {x / meter, y / meter} end
local function up2(v) return v.x * meter, v.y * meter end
all.down, all.up, all.point, all.up2 = down, up, point, up2

-- ---- Classes as LÖVE's: type, typeOf, release ----

local function class(name, parent)
    local c = setmetatable({types = {[name] = true, Object = true}}, {__index = parent})
    for key in pairs(parent and parent.types or {}) do c.types[key] = true end
    c.__index = c
    c.__tostring = function(self) return ('%s: %p'):format(name, self) end
    function c.type() return name end
    function c.typeOf(_, of) return c.types[of] == true end
    function c.release() return false end
    classes[name] = c
    return c
end
local World, Body, Fixture, Contact = class('World'), class('Body'), class('Fixture'), class('Contact')
all.class, all.classes = class, classes

local folder = (...):gsub('love$', '')
local geometry = require(folder .. 'love_shapes')(P, all)

-- ---- Bodies ----

function P.newBody(world, x, y, kind)
    local body = world.w:create_body{type = kind or 'static', position = point(x or 0, y or 0), sleep_speed = 0.01}
    local made = setmetatable({b = body, world = world, turns = 0}, Body)
    body.owner = made
    world:note_rotation(body)
    if kind == 'dynamic' then body:set_mass_properties{mass = 1} end  -- Until it has a fixture with mass.
    return made
end

-- A method that calls one of the engine with numbers in other units.
local function get(name, scale)
    return function(self) return self.b[name](self.b) * (scale and scale() or 1) end
end
local function set(name, scale)
    return function(self, v) self.b[name](self.b, v / (scale and scale() or 1)) end
end
local function get_vector(name)
    return function(self) return up2(self.b[name](self.b)) end
end
local function map_points(name, scale)
    return function(self, ...)
        local given, list = {...}, {}
        for i = 1, #given - 1, 2 do
            local v = self.b[name](self.b, {given[i] / scale(), given[i + 1] / scale()})
            list[#list + 1], list[#list + 2] = v.x * scale(), v.y * scale()
        end
        return unpack(list)
    end
end
local function meters() return meter end
local function square() return meter * meter end
local function one() return 1 end

Body.getPosition, Body.getWorldCenter = get_vector 'position', get_vector 'center_of_mass'
Body.getLinearVelocity = get_vector 'linear_velocity'
Body.getAngularVelocity, Body.setAngularVelocity = get 'angular_velocity', set 'set_angular_velocity'
Body.getGravityScale, Body.setGravityScale = get 'gravity_scale', set 'set_gravity_scale'
Body.getLinearDamping, Body.getAngularDamping = get 'linear_damping', get 'angular_damping'
Body.applyTorque, Body.applyAngularImpulse = set('apply_torque', square), set('apply_angular_impulse', square)
Body.getWorldPoint, Body.getWorldPoints = map_points('world_point', meters), map_points('world_point', meters)
Body.getLocalPoint, Body.getLocalPoints = map_points('local_point', meters), map_points('local_point', meters)
Body.getWorldVector, Body.getLocalVector = map_points('world_vector', one), map_points('local_vector', one)
Body.getLinearVelocityFromWorldPoint = map_points('velocity_at', meters)
function Body:getLinearVelocityFromLocalPoint(x, y) return self:getLinearVelocityFromWorldPoint(self:getWorldPoint(x, y)) end
function Body:getX() return up(self.b:position().x) end
function Body:getY() return up(self.b:position().y) end
-- The engine keeps a rotation; the world counts whole turns after each step.
function Body:getAngle() return self.b:angle() + 2 * math.pi * self.turns end
function Body:setTransform(x, y, angle)
    self.b:set_pose(point(x, y), angle)
    self.turns = math.floor((angle - self.b:angle()) / (2 * math.pi) + 0.5)
    self.world:note_rotation(self.b)
    self.b:wake()
end
function Body:getTransform() return self:getX(), self:getY(), self:getAngle() end
function Body:setPosition(x, y) self:setTransform(x, y, self:getAngle()) end
function Body:setX(x) self:setPosition(x, self:getY()) end
function Body:setY(y) self:setPosition(self:getX(), y) end
function Body:setAngle(angle) self:setTransform(self:getX(), self:getY(), angle) end
function Body:setLinearVelocity(x, y) self.b:set_linear_velocity(point(x, y)) end
function Body:setLinearDamping(v) self.b:set_damping(v, self.b:angular_damping()) end
function Body:setAngularDamping(v) self.b:set_damping(self.b:linear_damping(), v) end
function Body:applyForce(fx, fy, x, y)
    if x then return self.b:apply_force_at(point(fx, fy), point(x, y)) end
    self.b:apply_force(point(fx, fy))
end
function Body:applyLinearImpulse(ix, iy, x, y)
    if x then return self.b:apply_impulse_at(point(ix, iy), point(x, y)) end
    self.b:apply_impulse(point(ix, iy))
end

-- Inertia is about the origin of the body in LÖVE, about the centre of mass in Drystone.
function Body:getMass() return self.b:mass().mass end
function Body:getLocalCenter() return up2(self.b:mass().center) end
function Body:getInertia()
    local m = self.b:mass()
    return square() * (m.inertia + m.mass * m.center:dot(m.center))
end
function Body:getMassData()
    local m = self.b:mass()
    return up(m.center.x), up(m.center.y), m.mass, self:getInertia()
end
function Body:setMassData(x, y, mass, inertia)
    local center = ds.Vec2(down(x), down(y))
    self.b:set_mass_properties{mass = mass, center = center,
                               inertia = math.max(0, inertia / square() - mass * center:dot(center))}
end
function Body:setMass(mass)
    local m = self.b:mass()
    m.mass = mass
    self.b:set_mass_properties(m)
end
function Body:setInertia(inertia)
    local x, y, mass = self:getMassData()
    self:setMassData(x, y, mass, inertia)
end
function Body:resetMassData()
    self.b:reset_mass_properties()
    if self.b:type() == 'dynamic' and self.b:mass().mass == 0 then self.b:set_mass_properties{mass = 1} end
end

function Body:getType() return self.b:type() end
function Body:setType(kind)
    self.b:set_type(kind)
    if kind == 'dynamic' then self:resetMassData() end
end
function Body:isActive() return self.b:is_enabled() end
function Body:setActive(v) self.b:set_enabled(v) end
function Body:isAwake() return self.b:is_awake() end
function Body:setAwake(v) if v then self.b:wake() else self.b:put_to_sleep() end end
function Body:isBullet() return self.b:is_bullet() end
function Body:setBullet(v) self.b:set_bullet(v) end
function Body:isFixedRotation() return self.b:locks().rotation end
function Body:setFixedRotation(v) self.b:set_locks{rotation = v} end
function Body:isSleepingAllowed() return self.b:can_sleep() end
function Body:setSleepingAllowed(v) self.b:set_can_sleep(v) end
function Body:getWorld() return self.world end
function Body:isDestroyed() return self.world.is_destroyed or not self.b:is_valid() end
function Body:destroy()
    self.b:destroy()
    self.world.turning = nil
end

-- The owners of things of the engine, each once, the newest first.
local function owners(things)
    local list, seen = {}, {}
    for i = #things, 1, -1 do
        local owner = things[i].owner
        if owner and not seen[owner] then
            seen[owner] = true
            list[#list + 1] = owner
        end
    end
    return list
end
function Body:getFixtures() return owners(self.b:shapes()) end
function Body:getJoints() return owners(self.b:joints()) end
function Body:getContacts() return self.world:contacts_of(self.b) end
function Body:isTouching(other)
    for _, contact in ipairs(self:getContacts()) do
        local a, b = contact:getFixtures()
        if contact:isTouching() and (a.body == other or b.body == other) then return true end
    end
    return false
end

-- ---- Fixtures ----

function P.newFixture(body, shape, density)
    local copy = setmetatable({}, getmetatable(shape))
    for key, value in pairs(shape) do copy[key] = value end
    local world = body.world
    local made = setmetatable({body = body, shape = copy, density = density or 1, friction = 0.2, restitution = 0,
                               category = 1, mask = 0xffff, group = 0, is_sensor = false}, Fixture)
    copy.fixture = made
    local material, filter = {friction = 0.2, restitution = 0}, {category = 1, mask = 0xffff}
    if shape.kind == 'chain' or shape.before or shape.after then
        local chain = body.b:create_chain{points = shape.points, is_loop = shape.is_loop or false, sides = 'both', filter = filter,
                                          ghost_before = shape.before, ghost_after = shape.after, materials = {material}}
        made.chain, made.shapes = chain, chain:shapes()
        for _, s in ipairs(made.shapes) do s:set_pre_solve(world.uses_pre_solve) end
    else
        made.shapes = {body.b:create_shape(geometry(shape), {
            density = made.density, material = material, filter = filter, pre_solve = world.uses_pre_solve,
            sensor_events = true, sees_sensors = true, force_events = world.uses_forces,
        })}
    end
    for _, s in ipairs(made.shapes) do s.owner = made end
    if body.b:type() == 'dynamic' then body:resetMassData() end
    return made
end

local function each(self, name, ...)
    for _, s in ipairs(self.shapes) do s[name](s, ...) end
end
local function set_filter(self)
    each(self, 'set_filter', {category = self.category, mask = self.mask, group = self.group})
end
local function material_setter(name)
    return function(self, v)
        self[name] = v
        each(self, 'set_material', {friction = self.friction, restitution = self.restitution})
    end
end
Fixture.setFriction, Fixture.setRestitution = material_setter 'friction', material_setter 'restitution'
for _, name in ipairs {'body', 'shape', 'density', 'friction', 'restitution'} do
    Fixture['get' .. name:gsub('^%l', string.upper)] = function(self) return self[name] end
end
function Fixture:getType() return self.shape.kind end
function Fixture:getGroupIndex() return self.group end
function Fixture:isSensor() return self.is_sensor end
function Fixture:setSensor(v)
    self.is_sensor = v
    each(self, 'set_sensor', v)
end
function Fixture:setDensity(v)
    self.density = v
    each(self, 'set_density', v, false)
end
function Fixture:setGroupIndex(v)
    self.group = v
    set_filter(self)
end
function Fixture:setFilterData(category, mask, group)
    self.category, self.mask, self.group = category, mask, group
    set_filter(self)
end
function Fixture:getFilterData() return self.category, self.mask, self.group end
-- Categories are numbers from 1 to 16; those of a mask are what the fixture does not collide with.
local function bits_of(first, ...)
    local bits = 0
    for _, i in ipairs(type(first) == 'table' and first or {first, ...}) do
        if type(i) ~= 'number' or i < 1 or i > 16 then error('Values must be in range 1-16.', 3) end
        bits = bit.bor(bits, bit.lshift(1, i - 1))
    end
    return bits
end
local function numbers_of(bits)
    local list = {}
    for i = 1, 16 do
        if bit.band(bits, bit.lshift(1, i - 1)) ~= 0 then list[#list + 1] = i end
    end
    return unpack(list)
end
function Fixture:getCategory() return numbers_of(self.category) end
function Fixture:getMask() return numbers_of(bit.band(bit.bnot(self.mask), 0xffff)) end
function Fixture:setCategory(...)
    self.category = bits_of(...)
    set_filter(self)
end
function Fixture:setMask(...)
    self.mask = bit.band(bit.bnot(bits_of(...)), 0xffff)
    set_filter(self)
end
function Fixture:getMassData() return self.shape:computeMass(self.density) end
function Fixture:getBoundingBox(child)
    local box = self.shapes[child or 1]:aabb()
    return up(box.lower.x), up(box.lower.y), up(box.upper.x), up(box.upper.y)
end
function Fixture:testPoint(x, y) return self.shape:testPoint(self.body:getX(), self.body:getY(), self.body:getAngle(), x, y) end
function Fixture:rayCast(x1, y1, x2, y2, limit, child)
    local hit = self.shapes[child or 1]:cast_ray{origin = point(x1, y1), filter = {sensors = true},
                                                 translation = point((x2 - x1) * limit, (y2 - y1) * limit)}
    if hit then return hit.normal.x, hit.normal.y, hit.fraction * limit end
end
function Fixture:isDestroyed() return self.body:isDestroyed() or not self.shapes[1]:is_valid() end
function Fixture:destroy()
    if self.chain then self.chain:destroy() else each(self, 'destroy') end
end
for _, c in ipairs {Body, Fixture} do
    function c:setUserData(v) self.user_data = v end
    function c:getUserData() return self.user_data end
end
function P.getDistance(a, b)
    local pose_a, pose_b = a.body.b:pose(), b.body.b:pose()
    local nearest
    for i = 1, a.shape:getChildCount() do
        for j = 1, b.shape:getChildCount() do
            local d = ds.distance(geometry(a.shape, i), geometry(b.shape, j), ds.pose_inverse_multiply(pose_a, pose_b))
            if not nearest or d.distance < nearest.distance then nearest = d end
        end
    end
    local p, q = ds.pose_transform(pose_a, nearest.point_a), ds.pose_transform(pose_a, nearest.point_b)
    return up(nearest.distance), up(p.x), up(p.y), up(q.x), up(q.y)
end

all.owners, all.meters, all.square = owners, meters, square
all.World, all.Contact, all.Body = World, Contact, Body
require(folder .. 'love_world')(P, all)
require(folder .. 'love_joints')(P, all)
P.classes = classes
return P
