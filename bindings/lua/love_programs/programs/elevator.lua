-- An elevator on a prismatic joint lifts a load to its upper limit.
local common = require 'common'
return {steps = 500, tolerance = 1.5, load = function()
    local world = common.world()
    local ground = common.floor(world)
    local cabin = common.box(world, 160, 210, 80, 12)
    local joint = love.physics.newPrismaticJoint(ground, cabin, 160, 210, 0, -1)
    joint:setLimitsEnabled(true)
    joint:setLimits(0, 120)
    joint:setMotorEnabled(true)
    joint:setMotorSpeed(40)
    joint:setMaxMotorForce(50000)
    local a, b = common.box(world, 145, 190, 24, 24), common.box(world, 180, 194, 18, 18)
    return {world = world, watched = {cabin, a, b}, values = function() return {joint:getJointTranslation()} end}
end}
