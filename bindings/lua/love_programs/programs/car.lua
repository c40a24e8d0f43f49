-- A car with springs and a motor drives over a terrain up to a wall.
local common = require 'common'
return {steps = 900, tolerance = 2, load = function()
    local world = common.world()
    local ground = love.physics.newBody(world, 0, 0)
    local chain = love.physics.newChainShape(false, 0, 120, 0, 200, 60, 200, 110, 190, 150, 205, 200, 200, 300, 200, 300, 120)
    love.physics.newFixture(ground, chain):setFriction(0.9)
    local body = love.physics.newBody(world, 40, 170, 'dynamic')
    love.physics.newFixture(body, love.physics.newPolygonShape(-24, 6, -24, -4, -6, -12, 10, -12, 24, -4, 24, 6), 1)
    local wheels = {}
    for i, x in ipairs {24, 56} do
        local wheel, fixture = common.ball(world, x, 182, 8)
        fixture:setFriction(0.9)
        local joint = love.physics.newWheelJoint(body, wheel, x, 182, 0, 1)
        joint:setSpringFrequency(4)
        joint:setSpringDampingRatio(0.7)
        joint:setMotorEnabled(true)
        joint:setMotorSpeed(10)
        joint:setMaxMotorTorque(i == 1 and 400 or 0)
        wheels[i] = wheel
    end
    return {world = world, watched = {body, wheels[1], wheels[2]}}
end}
