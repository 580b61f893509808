"""Who vouches for an audit, and since when: a signature and an RFC 3161 time stamp over its ``SHA256SUMS``, each a file beside it.

Both are what other programs read: ``openssl ts -verify -data SHA256SUMS -in SHA256SUMS.tsr -CAfile ca.pem`` and
``openssl pkeyutl -verify -rawin -pubin -inkey public.pem -in SHA256SUMS -sigfile SHA256SUMS.sig``. The libraries are an extra.
"""

from __future__ import annotations

import hashlib
import http.client
import importlib.util
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from transparency.called import called
from transparency.items import UserError
from transparency.store.audits import PURGED
from transparency.store.evidence import write
from transparency.store.sums import SUMS, cover

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from rfc3161_client import TimeStampResponse

STAMP, SIGNATURE = f"{SUMS}.tsr", f"{SUMS}.sig"
SECONDS = 30
"""So long an authority may take to answer."""
LARGEST = 1_000_000
"""Bytes of its answer."""
MISSING = UserError(
    "Faltam as bibliotecas da assinatura e do carimbo de tempo.", "Instale: pip install 'transparency[selo]'"
)


@dataclass(frozen=True)
class Trust:
    """Whom the reader of an audit trusts: roots of time stamps (PEM, one or more), and who signs (a public key, PEM)."""

    roots: bytes = b""
    key: bytes = b""


def is_sealed(folder: Path) -> bool:
    """Whether an audit is signed or stamped: its list must stay as it is."""
    return (folder / STAMP).exists() or (folder / SIGNATURE).exists()


def put_report(folder: Path, name: str, text: str) -> Path:
    """Write a report into an audit's folder, and enter it in the list; gives its path. UserError when that cannot be done, or where
    the list is sealed: what was signed and stamped stays as it is, but for a purge."""
    path = folder / name
    # A lone half of a surrogate pair can be in a JSON file, but not in UTF-8.
    data = text.encode("utf-8", "replace")
    try:
        if is_sealed(folder) and not (folder / PURGED).exists() and (not path.exists() or path.read_bytes() != data):
            raise UserError(
                f"{folder} está assinada ou carimbada: {name} fica como está.", f"Veja-o refeito em {called()} serve."
            )
        write(path, data)
        cover(folder, name)
    except OSError as error:
        raise UserError(f"Não foi possível gravar {path}.", f"{error.strerror}.") from None
    return path


def _list_of(folder: Path) -> bytes:
    try:
        return (folder / SUMS).read_bytes()
    except OSError:
        raise UserError(f"Não há {SUMS} em {folder}.", "Só se assina e carimba uma auditoria que o tem.") from None


def _put(path: Path, data: bytes) -> None:
    try:
        write(path, data)
    except OSError as error:
        raise UserError(f"Não foi possível gravar {path}.", f"{error.strerror}.") from None


def check_sealer(url: str, key: str) -> None:
    """UserError where audits cannot be stamped by an address or signed with a key file, before any is made. Nobody is asked."""
    if key:
        _key_of(Path(key))
    if not url:
        return
    if importlib.util.find_spec("rfc3161_client") is None:
        raise MISSING
    if not url.startswith(("http://", "https://")):
        raise UserError(f"Não é o endereço de uma autoridade de carimbo: {url}.", "Use http:// ou https://")


def unsealed(folder: Path, url: str, key: str) -> bool:
    """Whether an audit lacks the stamp or the signature that it was to have."""
    return bool((url and not (folder / STAMP).exists()) or (key and not (folder / SIGNATURE).exists()))


def sign(folder: Path, key_file: Path) -> None:
    """Sign the list of an audit with a private key (Ed25519, PEM). UserError when that cannot be done."""
    _put(folder / SIGNATURE, _key_of(key_file).sign(_list_of(folder)))


def _key_of(key_file: Path) -> Ed25519PrivateKey:
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
    except ImportError:
        raise MISSING from None
    try:
        key = load_pem_private_key(key_file.read_bytes(), None)
        if not isinstance(key, Ed25519PrivateKey):
            raise ValueError("not Ed25519")
    except OSError as error:
        raise UserError(f"Não foi possível ler {key_file}.", f"{error.strerror}.") from None
    except (ValueError, TypeError):
        raise UserError(
            f"{key_file} não é uma chave privada Ed25519 sem senha.",
            "Faça uma: openssl genpkey -algorithm ed25519 -out chave.pem",
        ) from None
    return key


