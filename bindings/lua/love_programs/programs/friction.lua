-- From above: pucks are pushed and brought to rest by friction joints.
local common = require 'common'
return {steps = 300, tolerance = 2, load = function()
    local world = common.world(0, 0)
    local ground = love.physics.newBody(world, 0, 0)
    local watched = {}
    for i = 1, 5 do
        local puck = common.box(world, 40, 40 * i, 20, 20)
        local joint = love.physics.newFrictionJoint(ground, puck, 40, 40 * i)
        joint:setMaxForce(20 * i)
        joint:setMaxTorque(200)
        puck:applyLinearImpulse(50, 0)
        puck:applyAngularImpulse(100)
        watched[i] = puck
    end
    return {world = world, watched = watched}
end}
