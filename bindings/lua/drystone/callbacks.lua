-- Buffers for results, functions of Lua that the engine calls, and those that draw.

local R = ...
local ffi = require 'ffi'
local T, K, bad = R.T, R.K, R.bad

-- ---- Buffers of results ----

local buffers = {}  -- By the number of callbacks that run.
R.depth = 0

-- Returns a buffer that ends with the objects that are read from it.
function R.new_buffer()
    local out = ffi.new('DsBuffer[1]')
    R.check(R.C.ds_buffer_create(out))
    return ffi.gc(ffi.new('DsBuffer', out[0]), function(buffer) R.C.ds_buffer_destroy(buffer.id) end)
end

-- Returns an empty buffer for what is copied at once.
function R.clear_buffer()
    local buffer = buffers[R.depth]
    if not buffer then
        buffer = R.new_buffer()
        buffers[R.depth] = buffer
    end
    R.C.ds_buffer_clear(buffer.id)
    return buffer
end

-- ---- Callbacks ----

-- Numbers that the engine keeps in place of functions: {f, world}. Each type of callback has one function of C, made
-- when it is first used. Errors wait in R.thrown until the engine's call has returned.
local registry, free = {}, {}
local types, pointers = {}, {}

function R.release(keep)
    if not keep then return end
    for i = 1, #keep do
        local number = type(keep[i]) == 'table' and keep[i].callback
        if number and registry[number] then
            registry[number] = nil
            free[#free + 1] = number
        end
    end
end

function R.callback_type(c, result, parameters) types[c] = {result = result, parameters = parameters} end

-- Structs by value, as the processor's convention passes them: LuaJIT's callbacks take none.
local scratch
local conventions = {
    x64 = {[8] = {'double'}, [16] = {'double', 'double'}, [12] = {'double', 'float'}},
    arm64 = {[8] = {'float', 'float'}, [16] = {'float', 'float', 'float', 'float'}, [12] = {'float', 'float', 'float'}},
    windows = {[8] = {'uint64_t'}},
}

-- Returns the types that C passes for a parameter, and a function that makes the value of Lua from as many arguments.
local function parameter(c)
    if c == 'points' then
        return {'const DsVec2*', 'size_t'}, function(_, p, count) return R.read_array(T.Vec2, p, tonumber(count)) end
    end
    local name = c:gsub('^const ', ''):gsub('%*$', ''):gsub('^Ds', '')
    if c == 'const char*' then return {c}, function(_, p) return ffi.string(p) end end
    local of = T[name]
    if c:find('%*$') then return {c}, function(world, p) return of.read(p, 0, world) end end
    if of.c then return {c}, function(_, v) return v end end
    scratch = scratch or ffi.new('union { uint64_t ids[2]; float floats[4]; double doubles[2]; }')
    if K[name:gsub('Id$', '')] and name:find('Id$') then
        return {'uint64_t'}, function(world, id)
            scratch.ids[0] = id
            return of.read(ffi.cast(c .. '*', scratch), 0, world)
        end
    end
    local size = ffi.sizeof(c)
    local convention = conventions[jit.os == 'Windows' and 'windows' or jit.arch]
    local passed = convention[size]
    if not passed then return {'const ' .. c .. '*'}, function(world, p) return of.read(p, 0, world) end end
    return passed, function(world, ...)
        local at = 0
        for i = 1, #passed do
            local target = ffi.cast(passed[i] .. '*', ffi.cast('char*', scratch) + at)
            target[0] = (select(i, ...))
            at = at + ffi.sizeof(passed[i])
        end
        return of.read(ffi.cast(c .. '*', scratch), 0, world)
    end
end

local function make_pointer(c, member)
    local kind = types[c]
    local passed, makers, output, inout = {'void*'}, {}, nil, nil
    for _, p in ipairs(kind.parameters) do
        if p[1] == 'result' then
            output = T[p[2]:gsub('^Ds', ''):gsub('%*$', '')]
            passed[#passed + 1] = p[2]
        else
            local list, make = parameter(p[2])
            if p[2]:find('^Ds.*%*$') then inout = T[p[2]:gsub('^Ds', ''):gsub('%*$', '')] end
            makers[#makers + 1] = {make, #list}
            for _, text in ipairs(list) do passed[#passed + 1] = text end
        end
    end
    local function run(held, ...)
        local values, at = {}, 1
        for i, maker in ipairs(makers) do
            local make, count = maker[1], maker[2]
            if count == 1 then
                values[i] = make(held.world, (select(at, ...)))
            else
                values[i] = make(held.world, select(at, ...))
            end
            at = at + count
        end
        local f = member and held.f[member] or held.f
        local value = f(unpack(values, 1, #makers))
        if output then
            output.write((select(at, ...)), 0, value, 'result of the callback', {})
        elseif inout then
            inout.write((...), 0, values[1], 'contact', {})
            return value ~= false
        elseif kind.result == 'bool' then
            return value ~= false
        elseif kind.result == 'float' then
            if value == nil then value = values[2] or 0 end
            return T.float.take(value, 'result of the callback')
        end
    end
    local otherwise = ({bool = false, float = 0})[kind.result]
    local function enter(data, ...)
        local held = registry[tonumber(ffi.cast('intptr_t', data))]
        if R.thrown or not held then return otherwise end
        R.depth = R.depth + 1
        local ok, value = pcall(run, held, ...)
        R.depth = R.depth - 1
        if ok then return value end
        R.thrown = {value}
        return otherwise
    end
    jit.off(enter, true)
    return ffi.cast(('%s (*)(%s)'):format(kind.result, table.concat(passed, ', ')), enter)
end

-- Returns the function and the pointer of C for a function of Lua, which `keep` holds from now on.
function R.hold(c, f, name, world, may_lack, keep)
    if f == nil and may_lack then return nil, nil end
    if type(f) ~= 'function' and not (c == 'draw' and type(f) == 'table') then bad(name, 'a function', f) end
    local number = table.remove(free) or #registry + 1
    registry[number] = {f = f, world = world}
    keep[#keep + 1] = {callback = number}
    if c == 'DsSupportFunction' then R.has_support = true end
    if c ~= 'draw' and not pointers[c] then pointers[c] = make_pointer(c) end
    return c ~= 'draw' and ffi.cast(c, pointers[c]) or nil, ffi.cast('void*', number)
end

function R.member_callback(c)
    return {
        read = function() return nil end,
        write = function(p, k, v, name, keep)
            local pointer, data = R.hold(c, v, name, nil, false, keep)
            p[k], p[k .. '_data'] = pointer, data
        end,
    }
end

-- Keeps the callbacks of a call with an object until the same method is called again.
function R.store(object, name, keep)
    object._stored = object._stored or {}
    R.release(object._stored[name])
    object._stored[name] = keep
end

-- Keeps the callbacks of a call for good: copies of the object that it made, and worlds that have its shape, call them.
function R.keep_with(object, keep)
    object._keep = keep
    return object
end

-- Makes one function of C for each function that draws, as `DsDebugDraw` has them.
function R.draw_functions(list)
    for _, entry in ipairs(list) do
        types['draw_' .. entry[1]] = {result = 'void', parameters = entry[2]}
    end
    return function(value, keep)
        local out = ffi.new('DsDebugDraw[1]')
        local _, data = R.hold('draw', value, 'out', nil, false, keep)
        out[0].data = data
        for i, entry in ipairs(list) do
            if value[entry[1]] ~= nil then
                if type(value[entry[1]]) ~= 'function' then bad('out.' .. entry[1], 'a function', value[entry[1]]) end
                local c = 'draw_' .. entry[1]
                pointers[c] = pointers[c] or make_pointer(c, entry[1])
                out[0].functions[i - 1] = ffi.cast('void (*)(void)', pointers[c])
            end
        end
        return out
    end
end
