-- A belt that runs: preSolve sets the tangent speed of its contacts. The boxes end at the stop.
local common = require 'common'
return {steps = 600, tolerance = 2.5, load = function()
    local world = common.world()
    local belt = common.floor(world, 180)
    common.box(world, 290, 160, 10, 40, 'static')
    world:setCallbacks(nil, nil, function(a, b, contact)
        if b:getBody() == belt then contact:setTangentSpeed(60) elseif a:getBody() == belt then contact:setTangentSpeed(-60) end
    end)
    local watched = {}
    for i = 1, 3 do watched[i] = common.box(world, 40 + 40 * i, 160, 20, 20) end
    return {world = world, watched = watched}
end}
