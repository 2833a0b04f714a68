"""Every code that is raised and every label that is written has a sentence (house rule: codes inside, sentences outside)."""

import ast
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

import kompitie_web
from engine.pairing import facts
from kompitie_web import error_texts, label_texts, messages
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.roundlist import Notice
from kompitie_web.exchange.lines import Hint

ROOT = Path(kompitie_web.__file__).parent
CALLS = [
    node
    for folder in ("actions", "exchange")
    for path in sorted((ROOT / folder).glob("*.py"))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.Call)
]


def name_of(call):
    """What is called: a name or the last part of an attribute."""
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def texts_in(node):
    """The text constants of an argument, also of a choice between two."""
    if isinstance(node, ast.IfExp):
        return texts_in(node.body) | texts_in(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def first_texts(*names):
    """The texts that stand first in calls of these names."""
    return set().union(*(texts_in(call.args[0]) for call in CALLS if name_of(call) in names and call.args))


RAISED = first_texts("ActionError", "NeedsConfirmation")
LABELS = first_texts("action") | {"bye_taken", "single_removed"}


def test_every_error_has_a_sentence():
    known = set(error_texts.TEXTS) | set(error_texts.PLURALS)
    assert len(RAISED) > 80
    assert known >= RAISED
    assert known == RAISED, f"never raised: {known - RAISED}"


def test_every_label_has_a_sentence():
    known = {key.partition(".")[0] for key in (*label_texts.TEXTS, *label_texts.PLURALS)}
    assert len(LABELS) > 40
    assert known >= LABELS
    assert known - LABELS == {"snapshot_restored"}


def test_every_copy_has_a_reason():
    assert set(messages.COPIES) >= first_texts("snapshot") | {"restore", "migration"}


def test_every_variant_of_a_label_exists():
    for label in LABELS:
        for values in ({"players": []}, {"players": ["x"] * 9}, {"how": "bye", "method": "draw", "players": []}):
            key = label_texts.variant(label, values)
            assert key in label_texts.TEXTS or key in label_texts.PLURALS


def places(text):
    """The names of the places of a text."""
    return set(re.findall(r"%\((\w+)\)s", text))


def keywords(call):
    """The names that a call gives, or None when it passes a mapping on."""
    names = {keyword.arg for keyword in call.keywords}
    return None if None in names else names


@pytest.mark.parametrize("code", sorted(RAISED & set(error_texts.TEXTS)))
def test_every_place_of_an_error_is_given(code):
    given = [
        keywords(call)
        for call in CALLS
        if name_of(call) in ("ActionError", "NeedsConfirmation") and call.args and code in texts_in(call.args[0])
    ]
    assert given
    assert all(names is None or places(error_texts.TEXTS[code]) <= names for names in given)


def test_rule_breaks_are_named_before_the_question():
    error = NeedsConfirmation("rule_breaks", breaks=[["hand_met", {"player": "A", "opponent_player": "B", "round": 2}]])
    assert messages.error_text(error) == "A and B already met in round 2. Do it all the same?"


def test_every_broken_rule_has_a_sentence():
    codes = {value for name, value in vars(facts).items() if name.startswith("HAND_")}
    assert set(error_texts.FACTS) >= codes | {
        facts.NO_OPPONENT,
        facts.TOO_FEW_OPPONENTS,
        facts.NO_BYE_POSSIBLE,
        facts.ODD_AFTER_BYE,
    }


@pytest.mark.parametrize(
    "code", [facts.TOO_MANY_ROUNDS, facts.ROUNDS_CAN_FAIL, facts.ROUNDS_IMPOSSIBLE, "games_open", "players_waiting"]
)
def test_every_notice_has_a_sentence(code):
    values = {"rounds": 7, "players": 8, "possible": 4, "certain": 2, "player": "A", "count": 3, "round": 1}
    assert messages.notice_text(Notice(code, values))


def test_hints_and_reasons():
    assert messages.hint_text(Hint("no_rating")) == "no rating"
    assert messages.hint_text(Hint("same_name", {"name": "Jan", "club": ""})) == "same name as Jan"
    assert messages.hint_text(Hint("code_twice", {"code": "jan"})) == "code jan twice"
    assert messages.reason_text("ill") == "ill or away for longer"
    assert messages.reason_text(SimpleNamespace(key="ill", names={"nl": "Griep"})) == "Griep"
    assert messages.snapshot_text("pairing") == "before pairing"


def test_line_of_a_list_is_named():
    error = ActionError("rating_range", "rating", value=12000, lowest=0, highest=4000, line=3)
    assert messages.error_text(error) == "Line 3: A rating of 12000 is not possible: it lies between 0 and 4000."


def test_names_with_commas_are_told_apart():
    error = ActionError("opponent_choose", "opponent", players=["Vries, Jan de", "Bakker, Anna"])
    assert messages.error_text(error) == "Choose the opponent: Vries, Jan de; Bakker, Anna."
