-- Balls of different restitution fall, bounce and come to rest.
local common = require 'common'
return {steps = 700, tolerance = 1, load = function()
    local world = common.world()
    common.floor(world)
    local watched = {}
    for i = 0, 6 do
        local body, fixture = common.ball(world, 40 + 40 * i, 60, 8 + i)
        fixture:setRestitution(i / 8)
        watched[#watched + 1] = body
    end
    return {world = world, watched = watched}
end}
