#!/usr/bin/env python3
"""sbom.py FILE: checks a bill of materials against SPDX 2.3's rules for what it has, and against what the programs link."""

import json
import re
import subprocess
import sys
from pathlib import Path

source = Path(__file__).resolve().parents[2]
document = json.loads(Path(sys.argv[1]).read_text())
assert document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0"
assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", document["creationInfo"]["created"])
packages = {package["SPDXID"]: package for package in document["packages"]}
assert len(packages) == len(document["packages"]), "an identifier is used twice"
for identifier, package in packages.items():
    assert re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", identifier), identifier
    assert package["downloadLocation"] and package["versionInfo"] and package["licenseConcluded"], package
for relationship in document["relationships"]:
    for end in (relationship["spdxElementId"], relationship["relatedSpdxElement"]):
        assert end in packages or end == "SPDXRef-DOCUMENT", end

names = {package["name"]: package for package in document["packages"]}
for pin in json.loads((source / "Package.resolved").read_text())["pins"]:
    assert names[pin["identity"]]["versionInfo"] == pin["state"]["version"], pin
    assert names[pin["identity"]]["downloadLocation"].endswith(pin["state"]["revision"]), pin


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


for program in ["pdfco", "pdfco-text"]:
    for path in re.findall(r"=> (/\S+)", output("sh", "-c", f"ldd {source}/.build/release/{program} || true")):
        # Debian 12 knows the files by their names below /usr/lib or /lib.
        for name in (path, "/usr" + path, path.removeprefix("/usr")):
            found = subprocess.run(["dpkg-query", "--search", name], capture_output=True, text=True).stdout
            if found:
                break
        package = found.split(":")[0]
        direct = re.search(rf"NEEDED.*\[{re.escape(Path(path).name)}\]", output("readelf", "-d", f"{source}/.build/release/{program}"))
        assert not direct or package in names, f"{program} links {path} of {package}, which is not listed"
print(f"{len(packages)} packages")
