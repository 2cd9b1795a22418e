#!/usr/bin/env python3
"""unpack-image.py IMAGE DIRECTORY: checks every digest of an OCI image layout, unpacks its layers and prints its environment."""

import gzip
import hashlib
import io
import json
import sys
import tarfile

layout = tarfile.open(sys.argv[1])


def read(name):
    return layout.extractfile(name).read()


def blob(descriptor):
    algorithm, digest = descriptor["digest"].split(":")
    data = read(f"blobs/{algorithm}/{digest}")
    assert hashlib.sha256(data).hexdigest() == digest and len(data) == descriptor["size"], descriptor
    return data


assert json.loads(read("oci-layout")) == {"imageLayoutVersion": "1.0.0"}
[descriptor] = json.loads(read("index.json"))["manifests"]
manifest = json.loads(blob(descriptor))
config = json.loads(blob(manifest["config"]))
assert config["config"]["Entrypoint"] == ["/usr/bin/pdfco"]
assert len(config["rootfs"]["diff_ids"]) == len(manifest["layers"]) == 1
for layer, identifier in zip(manifest["layers"], config["rootfs"]["diff_ids"]):
    data = gzip.decompress(blob(layer))
    assert "sha256:" + hashlib.sha256(data).hexdigest() == identifier
    tarfile.open(fileobj=io.BytesIO(data)).extractall(sys.argv[2])
blobs = [name for name in layout.getnames() if name.startswith("blobs/sha256/")]
assert len(blobs) == 2 + len(manifest["layers"]), blobs
print("\n".join(config["config"]["Env"]))
