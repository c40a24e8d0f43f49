-- Blocks of more and less friction on a slope: some stay, some slide to the end.
local common = require 'common'
return {steps = 600, tolerance = 1.5, load = function()
    local world = common.world()
    local ground = love.physics.newBody(world, 0, 0)
    local slope = love.physics.newFixture(ground, love.physics.newEdgeShape(20, 80, 270, 200))
    slope:setFriction(0.5)
    love.physics.newFixture(ground, love.physics.newEdgeShape(270, 200, 290, 160))
    local watched = {}
    for i = 1, 4 do
        local box, fixture = common.box(world, 30 + 50 * i, 68 + 24 * i, 20, 20)
        box:setAngle(math.atan2(120, 250))
        fixture:setFriction(i == 4 and 0.1 or 0.8)
        watched[i] = box
    end
    return {world = world, watched = watched}
end}
