-- Calls with anything: each returns or raises an error, and the engine stays usable. Then the faults that users make, one by
-- one. Arguments: the number of calls, the seed.

local ds = require 'drystone'
local ffi = require 'ffi'
local calls_wanted, seed = tonumber(arg[1] or 100000), tonumber(arg[2] or 1)

-- ---- Faults with their messages ----

local function fails(pattern, f, ...)
    local ok, message = pcall(f, ...)
    assert(not ok, 'no error in place of: ' .. pattern)
    assert(tostring(message):find(pattern), ('%s in place of: %s'):format(tostring(message), pattern))
end

local function make_things()
    local world = ds.World{gravity = {0, -10}}
    local body = world:create_body{position = {0, 1}}
    local shape = body:create_shape(ds.make_box(0.5, 0.5))
    local ground = world:create_body{type = 'static'}
    ground:create_shape{type = 'segment', a = {-5, 0}, b = {5, 0}}
    return {
        world = world, body = body, shape = shape, joint = world:create_joint(ground, body, {type = 'revolute'}),
        chain = ground:create_chain{points = {{8, 0}, {4, 1}, {-4, 1}, {-8, 0}}}, character = ds.Character(),
        tree = ds.AabbTree(), snapshot = world:snapshot(), history = ds.StateHistory(3), polygon = ds.make_box(1, 1),
        ellipse = ds.Ellipse(1, 2), stepper = ds.FixedStepper(), interpolation = ds.Interpolation(),
        custom = ds.CustomShape.of_ellipse(ds.Ellipse(1, 2)), batch = ds.WorldBatch(), clipper = ds.AreaClipper(),
    }
end

local t = make_things()
fails('a number is wanted', t.world.step, t.world, 'soon')
fails('time_step must be finite', t.world.step, t.world, -1)
fails('a World is wanted', t.world.step, t.body, 1 / 60)
fails('a World is wanted', t.world.step)
fails('a Body is wanted', t.world.create_shape, t.world, t.shape, t.polygon)
fails("one of 'static'", t.world.create_body, t.world, {type = 'stone'})
fails('a member of BodyDefinition', t.world.create_body, t.world, {positon = {0, 0}})
fails('a Vec2 with y', t.world.create_body, t.world, {position = {1}})
fails("one of 'circle'", t.body.create_shape, t.body, {type = 'sphere', radius = 1})
fails('radius', t.body.create_shape, t.body, {type = 'circle', radius = -1})
fails('a table with a type', t.body.create_shape, t.body, 7)
fails('a function is wanted', t.world.visit_contacts, t.world, 'f')
fails('without zeros', t.body.set_name, t.body, 'a\0b')
fails('an array of 2 DsPose', t.world.poses, t.world, ffi.new('DsPose[1]'))
fails('an array of 2 DsPose', t.world.poses, t.world, {})

t.body:destroy()
fails('it was destroyed', t.body.position, t.body)
fails('it was destroyed', t.shape.set_density, t.shape, 1)
fails('must be a living', t.joint.state, t.joint)
local other = ds.World()
fails('another world', other.create_shape, other, t.world:bodies()[1], t.polygon)
t.world:destroy()
fails('handle', t.world.step, t.world, 1 / 60)
fails('handle', t.body.position, t.body)
fails('handle', t.world.destroy, t.world)

-- What a callback raises passes to the caller of the step; and the world stays usable.
t = make_things()
t.world:set_pre_solve_callback(function() error({mine = true}) end)
t.shape:set_pre_solve(true)
t.joint:destroy()
local ok, thrown
for _ = 1, 60 do
    ok, thrown = pcall(t.world.step, t.world, 1 / 60)
    if not ok then break end
end
assert(not ok and thrown.mine, 'what a callback raised')
t.world:set_pre_solve_callback(function(contact) t.body:set_linear_velocity{0, 1} end)
fails('world is in use', function() for _ = 1, 60 do t.world:step(1 / 60) end end)
t.world:set_pre_solve_callback(nil)
for _ = 1, 60 do t.world:step(1 / 60) end
assert(math.abs(t.body:position().y - 0.5) < 0.02)
fails('mine', ds.sample_mass, function() error 'mine' end, 1)
fails('members of Vec2', ds.sample_mass, function() return 'a' end, 1)
fails('worlds of one thread', function()
    local shape = ds.CustomShape(function(d) return d end)
    ds.World{threads = 2}
end)

