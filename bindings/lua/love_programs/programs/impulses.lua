-- postSolve adds up what a scale carries, beginContact counts what has come.
local common = require 'common'
return {steps = 400, tolerance = 3, load = function()
    local world = common.world()
    local floor = common.floor(world)
    local begins, sum = 0, 0
    world:setCallbacks(function() begins = begins + 1 end, nil, nil, function(a, b, _, first, _, second)
        if a:getBody() == floor or b:getBody() == floor then sum = sum + first + (second or 0) end
    end)
    local watched, mass = {}, 0
    for i = 1, 4 do
        watched[i] = common.box(world, 160, 220 - 24 * i, 22, 22)
        watched[i]:setSleepingAllowed(false)
        mass = mass + watched[i]:getMass()
    end
    return {world = world, watched = watched, values = function()
        local weight = mass * 9.81 * 32 * 400 / 60
        return {100 * sum / weight, begins}
    end}
end}
