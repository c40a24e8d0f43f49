-- Categories, masks, groups and a filter of the game: what falls through what.
local common = require 'common'
return {steps = 300, tolerance = 1, load = function()
    local world = common.world()
    common.floor(world)
    local shelf = love.physics.newBody(world, 160, 140)
    local plate = love.physics.newFixture(shelf, love.physics.newRectangleShape(280, 10))
    plate:setCategory(2)
    local ghost
    world:setContactFilter(function(a, b) return not ((a == ghost and b == plate) or (b == ghost and a == plate)) end)
    local watched = {}
    for i = 1, 6 do
        local body, fixture = common.box(world, 20 + 40 * i, 80, 20, 20)
        if i == 2 then fixture:setMask(2) end
        if i == 3 then fixture:setFilterData(1, 0xffff, -3) end
        if i == 4 then ghost = fixture end
        watched[i] = body
    end
    local _, fixture = common.box(world, 140, 100, 20, 20)
    fixture:setGroupIndex(-3)  -- The box above it falls through.
    return {world = world, watched = watched}
end}
