"""Values that no form should be sent: numbers out of all bounds, signs of other languages and of none, paths, markup, rubbish."""

import random

from tests.strange_names import STRANGE

NUMBERS = [
    *("0", "1", "2", "3", "7", "13", "-1", "-0", "+1", "1.5", "1,5", "1e3", "1e999", "0x10", " 4 ", "007", "NaN", "inf", "½", "²", "①", "٣", "𝟙", "²³", "4²"),
    *("2147483647", "2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "9" * 30, "9" * 5000),
]  # fmt: skip
TEXTS = [
    *STRANGE,
    *("", " ", "\t", "\n", "\r\n", "a\r\nSet-Cookie: x=1", "a\0b", "\ufeff", "\u202eabc", "\u200b", "\ud7ff", "\uffff", "e\u0301" * 20),
    *("<img src=x onerror=alert(1)>", "<unk>", "<para>", "&amp;", "&", "]]>", "{{7*7}}", "{%x%}", "%s", "%(name)s", "%", "${7*7}", "#{1}"),
    *('=HYPERLINK("http://evil.example")', "-1+1", "{\\rtf1}", "\\u8364?", "'; DROP TABLE game;--", "\\", "a" * 101, "b" * 201, "é" * 10_000),
    *("null", "None", "true", "[]", "{}", '{"a":[1,{}]}', "[" * 2000, '"', "undefined", "on", "off", "yes", "free:", ":", "::", "1:2", "1:2:3"),
    *("2-0", "1-1", "0-2", "2-0F", "12-0", "10.5-1", "1/0-1", "1..2-1", "1e99999999", "1e9", "99999999999-1", "1/0", "0/0", "-1/2", "1/3", "3½", "½-½", "+", "-", "=", "x", "w", "b"),
    *("2026-02-30", "0000-00-00", "9999-12-31", "2026-11-29", "99999-01-01", "2026-W01-1", "29-11-2026", "SB,CONS,X", "W,D,R" * 99),
]  # fmt: skip
PATHS = [
    *("../../etc/passwd", "..\\..\\windows\\win.ini", "/etc/passwd", "C:\\boot.ini", "\\\\evil.example\\share\\x.kompitie", "//evil.example/x"),
    *("%2e%2e%2fsecret", "..%00", "CON", "nul.kompitie", "aux", ".", "..", "~", "file:///etc/passwd", "http://evil.example/", "a/" * 2000, "x\0y"),
    *("javascript:alert(1)", "/\\evil.example", "secret", "preferences.json", "*", "?", "|", "con.", "COM1", "a" * 300),
]  # fmt: skip
#: What is said to be a file: nothing, another kind, letters of other systems, what eats memory.
FILES: list[tuple[str, bytes]] = [
    ("empty.csv", b""),
    ("names.csv", "Naam;Rating;Club\nBakker, Ann;1200;Énd\nVisser, Bob;;\n".encode()),
    ("wide.csv", "naam;rating\nÉ;1\n".encode("utf-16")),
    ("mark.csv", "\ufeffname,rating\nA,1\n".encode()),
    ("latin.csv", "Näme;1\nÇa;2\n".encode("latin-1")),
    ("nuls.csv", b"a\0b\0;\0\n" * 50),
    ("binary.bin", bytes(range(256)) * 40),
    ("quotes.csv", b'"never closed;' + b"x;" * 500),
    ("book.xlsx", b"PK\x03\x04" + bytes(100)),
    ("old.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)),
    ("bomb.xml", b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>'),
    ("half.kompitie", b"SQLite format 3\0" + b"\x10\x00\x01\x01\x00\x40\x20\x20" + bytes(200)),
    ("one-line.csv", b"x;" * 3000),
    ("../../../evil.kompitie", b"SQLite format 3\0"),
    ("many.csv", b"".join(b"Player %d;%d\n" % (n, 1000 + n) for n in range(30))),
]


def value(choice: random.Random) -> str:
    """One value of any kind."""
    return choice.choice(choice.choice((NUMBERS, NUMBERS, TEXTS, TEXTS, PATHS)))
