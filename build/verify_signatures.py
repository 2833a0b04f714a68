"""Checks, without the internet, that a Windows Python is the one that the Python Software Foundation made.

``python build/verify_signatures.py FOLDER`` looks at every program and library in the folder: its digest, the signature over the digest, and
the certificates from there up to one of those below. The modules of the standard library must stand in the signed catalogue that comes
with them. Anything else ends it with 1. (Whether a certificate has run out since it signed is not judged: the package is pinned by its hash.)
"""

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pefile
from asn1crypto import algos, cms, core
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding

FOUNDATION = "Python Software Foundation"
MICROSOFT = "Microsoft Windows Software Compatibility Publisher"
#: SHA-256 of the certificates at which a chain may end, and whom they may have certified.
ANCHORS = {
    "552f7bdcf1a7af9e6ce672017f4f12abf77240c78e761ac203d1d9d20ac89988": FOUNDATION,  # DigiCert Trusted Root G4
    "8ef01bb5e07987053659e039e5a72580c88c444bc1a31ab412ce81a4ad53044e": MICROSOFT,  # Microsoft Windows Third Party Component CA 2013
}
#: The libraries of Microsoft's compiler, which come with Python as Microsoft signed them.
RUNTIME = ("concrt140", "msvcp140", "vcruntime140")
CATALOGUE = "python_lib.cat"
#: The one module that the catalogue of 3.11.9 leaves out.
ALSO_GENUINE = {"xml/__init__.py": "8e7bc2b8a9974751e0bf0be8e8fd3c116fb0ed2ff2e372f693a7e3659a46f8dc"}
#: The table of a PE file that says where its signature is.
SECURITY = 4


class NotGenuine(Exception):
    """A file that is not what the Foundation made."""


@dataclass(frozen=True)
class Signed:
    """A signature that was found right: who signed, with which hash, and what."""

    signer: str
    algorithm: str
    content: core.Asn1Value


def main() -> int:
    """Check the folder named on the command line."""
    folder = Path(sys.argv[1])
    programs = sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".exe", ".dll", ".pyd"))
    try:
        if not programs:
            raise NotGenuine(f"{folder} holds no programs")
        for path in programs:
            check_program(path)
        modules = check_modules(folder)
    except NotGenuine as error:
        print(f"not genuine: {error}")
        return 1
    print(f"genuine: {len(programs)} programs and libraries, {modules} modules")
    return 0


def check_program(path: Path) -> None:
    """NotGenuine unless the file is as the Foundation (a runtime library: or Microsoft) signed it."""
    signature = signature_of(path)
    if signature is None:
        raise NotGenuine(f"{path.name} is not signed")
    signed = verified(signature, path.name)
    if signed.signer != FOUNDATION and not (signed.signer == MICROSOFT and path.stem.lower().startswith(RUNTIME)):
        raise NotGenuine(f"{path.name} is signed by {signed.signer}")
    digest = algos.DigestInfo.load(signed.content[1].dump())["digest"].native
    if digest != digest_of(path, signed.algorithm):
        raise NotGenuine(f"{path.name} was changed after it was signed")


def check_modules(folder: Path) -> int:
    """NotGenuine unless every module of the library stands in its catalogue; gives their number."""
    signed = verified((folder / "DLLs" / CATALOGUE).read_bytes(), CATALOGUE)
    if signed.signer != FOUNDATION:
        raise NotGenuine(f"{CATALOGUE} is signed by {signed.signer}")
    listed = signed.content.dump()
    library = folder / "Lib"
    modules = sorted(library.rglob("*.py"))
    for path in modules:
        content = path.read_bytes()
        digest = hashlib.sha256(content)
        known = ALSO_GENUINE.get(path.relative_to(library).as_posix())
        if content and digest.digest() not in listed and digest.hexdigest() != known:
            raise NotGenuine(f"{path.relative_to(library)} is not in the catalogue")
    return len(modules)


def signature_of(path: Path) -> bytes | None:
    """The signature in a PE file, None when it has none."""
    place = pefile.PE(str(path), fast_load=True).OPTIONAL_HEADER.DATA_DIRECTORY[SECURITY]
    if not place.VirtualAddress:
        return None
    start = place.VirtualAddress + 8  # length, revision and kind come first
    return path.read_bytes()[start : place.VirtualAddress + place.Size]


def digest_of(path: Path, algorithm: str) -> bytes:
    """The digest of a PE file as it is signed: without its checksum, the place of its signature, and the signature."""
    header = pefile.PE(str(path), fast_load=True).OPTIONAL_HEADER
    place = header.DATA_DIRECTORY[SECURITY]
    checksum = header.get_field_absolute_offset("CheckSum")
    entry = place.get_field_absolute_offset("VirtualAddress")
    content = path.read_bytes()
    parts = (content[:checksum], content[checksum + 4 : entry], content[entry + 8 : place.VirtualAddress])
    return hashlib.new(algorithm, b"".join(parts)).digest()


def verified(signature: bytes, name: str) -> Signed:
    """What is signed, and by whom. NotGenuine when the signature or a certificate is not right."""
    data = cms.ContentInfo.load(signature)["content"]
    signer = data["signer_infos"][0]
    algorithm = signer["digest_algorithm"]["algorithm"].native
    content = data["encap_content_info"]["content"]
    content = content.parsed if hasattr(content, "parsed") else content
    stated = next(one["values"][0].native for one in signer["signed_attrs"] if one["type"].native == "message_digest")
    if hashlib.new(algorithm, content.contents).digest() != stated:
        raise NotGenuine(f"{name}: the signature is of something else")
    certificates = [x509.load_der_x509_certificate(one.chosen.dump()) for one in data["certificates"]]
    number = signer["sid"].chosen["serial_number"].native
    leaf = next(one for one in certificates if one.serial_number == number)
    try:
        checked = signer["signed_attrs"].untag().dump()
        leaf.public_key().verify(signer["signature"].native, checked, padding.PKCS1v15(), getattr(hashes, algorithm.upper())())
        anchors = {ANCHORS.get(one.fingerprint(hashes.SHA256()).hex()) for one in chain(leaf, certificates)}
    except (InvalidSignature, ValueError) as error:
        raise NotGenuine(f"{name}: {type(error).__name__} {error}") from error
    who = str(leaf.subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)[0].value)
    if who not in anchors:
        raise NotGenuine(f"{name}: nobody known answers for {who}")
    return Signed(who, algorithm, content)


def chain(leaf: x509.Certificate, known: list[x509.Certificate]) -> Iterator[x509.Certificate]:
    """The certificates that answer for this one, each signed by the next. ValueError or InvalidSignature when one is not."""
    current = leaf
    while current.issuer != current.subject:
        above = next((one for one in known if one.subject == current.issuer), None)
        if above is None:
            return
        current.verify_directly_issued_by(above)
        yield above
        current = above


if __name__ == "__main__":
    sys.exit(main())
