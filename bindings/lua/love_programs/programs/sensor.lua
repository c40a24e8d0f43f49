-- Sensors count what comes and goes, and throw a ball up again.
local common = require 'common'
return {steps = 300, tolerance = 1, load = function()
    local world = common.world()
    common.floor(world)
    local body = love.physics.newBody(world, 160, 150)
    local sensor = love.physics.newFixture(body, love.physics.newRectangleShape(200, 20))
    sensor:setSensor(true)
    local begins, ends = 0, 0
    world:setCallbacks(function(a, b)
        if a == sensor or b == sensor then begins = begins + 1 end
    end, function(a, b)
        if a == sensor or b == sensor then ends = ends + 1 end
    end)
    local watched = {}
    for i = 1, 5 do watched[i] = common.box(world, 60 + 35 * i, 20 + 10 * i, 14, 14) end
    return {world = world, watched = watched, values = function() return {10 * begins, 10 * ends} end}
end}
