-- The mouse takes a box at its corner and holds it in the air.
local common = require 'common'
return {steps = 600, tolerance = 2, load = function()
    local world = common.world()
    common.floor(world)
    local box = common.box(world, 80, 205, 30, 30)
    box:setAngularDamping(2)
    local joint = love.physics.newMouseJoint(box, 92, 193)
    local t = 0
    return {world = world, watched = {box}, update = function()
        t = math.min(t + 1, 120)
        joint:setTarget(92 + t, 193 - t)
    end}
end}
