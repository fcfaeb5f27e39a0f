#!/usr/bin/env python3
# Part of Nightjar. SPDX-License-Identifier: Apache-2.0
"""Checks the house rules that neither the compiler nor the formatter knows.

usage: house_rules.py MANIFEST.json     the output of `swift package dump-package`

Prints `path:line: rule: what is wrong` for each fault, and ends with 1 if there is one.
Documentation/Testing.md says what each rule is for.
"""

import json
import pathlib
import re
import sys

FILE_LINES = 300
FUNCTION_LINES = 40
LINE_LENGTH = 100
HEADER = "Part of Nightjar. SPDX-License-Identifier: Apache-2.0"

# Files that may be longer, each with the reason. A function is named `path#function`.
EXCEPTIONS = pathlib.Path("Scripts/rules/exceptions.txt")

# Rooms that live in the daemon's process; whole Foundation would cost them 15 MB resident.
DAEMON_ROOMS = {
    "NightjarWire", "NightjarStore", "NightjarHost", "NightjarDevice", "NightjarSystem",
    "NightjarSQLite", "NightjarDaemon", "NightjarBus",
}
PURE_ROOMS = {"NightjarModel", "NightjarEngine", "NightjarSimulator"}
IMPURE_MODULES = {"Foundation", "FoundationEssentials", "Dispatch", "Glibc", "Synchronization"}

# Scenario files are JSON, whose reader is in FoundationEssentials; nothing else of it is used.
PARDONED = {"NightjarSimulator": {"FoundationEssentials"}}

# The one room that may import a C module.
PLUMBING = {
    "CNightjarLinux": {"NightjarSystem"},
    "CNightjarSQLite": {"NightjarSQLite"},
    "CNightjarSystemd": {"NightjarBus"},
}

MARKERS = re.compile(
    r"@unchecked\s+Sendable|nonisolated\(unsafe\)|@preconcurrency|\bunsafeBitCast\b|\btry!"
    r"|\bas!|@_(?!spi\b|exported\b)\w+"
)
# A name in a file's or type's name that says nothing of what happens there.
EMPTY_NAMES = re.compile(r"(Utils?|Utilities|Helpers?|Manager|Misc|Common)\b")
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)"
)
FUNCTION = re.compile(r"\b(?:func\s+(`[^`]+`|[\w~=<>+\-*/&|^!%]+)|(init)[?<(]|(deinit)\b)")


def masked(text):
    """The source with the contents of comments and strings blanked, line for line."""
    out = []
    index = 0
    depth = 0
    while index < len(text):
        if depth:
            if text.startswith("*/", index):
                depth -= 1
                index += 2
                out.append("  ")
                continue
            if text.startswith("/*", index):
                depth += 1
                index += 2
                out.append("  ")
                continue
            out.append("\n" if text[index] == "\n" else " ")
            index += 1
        elif text.startswith("//", index):
            end = text.find("\n", index)
            end = len(text) if end < 0 else end
            out.append(" " * (end - index))
            index = end
        elif text.startswith("/*", index):
            depth = 1
            out.append("  ")
            index += 2
        elif match := re.compile(r'(#*)("""|")').match(text, index):
            index = match.end()
            out.append(" " * len(match.group(0)))
            closing = match.group(2) + match.group(1)
            escape = "\\" + match.group(1)
            while index < len(text) and not text.startswith(closing, index):
                if match.group(2) == '"' and text[index] == "\n":
                    break
                step = len(escape) + 1 if text.startswith(escape, index) else 1
                out.append(re.sub(r"[^\n]", " ", text[index:index + step]))
                index += step
            out.append(" " * len(closing))
            index += len(closing)
        elif text[index] == "`":
            end = text.find("`", index + 1)
            out.append(re.sub(r"[^\n\w`]", "_", text[index:end + 1]))
            index = end + 1
        else:
            out.append(text[index])
            index += 1
    return "".join(out)


def functions(code):
    """Yields (name, first line, number of lines) of each function that has a body."""
    for match in FUNCTION.finditer(code):
        depth = 0
        for index in range(match.end() - 1 if match.group(2) else match.end(), len(code)):
            char = code[index]
            if char in "([":
                depth += 1
            elif char in ")]":
                depth -= 1
            elif depth == 0 and char == "{":
                end = closing_brace(code, index)
                first = code.count("\n", 0, match.start()) + 1
                last = code.count("\n", 0, end) + 1
                yield match.group(1) or match.group(2) or match.group(3), first, last - first + 1
                break
            elif depth == 0 and char == "}":
                break
            elif depth == 0 and char == "\n" and ends_declaration(code, index):
                break


def ends_declaration(code, newline):
    """Whether a function without a body, in a protocol, ends at this line break."""
    following = code[newline:].lstrip()
    return not re.match(r"(\{|->|throws|rethrows|async|where|:|,)", following) and not re.search(
        r"(->|where|,|throws)\s*$", code[:newline]
    )


def closing_brace(code, opening):
    """The index of the brace that closes the one at `opening`."""
    depth = 0
    for index in range(opening, len(code)):
        if code[index] == "{":
            depth += 1
        elif code[index] == "}":
            depth -= 1
            if depth == 0:
                return index
    return len(code) - 1


