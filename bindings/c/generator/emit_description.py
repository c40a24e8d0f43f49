"""Writes the machine-readable description."""

import json

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


def emit(structs, rules, plans, defaults, coverage):
    description = {
        "version": [0, 1],
        "handles": [{"name": "Ds" + n} for n in names.HANDLES],
        "objects": [{"name": "Ds" + n, "destroy": f"ds_{names.snake(n)}_destroy"} for n in names.OBJECTS + ["Buffer"]],
        "enums": [{"name": "Ds" + n, "type": f"uint{rules.model.enums[n].bits}_t",
                   "last": emit_sources.last_value(rules.model.enums[n]),
                   "values": [{"name": v, "value": k} for v, k, _ in rules.model.enums[n].values]}
                  for n in structs.enums],
        "variants": [{"name": "Ds" + n, "tag": "Ds" + names.VARIANTS[n][0],
                      "alternatives": [{"name": m, "type": v.c} for m, v in structs.members(n)]}
                     for n in structs.order if n in names.VARIANTS],
        "structs": [{"name": "Ds" + n, "has_default": n in defaults, "members": [{"name": m, "type": c} for c, m in structs.c_members(n)]}
                    for n in structs.order if n not in names.VARIANTS and n != "FilterJoint"],
        "callbacks": [{"name": c.c, "result": c.c_result(),
                       "parameters": [{"type": t, "name": m} for t, m in c.c_parameters()]}
                      for c in rules.callbacks.values()],
        "functions": [function_entry(*f) for f in all_functions(plans, defaults, coverage)],
        "exceptions": [{"cpp": s, "reason": r} for s, r in coverage.excepted.items()],
    }
    return json.dumps(description, indent=1) + "\n"
