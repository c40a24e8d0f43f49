-- The joints of love.physics on Drystone.

local ds = require 'drystone'

return function(P, all)
    local up, down, point, up2, meters, square = all.up, all.down, all.point, all.up2, all.meters, all.square

    local Joint = all.class('Joint')
    local function joint_class(name)
        local c = all.class(name .. 'Joint', Joint)
        c.kind = name:lower()
        return c
    end

    -- Makes a joint of two bodies; `def` is that of Drystone, anchors in the frames of the bodies.
    local function make(c, a, b, def, collide)
        def.type = def.type or c.kind
        local made = setmetatable({body_a = a, body_b = b, def = def, world = b.world, collides = collide == true}, c)
        made.j = b.world.w:create_joint(a.b, b.b, def, {collide_connected = made.collides})
        made.j.owner = made
        return made
    end
    -- Changes members of the definition; false takes one away.
    local function change(self, members)
        for key, value in pairs(members) do self.def[key] = value or nil end
        self.world:call(function() self.j:set_definition(self.def) end)
    end

    -- One anchor for both bodies or one for each, then the rest.
    local function anchors(a, b, ...)
        local x1, y1, x2, y2 = ...
        if type(x2) ~= 'number' then return a.b:local_point(point(x1, y1)), b.b:local_point(point(x1, y1)), select(3, ...) end
        return a.b:local_point(point(x1, y1)), b.b:local_point(point(x2, y2)), select(5, ...)
    end
    local function relative_angle(a, b, given) return given or b.b:angle() - a.b:angle() end

    function Joint:getType() return self.kind end
    function Joint:getBodies() return self.body_a, self.body_b end
    function Joint:getAnchors()
        local state = self.j:state()
        local x, y = up2(state.anchor_a)
        return x, y, up2(state.anchor_b)
    end
    function Joint:getCollideConnected() return self.collides end
    -- The mean reaction of a step, times the length of the step and what is given for its inverse, as in LÖVE.
    local function reaction(self, inverse, value) return value * (inverse and inverse * self.world.time_step or 1) end
    function Joint:getReactionForce(inverse)
        local x, y = up2(self.j:state().force)
        return reaction(self, inverse, x), reaction(self, inverse, y)
    end
    function Joint:getReactionTorque(inverse) return reaction(self, inverse, square() * self.j:state().torque) end
    function Joint:setUserData(v) self.user_data = v end
    function Joint:getUserData() return self.user_data end
    function Joint:isDestroyed() return self.world.is_destroyed or not self.j:is_valid() end
    function Joint:destroy() self.j:destroy() end

    -- ---- What several kinds have: a getter and a setter of numbers, motors, limits ----

    local function property(c, name, key, scale, write)
        c['get' .. name] = function(self) return self[key] * (scale and scale() or 1) end
        c['set' .. name] = function(self, v)
            self[key] = v / (scale and scale() or 1)
            write(self)
        end
    end

    local function add_motor(c, torque_name, speed_scale, torque_scale, measure)
        local function write(self)
            change(self, {motor = self.is_motor and {speed = self.speed, maximum = self.maximum}})
        end
        c.speed, c.maximum, c.is_motor = 0, 0, false
        property(c, 'MotorSpeed', 'speed', speed_scale, write)
        property(c, 'MaxMotor' .. torque_name, 'maximum', torque_scale, write)
        c.isMotorEnabled = function(self) return self.is_motor end
        c.setMotorEnabled = function(self, v)
            self.is_motor = v
            write(self)
        end
        c['getMotor' .. torque_name] = function(self, inverse)
            return self.is_motor and reaction(self, inverse, torque_scale() * measure(self.j:state())) or 0
        end
    end

    local function add_limits(c, scale)
        local function write(self)
            change(self, {limit = self.is_limited and {lower = self.lower, upper = self.upper}})
        end
        c.lower, c.upper, c.is_limited = 0, 0, false
        property(c, 'LowerLimit', 'lower', scale, write)
        property(c, 'UpperLimit', 'upper', scale, write)
        c.getLimits = function(self) return self:getLowerLimit(), self:getUpperLimit() end
        c.setLimits = function(self, lower, upper)
            self.lower, self.upper = lower / scale(), upper / scale()
            write(self)
        end
        c.areLimitsEnabled = function(self) return self.is_limited end
        c.hasLimitsEnabled = c.areLimitsEnabled
        c.setLimitsEnabled = function(self, v)
            self.is_limited = v
            write(self)
        end
        c.getReferenceAngle = function(self) return self.def.reference_angle end
    end

    local function one() return 1 end
    local function relative_spin(self) return self.body_b.b:angular_velocity() - self.body_a.b:angular_velocity() end
    local function relative_speed(self)
        local state = self.j:state()
        local v = self.body_b.b:velocity_at(state.anchor_b) - self.body_a.b:velocity_at(state.anchor_b)
        return up(v:dot(state.axis))
    end
    local function get_axis(self)
        local axis = self.body_a.b:world_vector(self.def.axis_a)
        return axis.x, axis.y
    end
    local function get_translation(self) return up(self.j:state().translation) end

    -- ---- The kinds ----

    local Distance = joint_class 'Distance'
    function P.newDistanceJoint(a, b, x1, y1, x2, y2, collide)
        local anchor_a, anchor_b = anchors(a, b, x1, y1, x2, y2)
        local length = math.max(down(math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)), 0.005)
        local made = make(Distance, a, b, {anchor_a = anchor_a, anchor_b = anchor_b, length = length}, collide)
        made.length, made.frequency, made.damping = length, 0, 0
        return made
    end
    local function write_rod(self)
        local is_soft = self.frequency > 0
        change(self, {length = self.length, spring = is_soft and {frequency = self.frequency, damping_ratio = self.damping,
                                                                  target = self.length}})
    end
    property(Distance, 'Length', 'length', meters, write_rod)
    property(Distance, 'Frequency', 'frequency', nil, write_rod)
    property(Distance, 'DampingRatio', 'damping', nil, write_rod)

    local Rope = joint_class 'Rope'
    function P.newRopeJoint(a, b, x1, y1, x2, y2, length, collide)
        local anchor_a, anchor_b = anchors(a, b, x1, y1, x2, y2)
        local made = make(Rope, a, b, {type = 'distance', anchor_a = anchor_a, anchor_b = anchor_b,
                                       limit = {lower = 0, upper = down(length)}}, collide)
        made.length = down(length)
        return made
    end
    property(Rope, 'MaxLength', 'length', meters, function(self) change(self, {limit = {lower = 0, upper = self.length}}) end)

    local Revolute = joint_class 'Revolute'
    function P.newRevoluteJoint(a, b, ...)
        local anchor_a, anchor_b, collide, angle = anchors(a, b, ...)
        return make(Revolute, a, b, {anchor_a = anchor_a, anchor_b = anchor_b, reference_angle = relative_angle(a, b, angle)}, collide)
    end
    function Revolute:getJointAngle() return self.j:state().angle end
    Revolute.getJointSpeed = relative_spin
    add_motor(Revolute, 'Torque', one, square, function(state) return state.torque end)
    add_limits(Revolute, one)

    local Prismatic = joint_class 'Prismatic'
    function P.newPrismaticJoint(a, b, ...)
        local x1, y1, x2, y2, x3 = ...
        local anchor_a, anchor_b, ax, ay, collide, angle
        if type(x3) == 'number' then
            anchor_a, anchor_b, ax, ay, collide, angle = anchors(a, b, ...)
        else
            anchor_a, anchor_b = anchors(a, b, x1, y1)
            ax, ay, collide, angle = x2, y2, select(5, ...)
        end
        return make(Prismatic, a, b, {anchor_a = anchor_a, anchor_b = anchor_b, axis_a = a.b:local_vector{ax, ay},
                                      reference_angle = relative_angle(a, b, angle)}, collide)
    end
    Prismatic.getJointTranslation, Prismatic.getJointSpeed, Prismatic.getAxis = get_translation, relative_speed, get_axis
    add_motor(Prismatic, 'Force', meters, meters, function(state) return state.force:dot(state.axis) end)
    add_limits(Prismatic, meters)

    local Wheel = joint_class 'Wheel'
    function P.newWheelJoint(a, b, ...)
        local x1, y1, x2, y2, x3 = ...
        local anchor_a, anchor_b, ax, ay, collide
        if type(x3) == 'number' then
            anchor_a, anchor_b, ax, ay, collide = anchors(a, b, ...)
        else
            anchor_a, anchor_b = anchors(a, b, x1, y1)
            ax, ay, collide = x2, y2, (select(5, ...))
        end
        local made = make(Wheel, a, b, {anchor_a = anchor_a, anchor_b = anchor_b, axis_a = a.b:local_vector{ax, ay},
                                        suspension = {frequency = 2, damping_ratio = 0.7}}, collide)
        made.frequency, made.damping = 2, 0.7
        return made
    end
    local function write_suspension(self)
        change(self, {suspension = self.frequency > 0 and {frequency = self.frequency, damping_ratio = self.damping}})
    end
    property(Wheel, 'SpringFrequency', 'frequency', nil, write_suspension)
    property(Wheel, 'SpringDampingRatio', 'damping', nil, write_suspension)
    Wheel.getJointTranslation, Wheel.getJointSpeed, Wheel.getAxis = get_translation, relative_spin, get_axis
    add_motor(Wheel, 'Torque', one, square, function(state) return state.torque end)

    local Weld = joint_class 'Weld'
    function P.newWeldJoint(a, b, ...)
        local anchor_a, anchor_b, collide, angle = anchors(a, b, ...)
        local made = make(Weld, a, b, {anchor_a = anchor_a, anchor_b = anchor_b, reference_angle = relative_angle(a, b, angle)}, collide)
        made.frequency, made.damping = 0, 0
        return made
    end
    local function write_weld(self)
        change(self, {angular_spring = self.frequency > 0 and {frequency = self.frequency, damping_ratio = self.damping}})
    end
    property(Weld, 'Frequency', 'frequency', nil, write_weld)
    property(Weld, 'DampingRatio', 'damping', nil, write_weld)
    function Weld:getReferenceAngle() return self.def.reference_angle end

    local Mouse = joint_class 'Mouse'
    function P.newMouseJoint(body, x, y)
        local world = body.world
        -- What holds the other end has no owner, so that no list of bodies shows it.
        world.anchor = world.anchor or {b = world.w:create_body{type = 'static'}, world = world}
        local maximum = 1000 * body.b:mass().mass
        local made = make(Mouse, world.anchor, body, {target = point(x, y), anchor_b = body.b:local_point(point(x, y)), frequency = 5,
                                                      damping_ratio = 0.7, maximum_force = maximum}, true)
        made.frequency, made.damping, made.maximum = 5, 0.7, maximum
        return made
    end
    local function write_mouse(self)
        change(self, {frequency = self.frequency, damping_ratio = self.damping, maximum_force = self.maximum})
    end
    property(Mouse, 'Frequency', 'frequency', nil, write_mouse)
    property(Mouse, 'DampingRatio', 'damping', nil, write_mouse)
    property(Mouse, 'MaxForce', 'maximum', meters, write_mouse)
    function Mouse:getTarget() return up(self.def.target[1]), up(self.def.target[2]) end
    function Mouse:setTarget(x, y) change(self, {target = point(x, y)}) end
    function Mouse:getBodies() return self.body_b, nil end

    local Friction = joint_class 'Friction'
    function P.newFrictionJoint(a, b, ...)
        local anchor_a, anchor_b, collide = anchors(a, b, ...)
        local made = make(Friction, a, b, {anchor_a = anchor_a, anchor_b = anchor_b, maximum_force = 0, maximum_torque = 0}, collide)
        made.force, made.torque = 0, 0
        return made
    end
    local function write_friction(self) change(self, {maximum_force = self.force, maximum_torque = self.torque}) end
    property(Friction, 'MaxForce', 'force', meters, write_friction)
    property(Friction, 'MaxTorque', 'torque', square, write_friction)

    -- LÖVE's corrects a part of the error in each step; here stiff springs do, damped so that they take as long.
    local Motor = joint_class 'Motor'
    local function springs(self)
        local frequency = 20
        local damping = math.pi * frequency / (60 * math.max(self.correction, 0.01))
        return {
            anchor_a = self.offset, reference_angle = self.angle,
            linear_spring = {frequency = frequency, damping_ratio = damping, maximum = self.force},
            angular_spring = {frequency = frequency, damping_ratio = damping, maximum = self.torque},
        }
    end
    local function write_motor(self) change(self, springs(self)) end
    function P.newMotorJoint(a, b, correction, collide)
        local initial = {offset = a.b:local_point(b.b:position()), angle = b.b:angle() - a.b:angle(), correction = correction or 0.3,
                         force = 1, torque = 1}
        local made = make(Motor, a, b, springs(initial), collide)
        for key, value in pairs(initial) do made[key] = value end
        return made
    end
    property(Motor, 'MaxForce', 'force', meters, write_motor)
    property(Motor, 'MaxTorque', 'torque', square, write_motor)
    property(Motor, 'AngularOffset', 'angle', nil, write_motor)
    property(Motor, 'CorrectionFactor', 'correction', nil, write_motor)
    function Motor:getAnchors()
        local x, y = self.body_a:getPosition()
        return x, y, self.body_b:getPosition()
    end
    function Motor:getLinearOffset() return up2(self.offset) end
    function Motor:setLinearOffset(x, y)
        self.offset = ds.Vec2(down(x), down(y))
        write_motor(self)
    end

    local Pulley = joint_class 'Pulley'
    function P.newPulleyJoint(a, b, gx1, gy1, gx2, gy2, x1, y1, x2, y2, ratio, collide)
        local anchor_a, anchor_b = anchors(a, b, x1, y1, x2, y2)
        ratio = ratio or 1
        local length = down(math.sqrt((x1 - gx1) ^ 2 + (y1 - gy1) ^ 2) + ratio * math.sqrt((x2 - gx2) ^ 2 + (y2 - gy2) ^ 2))
        return make(Pulley, a, b, {ground_a = point(gx1, gy1), ground_b = point(gx2, gy2), anchor_a = anchor_a, anchor_b = anchor_b,
                                   length = length, ratio = ratio}, collide ~= false)
    end
    function Pulley:getGroundAnchors()
        local a, b = self.def.ground_a, self.def.ground_b
        return up(a[1]), up(a[2]), up(b[1]), up(b[2])
    end
    function Pulley:getAnchors()
        local x, y = up2(self.body_a.b:world_point(self.def.anchor_a))
        return x, y, up2(self.body_b.b:world_point(self.def.anchor_b))
    end
    local function length_of(ground, body, anchor)
        return up((body.b:world_point(anchor) - ds.Vec2(ground[1], ground[2])):length())
    end
    function Pulley:getLengthA() return length_of(self.def.ground_a, self.body_a, self.def.anchor_a) end
    function Pulley:getLengthB() return length_of(self.def.ground_b, self.body_b, self.def.anchor_b) end
    function Pulley:getRatio() return self.def.ratio end

    local Gear = joint_class 'Gear'
    function P.newGearJoint(first, second, ratio, collide)
        local world = first.world
        local made = setmetatable({body_a = first.body_b, body_b = second.body_b, first = first, second = second, world = world,
                                   collides = collide == true, def = {type = 'gear', ratio = ratio or 1}}, Gear)
        made.def.first, made.def.second = first.j, second.j
        made.j = world.w:create_gear({first = first.j, second = second.j, ratio = made.def.ratio}, {collide_connected = made.collides})
        made.j.owner = made
        made.ratio = made.def.ratio
        return made
    end
    function Gear:getJoints() return self.first, self.second end
    property(Gear, 'Ratio', 'ratio', nil, function(self) change(self, {ratio = self.ratio}) end)
end
