"""Checks the published JSON schema of scene files with an independent validator.

Files that Drystone writes are valid; what the schema refuses is refused by Drystone too; and faults that a schema can
see are refused by both.

usage: check_schema.py SCHEMA WRITE_SCENES DRYSTONE_SCENE
"""

import copy
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import jsonschema

FAULTS = [
    {"version": 1},
    {"format": "drystone-scene", "version": 3},
    {"bodies": [{"shapes": [{"type": "circle", "radius": "wide"}]}]},
    {"bodies": [{"shapes": [{"type": "circl"}]}]},
    {"bodies": [{"shapes": [{"radius": 1}]}]},
    {"bodies": [{"type": "dynamc"}]},
    {"bodies": [{"postion": [0, 1]}]},
    {"bodies": [{"position": [0, 1, 2]}]},
    {"bodies": [{"bullet": 1}]},
    {"bodies": [{"properties": {"a": None}}]},
    {"bodies": [{}, {}], "joints": [{"type": "hinge", "body_a": 0, "body_b": 1}]},
    {"bodies": [{}, {}], "joints": [{"type": "weld", "body_a": 0}]},
    {"bodies": [{}], "fields": [{"type": "wind", "velocty": [1, 0]}]},
    {"settings": {"gravity": 9.81}},
    {"materials": {"ice": {"friction": True}}},
]
LARGEST = 16000
VALUES = [None, True, 0, -1, 0.5, 1e30, "unlimited", "static", "0xff", [], [0, 0], [1, 2, 3], {}, {"x": 1}]


def accepted(program, scenes, folder):
    """Returns those of the scenes that Drystone accepts; in one process, as its start takes long with sanitizers."""
    paths = [str(pathlib.Path(folder) / f"changed{number}.scene") for number in range(len(scenes))]
    for path, scene in zip(paths, scenes):
        pathlib.Path(path).write_text(json.dumps(scene))
    run = subprocess.run([program, "check", *paths], capture_output=True, text=True, check=False)
    told = [set(path for path in paths if f"{path}:" in output) for output in (run.stdout, run.stderr)]
    if run.returncode not in (0, 1) or told[0] & told[1] or told[0] | told[1] != set(paths):
        raise RuntimeError(f"drystone-scene check ended with {run.returncode}: {run.stderr[-2000:]}")
    return [scene for path, scene in zip(paths, scenes) if path in told[0]]


def places(value):
    """Yields every container and key inside the value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for key, inner in items:
        yield value, key
        yield from places(inner)


def change(scene, choose):
    """Changes one value, removes one, or adds a member with a name that is used elsewhere."""
    changed = copy.deepcopy(scene)
    known = list(places(changed))
    container, key = choose.choice(known)
    kind = choose.randrange(4)
    if kind == 0 and isinstance(container, dict):
        del container[key]
    elif kind == 1 and isinstance(container, dict):
        other = choose.choice([k for _, k in known if isinstance(k, str)])
        container[other] = choose.choice(VALUES)
    else:
        container[key] = choose.choice(VALUES)
    return changed


def main():
    schema_path, write_scenes, program = sys.argv[1:]
    schema = json.loads(pathlib.Path(schema_path).read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([write_scenes, folder], check=True)
        scenes = {path.name: json.loads(path.read_text()) for path in sorted(pathlib.Path(folder).glob("*.json"))}
        # The validator is slow: of the large scenes it sees none.
        scenes = {name: scene for name, scene in scenes.items() if len(json.dumps(scene)) < LARGEST}
        for name, scene in scenes.items():
            for error in validator.iter_errors(scene):
                problems.append(f"{name}: {list(error.absolute_path)}: {error.message[:200]}")
        faults = [f if "version" in f else {"format": "drystone-scene", "version": 1, **f} for f in FAULTS]
        for scene in [f for f in faults if validator.is_valid(f)] + accepted(program, faults, folder):
            problems.append(f"accepted by the schema or by Drystone: {json.dumps(scene)}")
        choose = random.Random(1)
        small = [scene for scene in scenes.values() if len(json.dumps(scene)) < LARGEST / 4]
        changes = [change(choose.choice(small), choose) for _ in range(300)]
        refused = [scene for scene in changes if not validator.is_valid(scene)]
        for scene in accepted(program, refused, folder):
            message = next(validator.iter_errors(scene)).message
            problems.append(f"refused by the schema alone: {message[:300]}")
        if len(refused) < 50:
            problems.append(f"only {len(refused)} of 300 changes are faults for the schema")
    print(f"{len(scenes)} scenes, {len(FAULTS)} faults, {len(refused)} of 300 changes refused by the schema")
    print("\n".join(problems))
    return 1 if problems or len(scenes) < 20 else 0


sys.exit(main())
