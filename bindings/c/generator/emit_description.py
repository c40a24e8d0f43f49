"""Writes the machine-readable description."""

import json

import emit_header
import emit_sources
import hand_written
import names


def function_entry(name, parameters, text, cpp):
    return {"name": name, "result": "DsStatus", "cpp": cpp, "comment": text,
            "parameters": [{"name": n, "type": c, "role": role} for c, n, role in parameters]}


def all_functions(plans, defaults, coverage):
    """Returns name, parameters, comment and functions of C++ of each function that gives a status."""
    return (hand_written.FUNCTIONS +
            [(f"ds_default_{names.snake(n)}", [(f"Ds{n}*", "out", "out")], [], []) for n in defaults] +
            [(f"ds_{names.snake(n)}_destroy", [(f"Ds{n}", names.snake(n), "in")], [], [])
             for n in names.OBJECTS if n != "TaskScheduler"] +
            [(p.name, [(q.c, q.name, q.role) for q in p.parameters], p.function.comment,
              sorted(s for s, m in coverage.generated.items() if m == p.name)) for p in plans])


def object_entry(rules, name):
    record = rules.model.records.get(name)
    return {"name": "Ds" + name, "comment": record.comment if record else [],
            "destroy": f"ds_{names.snake(name)}_destroy"}


def enum_entry(enum):
    return {"name": "Ds" + enum.name, "comment": enum.comment, "type": f"uint{enum.bits}_t",
            "last": emit_sources.last_value(enum),
            "values": [{"name": v, "value": k, "comment": text} for v, k, text in enum.values]}


def struct_entry(structs, name, has_default):
    """Describes a struct; a member of C++ that has several in C gives its comment to the last."""
    record = structs.model.records.get(name)
    texts = {f.name: f.comment for f in record.fields} if record else {}
    return {"name": "Ds" + name, "comment": record.comment if record else [], "has_default": has_default,
            "members": [{"name": m, "type": c, "comment": texts.get(m.split("[")[0], [])}
                        for c, m in structs.c_members(name)]}


def emit(structs, rules, plans, defaults, coverage):
    description = {
        "version": [0, 1],
        "handles": [{"name": "Ds" + n} for n in names.HANDLES],
        "objects": [object_entry(rules, n) for n in names.OBJECTS + ["Buffer"]],
        "enums": [enum_entry(rules.model.enums[n]) for n in structs.enums],
        "variants": [{"name": "Ds" + n, "tag": "Ds" + names.VARIANTS[n][0],
                      "alternatives": [{"name": m, "type": v.c} for m, v in structs.members(n)]}
                     for n in structs.order if n in names.VARIANTS],
        "structs": [struct_entry(structs, n, n in defaults) for n in structs.order
                    if n not in names.VARIANTS and n != "FilterJoint"],
        "callbacks": [{"name": c.c, "result": c.c_result(),
                       "parameters": [{"type": t, "name": m} for t, m in c.c_parameters()]}
                      for c in rules.callbacks.values()],
        "functions": [function_entry(*f) for f in all_functions(plans, defaults, coverage)],
        "layout": emit_header.layout_names(structs),
        "exceptions": [{"cpp": s, "reason": r} for s, r in coverage.excepted.items()],
    }
    return json.dumps(description, indent=1) + "\n"
