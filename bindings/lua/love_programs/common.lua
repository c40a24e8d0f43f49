-- What the programs share: a floor, boxes and balls.

local common = {}
function common.world(gx, gy)
    love.physics.setMeter(32)
    return love.physics.newWorld(gx or 0, gy or 9.81 * 32)
end
function common.floor(world, y)
    local body = love.physics.newBody(world, 160, (y or 220) + 10)
    love.physics.newFixture(body, love.physics.newRectangleShape(360, 20)):setFriction(0.6)
    return body
end
function common.box(world, x, y, width, height, kind)
    local body = love.physics.newBody(world, x, y, kind or 'dynamic')
    local fixture = love.physics.newFixture(body, love.physics.newRectangleShape(width, height), 1)
    fixture:setFriction(0.6)
    return body, fixture
end
function common.ball(world, x, y, radius)
    local body = love.physics.newBody(world, x, y, 'dynamic')
    local fixture = love.physics.newFixture(body, love.physics.newCircleShape(radius), 1)
    return body, fixture
end
return common
