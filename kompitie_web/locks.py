"""What every answer has that goes to a browser, also the first one, before Flask is loaded: names, headers, the signed cookie, the token."""

import hashlib
import secrets
from typing import Any

from itsdangerous import URLSafeTimedSerializer
from markupsafe import Markup

TOKEN_FIELD = "csrf_token"  # noqa: S105 - the name of the field
HOSTS = frozenset(("127.0.0.1", "localhost"))
SAME_SITE = "Strict"
#: Seconds after which a session is no longer known.
OLDEST = 31 * 86400
POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'self'"


def is_our_host(host: str, port: int) -> bool:
    """Whether a Host header names this program; another name on this address is somebody's trick with the name service.

    ``port`` 0: not served, any port is accepted.
    """
    name, _, asked = host.partition(":")
    return name in HOSTS and (port == 0 or (asked or "80") == str(port))


def headers(mimetype: str = "text/html") -> dict[str, str]:
    """What the browser may do with an answer of ours."""
    # A PDF is shown inside our own print page; nothing else may be framed.
    policy = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'") if mimetype == "application/pdf" else POLICY
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }


def page_headers(mimetype: str = "text/html") -> dict[str, str]:
    """Those of a page, which is never taken from the browser's memory."""
    return {**headers(mimetype), "Cache-Control": "no-store"}


def cookie_name(port: int) -> str:
    """The name of the session's cookie; browsers do not keep the cookies of two ports apart."""
    return f"kompitie_{port}"


def cookie_header(port: int, value: str) -> str:
    """The header that sets the session's cookie: until the browser is closed, for no script and no other site."""
    return f"{cookie_name(port)}={value}; HttpOnly; Path=/; SameSite={SAME_SITE}"


def signer(secret: bytes, serializer: Any = None) -> URLSafeTimedSerializer:
    """Writes and reads the session's cookie; ``serializer``: for values that plain JSON does not know."""
    how = {"key_derivation": "hmac", "digest_method": hashlib.sha1}
    return URLSafeTimedSerializer(secret, salt="cookie-session", serializer=serializer, signer_kwargs=how)


def new_token() -> str:
    """The token of a session, by which its pages are known."""
    return secrets.token_urlsafe(24)


def token_field(token: str) -> Markup:
    """The hidden field that every changing form carries."""
    return Markup('<input type="hidden" name="{}" value="{}">').format(TOKEN_FIELD, token)
