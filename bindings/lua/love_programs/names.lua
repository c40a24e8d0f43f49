-- Tells which functions of love.physics and of its objects the other module lacks; returns whether it has them all.

local function make_objects(physics)
    local world = physics.newWorld(0, 0)
    local bodies = {}
    for i = 1, 4 do
        bodies[i] = physics.newBody(world, 5 * i, 0, i < 3 and 'dynamic' or 'static')
        physics.newFixture(bodies[i], physics.newCircleShape(5))
    end
    local a, b, ground, other = unpack(bodies)
    local contact
    world:setCallbacks(function(_, _, c) contact = c end)
    world:update(1 / 60)
    local first, second = physics.newRevoluteJoint(ground, a, 5, 0), physics.newRevoluteJoint(other, b, 10, 0)
    return {
        physics = physics, World = world, Body = a, Fixture = a:getFixtures()[1], Contact = contact,
        CircleShape = physics.newCircleShape(5), PolygonShape = physics.newRectangleShape(2, 2),
        EdgeShape = physics.newEdgeShape(0, 0, 1, 1), ChainShape = physics.newChainShape(false, 0, 0, 10, 1, 20, 0),
        DistanceJoint = physics.newDistanceJoint(a, b, 0, 0, 50, 0), RevoluteJoint = first,
        PrismaticJoint = physics.newPrismaticJoint(a, b, 0, 0, 1, 0), WheelJoint = physics.newWheelJoint(a, b, 0, 0, 1, 0),
        WeldJoint = physics.newWeldJoint(a, b, 0, 0), MouseJoint = physics.newMouseJoint(a, 0, 0),
        FrictionJoint = physics.newFrictionJoint(a, b, 0, 0), MotorJoint = physics.newMotorJoint(a, b),
        PulleyJoint = physics.newPulleyJoint(a, b, 0, -50, 50, -50, 0, 0, 50, 0),
        RopeJoint = physics.newRopeJoint(a, b, 0, 0, 50, 0, 60), GearJoint = physics.newGearJoint(first, second, 2),
    }
end

return function(theirs, ours)
    local count, missing = 0, {}
    local others = make_objects(ours)
    for name, object in pairs(make_objects(theirs)) do
        local functions = getmetatable(object) and getmetatable(object).__index or object
        for key, f in pairs(functions) do
            if type(f) == 'function' and not key:find('^__') then
                count = count + 1
                if type(others[name][key]) ~= 'function' then missing[#missing + 1] = name .. '.' .. key end
            end
        end
    end
    print(('names      %d of %d functions of love.physics%s'):format(count - #missing, count,
          #missing > 0 and ', without ' .. table.concat(missing, ', ') or ''))
    return #missing == 0
end
