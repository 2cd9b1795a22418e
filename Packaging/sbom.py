#!/usr/bin/env python3
"""sbom.py VERSION PROGRAM DEPENDENCIES: prints the bill of materials of a release as SPDX 2.3 in JSON. DEPENDENCIES is what
`swift package show-dependencies --format json` prints; SOURCE_DATE_EPOCH dates the document."""

import hashlib
import json
import os
import re
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

version, program, dependencies = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
source = Path(__file__).resolve().parent.parent
TESTS_ONLY = {"swift-subprocess"}
SWIFT = "Apache-2.0 WITH Swift-exception"

packages, relationships = [], []


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def add(name, version, licence, relationship, other="pdfco", location="NOASSERTION", reference=None):
    identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
    package = {
        "SPDXID": identifier,
        "name": name,
        "versionInfo": version,
        "downloadLocation": location,
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "supplier": "NOASSERTION",
    }
    if reference:
        package["externalRefs"] = [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": reference}
        ]
    packages.append(package)
    # "X is a test dependency of pdfco" is the one relationship that reads from the other side.
    ends = [f"SPDXRef-{other}", identifier]
    if relationship == "TEST_DEPENDENCY_OF":
        ends.reverse()
    relationships.append(
        {"spdxElementId": ends[0], "relationshipType": relationship, "relatedSpdxElement": ends[1]}
    )


def walk(package):
    for dependency in package["dependencies"]:
        yield dependency
        yield from walk(dependency)


add("pdfco", version, "Apache-2.0", "DESCRIBES", "DOCUMENT")
packages[0]["checksums"] = [
    {"algorithm": "SHA256", "checksumValue": hashlib.sha256(program.read_bytes()).hexdigest()}
]
packages[0]["packageFileName"] = "usr/bin/pdfco"
packages[0]["primaryPackagePurpose"] = "APPLICATION"

revisions = {
    pin["identity"]: pin["state"]["revision"]
    for pin in json.loads((source / "Package.resolved").read_text())["pins"]
}
resolved = {package["identity"]: package for package in walk(json.loads(dependencies.read_text()))}
for identity, package in sorted(resolved.items()):
    relationship = "TEST_DEPENDENCY_OF" if identity in TESTS_ONLY else "STATIC_LINK"
    url = package["url"].removesuffix(".git")
    add(
        identity,
        package["version"],
        SWIFT,
        relationship,
        location=f"git+{url}@{revisions[identity]}",
        reference=f"pkg:swift/{url.removeprefix('https://')}@{package['version']}",
    )

compiler = output(os.environ.get("SWIFT", "swift").split()[0], "--version")
add("swift", re.search(r"Swift version (\S+)", compiler)[1], SWIFT, "STATIC_LINK")

for line in (source / "Packaging/libraries.txt").read_text().splitlines():
    if line.startswith("#"):
        continue
    pattern, link, licence = line.split(maxsplit=2)
    form = "${db:Status-Abbrev} ${Package} ${Version} ${Architecture} ${source:Package} ${source:Version}\n"
    for found in output("dpkg-query", "--show", f"--showformat={form}", pattern).splitlines():
        fields = found.split()
        if fields[0] != "ii":
            continue
        _, name, installed, architecture, origin, origin_version = fields
        add(
            name,
            installed,
            licence,
            "STATIC_LINK" if link == "static" else "DYNAMIC_LINK",
            reference=f"pkg:deb/debian/{name.replace('+', '%2B')}@{installed.replace('+', '%2B')}?arch={architecture}",
        )
        packages[-1]["sourceInfo"] = f"Debian source package {origin} {origin_version}"

created = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
content = hashlib.sha256(json.dumps([packages, relationships]).encode()).hexdigest()
document = {
    "spdxVersion": "SPDX-2.3",
    "dataLicense": "CC0-1.0",
    "SPDXID": "SPDXRef-DOCUMENT",
    "name": f"pdfco-{version}",
    "documentNamespace": f"urn:pdfco:spdx:{version}:{content}",
    "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: pdfco-sbom"]},
    "packages": packages,
    "relationships": relationships,
}
print(json.dumps(document, indent=2))
