-- A motor turns a wheel, gears turn another and lift a rack.
local common = require 'common'
return {steps = 120, tolerance = 0.5, load = function()
    local world = common.world(0, 0)
    local ground = love.physics.newBody(world, 0, 0)
    local small, large = common.ball(world, 100, 120, 20), common.ball(world, 160, 120, 40)
    local rack = common.box(world, 230, 120, 10, 60)
    local first, second = love.physics.newRevoluteJoint(ground, small, 100, 120), love.physics.newRevoluteJoint(ground, large, 160, 120)
    local slide = love.physics.newPrismaticJoint(ground, rack, 230, 120, 0, 1)
    love.physics.newGearJoint(first, second, 2)
    love.physics.newGearJoint(second, slide, 1)
    first:setMotorEnabled(true)
    first:setMotorSpeed(2)
    first:setMaxMotorTorque(1e6)
    return {world = world, watched = {rack}, values = function()
        return {40 * small:getAngle(), 40 * large:getAngle(), slide:getJointTranslation()}
    end}
end}
