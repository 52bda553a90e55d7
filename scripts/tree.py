"""What the check_* scripts share: which files are ours, and how a check ends.

Every check takes an optional folder (default: this repository), prints a line a problem and exits 1 if there
was one. tests/rules/rules_test.py plants a violation for each of them."""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True


def root():
    if len(sys.argv) > 1:
        return os.path.abspath(sys.argv[1])
    return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def files(*endings):
    """Paths below root() of the files that git knows or would take, that end in one of `endings`, sorted."""
    # A checkout may belong to somebody else, as in a container: this option tells git that this is fine.
    command = ["git", "-c", "safe.directory=*", "-C", root(), "ls-files", "-z", "--cached", "--others",
               "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        names = listed.stdout.split("\0")
    else:
        names = [os.path.relpath(os.path.join(folder, name), root())
                 for folder, _, inside in os.walk(root()) for name in inside]
        names = [name for name in names if not name.startswith(("build/", "data/", ".git/"))]
    ours = {name for name in names if name.endswith(endings or ("",))}
    return sorted(name for name in ours if os.path.isfile(os.path.join(root(), name)))


def sources():
    return files(".cc", ".h")


def read(path):
    with open(os.path.join(root(), path), encoding="utf-8", errors="replace") as file:
        return file.read()


def is_text(path):
    with open(os.path.join(root(), path), "rb") as file:
        return b"\0" not in file.read(8192)


def matches(pattern, text):
    """(line number, match) of every match of a compiled or plain pattern."""
    for match in re.finditer(pattern, text):
        yield text.count("\n", 0, match.start()) + 1, match


def finish(problems):
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)
