-- The scene of tests/determinism/golden_test.cpp ends in the state that is known of C++. Argument: the repository.

local ds = require 'drystone'
local ffi = require 'ffi'

-- Sums and products of numbers of 32 bits, as C++ computes them.
local single = ffi.new('float[1]')
local function round(v)
    single[0] = v
    return single[0]
end

-- Numerical Recipes' generator.
local state = ffi.new('uint32_t[1]', 2024)
local function between(low, high)
    state[0] = (state[0] * 1664525ULL + 1013904223ULL) % 4294967296ULL
    local fraction = math.floor(state[0] / 256) / 16777216
    return round(round(low) + round(round(round(high) - round(low)) * fraction))
end

local function add_body(world, x, y, geometry)
    local body = world:create_body{type = 'dynamic', position = {x, y}}
    body:create_shape(geometry)
    return body
end
local function add_box(world, x, y, ...) return add_body(world, x, y, ds.make_box(...)) end
local function add_disc(world, x, y, radius) return add_body(world, x, y, {type = 'circle', radius = radius}) end

local function add_things(world)
    for i = 0, 39 do
        local position = {between(-5, 5), between(5, 15)}
        local angle = between(-3, 3)
        local velocity = {between(-2, 2), 0}
        local body = world:create_body{
            type = 'dynamic', position = position, angle = angle, linear_velocity = velocity,
            angular_velocity = between(-5, 5), linear_damping = i % 5 == 0 and 0.1 or 0,
            angular_damping = i % 7 == 0 and 0.2 or 0,
        }
        local density = between(0.5, 4)
        local shape = {density = density, material = {friction = between(0, 1), restitution = i % 3 == 0 and 0.6 or 0}}
        local size = between(0.2, 0.5)
        local half = round(0.5 * size)
        local kind = i % 5
        if kind == 0 then
            body:create_shape({type = 'circle', center = {0.1, 0}, radius = size}, shape)
        elseif kind == 1 then
            body:create_shape({type = 'capsule', a = {-0.3, 0}, b = {0.3, 0.1}, radius = half}, shape)
        elseif kind == 2 then
            body:create_shape(ds.make_regular_polygon(5, size), shape)
        elseif kind == 3 then
            body:create_shape(ds.make_rounded_box(size, half, 0.05), shape)
        else
            body:create_shape(ds.make_box(size, half), shape)
            body:create_shape(ds.make_box(half, size), shape)
        end
    end
end

local function add_mechanisms(world)
    local last = world:create_body{type = 'static', position = {-8, 12}}
    for i = 0, 4 do
        local link = add_box(world, -7.5 + i, 12, 0.5, 0.1)
        world:create_joint(last, link, {type = 'revolute', anchor_a = {i == 0 and 0 or 0.5, 0}, anchor_b = {-0.5, 0}},
                           {solver = 'direct'})
        last = link
    end
    local frame = world:create_body{type = 'static', position = {8, 6}}
    local wheel = add_disc(world, 8, 5, 0.4)
    local arm = add_box(world, 8, 7, 0.4, 0.1)
    world:create_joint(frame, wheel, {type = 'wheel', anchor_a = {0, -1}, motor = {speed = 3, maximum = 2}},
                       {solver = 'iterative'})
    world:create_joint(frame, arm, {type = 'revolute', anchor_a = {0, 1}, anchor_b = {-0.3, 0},
                                    limit = {lower = -0.5, upper = 0.7}}, {solver = 'iterative'})
    world:create_joint(arm, wheel, {type = 'distance', spring = {frequency = 2, target = 1.5}})
    world:create_joint(wheel, last, {type = 'pulley', ground_a = {8, 14}, ground_b = {-3, 14}, length = 16})
    local bullet = add_disc(world, -15, 3, 0.1)
    bullet:set_bullet(true)
    bullet:set_linear_velocity{300, 5}
end

local function add_free_mechanisms(world)
    local direct = {solver = 'direct'}
    local ground = world:create_body{type = 'static', position = {-14, 16}}
    local upper = add_box(world, -13.5, 16, 0.5, 0.1)
    local lower = add_box(world, -12.5, 16, 0.5, 0.05)
    world:create_joint(ground, upper, {type = 'revolute', anchor_b = {-0.5, 0}}, direct)
    world:create_joint(upper, lower, {type = 'revolute', anchor_a = {0.5, 0}, anchor_b = {-0.5, 0}}, direct)
    local bar = add_box(world, 15, 14, 1, 0.1)
    for side = -1, 1, 2 do
        local leg = add_box(world, 15 + side, 15, 0.1, 1)
        world:create_joint(ground, leg, {type = 'revolute', anchor_a = {29 + side, 0}, anchor_b = {0, 1},
                                         motor = {speed = 2, maximum = side > 0 and 3 or 0}}, direct)
        world:create_joint(leg, bar, {type = 'revolute', anchor_a = {0, -1}, anchor_b = {side, 0}}, direct)
    end
end

local source = assert(io.open(arg[1] .. '/tests/determinism/golden_test.cpp')):read('*a')
local expected = source:match('expected = (%d+)ull')
for _, threads in ipairs {1, 3} do
    local world = ds.World{threads = threads}
    world:create_body{type = 'static'}:create_shape{type = 'segment', a = {-20, 0}, b = {20, 0}}
    local paddle = world:create_body{type = 'kinematic', position = {0, 3}, angle = 0.3, angular_velocity = 1.5}
    paddle:create_shape(ds.make_box(3, 0.2))
    state[0] = 2024
    add_things(world)
    add_mechanisms(world)
    add_free_mechanisms(world)
    for _ = 1, 300 do world:step(1 / 60) end
    local hash = tostring(world:state_hash()):gsub('ULL', '')
    assert(hash == expected, ('%s in place of %s with %d threads'):format(hash, expected, threads))
end
print('known state: ' .. expected)
