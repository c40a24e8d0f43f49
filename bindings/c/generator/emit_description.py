"""Writes the machine-readable description."""

import json

import hand_written
import names


def function_entry(name, parameters, text, cpp):
    return {"name": name, "result": "DsStatus", "cpp": cpp, "comment": text,
            "parameters": [{"name": n, "type": c, "role": role} for c, n, role in parameters]}


def emit(structs, rules, plans, defaults, coverage):
    description = {
        "version": [0, 1],
        "handles": [{"name": "Ds" + n} for n in names.HANDLES],
        "objects": [{"name": "Ds" + n, "destroy": f"ds_{names.snake(n)}_destroy"} for n in names.OBJECTS + ["Buffer"]],
        "enums": [{"name": "Ds" + n, "type": f"uint{rules.model.enums[n].bits}_t",
                   "values": [{"name": v, "value": k} for v, k, _ in rules.model.enums[n].values]}
                  for n in structs.enums],
        "variants": [{"name": "Ds" + n, "tag": "Ds" + names.VARIANTS[n][0],
                      "alternatives": [{"name": m, "type": v.c} for m, v in structs.members(n)]}
                     for n in structs.order if n in names.VARIANTS],
        "structs": [{"name": "Ds" + n, "members": [{"name": m, "type": c} for c, m in structs.c_members(n)]}
                    for n in structs.order if n not in names.VARIANTS and n != "FilterJoint"],
        "callbacks": [{"name": c.c, "result": c.c_result(),
                       "parameters": [{"type": t, "name": m} for t, m in c.c_parameters()]}
                      for c in rules.callbacks.values()],
        "functions": [function_entry(n, p, t, covers) for n, p, t, covers in hand_written.FUNCTIONS] +
                     [function_entry(f"ds_default_{names.snake(n)}", [(f"Ds{n}*", "out", "out")], [], [])
                      for n in defaults] +
                     [function_entry(f"ds_{names.snake(n)}_destroy", [(f"Ds{n}", names.snake(n), "in")], [], [])
                      for n in names.OBJECTS if n != "TaskScheduler"] +
                     [function_entry(p.name, [(q.c, q.name, q.role) for q in p.parameters], p.function.comment,
                                     sorted(s for s, m in coverage.generated.items() if m == p.name))
                      for p in plans],
        "exceptions": [{"cpp": s, "reason": r} for s, r in coverage.excepted.items()],
    }
    return json.dumps(description, indent=1) + "\n"
