-- The foundation of the module: converts values between Lua and C, keeps handles and objects, calls functions of Lua
-- from the engine, and makes errors of failures. The generated part fills it in.

local ffi = require 'ffi'
local R = {thrown = nil, all_bits = 0xffffffffffffffffULL}
local T, K = {}, {}  -- Converters by type, classes by name.
R.T, R.K = T, K

-- Handles are structs of 8 bytes that these processors pass like a number of 64 bits, which LuaJIT can compile and give
-- to callbacks; a struct it can not.
if not ((jit.arch == 'x64' or jit.arch == 'arm64') and ffi.abi('le')) then
    error('drystone: LuaJIT on ' .. jit.arch .. ' is not supported')
end

-- ---- Errors ----

-- Raises an error at the place that called the module.
local function bad(name, wanted, value)
    local shown = type(value) == 'string' and "'" .. value .. "'" or tostring(value)
    local level = 2
    while true do
        local info = debug.getinfo(level, 'S')
        if not info or not (info.source:find('drystone[/\\]%w+%.lua$') or info.source:find('drystone%.lua$')) then break end
        level = level + 1
    end
    error(('%s: %s is wanted, not %s'):format(name, wanted, shown:sub(1, 80)), level)
end
R.bad = bad

function R.fail(status)
    local thrown = R.thrown
    R.thrown = nil
    if thrown then error(thrown[1], 0) end
    error((ffi.string(R.C.ds_last_error()):gsub('^ds_', '')), 3)
end

function R.check(status)
    if status ~= 0 or R.thrown then R.fail(status) end
end

local function need(v, class, name)
    if getmetatable(v) ~= class then bad(name, 'a ' .. class.class_name, v) end
    return v
end
R.need = need

function R.take_text(v, name)
    if type(v) ~= 'string' or v:find('%z') then bad(name, 'a string without zeros', v) end
    return v
end

function R.check_count(v, name)
    if type(v) ~= 'number' or v % 1 ~= 0 or v < 0 or v > 1e8 then bad(name, 'a number of elements', v) end
    return v
end

-- ---- Numbers, enumerations, texts ----
-- A converter reads p[k] and writes it; `take` gives what a function of C is called with.

local function scalar(c, check)
    local new = ffi.typeof('$[1]', ffi.typeof(c))
    T[c] = {
        c = c, take = check, new = function() return new() end,
        read = function(p, k) return p[k] end,
        write = function(p, k, v, name) p[k] = check(v, name) end,
    }
    return T[c]
end

local function number(v, name)
    if type(v) ~= 'number' then bad(name, 'a number', v) end
    return v
end
local function integer(lower, upper)
    return function(v, name)
        if type(v) ~= 'number' or v % 1 ~= 0 or v < lower or v > upper then
            bad(name, ('an integer from %.0f to %.0f'):format(lower, upper), v)
        end
        return v
    end
end
scalar('float', number)
scalar('double', number)
scalar('int32_t', integer(-2 ^ 31, 2 ^ 31 - 1))
scalar('uint32_t', integer(0, 2 ^ 32 - 1))
scalar('uint16_t', integer(0, 2 ^ 16 - 1))
scalar('uint8_t', integer(0, 255))
scalar('bool', function(v, name)
    if type(v) ~= 'boolean' then bad(name, 'true or false', v) end
    return v
end)

-- Numbers of 64 bits are numbers of Lua where those are exact, else LuaJIT's own.
local function wide(c, lower)
    local int64, uint64 = ffi.typeof('int64_t'), ffi.typeof('uint64_t')
    scalar(c, function(v, name)
        local is_integer = type(v) == 'number' and v % 1 == 0 and v >= lower and v <= 2 ^ 53
        if not is_integer and not ffi.istype(int64, v) and not ffi.istype(uint64, v) then bad(name, 'an integer', v) end
        return v
    end).read = function(p, k)
        local v = p[k]
        return v <= 2 ^ 53 and v >= lower and tonumber(v) or v
    end
end
wide('uint64_t', 0)
wide('size_t', 0)
wide('int64_t', -2 ^ 53)

