"""Tells which functions of the C interface a language has."""


def tell(language, description, exceptions):
    """Prints the functions without a counterpart by their reason, and last how many there are of all."""
    by_reason = {}
    for name, reason in exceptions.items():
        by_reason.setdefault(reason, []).append(name)
    for reason, found in by_reason.items():
        print(f"{reason}: {', '.join(found)}")
    count = len(description.functions)
    print(f"{language}: {count - len(exceptions)} of {count} functions of C can be reached")
