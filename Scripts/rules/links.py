#!/usr/bin/env python3
# Part of Nightjar. SPDX-License-Identifier: Apache-2.0
"""Checks that every relative link and image of the Markdown pages leads somewhere."""

import pathlib
import re
import sys

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+\s+(.*)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(page):
    """The fragments that GitHub makes of a page's headings."""
    text = FENCE.sub("", page.read_text())
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        for heading in HEADING.findall(text)
    }


def faults(page):
    """Yields one line for each link of the page that leads nowhere."""
    for link in LINK.findall(FENCE.sub("", page.read_text())):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, fragment = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists():
            yield f"{page}: link: {link} does not exist"
        elif fragment and target.suffix == ".md" and fragment not in anchors(target):
            yield f"{page}: link: {link} names no heading"


def main():
    """Checks the pages at the top and in Documentation."""
    root = pathlib.Path(".")
    pages = sorted(root.glob("*.md")) + sorted(root.glob("Documentation/**/*.md"))
    found = [fault for page in pages for fault in faults(page)]
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)


main()
