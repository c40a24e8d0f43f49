-- A beam of welded boxes, and one of soft welds that bends.
local common = require 'common'
return {steps = 600, tolerance = 2.5, load = function()
    local world = common.world()
    local wall = common.box(world, 20, 120, 20, 200, 'static')
    local watched = {}
    for row = 1, 2 do
        local last = wall
        for i = 1, 4 do
            local box = common.box(world, 18 + 24 * i, 60 + 60 * (row - 1), 24, 10)
            box:setAngularDamping(2)
            local joint = love.physics.newWeldJoint(last, box, 6 + 24 * i, 60 + 60 * (row - 1))
            if row == 2 then
                joint:setFrequency(8)
                joint:setDampingRatio(0.7)
            end
            last, watched[#watched + 1] = box, box
        end
    end
    return {world = world, watched = watched}
end}
