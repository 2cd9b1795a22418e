#!/usr/bin/env python3
"""image.py ROOT VERSION OUT: packs the files below ROOT as the one layer of a container image: an OCI image layout in a tar
file, dated by SOURCE_DATE_EPOCH. MAINTAINER is who answers for it, HOMEPAGE where it comes from."""

import gzip
import hashlib
import io
import json
import os
import platform
import sys
import tarfile
from datetime import datetime, timezone
from pathlib import Path

root, version, out = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
epoch = int(os.environ["SOURCE_DATE_EPOCH"])
created = datetime.fromtimestamp(epoch, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
architecture = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]


def entry(name, kind, mode, size=0):
    info = tarfile.TarInfo(name)
    info.type, info.mode, info.size, info.mtime = kind, mode, size, epoch
    return info


def tar(add):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        add(archive)
    return data.getvalue()


def add_layer(archive):
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        if path.is_dir():
            archive.addfile(entry(name, tarfile.DIRTYPE, 0o1777 if name == "tmp" else 0o755))
        else:
            mode = 0o755 if os.access(path, os.X_OK) else 0o644
            archive.addfile(entry(name, tarfile.REGTYPE, mode, path.stat().st_size), io.BytesIO(path.read_bytes()))


blobs = {}


def blob(media_type, data):
    digest = hashlib.sha256(data).hexdigest()
    blobs[digest] = data
    return {"mediaType": media_type, "digest": f"sha256:{digest}", "size": len(data)}


def compact(value):
    return json.dumps(value, separators=(",", ":")).encode()


layer = tar(add_layer)
labels = {
    "org.opencontainers.image.title": "pdfco",
    "org.opencontainers.image.description": "Annotates PDF documents",
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.licenses": "Apache-2.0",
    "org.opencontainers.image.authors": os.environ["MAINTAINER"],
    "org.opencontainers.image.url": os.environ["HOMEPAGE"],
}
config = {
    "created": created,
    "architecture": architecture,
    "os": "linux",
    "config": {
        # A change that is only recorded would be lost with the container.
        "Env": ["PATH=/usr/bin", "PDFCO_SAVE=1"],
        "Entrypoint": ["/usr/bin/pdfco"],
        "WorkingDir": "/work",
        "Labels": labels,
    },
    "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(layer).hexdigest()}"]},
    "history": [{"created": created, "created_by": "make image"}],
}
manifest = {
    "schemaVersion": 2,
    "mediaType": "application/vnd.oci.image.manifest.v1+json",
    "config": blob("application/vnd.oci.image.config.v1+json", compact(config)),
    "layers": [blob("application/vnd.oci.image.layer.v1.tar+gzip", gzip.compress(layer, 9, mtime=0))],
    "annotations": labels,
}
index = {
    "schemaVersion": 2,
    "mediaType": "application/vnd.oci.image.index.v1+json",
    "manifests": [
        blob(manifest["mediaType"], compact(manifest))
        | {
            "platform": {"architecture": architecture, "os": "linux"},
            "annotations": {
                "org.opencontainers.image.ref.name": f"pdfco:{version}",
                "io.containerd.image.name": f"docker.io/library/pdfco:{version}",
            },
        }
    ],
}


def add_layout(archive):
    files = {"oci-layout": compact({"imageLayoutVersion": "1.0.0"}), "index.json": compact(index)}
    files |= {f"blobs/sha256/{digest}": data for digest, data in blobs.items()}
    for name in ["blobs", "blobs/sha256"]:
        archive.addfile(entry(name, tarfile.DIRTYPE, 0o755))
    for name in sorted(files):
        archive.addfile(entry(name, tarfile.REGTYPE, 0o644, len(files[name])), io.BytesIO(files[name]))


Path(out).write_bytes(tar(add_layout))
