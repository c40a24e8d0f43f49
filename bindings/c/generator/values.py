"""What each C++ type becomes in C, and the C++ code that converts between the two.

A value knows its members in a C struct (`members`), how it is read from them (`read`) and written to them
(`write`). `at` makes the C expression of a member from its name.
"""


class Unsupported(Exception):
    """A type for which there is no rule."""


class Value:
    same_layout = False   # The same bytes in C and C++.
    needs_memory = False  # Its C form points to memory of a buffer.
    size = 0
    cpp = ""
    c = ""

    def members(self, name):
        return [(self.c, name)]

    def read(self, at):
        return f"to_cpp({at('')})"

    def write(self, source, at):
        return [f"to_c({source}, {at('')}, memory);"]

    def depends_on(self):
        return []


class Scalar(Value):
    same_layout = True

    def __init__(self, cpp, c, size):
        self.cpp, self.c, self.size = cpp, c, size

    def read(self, at):
        return at("")

    def write(self, source, at):
        return [f"{at('')} = {source};"]


class Structure(Value):
    """Handles, enums, structs, variants: whatever has functions to_cpp and to_c of its own."""

    def __init__(self, cpp, same_layout=False, size=0, needs_memory=False):
        self.cpp, self.c = cpp, "Ds" + cpp
        self.same_layout, self.size, self.needs_memory = same_layout, size, needs_memory

    def depends_on(self):
        return [self.cpp]


class Enumeration(Structure):
    def read(self, at):
        return f"to_enum<{self.cpp}>({at('')})"

    def write(self, source, at):
        return [f"{at('')} = static_cast<{self.c}>({source});"]


class Object(Structure):
    """A class that C sees as a handle."""

    def __init__(self, cpp, is_pointer=False):
        super().__init__(cpp, needs_memory=not is_pointer)
        self.is_pointer = is_pointer


class Optional(Value):
    def __init__(self, inner):
        self.inner = inner
        self.cpp = f"std::optional<{inner.cpp}>"
        self.needs_memory = inner.needs_memory
        self.c = "DsOptional" + inner.c.removeprefix("Ds")

    def members(self, name):
        if isinstance(self.inner, Object):
            return self.inner.members(name)
        return [("bool", "has_" + name)] + self.inner.members(name)

    def read(self, at):
        if isinstance(self.inner, Object):
            return f"to_cpp_or_none({at('')})"
        # A `true` is given, whatever `has_` says: the default of such a member is false.
        is_given = f"({at('has_')} || {at('')})" if self.inner.c == "bool" else at("has_")
        return f"{is_given} ? {self.cpp}({self.inner.read(at)}) : std::nullopt"

    def write(self, source, at):
        inner = self.inner.write(f"*{source}", at)
        if isinstance(self.inner, Object):
            return [f"if ({source}.has_value()) {{", *inner, "}"]
        return [f"{at('has_')} = {source}.has_value();", f"if ({source}.has_value()) {{", *inner, "}"]

    def depends_on(self):
        return self.inner.depends_on()


class List(Value):
    """A vector or a span: a pointer and a count."""

    needs_memory = True

    def __init__(self, inner):
        self.inner = inner
        self.cpp = f"std::vector<{inner.cpp}>"
        self.c = array_name(inner)

    def members(self, name):
        return [(f"const {self.inner.c}*", name), ("size_t", name + "_count")]

    def read(self, at):
        return f"to_list<{self.inner.cpp}>({at('')}, {at('', '_count')})"

    def write(self, source, at):
        return [f"to_array({source}, {at('')}, {at('', '_count')}, memory);"]

    def depends_on(self):
        return self.inner.depends_on()


def array_name(inner):
    name = inner.c.removeprefix("Ds").removesuffix("_t")
    return "Ds" + name[0].upper() + name[1:] + "Array"


class Text(Value):
    needs_memory = True

    def __init__(self, cpp):
        self.cpp, self.c = cpp, "const char*"

    def read(self, at):
        text = f"to_text({at('')})"
        return f"std::string({text})" if self.cpp == "std::string" else text

    def write(self, source, at):
        return [f"{at('')} = memory.copy_text({source});"]


class Callback(Value):
    def __init__(self, callback, cpp):
        self.callback, self.cpp = callback, cpp
        self.c = callback.c

    def members(self, name):
        return [(self.c, name), ("void*", name + "_data")]

    def read(self, at):
        return f"{at('')} != nullptr ? {self.cpp}({self.callback.wrapper}({at('')}, {at('', '_data')})) : nullptr"

    def write(self, source, at):
        return [f"static_cast<void>({source});  // A callback of C++ has no form in C.",
                f"{at('')} = nullptr;", f"{at('', '_data')} = nullptr;"]

    def depends_on(self):
        return []


class Array(Value):
    def __init__(self, inner, count):
        self.inner, self.count = inner, count
        self.same_layout, self.size = inner.same_layout, inner.size * count
        self.needs_memory = inner.needs_memory

    def members(self, name):
        return [(self.inner.c, f"{name}[{self.count}]")]

    def depends_on(self):
        return self.inner.depends_on()


class View(Value):
    """A pointer to elements of the same layout, whose number is another member."""

    same_layout = True
    size = 8

    def __init__(self, inner):
        self.inner = inner
        self.c = f"const {inner.c}*"

    def read(self, at):
        return f"reinterpret_cast<const {self.inner.cpp}*>({at('')})"

    def write(self, source, at):
        return [f"{at('')} = reinterpret_cast<{self.c}>({source});"]

    def depends_on(self):
        return self.inner.depends_on()


def at_member(variable, name):
    """Returns the function that makes the expression of a struct's member `name`, given prefix and suffix."""
    return lambda prefix, suffix="": f"{variable}.{prefix}{name}{suffix}"


def at_parameter(name):
    return lambda prefix, suffix="": f"{prefix}{name}{suffix}"


def read_statements(value, cpp, c, name):
    """Returns statements that set the member `name` of the C++ struct `cpp` from the C struct `c`."""
    if isinstance(value, Array):
        return [f"for (std::size_t i = 0; i < {value.count}; ++i) {{",
                f"{cpp}.{name}[i] = {value.inner.read(lambda *_: f'{c}.{name}[i]')};", "}"]
    return [f"{cpp}.{name} = {value.read(at_member(c, name))};"]


def write_statements(value, cpp, c, name):
    if isinstance(value, Array):
        inner = value.inner.write(f"{cpp}.{name}[i]", lambda *_: f"{c}.{name}[i]")
        return [f"for (std::size_t i = 0; i < {value.count}; ++i) {{", *inner, "}"]
    return value.write(f"{cpp}.{name}", at_member(c, name))

