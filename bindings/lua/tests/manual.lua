-- The programs of docs/manual/lua.md run. Argument: the repository.

local page = assert(io.open(arg[1] .. '/docs/manual/lua.md')):read('*a')
local count = 0
for program in page:gmatch('\n```lua\n(.-)\n```') do
    if not program:find('love.physics') then
        assert(loadstring(program, '=docs/manual/lua.md'))()
        count = count + 1
    end
end
assert(count >= 3)
print(('manual: %d programs ran'):format(count))
