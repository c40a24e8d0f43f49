-- Pendulums on ropes: they fall freely until the rope is taut.
local common = require 'common'
return {steps = 1200, tolerance = 0.5, load = function()
    local world = common.world()
    local ceiling = love.physics.newBody(world, 160, 20)
    local watched = {}
    for i = 1, 4 do
        local ball = common.ball(world, 80 + 40 * i, 40, 8)
        ball:setLinearDamping(1)
        love.physics.newRopeJoint(ceiling, ball, 60 + 40 * i, 20, 80 + 40 * i, 40, 60 + 20 * i)
        watched[i] = ball
    end
    return {world = world, watched = watched}
end}
