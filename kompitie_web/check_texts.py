"""A checked round or list in words, for the screen and for ``kompitie check`` alike (``actions.checking``, ``actions.checking_lists``)."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine import changes
from engine.check import GAMES, LISTED, PLACE, Cell
from engine.judging import EXPECTED, Difference, Verdict
from engine.pairing.draft import Fact
from kompitie_web.actions import checking
from kompitie_web.actions.checking import RoundCheck, Touched
from kompitie_web.i18n import N_, _, ngettext
from kompitie_web.messages import result_text
from kompitie_web.pairing_texts import Who, sentence
from kompitie_web.standing_texts import figure, name_of
from kompitie_web.tiebreak_texts import TIEBREAKS

Reasons = Callable[[str], str]

_OBSTACLES = {
    checking.EMPTY: N_("Nothing has been paired in this round yet."),
    checking.BY_HAND: N_("This round was made by hand or came from elsewhere: there is no pairing to make again."),
    checking.SCHEDULE: N_(
        "This round comes from the round-robin schedule, which was made as a whole: there is no pairing to make again."
    ),
    checking.OTHER_RULES: N_("This round was paired by rules that this version of the program does not have."),
}
_CHANGES = {
    changes.RESULT: N_("Round %(round)s: the result of %(player)s – %(opponent_player)s was %(before)s and is now %(after)s."),
    changes.GAME: N_(
        "Round %(round)s: %(player)s – %(opponent_player)s stands in place of %(before_player)s – %(before_opponent_player)s."
    ),
    changes.ANNULLED: N_("Round %(round)s: %(player)s – %(opponent_player)s was annulled."),
    changes.COUNTS_AGAIN: N_("Round %(round)s: %(player)s – %(opponent_player)s is no longer annulled."),
    changes.GAME_ADDED: N_("Round %(round)s: %(player)s – %(opponent_player)s was added (%(after)s)."),
    changes.GAME_GONE: N_("Round %(round)s: %(player)s – %(opponent_player)s is gone (%(after)s)."),
    changes.ENTRY_ADDED: N_("Round %(round)s: entered for %(player)s: %(reason)s."),
    changes.ENTRY: N_("Round %(round)s: the entry for %(player)s was changed; it is now: %(reason)s."),
    changes.ENTRY_GONE: N_("Round %(round)s: taken away from %(player)s: %(reason)s."),
    changes.RATING: N_("The rating of %(player)s was %(before)s and is now %(after)s."),
    changes.LOT: N_("The lot number of %(player)s was %(before)s and is now %(after)s."),
    changes.PLAYER_ADDED: N_("%(player)s was added later."),
    changes.PLAYER_GONE: N_("%(player)s is no longer among the players."),
    changes.JOINED: N_("%(player)s takes part in round %(round)s now."),
    changes.WITHDREW: N_("%(player)s no longer takes part in round %(round)s."),
    changes.LISTED: N_("%(player)s is in the standings now."),
    changes.NOT_LISTED: N_("%(player)s is no longer in the standings."),
    changes.PLAYER: N_("The club, family, categories or play-off number of %(player)s changed."),
    changes.FORBIDDEN: N_("%(player)s and %(opponent_player)s may no longer meet."),
    changes.ALLOWED: N_("%(player)s and %(opponent_player)s may meet again."),
    changes.ROUND: N_("The date or session of round %(round)s changed."),
    checking.ORDER: N_("The list by which is paired has another order now."),
    checking.SETTINGS: N_("The settings of the pairing, or what a result pays, changed."),
}
#: The same when the table is known.
_AT_TABLE = N_(
    "Round %(round)s, table %(table)s: the result of %(player)s – %(opponent_player)s was %(before)s and is now %(after)s."
)
_STEPS = {
    "swap": N_("%(first)s and %(second)s changed places."),
    "reverse": N_("The colours were reversed: %(first)s – %(second)s."),
    "unpair": N_("Taken apart: %(first)s – %(second)s."),
    "add": N_("Added by hand: %(first)s – %(second)s."),
    "remove": N_("Removed: %(first)s – %(second)s."),
    "bye": N_("%(first)s was given the bye."),
    "take_bye": N_("The bye of %(first)s was taken away."),
}


def who_of(names: Mapping[int, str]) -> Who:
    """What a player is called; nobody is nobody."""
    return lambda player: names.get(player) or (_("nobody") if not player else str(player))


def obstacle(check: RoundCheck) -> str:
    """Why a round cannot be paired again."""
    return _(_OBSTACLES[check.obstacle])


def summary(check: RoundCheck) -> str:
    """The outcome of a round in a sentence."""
    if check.outcome is None:
        return obstacle(check)
    if check.agrees:
        return ngettext(
            "Paired again from the same state: the same %(n)s game.",
            "Paired again from the same state: the same %(n)s games.",
            len(check.outcome.pairs),
        )
    return ngettext(
        "Paired again from the same state: %(n)s game or bye comes out otherwise.",
        "Paired again from the same state: %(n)s games or byes come out otherwise.",
        different(check.outcome.differences),
    )


def different(differences: Iterable[Difference]) -> int:
    """How many games and byes come out otherwise."""
    return sum(max(len(one.found), len(one.missing)) + (one.bye != one.expected_bye) for one in differences)


def doubt(found: Verdict) -> str:
    """What has to be said when the rule speaks for the stored pairing, which it should not; '' when it does not."""
    return _("By this rule the stored pairing would be the better one; please report this.") if found.better == EXPECTED else ""


def verdict(found: Verdict, who: Who) -> str:
    """The rule that decided."""
    return " ".join(filter(None, (sentence(found.rule, who), doubt(found))))


def changed(fact: Fact, who: Who, sport: str, reason: Reasons) -> str:
    """Something that changed since, as a sentence (``engine.changes``)."""
    words: dict[str, object] = dict(fact.arguments)
    for name, value in fact.arguments.items():
        if name == "player" or name.endswith("_player"):
            words[name] = who(int(str(value)))
        elif name == "reason":
            words[name] = reason(str(value))
        elif name in ("before", "after"):
            is_rating = fact.code in (changes.RATING, changes.LOT)
            words[name] = (str(value) or "–") if is_rating else result_text(str(value), sport)
    text = _AT_TABLE if fact.code == changes.RESULT and fact.arguments["table"] else _CHANGES[fact.code]
    return _(text, **words)


def touched(found: Touched, who: Who) -> Iterator[tuple[str, str]]:
    """What was changed by hand after the pairing: (time, sentence); the time is '' for what follows from comparing."""
    for step in found.steps:
        players = [who(player) for player in step["players"]]
        text = _(_STEPS[step["what"]], first=players[0], second=players[-1])
        yield str(step["time"]), text
    if found.gone:
        pairs = "; ".join(_("%(white)s – %(black)s", white=who(white), black=who(black)) for white, black in found.gone)
        yield "", _("In the draft, but not in the round: %(pairs)s.", pairs=pairs)
    if found.came:
        pairs = "; ".join(_("%(white)s – %(black)s", white=who(game.white), black=who(game.black)) for game in found.came)
        yield "", _("In the round, but not in the draft: %(pairs)s.", pairs=pairs)
    if found.drafted_bye != found.bye:
        yield (
            "",
            _(
                "The bye: in the draft %(drafted)s, in the round %(now)s.",
                drafted=who(found.drafted_bye or 0),
                now=who(found.bye or 0),
            ),
        )


def column(name: str) -> str:
    """What a column of a list is called."""
    if name in TIEBREAKS:
        return _(TIEBREAKS[name][1])
    return {PLACE: _("place"), GAMES: _("games")}.get(name) or name_of(name)


def cell(found: Cell, who: Who, system: str) -> str:
    """A value of a list that differs: on the list, and computed again."""
    if found.column == LISTED:
        text = (
            N_("%(player)s is not on the published list.")
            if found.expected is None
            else N_("%(player)s is on the published list only.")
        )
        return _(text, player=who(found.player))
    values = (found.expected, found.found)
    published, computed = (figure(value, found.column, system) for value in values)
    if published == computed:  # A difference that rounding hides.
        published, computed = (str(value) for value in values)
    return _(
        "%(player)s, %(column)s: published %(published)s, computed again %(found)s.",
        player=who(found.player),
        column=column(found.column),
        published=published,
        found=computed,
    )
