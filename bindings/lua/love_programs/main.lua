-- Runs each program with love.physics and with Drystone, compares where its bodies end, and draws both beside each other. Before,
-- it compares the names of all functions.
--
--   love love_programs OUTPUT [PROGRAM...]    writes OUTPUT/sheet.png; ends with 1 where a difference is too large

local engines = {love = love.physics}
engines.drystone = require 'drystone.love'

local function run(name, engine)
    love.physics = engines[engine]
    package.loaded['programs.' .. name], package.loaded.common = nil, nil
    local program = require('programs.' .. name)
    local scene = program.load()
    for _ = 1, program.steps do
        if scene.update then scene.update() end
        scene.world:update(1 / 60)
    end
    local result = {tolerance = program.tolerance, values = scene.values and scene.values() or {}, scene = scene, places = {}}
    for i, body in ipairs(scene.watched) do
        local x, y = body:getPosition()
        result.places[i] = {scene.watch_y_only and 0 or x, y}
    end
    return result
end

local function draw_fixture(body, fixture)
    local shape = fixture:getShape()
    local kind = shape:getType()
    if body:getType() == 'static' then love.graphics.setColor(0.5, 0.6, 0.5) else love.graphics.setColor(0.9, 0.7, 0.4) end
    if fixture:isSensor() then love.graphics.setColor(0.3, 0.5, 0.9) end
    if kind == 'circle' then
        local x, y = body:getWorldPoint(shape:getPoint())
        love.graphics.circle('line', x, y, shape:getRadius())
        love.graphics.line(x, y, x + shape:getRadius() * math.cos(body:getAngle()), y + shape:getRadius() * math.sin(body:getAngle()))
    elseif kind == 'polygon' then
        love.graphics.polygon('line', body:getWorldPoints(shape:getPoints()))
    else
        love.graphics.line(body:getWorldPoints(shape:getPoints()))
    end
end

local function draw(result, x, y, title)
    love.graphics.push()
    love.graphics.translate(x, y)
    love.graphics.setScissor(x, y, 320, 240)
    love.graphics.clear(0.13, 0.14, 0.16)
    local world = result.scene.world
    for _, body in ipairs(world:getBodies()) do
        for _, fixture in ipairs(body:getFixtures()) do draw_fixture(body, fixture) end
    end
    love.graphics.setColor(0.8, 0.3, 0.3)
    for _, joint in ipairs(world:getJoints()) do
        local ax, ay, bx, by = joint:getAnchors()
        if joint:getType() ~= 'gear' then love.graphics.line(ax, ay, bx, by) end
    end
    for _, line in ipairs(result.scene.lines or {}) do love.graphics.line(line) end
    love.graphics.setColor(1, 1, 1)
    love.graphics.print(title, 6, 4)
    love.graphics.setScissor()
    love.graphics.pop()
end

local function compare(name, first, second)
    local worst = 0
    for i, p in ipairs(first.places) do
        local q = second.places[i]
        worst = math.max(worst, math.sqrt((p[1] - q[1]) ^ 2 + (p[2] - q[2]) ^ 2))
    end
    for i, v in ipairs(first.values) do worst = math.max(worst, math.abs(v - second.values[i])) end
    local ok = worst <= first.tolerance
    print(('%-10s %7.2f px of at most %g%s'):format(name, worst, first.tolerance, ok and '' or '  TOO LARGE'))
    return ok
end

function love.load(arguments)
    local output, names = arguments[1], {unpack(arguments, 2)}
    if #names == 0 then
        for _, file in ipairs(love.filesystem.getDirectoryItems('programs')) do names[#names + 1] = file:match('(.+)%.lua$') end
    end
    local columns, all_ok = 3, require('names')(engines.love, engines.drystone)
    local canvas = love.graphics.newCanvas(columns * 660, math.ceil(#names / columns) * 250)
    love.graphics.setCanvas(canvas)
    for i, name in ipairs(names) do
        local first, second = run(name, 'love'), run(name, 'drystone')
        all_ok = compare(name, first, second) and all_ok
        local x, y = (i - 1) % columns * 660, math.floor((i - 1) / columns) * 250
        love.physics = engines.love
        draw(first, x, y, name .. ': love.physics')
        love.physics = engines.drystone
        draw(second, x + 325, y, name .. ': Drystone')
    end
    love.graphics.setCanvas()
    local file = assert(io.open(output .. '/sheet.png', 'wb'))
    file:write(canvas:newImageData():encode('png'):getString())
    file:close()
    love.event.quit(all_ok and 0 or 1)
end
