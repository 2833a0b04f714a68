"""Sentences for what a pairing states about itself (spec 31 "What the arbiter gets"): one for every code of ``engine.pairing.facts``.

The engine gives codes with arguments; here they become a sentence in the user's language (those that an action may refuse with stand in
``error_texts``). Names stand in bold when the sentence is put
on a page (``markup``), plain when it goes on paper (``sentence``).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup, escape

from engine.pairing import facts
from engine.pairing.draft import Fact
from kompitie_web import i18n, judging_texts, ranking_texts, rating_texts
from kompitie_web.error_texts import FACTS
from kompitie_web.i18n import N_, _, ngettext, translate

#: From a player's id to the name on the screen.
Who = Callable[[int], str]
#: Two facts of the screens themselves: a pair from a schedule, and colours that were turned after the pairing.
SCHEDULE, REVERSED = "schedule", "reversed"

_TEXTS: dict[str, str] = {
    facts.EVEN_AGAINST_ODD: N_(
        "%(player)s had black in round 1, %(opponent_player)s had white: the first possible pair of the group with score %(points)s."
    ),
    facts.LOWEST_OPPONENT: N_(
        "%(player)s (score %(points)s, resistance %(resistance)s) comes first and takes the lowest player allowed of the group with score "
        "%(group)s: %(opponent_player)s."
    ),
    facts.LAST_TWO: N_("%(player)s and %(opponent_player)s are the last two of the group with score %(group)s."),
    facts.KEPT_BY_HAND: N_("%(player)s – %(opponent_player)s was made by hand and stays."),
    facts.KEPT_LOCKED: N_("%(player)s – %(opponent_player)s is locked and stays."),
    facts.KEPT_RESULT: N_("%(player)s – %(opponent_player)s has a result and stays."),
    facts.KEPT_ADJOURNED: N_("%(player)s – %(opponent_player)s is adjourned and stays."),
    SCHEDULE: N_("%(player)s – %(opponent_player)s comes from the round-robin schedule."),
    REVERSED: N_("The colours were reversed by hand afterwards: %(player)s has white."),
    facts.FLOATS: N_("%(player)s (score %(points)s) plays in the group with score %(group)s."),
    facts.STAYED_REST: N_("%(player)s stayed in the group with score %(group)s: otherwise the others could not all be paired."),
    facts.STAYED_BYE: N_("%(player)s stayed in the group with score %(group)s: no second bye for the same player."),
    facts.STAYED_COLOUR: N_("%(player)s stayed in the group with score %(group)s: otherwise the colour limit would be broken."),
    facts.STAYED_CARRIED: N_(
        "%(player)s stayed in the group with score %(group)s, after having waited in the group above already."
    ),
    facts.STAYED_FLOAT: N_("%(player)s stayed in the group with score %(group)s, having met everybody possible in the next group."),
    facts.COLOUR_METHOD: N_("Colours: %(player)s has white by the rule of this round."),
    facts.COLOUR_BALANCE: N_(
        "Colours: %(player)s has white, because the colour balance is %(balance)s against %(opponent_balance)s for %(opponent_player)s."
    ),
    facts.COLOUR_ALTERNATES: N_(
        "Colours: the balance is equal, so both change the colour they had in round %(round)s: %(player)s has white."
    ),
    facts.COLOUR_RANK: N_(
        "Colours: both had the same colours and the balance is %(balance)s, so the order in the ranking decides: %(player)s has white."
    ),
    facts.COLOUR_PREVIOUS: N_(
        "Colours: the balance is 0, so %(ranked_player)s, the higher of the two, changes the colour of round %(round)s: "
        "%(player)s has white."
    ),
    facts.COLOUR_FIRST: N_("Colours: neither has played yet, so %(player)s, the higher of the two, has white."),
    facts.BYE_KEYS: N_("%(player)s (score %(points)s) has the bye: the choice that the rules prefer for the last group."),
    facts.BYE_LOWEST: N_("%(player)s (score %(points)s) has the bye: the lowest in the ranking who may have it."),
    facts.BYE_LAST: N_("%(player)s has the bye, as the last of the list."),
    facts.BYE_KEPT: N_("%(player)s was given the bye by hand."),
    facts.BYE_NOT_AGAIN: N_("%(player)s may not have it: a bye, a forfeit win or a paid absence in round %(round)s already."),
    facts.BYE_REST: N_("%(player)s was passed over: otherwise the others could not all be paired."),
    facts.NOBODY_PRESENT: N_("There is nobody to pair: everybody is withdrawn, absent or already has a game."),
    facts.INCOMPLETE: N_("Paired as far as possible. Without a game: %(players)s."),
    facts.COLOUR_LIMIT_GIVEN_UP: N_(
        "The colour limit of %(limit)s could not be kept in the group with score %(group)s; nobody had to wait for it."
    ),
    facts.DRAWN: N_("The order was drawn by lot; the number of the draw is %(seed)s."),
    **ranking_texts.TEXTS,
    **rating_texts.TEXTS,
    **judging_texts.TEXTS,
}
_METHODS: dict[str, str] = {
    "neighbours": N_(
        "First round, neighbours in lot-number order: %(player)s is number %(place)s and meets number %(opponent_place)s, "
        "%(opponent_player)s."
    ),
    "halves": N_(
        "First round, first half against second half: %(player)s, number %(place)s, meets number %(opponent_place)s, %(opponent_player)s."
    ),
    "outside_in": N_(
        "First round, first against last: %(player)s, number %(place)s, meets number %(opponent_place)s, %(opponent_player)s."
    ),
    "random": N_(
        "First round, drawn by lot: %(player)s was drawn as number %(place)s, %(opponent_player)s as number %(opponent_place)s."
    ),
}
_FIRST_NEXT = N_(
    "First round: the opponent by the list was not possible for %(player)s (number %(place)s), so the next possible one is taken: "
    "%(opponent_player)s (number %(opponent_place)s)."
)
_WAITED: dict[str, str] = {
    "all": N_("%(player)s waited: nobody in the group with score %(group)s could be paired."),
    "only": N_("%(player)s waited in the group with score %(group)s: any other choice would leave somebody without an opponent."),
    "colour": N_("%(player)s waited in the group with score %(group)s: that way the colour limit is kept."),
    "carried": N_("%(player)s waited in the group with score %(group)s: the others had waited in a group above already."),
    "float_again": N_("%(player)s waited in the group with score %(group)s and can be paired at once in the next group."),
    "order": N_("%(player)s waited in the group with score %(group)s: the highest resistance of those who could."),
    "last": N_("%(player)s waited in the group with score %(group)s, as the last in lot-number order."),
}
_SKIPPED: dict[str, str] = {
    facts.SKIPPED_MET: N_("%(player)s (met in round %(round)s)"),
    facts.SKIPPED_FORBIDDEN: N_("%(player)s (pair forbidden by the arbiter)"),
    facts.SKIPPED_COLOUR: N_("%(player)s (colour balance %(balance)s, limit %(limit)s)"),
    facts.SKIPPED_REST: N_("%(player)s (the others could not all be paired)"),
    facts.SKIPPED_TAKEN: N_("%(player)s (already taken by a higher player)"),
    **ranking_texts.SKIPPED,
    **rating_texts.SKIPPED,
}
_CHIPS: dict[str, str] = {
    facts.FLOATS: N_("moved down"),
    facts.KEPT_BY_HAND: N_("by hand"),
    facts.KEPT_LOCKED: N_("locked"),
    facts.KEPT_RESULT: N_("has a result"),
    facts.KEPT_ADJOURNED: N_("adjourned"),
    **ranking_texts.CHIPS,
    **rating_texts.CHIPS,
}


@dataclass(frozen=True)
class Explanation:
    """Why two players meet, or why somebody has the bye: the deciding sentence and what comes with it."""

    main: Markup
    more: tuple[Markup, ...] = ()


def sentence(fact: Fact, who: Who) -> str:
    """The fact as a plain sentence; arguments that are texts already (names) stay. KeyError for a code that the engine does not state."""
    return _counted(fact) or translate(_template(fact)) % _values(fact, who)


def markup(fact: Fact, who: Who) -> Markup:
    """The fact as a sentence for a page, names in bold."""
    counted = _counted(fact)
    if counted:
        return escape(counted)
    values = _values(fact, lambda player: Markup("<strong>{}</strong>").format(who(player)))
    return Markup(translate(_template(fact))) % values  # noqa: S704 - our own catalogue; Markup escapes the values


def explain(stated: Iterable[Fact], who: Who) -> Explanation | None:
    """The facts of one pair or bye as an explanation; players passed over come together in one sentence. None without facts."""
    listed = list(stated)
    skipped = [sentence(fact, who) for fact in listed if fact.code in _SKIPPED]
    others = [fact for fact in listed if fact.code not in _SKIPPED]
    lines = [markup(fact, who) for fact in others]
    if skipped:
        lines.insert(1, escape(_passed_over(listed[0].code, ", ".join(skipped))))
    return Explanation(lines[0], tuple(lines[1:])) if lines else None


def _passed_over(code: str, names: str) -> str:
    """The players passed over in one sentence; ``code``: how the pair came about, which tells the order of the names."""
    if code in ranking_texts.TEXTS:
        return _("Passed over, nearest first: %(players)s.", players=names)
    if code in (facts.RATING_DOWN, facts.RATING_PAIR):
        return _("Passed over, highest first: %(players)s.", players=names)
    return _("Passed over, lowest first: %(players)s.", players=names)


def chip(fact: Fact) -> str:
    """The short word for the column of remarks, '' when the fact has none."""
    return _(_CHIPS[fact.code]) if fact.code in _CHIPS else ""


def known_codes() -> frozenset[str]:
    """Every code that has a sentence here (a test compares them with the engine's)."""
    counted = (facts.BYES_SPREAD, facts.NO_COMPLETE_PAIRING, facts.OPEN_GAMES)
    by_argument = (facts.FIRST_ROUND, facts.FIRST_ROUND_NEXT, facts.WAITED, facts.RATING_PAIR, facts.RATING_MOVED)
    return frozenset((*_TEXTS, *_SKIPPED, *FACTS, *counted, *by_argument))


def _template(fact: Fact) -> str:
    if fact.code == facts.FIRST_ROUND:
        return _METHODS[str(fact.arguments["method"])]
    if fact.code == facts.FIRST_ROUND_NEXT:
        return _FIRST_NEXT
    if fact.code == facts.WAITED:
        return _WAITED[str(fact.arguments["key"])]
    if fact.code == facts.RATING_PAIR:
        return rating_texts.PAIRED[str(fact.arguments["key"])]
    if fact.code == facts.RATING_MOVED:
        return rating_texts.MOVED[str(fact.arguments["key"])]
    return _TEXTS.get(fact.code) or _SKIPPED.get(fact.code) or FACTS[fact.code]


def _counted(fact: Fact) -> str:
    """The sentences that depend on a number."""
    count = fact.arguments.get("count")
    if fact.code == facts.BYES_SPREAD and isinstance(count, int):
        return ngettext(
            "Everybody present already had a free round: those with only %(n)s may have another.",
            "Everybody present already had free rounds: those with only %(n)s may have another.",
            count,
        )
    if fact.code == facts.NO_COMPLETE_PAIRING and isinstance(count, int):
        return ngettext(
            "A complete pairing is not possible: %(n)s player would stay without an opponent.",
            "A complete pairing is not possible: %(n)s players would stay without an opponent.",
            count,
        )
    if fact.code == facts.OPEN_GAMES and isinstance(count, int):
        return ngettext(
            "%(n)s game of an earlier round has no final result; for this pairing it counts as a draw.",
            "%(n)s games of earlier rounds have no final result; for this pairing they count as draws.",
            count,
        )
    return ""


def _values(fact: Fact, who: Who) -> Mapping[str, object]:
    values: dict[str, object] = {}
    for name, value in fact.arguments.items():
        if isinstance(value, tuple | list):
            shown = [who(player) if isinstance(player, int) else player for player in value]
            separator = Markup(", ") if shown and isinstance(shown[0], Markup) else ", "
            values[name] = separator.join(shown)
        elif isinstance(value, int) and (name == "player" or name.endswith("_player")):
            values[name] = who(value)
        elif name in ("balance", "opponent_balance") and isinstance(value, int | Fraction):
            values[name] = i18n.number(value) if value <= 0 else f"+{i18n.number(value)}"
        elif name in ("streak", "opponent_streak") and isinstance(value, int):
            values[name] = ranking_texts.last_colours(value)
        elif name == "colour":
            values[name] = _("white") if value in ("w", "white") else _("black")
        elif isinstance(value, Fraction):
            values[name] = i18n.number(value)
        else:
            values[name] = value
    return values
