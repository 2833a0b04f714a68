"""Bytes of a file to text: which encoding it is in, and never a silent guess that mangles names (spec 70 trap 26)."""

import codecs
from dataclasses import dataclass

from kompitie_web.exchange.errors import ActionError

LIMIT = 8 * 1024 * 1024
#: Encodings that the arbiter may choose from, the usual ones first.
ENCODINGS = ("utf-8", "windows-1252", "utf-16", "iso-8859-2", "windows-1251", "mac-roman")

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
#: What a Windows-1252 text of names consists of beyond ASCII: letters of western languages and typographic signs.
_WESTERN = set("àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŸßœŒšŠžŽ’‘“”–—…°½¼¾ªº«»€·")


@dataclass(frozen=True)
class Text:
    """A decoded file. ``sure``: the encoding follows from the bytes themselves; otherwise the preview asks which it is."""

    text: str
    encoding: str
    sure: bool
    choices: tuple[str, ...] = ENCODINGS


def decode(data: bytes, encoding: str | None = None) -> Text:
    """The text of a file, in a chosen encoding or in the one found.

    Sure: a byte order mark, ASCII, valid UTF-8, UTF-16 without a mark. Otherwise Windows-1252 is proposed and ``sure`` only when every
    sign beyond ASCII is one of western names. ActionError ``file_too_large``, ``file_empty``, ``file_binary``, ``encoding_wrong``.
    """
    if len(data) > LIMIT:
        raise ActionError("file_too_large", "file", megabytes=LIMIT // (1024 * 1024))
    if not data.strip(b"\0 \t\r\n"):
        raise ActionError("file_empty", "file")
    if encoding is not None:
        return Text(_chosen(data, encoding), encoding, True)
    for mark, name in _MARKS:
        if data.startswith(mark):
            return Text(_chosen(data, name), name.removesuffix("-sig"), True)
    wide = _utf16_without_mark(data)
    if wide is not None:
        return Text(_chosen(data, wide), wide, True)
    if b"\0" in data:
        raise ActionError("file_binary", "file")
    try:
        return Text(_clean(data.decode("utf-8")), "utf-8", True)
    except UnicodeDecodeError:
        text = _clean(data.decode("windows-1252", errors="replace"))
    strange = {sign for sign in text if ord(sign) > 127} - _WESTERN
    return Text(text, "windows-1252", not strange)


def _chosen(data: bytes, encoding: str) -> str:
    """Decoded in this encoding. ActionError ``encoding_wrong`` when the bytes do not fit it."""
    if encoding not in (*ENCODINGS, "utf-8-sig", "utf-16-le", "utf-16-be"):
        raise ActionError("choice_unknown", "encoding", value=encoding)
    if encoding == "utf-8":
        encoding = "utf-8-sig"
    if encoding == "utf-16" and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = _utf16_without_mark(data) or "utf-16-le"
    try:
        return _clean(data.decode(encoding))
    except UnicodeDecodeError as error:
        raise ActionError("encoding_wrong", "encoding", value=encoding) from error


def _clean(text: str) -> str:
    return text.removeprefix("\ufeff").rstrip("\x1a\0")


def _utf16_without_mark(data: bytes) -> str | None:
    """UTF-16 of mostly western text shows as a zero at every second byte."""
    sample = data[:4000]
    if len(data) % 2 or len(sample) < 4:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if odd > 0.4 * half and even < 0.1 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.4 * half and odd < 0.1 * half else None
