-- A ball is thrown up through platforms and lands on one: preSolve disables contacts from below.
local common = require 'common'
return {steps = 300, tolerance = 0.5, load = function()
    local world = common.world()
    common.floor(world)
    local platform = love.physics.newBody(world, 160, 130)
    local plate = love.physics.newFixture(platform, love.physics.newRectangleShape(140, 10))
    world:setCallbacks(nil, nil, function(a, b, contact)
        if a ~= plate and b ~= plate then return end
        local other = (a == plate and b or a):getBody()
        local _, velocity = other:getLinearVelocity()
        if velocity < -1 or other:getY() > 122 then contact:setEnabled(false) end
    end)
    local watched = {}
    for i = 1, 3 do
        local ball = common.ball(world, 80 + 40 * i, 205, 8)
        ball:setLinearVelocity(0, -200 - 60 * i)
        ball:setFixedRotation(true)
        watched[i] = ball
    end
    return {world = world, watched = watched}
end}
