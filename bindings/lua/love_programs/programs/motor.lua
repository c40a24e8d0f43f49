-- A motor joint moves a platform with boxes on it.
local common = require 'common'
return {steps = 400, tolerance = 4, load = function()
    local world = common.world()
    local ground = common.floor(world)
    local platform = common.box(world, 100, 150, 100, 10)
    local joint = love.physics.newMotorJoint(ground, platform)
    joint:setMaxForce(20000)
    joint:setMaxTorque(2000000)
    local first, second = common.box(world, 90, 135, 20, 20), common.box(world, 90, 115, 16, 16)
    local x, y = joint:getLinearOffset()
    local t = 0
    return {world = world, watched = {platform, first, second}, update = function()
        t = math.min(t + 0.5, 100)
        joint:setLinearOffset(x + t, y - 0.5 * t)
    end}
end}
