-- A fan of rays among shapes of all kinds; the nearest hits.
local common = require 'common'
return {steps = 10, tolerance = 0.5, load = function()
    local world = common.world(0, 0)
    common.box(world, 60, 60, 30, 30):setAngle(0.4)
    common.ball(world, 260, 70, 20)
    local wall = love.physics.newBody(world, 0, 0)
    love.physics.newFixture(wall, love.physics.newEdgeShape(20, 20, 300, 10))
    love.physics.newFixture(wall, love.physics.newChainShape(false, 20, 230, 90, 190, 150, 220, 300, 200))
    local hexagon = love.physics.newBody(world, 250, 170, 'dynamic')
    love.physics.newFixture(hexagon, love.physics.newPolygonShape(20, 0, 10, 17, -10, 17, -20, 0, -10, -17, 10, -17))
    local lines, values = {}, {}
    return {world = world, watched = {}, lines = lines, values = function()
        for i = 1, 24 do
            local angle = i * math.pi / 12 + 0.05
            local x, y, fraction = 160 + 300 * math.cos(angle), 125 + 300 * math.sin(angle), 1
            world:rayCast(160, 125, x, y, function(_, hx, hy, _, _, f)
                x, y, fraction = hx, hy, f
                return f
            end)
            lines[i], values[i] = {160, 125, x, y}, 300 * fraction
        end
        return values
    end}
end}
