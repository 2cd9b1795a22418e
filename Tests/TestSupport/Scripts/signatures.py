"""Signs and encrypts documents, and judges the signatures of documents, with pyHanko.

    signatures.py sign FIXTURES FOLDER        writes the documents of `sign`, with a key and certificate of their own
    signatures.py encrypt FILE OUT PASSWORD   encrypts a document by AES-256, revision 6
    signatures.py certify FILE OUT            certifies a document so that it may be annotated
    signatures.py judge FILE...               prints one JSON object: for each file its signatures
"""

import datetime
import json
import logging
import pathlib
import sys

from asn1crypto import keys, x509
from cryptography import x509 as certificates
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.writer import copy_into_new_writer
from pyhanko.sign import fields, signers
from pyhanko.sign.diff_analysis import (
    DEFAULT_DIFF_POLICY, ModificationLevel, ReferenceUpdate, StandardDiffPolicy, SuspiciousModification, WhitelistRule)
from pyhanko.sign.diff_analysis.commons import compare_dicts, safe_whitelist
from pyhanko.sign.fields import FieldMDPAction, FieldMDPSpec, MDPPerm, SigFieldSpec
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator.registry import SimpleCertificateStore


def signer():
    """A signer whose certificate is made now, so that it never expires."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = certificates.Name([certificates.NameAttribute(certificates.NameOID.COMMON_NAME, "Test")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        certificates.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(certificates.KeyUsage(True, True, *[False] * 7), critical=True)
        .sign(key, hashes.SHA256()))
    return signers.SimpleSigner(
        signing_cert=x509.Certificate.load(certificate.public_bytes(serialization.Encoding.DER)),
        signing_key=keys.PrivateKeyInfo.load(key.private_bytes(
            serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())),
        cert_registry=SimpleCertificateStore())


def sign(fixtures, folder):
    """One document for each way in which a signature allows or forbids what follows it."""
    author = signer()

    def add(original, name, field, level=None, lock=None, document=None, password=None):
        with open(original, "rb") as file:
            writer = IncrementalPdfFileWriter(file)
            if password:
                writer.encrypt(password)
            fields.append_signature_field(
                writer, SigFieldSpec(field, field_mdp_spec=lock, doc_mdp_update_value=document))
            metadata = signers.PdfSignatureMetadata(
                field_name=field, md_algorithm="sha256", certify=level is not None, docmdp_permissions=level)
            with open(folder / name, "wb") as output:
                signers.PdfSigner(metadata, author).sign_pdf(writer, output=output)
        return folder / name

    table, form = fixtures / "table.pdf", fixtures / "foreign-annotations.pdf"
    first = add(table, "approved.pdf", "first")
    add(fixtures / "stream.pdf", "approved-stream.pdf", "first")
    add(first, "approved-twice.pdf", "second")
    for level in MDPPerm:
        certified = add(table, f"certified-{level.value}.pdf", "first", level)
        add(table, f"locked-{level.value}.pdf", "first", lock=FieldMDPSpec(FieldMDPAction.INCLUDE, []), document=level)
    add(certified, "certified-3-locked-1.pdf", "second", lock=FieldMDPSpec(FieldMDPAction.ALL), document=MDPPerm(1))
    add(form, "field-locked.pdf", "first", lock=FieldMDPSpec(FieldMDPAction.INCLUDE, ["field"]))
    add(form, "fields-locked.pdf", "first", MDPPerm(3), lock=FieldMDPSpec(FieldMDPAction.ALL))
    add(form, "field-excluded.pdf", "first", lock=FieldMDPSpec(FieldMDPAction.EXCLUDE, ["field"]))
    with open(first, "rb") as file:
        writer = IncrementalPdfFileWriter(file)
        lock = FieldMDPSpec(FieldMDPAction.ALL)
        fields.append_signature_field(
            writer, SigFieldSpec("second", field_mdp_spec=lock, doc_mdp_update_value=MDPPerm(1)))
        with open(folder / "to-be-locked.pdf", "wb") as output:
            writer.write(output)
    plain = folder / "encrypted.pdf"
    encrypt(table, plain, "user")
    for level in [None, MDPPerm(3)]:
        add(plain, "encrypted-approved.pdf" if level is None else "encrypted-certified-3.pdf", "first", level,
            password="user")
    plain.unlink()


def certify(original, certified):
    with open(original, "rb") as file, open(certified, "wb") as output:
        writer = IncrementalPdfFileWriter(file, strict=False)
        fields.append_signature_field(writer, SigFieldSpec("theirs"))
        metadata = signers.PdfSignatureMetadata(
            field_name="theirs", md_algorithm="sha256", certify=True, docmdp_permissions=MDPPerm.ANNOTATE)
        signers.PdfSigner(metadata, signer()).sign_pdf(writer, output=output)


def encrypt(original, encrypted, password):
    with open(original, "rb") as file, open(encrypted, "wb") as output:
        writer = copy_into_new_writer(PdfFileReader(file))
        writer.encrypt(owner_pass="owner", user_pass=password)
        writer.write(output)


class AnnotationRule(WhitelistRule):
    """New annotations, and nothing else of a page, which pyHanko's own policy knows no rule for."""

    def apply(self, old, new):
        for before, after in zip(self.pages(old.root["/Pages"]), self.pages(new.root["/Pages"]), strict=True):
            if before is None or after is None or before != after:
                raise SuspiciousModification("The page is another object")
            page_before, page_after = old(before), new(after)
            compare_dicts(page_before, page_after, ignored=frozenset({"/Annots"}))
            yield ReferenceUpdate(after)
            array_before, items_before = self.annotations(page_before)
            array_after, items_after = self.annotations(page_after)
            if array_after is not None:
                yield from map(ReferenceUpdate, safe_whitelist(old, array_before, array_after))
            if items_after[: len(items_before)] != items_before:
                raise SuspiciousModification("An annotation is gone")
            for item in items_after[len(items_before):]:
                added = new.collect_dependencies(item, since_revision=new.revision)
                yield from (ReferenceUpdate(ref) for ref in added if old.is_ref_unassignable(ref))

    @staticmethod
    def annotations(page):
        """The reference to the array, where there is one, and its items."""
        if "/Annots" not in page:
            return None, []
        value, array = page.raw_get("/Annots"), page["/Annots"]
        reference = value.reference if isinstance(value, generic.IndirectObject) else None
        return reference, [array.raw_get(index) for index in range(len(array))]

    @classmethod
    def pages(cls, node):
        for index in range(len(node["/Kids"])):
            kid = node["/Kids"].raw_get(index)
            if "/Kids" in kid.get_object():
                yield from cls.pages(kid.get_object())
            else:
                yield kid.reference


