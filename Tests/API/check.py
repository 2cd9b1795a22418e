#!/usr/bin/env python3
"""Compares the public interface of the libraries with the one recorded for the last version, in this directory.

    check.py [--record] MODULE... -- ARGUMENTS

ARGUMENTS are for the compiler, so that it finds the modules. swift-api-digester, a part of the toolchain, writes and compares
interfaces; `package` and internal declarations are left out. A change that breaks programs needs a new version: the minor one
before 1.0, else the major one. As long as CHANGELOG.md calls the recorded version unreleased, its interface may still change;
`--record` records it.
"""
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RECORDED = HERE / "version"


def digester(*arguments):
    result = subprocess.run(["swift-api-digester", *arguments], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"swift-api-digester {arguments[0]} failed:\n{result.stderr}")
    # It writes its findings to standard error.
    return result.stdout + result.stderr


def public(node):
    """Returns a declaration without those in it that programs cannot see, and without what depends on the directory."""
    children = [public(child) for child in node.get("children", []) if not child.get("isInternal")]
    return {**node, "children": children} if "children" in node else node


def interface(module, arguments, directory):
    """Writes the interface of a built module to a file, and returns its path."""
    path = directory / f"{module}.json"
    digester("-dump-sdk", "-module", module, "-o", str(path), "-avoid-location", "-avoid-tool-args", *arguments)
    path.write_text(json.dumps({"ABIRoot": public(json.loads(path.read_text())["ABIRoot"])}, indent=1))
    return path


def breakages(old, new):
    lines = digester("-diagnose-sdk", "-print-module", "-input-paths", str(old), "-input-paths", str(new)).splitlines()
    return [line for line in lines if line.strip() and not line.startswith("/*")]


def numbers(version):
    return [int(number) for number in version.split(".")]


def may_break(old, new):
    """Whether a change from one version to the other tells that programs may break."""
    old, new = numbers(old), numbers(new)
    return new[0] > old[0] or new[0] == old[0] == 0 and new[1] > old[1]


def tag():
    """Returns the last version that this clone has a tag of; None without tags or without Git, as in a shallow clone."""
    command = ["git", "-C", str(ROOT), "describe", "--tags", "--abbrev=0", "--match", "[0-9]*.[0-9]*.[0-9]*"]
    try:
        result = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return result.stdout.strip() if result.returncode == 0 else None


def main():
    arguments = sys.argv[1:]
    is_recording = arguments[0] == "--record"
    end = arguments.index("--")
    modules, flags = arguments[is_recording:end], arguments[end + 1 :]
    version, state = re.search(r"^## \[([0-9.]+)\] – (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.M).groups()
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        new = {module: interface(module, flags, directory) for module in modules}
        if is_recording:
            for module, path in new.items():
                (HERE / f"{module}.json.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
            RECORDED.write_text(version + "\n")
            return print(f"The interface of {version} is recorded.")
        recorded = RECORDED.read_text().strip()
        last = tag()
        if last is None:
            print(f"No tag of a version is here: the interface is compared with the recorded one of {recorded}.")
        elif recorded not in (last, version):
            sys.exit(f"The last tag is {last}, and the recorded interface that of {recorded}: run make api-record at the tag.")
        broken = []
        for module, path in new.items():
            old = directory / f"{module}.old.json"
            old.write_bytes(gzip.decompress((HERE / f"{module}.json.gz").read_bytes()))
            broken += breakages(old, path)
    for line in broken:
        print(line)
    if not broken:
        print(f"No program for {recorded} breaks.")
    elif may_break(recorded, version):
        print(f"{version} may break programs for {recorded}.")
    elif version == recorded and state == "Unreleased":
        print(f"{recorded} is not released yet; make api-record records its interface as it is now.")
    else:
        sys.exit(f"These changes break programs for {recorded}, and {version} promises that none break.")


main()
