-- A ball flies into a wall of blocks; the moment after is drawn into an SVG file, whose name is the argument.

local ds = require 'drystone'

local world = ds.World{gravity = {0, -9.81}}
local ground = world:create_body{type = 'static'}
ground:create_shape{type = 'segment', a = {-30, 0}, b = {30, 0}}

for row = 0, 11 do
    for i = 0, 9 do
        local block = world:create_body{position = {1.1 * i - 5 + row % 2 * 0.5, 0.3 + 0.6 * row}}
        block:create_shape(ds.make_rounded_box(0.47, 0.25, 0.05), {material = {friction = 0.7}})
    end
end
local ball = world:create_body{position = {-14, 3}, linear_velocity = {26, 3}, bullet = true}
ball:create_shape({type = 'circle', radius = 0.8}, {density = 5})

local arm = world:create_body{position = {11, 4}}
arm:create_shape(ds.make_box(2.2, 0.15))
world:create_joint(ground, arm, {type = 'revolute', anchor_a = {11, 4}, motor = {speed = 3, maximum = 400}})
ground:create_chain{points = {{16, 3}, {14, 0.6}, {12.5, 0.1}}, sides = 'both'}

for _ = 1, 75 do world:step(1 / 60) end

local svg = {'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -11 33 12" width="990" height="360">',
             '<rect x="-16" y="-11" width="33" height="12" fill="#20242a"/>', '<g transform="scale(1 -1)" stroke-width="0.06">'}
local function add(text, ...) svg[#svg + 1] = text:format(...) end
local function paint(style)
    local c = ds.debug_color(style)
    return ('stroke="rgb(%d,%d,%d)" fill="rgb(%d,%d,%d)" fill-opacity="%s"'):format(
        c.red, c.green, c.blue, c.red, c.green, c.blue, style.filled and '0.4' or '0')
end
world:draw{
    polygon = function(points, radius, style)
        local list = {}
        for i, p in ipairs(points) do list[i] = ('%.3f,%.3f'):format(p.x, p.y) end
        add('<polygon points="%s" %s stroke-linejoin="round"/>', table.concat(list, ' '), paint(style))
    end,
    circle = function(center, radius, rotation, style)
        add('<circle cx="%.3f" cy="%.3f" r="%.3f" %s/>', center.x, center.y, radius, paint(style))
    end,
    segment = function(a, b, style)
        add('<line x1="%.3f" y1="%.3f" x2="%.3f" y2="%.3f" %s/>', a.x, a.y, b.x, b.y, paint(style))
    end,
}
svg[#svg + 1] = '</g></svg>'
local file = assert(io.open(arg[1] or 'picture.svg', 'w'))
file:write(table.concat(svg, '\n'))
file:close()
