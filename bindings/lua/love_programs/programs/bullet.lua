-- A bullet meets a thin wall, which no step may jump over; a query finds what lies on either side.
local common = require 'common'
return {steps = 200, tolerance = 1, load = function()
    local world = common.world()
    common.floor(world)
    local wall = love.physics.newBody(world, 200, 170)
    love.physics.newFixture(wall, love.physics.newRectangleShape(2, 100))
    local bullet = common.ball(world, 20, 180, 3)
    bullet:setBullet(true)
    bullet:setLinearVelocity(3000, 0)
    bullet:setAngularDamping(4)
    bullet:setLinearDamping(1)
    return {world = world, watched = {bullet}, watch_y_only = true, values = function()
        local count = 0
        world:queryBoundingBox(0, 100, 198, 219, function(fixture)
            if fixture:getBody() == bullet then count = count + 1 end
            return true
        end)
        return {10 * count}
    end}
end}
