-- Weights on distance joints: stiff ones and springs of different frequencies.
local common = require 'common'
return {steps = 900, tolerance = 0.5, load = function()
    local world = common.world()
    local ceiling = love.physics.newBody(world, 160, 20)
    local watched = {}
    for i = 1, 5 do
        local box = common.box(world, 20 + 50 * i, 90, 16 + 2 * i, 16 + 2 * i)
        local joint = love.physics.newDistanceJoint(ceiling, box, 20 + 50 * i, 20, 20 + 50 * i, 90)
        box:setLinearDamping(0.5)
        joint:setFrequency(i == 1 and 0 or 0.5 + 0.5 * i)
        joint:setDampingRatio(0.3)
        watched[i] = box
    end
    return {world = world, watched = watched}
end}