-- What calls functions of Lua is never compiled, however often it runs.
for _ = 1, 300 do
    t.world:draw{polygon = function() end}
    t.world:contacts()
    t.world:shapes_at{0, 0}
end

-- ---- Random calls ----

-- With as many errors as here, Debian's LuaJIT may crash in code that it compiled of any program, see docs/manual/lua.md.
jit.off()

local numbers = ffi.new('uint32_t[1]', seed)
local function random(count)
    numbers[0] = (numbers[0] * 1664525ULL + 1013904223ULL) % 4294967296ULL
    return math.floor(numbers[0] / 256) % count
end

local function make_values(things)
    local world = things.world
    local plain = {
        0, 1, -1, 0.5, 3, 1e30, 0 / 0, 1 / 0, 7ULL, -1LL, true, false, '', 'dynamic', 'none', {}, {1, 2}, {x = 1, y = 2},
        {x = 'a', y = 1}, {x = 0 / 0, y = 0}, {{0, 0}, {1, 0}, {0, 1}}, {type = 'circle', radius = 0.5}, {type = 'circle'},
        {type = 'revolute'}, {type = 'distance', length = 1}, {position = {0, 1}}, {lower = {0, 0}, upper = {1, 1}},
        {origin = {0, 0}, translation = {1, 0}}, function() return true end, function() return 1 end,
        function() return {1, 0} end, function() error 'mine' end, function() world:step(1 / 60) end, tostring, ds.Vec2(1, 2),
        {points = {{0, 0}}}, {points = {{0, 0}, {1, 0}, {0, 1}}, is_loop = true}, 2 ^ 31, 2 ^ 40, -5, ('a'):rep(100),
        ffi.new('float[3]'), ffi.new('DsPose[8]'), coroutine.create(print), {1, 2, 3}, {rotation = {1, 0}, position = {0, 0}},
        ds.World(), ds.make_box(1, 1),
    }
    for _, thing in pairs(things) do plain[#plain + 1] = thing end
    return function()
        local i = random(#plain + 3)
        return plain[i]
    end
end

-- Long by their arguments, which are right, or about files.
local skipped = {reserve = true, prepare_insertions = true, made = true, new = true, save_to_file = true}
local function collect_calls(things)
    local calls = {}
    for _, thing in pairs(things) do
        for key, f in pairs(getmetatable(thing)) do
            if type(f) == 'function' and not skipped[key] and not key:find('^__') then
                calls[#calls + 1] = {key, f, thing}
            end
        end
    end
    for key, f in pairs(ds) do
        if type(f) == 'function' then calls[#calls + 1] = {key, f} end
    end
    table.sort(calls, function(a, b) return a[1] .. tostring(a[3] and a[3].class_name) < b[1] .. tostring(b[3] and b[3].class_name) end)
    return calls
end

local done, raised = 0, 0
for _ = 1, math.ceil(calls_wanted / 2000) do
    local things = make_things()
    local value = make_values(things)
    local calls = collect_calls(things)
    for _ = 1, 2000 do
        local call = calls[random(#calls) + 1]
        local parameters = {}
        local count = random(5)
        for i = 1, count do parameters[i] = value() end
        if os.getenv('DRYSTONE_TELL_CALLS') then print(call[1], call[3], unpack(parameters, 1, count)) end
        local ok, message
        if call[3] and random(10) > 0 then
            ok, message = pcall(call[2], call[3], unpack(parameters, 1, count))
        else
            ok, message = pcall(call[2], unpack(parameters, 1, count))
        end
        done, raised = done + (ok and 1 or 0), raised + (ok and 0 or 1)
        assert(ok or (type(message) == 'string' and not message:find('bad callback')), message)
    end
    collectgarbage()
    things = nil
end
assert(done > 500 and raised > 500, ('%d returned, %d raised'):format(done, raised))
local world = make_things().world
world:step(1 / 60)
print(('misuse: %d random calls returned, %d raised'):format(done, raised))
