-- The heavier of two weights on a pulley sinks to the floor.
local common = require 'common'
return {steps = 400, tolerance = 1, load = function()
    local world = common.world()
    common.floor(world)
    local light, heavy = common.box(world, 110, 180, 20, 20), common.box(world, 210, 120, 30, 30)
    light:setFixedRotation(true)
    heavy:setFixedRotation(true)
    local joint = love.physics.newPulleyJoint(light, heavy, 110, 40, 210, 40, 110, 170, 210, 105, 1)
    return {world = world, watched = {light, heavy}, values = function() return {joint:getLengthA() + joint:getLengthB()} end}
end}
