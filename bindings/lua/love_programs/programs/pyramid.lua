-- A pyramid of rows that fall a little.
local common = require 'common'
return {steps = 400, tolerance = 3.5, load = function()
    local world = common.world()
    common.floor(world)
    local watched = {}
    for row = 1, 7 do
        for i = 1, 8 - row do
            watched[#watched + 1] = common.box(world, 160 + 22 * (i - (9 - row) / 2), 231 - 21 * row, 20, 20)
        end
    end
    return {world = world, watched = watched}
end}
