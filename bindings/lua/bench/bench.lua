-- Times a step of 1,000 bodies and reading all their poses, as bindings/shared/bench.cpp does in C++.

local ds = require 'drystone'
local ffi = require 'ffi'

ffi.cdef 'typedef struct { int64_t seconds, nanoseconds; } ds_bench_time; int clock_gettime(int clock, ds_bench_time* time);'
local time = ffi.new('ds_bench_time')
local function now()
    ffi.C.clock_gettime(1, time)
    return tonumber(time.seconds) + 1e-9 * tonumber(time.nanoseconds)
end

local function median_seconds(rounds, call)
    local times = {}
    for i = 1, rounds do
        local start = now()
        call()
        times[i] = now() - start
    end
    table.sort(times)
    return times[math.floor(rounds / 2) + 1]
end

local world = ds.World{sleeping = false}
world:create_body{type = 'static'}:create_shape{type = 'segment', a = {-100, 0}, b = {100, 0}}
local box = ds.make_box(0.5, 0.5)
for i = 0, 998 do  -- Stacks of nine.
    world:create_body{position = {1.5 * math.floor(i / 9) - 80, 0.5 + i % 9}}:create_shape(box)
end
local step = median_seconds(400, function() world:step(1 / 60) end)
local poses, count = world:poses()
local sum = 0
local reading = median_seconds(2000, function()
    world:poses(poses)
    local y = 0
    for i = 0, count - 1 do y = y + poses[i].position.y end
    sum = sum + y
end)
print(('%.6f %.3f %.3f'):format(1e3 * step, 1e6 * reading, sum / 2000))
