-- Ten boxes on each other. LÖVE keeps boxes 0.3 px apart, Drystone does not.
local common = require 'common'
return {steps = 400, tolerance = 3.5, load = function()
    local world = common.world()
    common.floor(world)
    local watched = {}
    for i = 1, 10 do watched[i] = common.box(world, 160, 230 - 20 * i, 20, 20) end
    return {world = world, watched = watched}
end}