T.text = {
    read = function(p, k) return p[k] ~= nil and ffi.string(p[k]) or nil end,
    write = function(p, k, v, name, keep)
        keep[#keep + 1] = R.take_text(v, name)
        p[k] = v
    end,
}

function R.enum(name, values)
    local numbers, list = {}, {}
    for number, text in pairs(values) do numbers[text], list[#list + 1] = number, text end
    table.sort(list, function(a, b) return numbers[a] < numbers[b] end)
    local function take(v, of)
        return numbers[v] or bad(of, "one of '" .. table.concat(list, "', '") .. "'", v)
    end
    local new = ffi.typeof('Ds' .. name .. '[1]')
    return {
        take = take, values = list, new = function() return new() end,
        read = function(p, k) return values[p[k]] end,
        write = function(p, k, v, of) p[k] = take(v, of) end,
    }
end

-- ---- Handles ----

local uint64_pointer = ffi.typeof('uint64_t*')
local new_bool, new_size, new_text = ffi.typeof('bool[1]'), ffi.typeof('size_t[1]'), ffi.typeof('const char*[1]')
R.new_bool, R.new_size, R.new_text = new_bool, new_size, new_text

-- A handle is a table with its world, the same one each time, so that it can be compared, be a key and have members.
function R.handle_class(name, is_valid)
    local class = {class_name = name}
    class.__index = class
    class.__tostring = function(self) return ('%s %d.%d'):format(name, self.index, self.generation) end
    K[name] = class
    local null = ffi.new('uint64_t')
    local function is_live(handle)
        local out = new_bool()
        return R.C[is_valid](handle.world._held.id, handle._id, out) == 0 and out[0]
    end
    local new = ffi.typeof('Ds' .. (name .. 'Id') .. '[1]')
    return {
        new = function() return new() end,
        take = function(v, of)
            if v == nil then return null end
            return need(v, class, of)._id
        end,
        write = function(p, k, v, of) ffi.cast(uint64_pointer, p[k])[0] = need(v, class, of)._id end,
        read = function(p, k, world)
            local id = p[k]
            local index, generation = id.index1, id.generation
            if index == 0 then return nil end
            local known = world and world._handles[name]
            local old = known and known[index]
            if old and old.generation == generation then return old end
            local made = setmetatable({world = world, index = index, generation = generation,
                                       _id = ffi.cast(uint64_pointer, id)[0]}, class)
            -- An event may be of what was destroyed and has a successor in its place.
            if known and not (old and is_live(old)) then known[index] = made end
            return made
        end,
    }
end

-- ---- Objects of the engine ----

function R.object_class(name, c, destroy)
    local class = {class_name = name}
    class.__index = class
    K[name] = class
    local new_held, new = ffi.typeof(c), ffi.typeof(c .. '[1]')
    local null = ffi.new('uint64_t')
    local function finalize(held) R.C[destroy](held.id) end
    function class:destroy()
        need(self, class, 'self')
        local status = R.C[destroy](self._held.id)
        if status ~= 0 then R.fail(status) end
        ffi.gc(self._held, nil)
        for _, keep in pairs(self._stored or {}) do R.release(keep) end
        self._stored = nil
    end
    local function make(held, world, owner)
        local made = setmetatable({_held = held, _world = world, _owner = owner}, class)
        if class.made then class.made(made) end
        return made
    end
    setmetatable(class, {__call = function(_, ...) return class.new(...) end})
    return {
        class = class, new = function() return new() end,
        take = function(v, of) return need(v, class, of)._held.id end,
        write = function(p, k, v, of, keep)
            p[k].id = need(v, class, of)._held.id
            keep[#keep + 1] = v
        end,
        adopt = function(p, k, world) return make(ffi.gc(new_held(p[k].id), finalize), world) end,
        read = function(p, k, world, owner)
            if p[k].id == null then return nil end
            return make(new_held(p[k].id), world, owner)
        end,
    }
end

-- ---- Members that may be missing, arrays, lists ----

function R.optional(inner)
    return {
        is_optional = true,
        read = function(p, k, world, owner)
            if not p[k == 'value' and 'has_value' or 'has_' .. k] then return nil end
            return inner.read(p, k, world, owner)
        end,
        write = function(p, k, v, name, keep)
            p['has_' .. k] = true
            if inner.init then inner.init(p[k]) end
            inner.write(p, k, v, name, keep)
        end,
    }
end

function R.fixed(inner, length, count_name)
    return {
        read = function(p, k, world, owner)
            local count = count_name and math.max(0, math.min(length, p[count_name])) or length
            return R.read_array(inner, p[k], count, world, owner)
        end,
        write = function(p, k, v, name, keep)
            if type(v) ~= 'table' or #v > length then bad(name, ('a list of at most %d'):format(length), v) end
            for i = 1, #v do inner.write(p[k], i - 1, v[i], ('%s[%d]'):format(name, i), keep) end
            if count_name then p[count_name] = #v end
        end,
    }
end

function R.read_array(inner, p, count, world, owner)
    local list = {}
    for i = 0, count - 1 do list[i + 1] = inner.read(p, i, world, owner) end
    return list
end

-- Returns memory with the elements of a list, and their number.
function R.put_list(inner, c, v, name, keep)
    if c == 'uint8_t' and type(v) == 'string' then
        keep[#keep + 1] = v
        return ffi.cast('const uint8_t*', v), #v
    end
    if type(v) ~= 'table' then bad(name, 'a list', v) end
    local count = #v
    local memory = ffi.new(c .. '[?]', math.max(1, count))
    keep[#keep + 1] = memory
    for i = 1, count do
        if inner.init then inner.init(memory[i - 1]) end
        inner.write(memory, i - 1, v[i], ('%s[%d]'):format(name, i), keep)
    end
    return memory, count
end

function R.list(inner, c)
    return {
        read = function(p, k, world, owner)
            return R.read_array(inner, p[k], tonumber(p[k .. '_count']), world, owner)
        end,
        write = function(p, k, v, name, keep)
            local memory, count = R.put_list(inner, c, v, name, keep)
            p[k], p[k .. '_count'] = memory, count
        end,
    }
end

-- ---- Structs ----

-- Makes the converter of a struct that has functions to read and write it.
local function structure(name, init)
    local of, new = T[name], ffi.typeof('Ds' .. name .. '[1]')
    of.init = init
    function of.new() return new() end
    function of.put(v, label, keep)
        local p = new()
        if init then init(p[0]) end
        of.write(p, 0, v, label, keep)
        return p
    end
    function of.put_optional(v, label, keep)
        if v == nil then return nil end
        return of.put(v, label, keep)
    end
    return of
end

function R.declare(name) T[name] = {} end

-- Writes the members that a table has; the others stay as they are.
local function write_members(by_key, name, target, v, label, keep)
    for key, value in pairs(v) do
        local member = by_key[key]
        if not member then
            if key ~= 'type' or by_key.type then bad(label, ('a member of %s'):format(name), key) end
        else
            member.write(target, key, value, label .. '.' .. key, keep)
        end
    end
end

function R.struct(name, default, is_strict, is_plain, members)
    local by_key = {}
    for _, member in ipairs(members) do by_key[member[1]] = member[2] end
    local ctype = ffi.typeof('Ds' .. name)
    local of = structure(name, default and function(p) R.C[default](p) end)
    of.members = members
    if is_plain then
        function of.read(p, k) return ctype(p[k]) end
    else
        function of.read(p, k, world, owner)
            local source, made = p[k], {}
            for _, member in ipairs(members) do made[member[1]] = member[2].read(source, member[1], world, owner) end
            return made
        end
    end
    function of.write(p, k, v, label, keep)
        if ffi.istype(ctype, v) then
            p[k] = v
        elseif type(v) ~= 'table' then
            bad(label, 'a table with members of ' .. name, v)
        elseif is_strict then
            for i, member in ipairs(members) do
                local key = member[1]
                local value = v[key]
                if value == nil then value = v[i] end
                if value == nil then bad(label, ('a %s with %s'):format(name, key), 'a table without') end
                member[2].write(p[k], key, value, label .. '.' .. key, keep)
            end
        else
            write_members(by_key, name, p[k], v, label, keep)
        end
    end
    of.by_key = by_key
end

function R.variant(name, kinds)
    local numbers, by_class = {}, {}
    local of = structure(name)
    local list = {}
    for i, kind in ipairs(kinds) do
        numbers[kind[1]], list[i] = i - 1, kind[1]
        if kind[2] and kind[2].class then by_class[kind[2].class] = kind end
    end
    function of.read(p, k, world, owner)
        local kind = kinds[p[k].type + 1]
        if not kind then return nil end
        if not kind[2] then return {type = kind[1]} end
        local value = kind[2].read(p[k].as, kind[1], world, owner)
        if kind[2].class then return value end
        local made = {type = kind[1]}
        for _, member in ipairs(kind[2].members) do made[member[1]] = value[member[1]] end
        return made
    end
    function of.write(p, k, v, label, keep)
        local kind = by_class[getmetatable(v)]
        if kind then
            p[k].type = numbers[kind[1]]
            return kind[2].write(p[k].as, kind[1], v, label, keep)
        end
        if type(v) ~= 'table' then bad(label, 'a table with a type of ' .. name, v) end
        local number = numbers[v.type]
        if not number then bad(label .. '.type', "one of '" .. table.concat(list, "', '") .. "'", v.type) end
        kind = kinds[number + 1]
        p[k].type = number
        if not kind[2] then return end
        if kind[2].class then return kind[2].write(p[k].as, kind[1], v[kind[1]], label .. '.' .. kind[1], keep) end
        if kind[2].init then kind[2].init(p[k].as[kind[1]]) end
        write_members(kind[2].by_key, name, p[k].as[kind[1]], v, label, keep)
    end
end

function R.default_of(of, name)
    return function()
        local p = of.new()
        R.check(R.C[name](p))
        return of.read(p, 0)
    end
end

function R.copy_back(of, p, v)
    for _, member in ipairs(of.members) do v[member[1]] = member[2].read(p[0], member[1]) end
end

return R
