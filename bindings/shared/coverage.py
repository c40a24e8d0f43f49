"""Tells which functions of the C interface a language has."""

import re


def calls_in(texts, declaration):
    """Returns the names of C in lines that do not declare them."""
    found = set()
    for text in texts:
        for line in text.splitlines():
            if not re.search(declaration, line):
                found.update(re.findall(r"\bds_\w+", line))
    return found


def tell(language, description, exceptions, called):
    """Prints the functions without a counterpart by their reason, and last how many there are of all. Those that have
    neither a reason nor a place in `called` are missing, which is an error."""
    by_reason = {}
    for name, reason in exceptions.items():
        if name not in called:
            by_reason.setdefault(reason, []).append(name)
    for reason, found in by_reason.items():
        print(f"{reason}: {', '.join(found)}")
    missing = [f.c for f in description.functions if f.c not in called and f.c not in exceptions]
    if missing:
        raise SystemExit(f"{language} lacks {', '.join(missing)}")
    count = len(description.functions)
    print(f"{language}: {sum(f.c in called for f in description.functions)} of {count} functions of C can be reached")
