-- A chain of links hangs between two posts, with a weight on it.
local common = require 'common'
return {steps = 1200, tolerance = 1, load = function()
    local world = common.world()
    local watched, x, y = {}, 92, 50
    local last = love.physics.newBody(world, x, y)
    for i = 1, 12 do
        local step = 16 * math.sqrt(0.5)
        local next_x, next_y = x + step, y + (i <= 6 and step or -step)
        local link, fixture = common.box(world, (x + next_x) / 2, (y + next_y) / 2, 16, 6)
        link:setAngle(i <= 6 and math.pi / 4 or -math.pi / 4)
        fixture:setGroupIndex(-1)
        link:setAngularDamping(1)
        link:setLinearDamping(0.5)
        love.physics.newRevoluteJoint(last, link, x, y)
        last, watched[i], x, y = link, link, next_x, next_y
    end
    love.physics.newRevoluteJoint(last, love.physics.newBody(world, x, y), x, y)
    local weight = common.ball(world, 160, 150, 6)
    weight:setLinearDamping(0.5)
    love.physics.newRopeJoint(watched[6], weight, 160, 118, 160, 150, 34)
    watched[13] = weight
    return {world = world, watched = watched}
end}