def stamp(folder: Path, url: str) -> str:
    """Have an authority stamp the list of an audit; gives the time that it tells (ISO 8601). UserError when it does not."""
    check_sealer(url, "")
    from rfc3161_client import HashAlgorithm, TimestampRequestBuilder

    data = _list_of(folder)
    asked = TimestampRequestBuilder().data(data).hash_algorithm(HashAlgorithm.SHA256).build()
    try:
        request = urllib.request.Request(  # noqa: S310 - of the web, see above
            url, asked.as_bytes(), {"Content-Type": "application/timestamp-query"}
        )
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            body = answer.read(LARGEST)
        given = _read(body)
        told = given.tst_info
        other = told.nonce != asked.nonce or told.message_imprint.message != hashlib.sha256(data).digest()
        moment = _moment(given)
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise UserError(
            f"O carimbo de tempo não foi obtido de {url} ({error}).", "A auditoria está inteira; carimbe-a mais tarde."
        ) from None
    if other:
        raise UserError(f"{url} carimbou outra coisa.", "Use outra autoridade de carimbo.")
    _put(folder / STAMP, body)
    return moment


def check_signature(signature: bytes, data: bytes, trust: Trust) -> tuple[str, str]:
    """What is wrong with a signature of a list, and what could not be checked (Portuguese)."""
    if not trust.key:
        return "", f"A assinatura ({SIGNATURE}) não foi conferida: dê a chave de quem assina (--chave-publica)."
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        from cryptography.hazmat.primitives.serialization import load_pem_public_key
    except ImportError:
        raise MISSING from None
    try:
        key = load_pem_public_key(trust.key)
        if not isinstance(key, Ed25519PublicKey):
            raise ValueError("not Ed25519")
    except (ValueError, TypeError):
        raise UserError("--chave-publica não traz uma chave pública Ed25519 (PEM).", "openssl pkey -pubout a tira da privada.") from None  # fmt: skip
    try:
        key.verify(signature, data)
    except InvalidSignature:
        return f"a assinatura não é desta {SUMS}, ou não é de quem tem essa chave", ""
    return "", "Assinatura conferida."


def check_stamp(body: bytes, data: bytes, trust: Trust) -> tuple[str, str]:
    """What is wrong with a time stamp of a list, and what is to be said of it besides (Portuguese)."""
    try:
        from cryptography.x509 import load_pem_x509_certificates
        from rfc3161_client import VerificationError, VerifierBuilder
    except ImportError:
        if trust.roots:
            raise MISSING from None
        return "", f"O carimbo ({STAMP}) não foi conferido: pip install 'transparency[selo]'."
    try:
        given = _read(body)
        if given.tst_info.message_imprint.message != hashlib.sha256(data).digest():
            return f"o carimbo não é desta {SUMS}: ela mudou depois dele", ""
        moment = _moment(given)
        if not trust.roots:
            return "", f"Carimbo de {moment}: é desta lista; quem o deu só se confere com --raiz (certificado da autoridade)."  # fmt: skip
    except ValueError:
        return "o carimbo de tempo está estragado", ""
    try:
        roots = load_pem_x509_certificates(trust.roots)
    except ValueError:
        raise UserError("--raiz não traz certificados (PEM).", "Use o certificado raiz da autoridade.") from None
    try:
        VerifierBuilder(roots=roots).build().verify_message(given, data)
    except (VerificationError, ValueError):
        return "o carimbo de tempo não é de uma autoridade dessa raiz, ou está estragado", ""
    return "", f"Carimbo conferido: a auditoria é assim desde {moment}."


def _read(body: bytes) -> TimeStampResponse:
    """An authority's answer. ValueError when it is none, or a refusal."""
    from rfc3161_client import decode_timestamp_response

    given = decode_timestamp_response(body)
    if given.status != 0:
        raise ValueError(f"recusado: {', '.join(given.status_string)}")
    return given


def _moment(given: Any) -> str:
    return str(given.tst_info.gen_time.strftime("%Y-%m-%dT%H:%M:%SZ"))