class Checker:
    """Collects the faults of all files."""

    def __init__(self, manifest):
        self.targets = {target["name"]: target for target in manifest["targets"]}
        self.folders = {
            pathlib.Path(target.get("path") or self.default_folder(target)): target
            for target in manifest["targets"]
        }
        self.exceptions = {}
        self.used = set()
        self.faults = []
        if EXCEPTIONS.exists():
            for line in EXCEPTIONS.read_text().splitlines():
                if line and not line.startswith("#"):
                    name, limit, *_ = line.split(None, 2)
                    self.exceptions[name] = int(limit)

    @staticmethod
    def default_folder(target):
        return ("Tests/" if target["type"] == "test" else "Sources/") + target["name"]

    def fault(self, path, line, rule, text):
        self.faults.append(f"{path}:{line}: {rule}: {text}")

    def limit(self, name, usual):
        if name in self.exceptions:
            self.used.add(name)
            return self.exceptions[name]
        return usual

    def leans_on(self, target):
        names = set()
        for dependency in target["dependencies"]:
            names.update(value[0] for value in dependency.values())
        return names

    def target_of(self, path):
        return next((t for folder, t in self.folders.items() if folder in path.parents), None)

    def check_file(self, path):
        text = path.read_text()
        lines = text.split("\n")
        if HEADER not in "\n".join(lines[:2]) and path.name != "Package.swift":
            self.fault(path, 1, "licence", f"the first line must be // {HEADER}")
        limit = self.limit(str(path), FILE_LINES)
        if len(lines) - 1 > limit:
            self.fault(path, limit, "file length", f"{len(lines) - 1} lines, at most {limit}")
        if EMPTY_NAMES.search(path.stem):
            self.fault(path, 1, "name", f'"{path.stem}" does not say what happens in the file')
        for number, line in enumerate(lines, 1):
            # A long text of a test stays in one piece, as it is searched for in one piece.
            is_text = line.lstrip().startswith(('"', '== "'))
            if len(line) > LINE_LENGTH and "://" not in line and not is_text:
                self.fault(path, number, "line length", f"{len(line)} columns")
            if re.search(r"\b(TODO|FIXME|XXX)\b", line):
                self.fault(path, number, "unfinished", "no TODO, FIXME or XXX; write an issue")
        if path.suffix == ".swift":
            self.check_swift(path, lines, masked(text))

    def check_swift(self, path, lines, code):
        for name, first, length in functions(code):
            name = name.strip("`")
            limit = self.limit(f"{path}#{name}", FUNCTION_LINES)
            if length > limit:
                self.fault(path, first, "function length", f"{name}: {length} lines, at most {limit}")
        for number, line in enumerate(code.split("\n"), 1):
            marker = None if "Fixtures" in path.parts else MARKERS.search(line)
            if marker and not self.explained(lines, number):
                self.fault(
                    path, number, "marker",
                    f"{marker.group(0)} needs a comment that names the invariant",
                )
            # Fixtures are apps as others write them, not tests of ours.
            if path.parts[0] == "Tests" and "Fixtures" not in path.parts:
                self.check_test_line(path, number, line)
        self.check_imports(path, code)

    @staticmethod
    def explained(lines, number):
        """Whether the line, or the one above it, has a comment of ours."""
        above = lines[number - 2].strip() if number > 1 else ""
        return "//" in lines[number - 1] or above.startswith("//")

    def check_test_line(self, path, number, line):
        # The clock of a virtual device is moved by the test itself.
        is_virtual = "BackgroundTasksTestingTests" in path.parts and "clock.sleep(" in line
        sleeps = re.search(r"\bTask\s*\.\s*sleep\b|\b(u?sleep|nanosleep)\s*\(", line)
        if sleeps and not is_virtual:
            self.fault(path, number, "sleep", "a test waits for an event, not for time")
        match = re.search(r"@Test\b.*\bfunc\s+([^`\s(]+)\s*\(", line)
        if match:
            self.fault(path, number, "test name", f"`{match.group(1)}` should be a sentence")

    def check_imports(self, path, code):
        target = self.target_of(path)
        if target is None:
            return
        name = target["name"]
        for number, line in enumerate(code.split("\n"), 1):
            match = IMPORT.match(line)
            if not match:
                continue
            module = match.group(1)
            if module in self.targets and module not in self.leans_on(target):
                self.fault(path, number, "wall", f"the manifest does not let {name} import {module}")
            if name in DAEMON_ROOMS and module.startswith("Foundation"):
                if module != "FoundationEssentials":
                    self.fault(path, number, "weight", f"{name} imports FoundationEssentials only")
            if name in PURE_ROOMS and module in IMPURE_MODULES - PARDONED.get(name, set()):
                self.fault(path, number, "purity", f"{name} may not import {module}")
            if module in PLUMBING and target["type"] != "test" and name not in PLUMBING[module]:
                self.fault(path, number, "wall", f"only {PLUMBING[module]} may import {module}")

    def check_exceptions(self):
        for name in sorted(set(self.exceptions) - self.used):
            self.fault(EXCEPTIONS, 1, "exceptions", f"{name} does not exist or is not needed")


def main():
    """Checks every source of the package."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    checker = Checker(json.loads(pathlib.Path(sys.argv[1]).read_text()))
    paths = [pathlib.Path("Package.swift")]
    for folder in ("Sources", "Tests", "Examples", "Benchmarks"):
        for suffix in ("*.swift", "*.c", "*.h"):
            paths += sorted(pathlib.Path(folder).rglob(suffix))
    for path in paths:
        checker.check_file(path)
    checker.check_exceptions()
    print("\n".join(checker.faults), end="\n" if checker.faults else "")
    sys.exit(1 if checker.faults else 0)


main()