ANNOTATION_POLICY = StandardDiffPolicy(
    [*DEFAULT_DIFF_POLICY.global_rules, AnnotationRule().as_qualified(ModificationLevel.ANNOTATIONS)],
    DEFAULT_DIFF_POLICY.form_rule)


def judge(path):
    """What pyHanko finds of every signature of a document: by its own policy, and by one that knows annotations."""
    judged = []
    with open(path, "rb") as file:
        reader = PdfFileReader(file, strict=False)
        if reader.encrypted:
            for password in ["", "user"]:
                reader.decrypt(password)
        for signature in reader.embedded_signatures:
            found = {"field": signature.field_name}
            try:
                for key, policy in [("change", DEFAULT_DIFF_POLICY), ("annotationChange", ANNOTATION_POLICY)]:
                    status = validate_pdf_signature(signature, diff_policy=policy)
                    found |= {
                        "isIntact": status.intact, "isValid": status.valid, "coverage": status.coverage.name,
                        "revision": signature.signed_revision + 1,
                        key: {"level": status.modification_level.name, "isAllowed": status.docmdp_ok},
                    }
            except Exception as error:
                found |= {"error": f"{type(error).__name__}: {error}"}
            judged.append(found)
    return judged


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    if sys.argv[1] == "sign":
        sign(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    elif sys.argv[1] in ["certify", "encrypt"]:
        (certify if sys.argv[1] == "certify" else encrypt)(*sys.argv[2:])
    else:
        print(json.dumps({path: judge(path) for path in sys.argv[2:]}))
