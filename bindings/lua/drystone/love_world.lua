-- World and Contact of love.physics on Drystone: steps, callbacks, queries.

local ds = require 'drystone'
local ffi = require 'ffi'

return function(P, all)
    local up, down, point, up2, World, Contact, Body = all.up, all.down, all.point, all.up2, all.World, all.Contact, all.Body

    function P.newWorld(gx, gy, sleeping)
        return setmetatable({w = ds.World{gravity = point(gx or 0, gy or 0), sleeping = sleeping ~= false}, queue = {}, begun = {},
                             rotations = {}, uses_pre_solve = false, uses_forces = false, time_step = 1 / 60}, World)
    end
    function World:getGravity() return up2(self.w:gravity()) end
    function World:setGravity(x, y) self.w:set_gravity(point(x, y)) end
    function World:isSleepingAllowed() return self.w:sleeping() end
    function World:setSleepingAllowed(v) self.w:set_sleeping(v) end
    function World:isLocked() return self.locked == true end
    function World:isDestroyed() return self.is_destroyed == true end
    function World:destroy()
        self.w:destroy()
        self.is_destroyed = true
    end
    function World:translateOrigin(x, y) self.w:shift_origin(point(x, y)) end
    function World:getBodies() return all.owners(self.w:bodies()) end
    function World:getJoints() return all.owners(self.w:joints()) end
    function World:getBodyCount() return #self:getBodies() end
    function World:getJointCount() return #self:getJoints() end
    function World:getContacts() return self:contacts_of(self.w) end
    function World:getContactCount() return #self:getContacts() end
    World.getBodyList, World.getJointList, World.getContactList = World.getBodies, World.getJoints, World.getContacts
    Body.getFixtureList, Body.getJointList, Body.getContactList = Body.getFixtures, Body.getJoints, Body.getContacts

    -- ---- Contacts ----

    -- Returns the contact of a handle, always the same one.
    local function contact_of(world, handle, a, b)
        local known = handle.contact
        if not known then
            known = setmetatable({handle = handle, world = world, a = a, b = b, is_enabled = true}, Contact)
            handle.contact = known
        end
        known.a, known.b = a, b
        return known
    end
    function World:contacts_of(of)
        local list = {}
        of:visit_contacts(function(view)
            list[#list + 1] = contact_of(self, view.contact, view.shape_a.owner, view.shape_b.owner)
        end)
        return list
    end
    function Contact:view()
        if self.pre_solve then return self.pre_solve end
        if self.handle and not self.world.locked and self.handle:is_valid() then return self.world.w:contact(self.handle) end
        return {count = 0, points = {}, normal = ds.Vec2()}
    end
    function Contact:getFixtures() return self.a, self.b end
    function Contact.getChildren() return 1, 1 end
    function Contact:getNormal()
        local normal = self:view().normal
        return normal.x, normal.y
    end
    function Contact:getPositions()
        local list = {}
        for _, p in ipairs(self:view().points) do list[#list + 1], list[#list + 2] = up2(p.point) end
        return unpack(list)
    end
    function Contact:isTouching() return self.is_overlap or self:view().count > 0 end
    function Contact:isEnabled() return self.is_enabled end
    function Contact:setEnabled(v) self.is_enabled = v end
    function Contact:isDestroyed() return not (self.handle and self.handle:is_valid()) end
    -- What is set holds until it is reset: the pre-solve callback applies it in each step.
    local mixing = {
        friction = function(a, b) return math.sqrt(a.friction * b.friction) end,
        restitution = function(a, b) return math.max(a.restitution, b.restitution) end,
        tangentSpeed = function() return 0 end,
    }
    for name, mix in pairs(mixing) do
        local suffix = name:gsub('^%l', string.upper)
        Contact['get' .. suffix] = function(self) return self['own_' .. name] or mix(self.a, self.b) end
        Contact['set' .. suffix] = function(self, v)
            self['own_' .. name] = v
            self.world:use_pre_solve(self.a, self.b)
        end
        Contact['reset' .. suffix] = function(self) self['own_' .. name] = nil end
    end
    Contact.resetTangentSpeed = nil

    -- ---- Callbacks ----

    -- Has the engine ask before it solves contacts of these fixtures, or of all.
    function World:use_pre_solve(...)
        if not self.has_pre_solve then
            self.has_pre_solve = true
            self:call(function() self.w:set_pre_solve_callback(function(c) return self:pre_solve(c) end) end)
        end
        for _, fixture in ipairs {...} do
            self:call(function() for _, s in ipairs(fixture.shapes) do s:set_pre_solve(true) end end)
        end
    end
    -- Calls a function now, or after the step that is under way, in which nothing may change.
    function World:call(f, ...)
        if not self.locked then return f(...) end
        self.queue[#self.queue + 1] = {f, n = select('#', ...), ...}
    end

    function World:setCallbacks(begin_contact, end_contact, pre_solve, post_solve)
        self.begin_contact, self.end_contact, self.on_pre_solve, self.post_solve = begin_contact, end_contact, pre_solve, post_solve
        self.uses_pre_solve, self.uses_forces = pre_solve ~= nil, post_solve ~= nil
        if pre_solve then self:use_pre_solve() end
        for _, s in ipairs(self.w:shapes()) do
            s:set_pre_solve(self.uses_pre_solve)
            s:set_force_events(self.uses_forces)
        end
    end
    function World:getCallbacks() return self.begin_contact, self.end_contact, self.on_pre_solve, self.post_solve end
    function World:setContactFilter(f)
        self.contact_filter = f
        self.w:set_collision_filter(f and function(a, b) return f(a.owner, b.owner) == true end)
    end
    function World:getContactFilter() return self.contact_filter end

    function World:pre_solve(c)
        local a, b = c.shape_a.owner, c.shape_b.owner
        local contact = c.contact and contact_of(self, c.contact, a, b) or
            setmetatable({world = self, a = a, b = b}, Contact)
        contact.is_enabled, contact.pre_solve = true, c
        if self.on_pre_solve then self.on_pre_solve(a, b, contact) end
        contact.pre_solve = nil
        c.friction, c.restitution = contact.own_friction or c.friction, contact.own_restitution or c.restitution
        c.tangent_speed = contact.own_tangentSpeed and down(contact.own_tangentSpeed) or c.tangent_speed
        if not contact.is_enabled and c.contact then
            for _, p in ipairs(c.points) do
                if p.separation <= 0 then self.disabled[c.contact] = true end
            end
        end
        return contact.is_enabled
    end

    -- Tells of a begin or an end, once each: a contact that is disabled in each step touches for LÖVE, not for Drystone.
    local function begin(world, handle, a, b)
        -- A callback before may have destroyed one of them.
        if world.begun[handle] or not (a and b) or a:isDestroyed() or b:isDestroyed() then return end
        world.begun[handle] = {a, b}
        local contact = contact_of(world, handle, a, b)
        if world.begin_contact then world.begin_contact(a, b, contact) end
    end
    local function finish(world, handle)
        local pair = world.begun[handle]
        if not pair then return end
        world.begun[handle] = nil
        if world.end_contact then world.end_contact(pair[1], pair[2], contact_of(world, handle, pair[1], pair[2])) end
    end
    local function dispatch_contacts(world, disabled, before)
        for _, e in ipairs(world.w:contact_ends()) do
            if not disabled[e.contact] then finish(world, e.contact) end
        end
        for handle in pairs(before) do
            if not disabled[handle] and not (handle:is_valid() and world.w:contact(handle).count > 0) then finish(world, handle) end
        end
        for _, e in ipairs(world.w:contact_begins()) do begin(world, e.contact, e.shape_a.owner, e.shape_b.owner) end
        for handle in pairs(disabled) do
            local view = world.begun[handle] == nil and handle:is_valid() and world.w:contact(handle)
            if view then begin(world, handle, view.shape_a.owner, view.shape_b.owner) end
        end
    end
    local function dispatch_sensors(world)
        for _, kind in ipairs {'begin', 'end'} do
            local call = world[kind .. '_contact']
            for _, e in ipairs(call and world.w['sensor_' .. kind .. 's'](world.w) or {}) do
                local a, b = e.sensor.owner, e.visitor.owner
                local contact = setmetatable({world = world, a = a, b = b, is_enabled = true, is_overlap = kind == 'begin'}, Contact)
                if a and b and (kind == 'end' or not (a:isDestroyed() or b:isDestroyed())) then call(a, b, contact) end
            end
        end
    end
    -- The impulse of a step on each point, from the mean force of the step and the shares of the points.
    local function dispatch_forces(world)
        for _, e in ipairs(world.w:contact_forces()) do
            local a, b = e.shape_a.owner, e.shape_b.owner
            local valid = e.contact and e.contact:is_valid()
            if a and b and valid then
                local view = world.w:contact(e.contact)
                local normal = view.normal
                local along = up(e.force:dot(normal) * world.time_step)
                local across = up(e.force:dot(ds.Vec2(normal.y, -normal.x)) * world.time_step)
                local sum, impulses = 0, {}
                for _, p in ipairs(view.points) do sum = sum + p.normal_impulse end
                for _, p in ipairs(view.points) do
                    local share = sum > 0 and p.normal_impulse / sum or 1 / view.count
                    impulses[#impulses + 1], impulses[#impulses + 2] = share * along, share * across
                end
                world.post_solve(a, b, contact_of(world, e.contact, a, b), unpack(impulses))
            end
        end
    end

    -- Whole turns of bodies: rotations of the last step by the index of the body, and the bodies in the order of poses.
    function World:note_rotation(body)
        local q = body:pose().rotation
        self.rotations[body.index] = {q.c, q.s}
        self.turning = nil
    end
    function World:count_turns()
        if not self.turning then
            self.turning = self.w:bodies()
            self.poses = ffi.new('DsPose[?]', #self.turning)
        end
        local turning, rotations, poses = self.turning, self.rotations, self.w:poses(self.poses)
        for i = 1, #turning do
            local q, last = poses[i - 1].rotation, rotations[turning[i].index]
            if last then
                local c, s = q.c, q.s
                -- From one side of half a turn to the other, by the shorter way.
                if (last[2] < 0) ~= (s < 0) then
                    local turn = last[1] * s - last[2] * c
                    local owner = turning[i].owner
                    if s < 0 and turn > 0 then owner.turns = owner.turns + 1 elseif s >= 0 and turn < 0 then owner.turns = owner.turns - 1 end
                end
                last[1], last[2] = c, s
            end
        end
    end

    function World:update(time_step)
        local before = self.disabled or {}
        self.disabled, self.locked, self.time_step = {}, true, time_step
        local ok, message = pcall(self.w.step, self.w, time_step)
        self.locked = false
        local queue = self.queue
        self.queue = {}
        for _, entry in ipairs(queue) do entry[1](unpack(entry, 2, entry.n + 1)) end
        if not ok then error(message, 0) end
        self:count_turns()
        dispatch_contacts(self, self.disabled, before)
        dispatch_sensors(self)
        if self.post_solve and time_step > 0 then dispatch_forces(self) end
    end

    -- Bodies may be moved and pushed in callbacks.
    for name, f in pairs(Body) do
        if type(f) == 'function' and (name:find('^set') or name:find('^apply')) and name ~= 'setUserData' then
            Body[name] = function(self, ...) return self.world:call(f, self, ...) end
        end
    end

    -- ---- Queries ----

    function World:queryBoundingBox(x1, y1, x2, y2, visit)
        local box = {lower = point(math.min(x1, x2), math.min(y1, y2)), upper = point(math.max(x1, x2), math.max(y1, y2))}
        for _, fixture in ipairs(all.owners(self.w:shapes_in(box, {sensors = true}))) do
            if visit(fixture) == false then return end
        end
    end
    -- What the function returns limits the ray: 0 ends it, -1 leaves the fixture out, a fraction shortens it.
    function World:rayCast(x1, y1, x2, y2, visit)
        local limit = 1
        local hits = self.w:cast_ray_all{origin = point(x1, y1), translation = point(x2 - x1, y2 - y1), filter = {sensors = true}}
        for _, hit in ipairs(hits) do
            if hit.fraction > limit then return end
            local control = visit(hit.shape.owner, up(hit.point.x), up(hit.point.y), hit.normal.x, hit.normal.y, hit.fraction)
            if control == 0 then return end
            if control and control > 0 then limit = math.min(limit, control) end
        end
    end
end
