"""All keys, by screen, as the key help shows them (spec 00 row 8, 61)."""

from dataclasses import dataclass

from kompitie_web.i18n import _, current_language
from kompitie_web.steps import STEP_LETTERS, STEPS


@dataclass(frozen=True)
class Section:
    """The keys of one screen: (keys to strike, what they do); ``keys`` is a list of key caps."""

    title: str
    keys: tuple[tuple[tuple[str, ...], str], ...]


def sections() -> list[Section]:
    """The keys of all screens, in the current language."""
    return [_everywhere(), _steps(), _grids(), _players(), _presence(), _rounds(), _results(), _standings(), _printing()]


def _everywhere() -> Section:
    return Section(
        _("Everywhere"),
        (
            (("Ctrl", "⏎"), _("the big blue button")),
            (("Ctrl", "Z"), _("undo")),
            (("Ctrl", "Y"), _("redo")),
            (("?",), _("this list of keys")),
            (("/",), _("find a player or table")),
            (("u",), _("why: the explanation of the row or number in hand")),
            (("Esc",), _("let go, close, leave as it is")),
        ),
    )


def _steps() -> Section:
    letters = STEP_LETTERS[current_language()]
    return Section(
        _("To a step"),
        tuple((("g", letter), _(name)) for (_key, name, _icon), letter in zip(STEPS, letters, strict=True)),
    )


def _grids() -> Section:
    return Section(
        _("In a list"),
        (
            (("↑", "↓", "←", "→"), _("choose a row or cell")),
            (("Home", "End"), _("first or last row")),
            ((_("space"),), _("tick, pick up, put down")),
            (("⏎",), _("open or save")),
            (("Tab",), _("to the next part of the page")),
        ),
    )


def _players() -> Section:
    return Section(
        _("Players"),
        (
            (("⏎",), _("add the player of the entry line")),
            (("↓",), _("from the entry line to the list")),
            (("F2",), _("change the row in hand")),
            (("⇧", "⏎"), _("all details of the player in hand")),
            ((_("space"),), _("in the schedule or not, from the next round on")),
            (("Del",), _("remove the player in hand")),
        ),
    )


def _presence() -> Section:
    return Section(
        _("Presence"),
        (
            ((_("code"), _("space")), _("type a player's code, then space: present or absent")),
            ((_("letter"),), _("the reason of the absence of the row in hand")),
        ),
    )


def _rounds() -> Section:
    return Section(
        _("Rounds"),
        (
            ((_("space"),), _("pick up a player; pick two to change the draft")),
            (("w",), _("swap the two players picked up")),
            (("k",), _("reverse the colours")),
            (("l",), _("take the game apart")),
            (("v",), _("lock the game, or unlock it")),
            (("n",), _("new game by hand")),
            (("o",), _("pair again what is not locked")),
            (("c",), _("check the round; there “a” checks everything")),
        ),
    )


def _results() -> Section:
    return Section(
        _("Results"),
        (
            (("2", "1", "0"), _("draughts: white won, draw, white lost")),
            (("1", "5", "0"), _("chess: white won, draw, white lost")),
            (("=",), _("draw, in both")),
            (("+", "-"), _("plus draw or minus draw for white")),
            (("f",), _("forfeit; again for the next of the three")),
            (("a",), _("adjourned")),
            (("⌫",), _("clear the result")),
            (("⏎",), _("next game")),
            (("/",), _("then a table number or code: jump there")),
            (("c",), _("check pass: type every result once more")),
            (("e",), _("bye, absence or a game outside")),
        ),
    )


def _standings() -> Section:
    return Section(
        _("Standings"),
        (
            (("⏎",), _("explanation of the number")),
            (("u",), _("why")),
            (("[", "]"), _("another list")),
            (("f",), _("players and rounds to show")),
            (("k",), _("columns")),
            (("n",), _("new list")),
            (("v",), _("compare lists")),
        ),
    )


def _printing() -> Section:
    return Section(
        _("Print"),
        (
            (("d",), _("print the document in hand")),
            (("b",), _("save it as PDF")),
            (("[", "]"), _("turn the page")),
        ),
    )
