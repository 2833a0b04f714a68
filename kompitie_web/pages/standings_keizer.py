"""The Keizer part of the form of a list: its fields, the presets by name, and what a choice pays (spec 21)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.competition import BYE, NOT_JOINED, WITHOUT_NOTICE, Competition, Player
from engine.systems.keizer_facts import joined_from
from engine.systems.keizer_options import (
    BY_RATING,
    GIVEN,
    LOT,
    MOST_PASSES,
    PRESETS,
    PREVIOUS,
    WITHDRAWN,
    KeizerOptions,
    Reason,
    Top,
)
from engine.systems.keizer_preview import preview
from kompitie_web import i18n
from kompitie_web.i18n import N_, _
from kompitie_web.pages.standings_fields import Form, chosen, needed_number, needed_whole, number_text, points, tick, whole

OWN = "own"
PRESET_NAMES = {
    "kompitie": N_("Kompitie original"),
    "kompitie_variant": N_("Kompitie variant (90/10, 40 %%, equal values, optimised)"),
    "club_article": N_("club article (top is players + 1, reasons each their own share)"),
    OWN: N_("own settings"),
}
TOPS = {
    "factor": N_("a factor times the number of players, rounded up"),
    "n+1": N_("the number of players plus 1"),
    "number": N_("a fixed number"),
}
TIES = {PREVIOUS: N_("keep the order of the list before"), LOT: N_("go by lot number")}
INITIALS = {
    LOT: N_("in the order of lot numbers"),
    BY_RATING: N_("in the order of ratings"),
    GIVEN: N_("as written below (last season’s final list)"),
}
SHARES = ("win", "plus", "draw", "minus", "loss")
_TICKS = ("n_frozen", "own_value_counted", "equal_points_equal_value", "optimise")
_PLAIN = (
    *("preset", "shown_preset", "top_kind", "top", "step", "unplayed_kind", "unplayed", "default_reason", "passes", "ties"),
    *("initial", "initial_list"),
)
ONE, EACH = "one", "each"
_P = "keizer-"


def keys(reasons: Sequence[str]) -> list[str]:
    """The reasons that can have a share of their own: those of the competition, *not yet joined* and *withdrawn*."""
    return [BYE, *reasons, NOT_JOINED, WITHDRAWN]


def names(reasons: Sequence[str]) -> list[str]:
    """The names of all fields."""
    own = [f"{what}-{key}" for key in keys(reasons) for what in ("share", "max", "result")]
    return [_P + name for name in (*_PLAIN, *_TICKS, *SHARES, *own)]


def filled(options: KeizerOptions, reasons: Sequence[str], competition: Competition) -> dict[str, str]:
    """The fields of some options."""
    known = preset_of(options)
    listed = [competition.by_id[one] for one in options.initial_list if one in competition.by_id]
    plain = {
        "preset": known,
        "shown_preset": known,
        "default_reason": options.default_reason,
        "ties": options.ties,
        "initial": options.initial,
        "initial_list": "\n".join(_written(player, competition) for player in listed),
    }
    return {**{_P + name: text for name, text in plain.items()}, **_numbers(options, reasons)}


def _numbers(options: KeizerOptions, reasons: Sequence[str]) -> dict[str, str]:
    """The fields that a preset fills in."""
    unplayed = options.unplayed
    is_one = isinstance(unplayed, Fraction)
    found = {
        "top_kind": options.top.kind,
        "top": "" if options.top.kind == "n+1" else number_text(options.top.number),
        "step": number_text(options.step),
        "passes": str(options.passes),
        "unplayed_kind": ONE if is_one else EACH,
        "unplayed": number_text(unplayed if isinstance(unplayed, Fraction) else Fraction(1, 3)),
        **{name: tick(getattr(options, name)) for name in _TICKS},
        **{name: number_text(getattr(options, name)) for name in SHARES},
    }
    for key in keys(reasons):
        pays = options.reason(key)
        is_own = key != WITHDRAWN or (isinstance(unplayed, Mapping) and key in unplayed)
        found[f"share-{key}"] = number_text(pays.share) if is_own else ""
        found[f"max-{key}"] = "" if pays.maximum is None else str(pays.maximum)
        found[f"result-{key}"] = tick(pays.pays_result)
    return {_P + name: text for name, text in found.items()}


def preset_values(reasons: Sequence[str]) -> Mapping[str, Mapping[str, str]]:
    """The fields of each preset, for the script that fills them in."""
    return {key: _numbers(options, reasons) for key, options in PRESETS.items()}


def preset_of(options: KeizerOptions) -> str:
    """The preset that the options are; where the initial list comes from plays no part."""
    own = _plain(options)
    return next((key for key, preset in PRESETS.items() if _plain(preset) == own), OWN)


def _plain(options: KeizerOptions) -> KeizerOptions:
    """Options as they compute: without the initial list, without reasons that pay nothing."""
    unplayed = options.unplayed
    if isinstance(unplayed, Mapping):
        unplayed = {key: pays for key, pays in unplayed.items() if pays != Reason() or key == WITHDRAWN}
    return replace(options, unplayed=unplayed, initial=LOT, initial_list=(), passes=1 if options.optimise else options.passes)


def adopt_preset(form: Form, reasons: Sequence[str]) -> None:
    """Another preset was chosen and nothing filled its values in: take the preset's own."""
    values = form.values
    preset = values[_P + "preset"]
    if preset in PRESETS and preset != values[_P + "shown_preset"]:
        values.update(_numbers(PRESETS[preset], reasons))
        values[_P + "shown_preset"] = preset


def read(form: Form, reasons: Sequence[str], competition: Competition) -> KeizerOptions:
    """The options of a sent form; what cannot be read stands in ``form.errors`` afterwards."""
    adopt_preset(form, reasons)
    initial = chosen(form, _P + "initial", (LOT, BY_RATING, GIVEN))
    optimise = form.is_ticked(_P + "optimise")
    return KeizerOptions(
        top=_top(form),
        n_frozen=form.is_ticked(_P + "n_frozen"),
        step=needed_number(form, _P + "step"),
        own_value_counted=form.is_ticked(_P + "own_value_counted"),
        **{name: needed_number(form, _P + name) for name in SHARES},
        unplayed=_unplayed(form, reasons),
        default_reason=chosen(form, _P + "default_reason", default_reasons(reasons)),
        equal_points_equal_value=form.is_ticked(_P + "equal_points_equal_value"),
        passes=1 if optimise and not form.values[_P + "passes"] else needed_whole(form, _P + "passes", 1, MOST_PASSES),
        optimise=optimise,
        ties=chosen(form, _P + "ties", (PREVIOUS, LOT)),
        initial=initial,
        initial_list=_listed(form, competition) if initial == GIVEN else (),
    )


def default_reasons(reasons: Sequence[str]) -> list[str]:
    """The reasons that a round without a statement can count for."""
    return list(dict.fromkeys((WITHOUT_NOTICE, *reasons)))


def _top(form: Form) -> Top:
    kind = chosen(form, _P + "top_kind", tuple(TOPS))
    return Top(kind, Fraction(1)) if kind == "n+1" else Top(kind, needed_number(form, _P + "top"))


def _unplayed(form: Form, reasons: Sequence[str]) -> Fraction | Mapping[str, Reason]:
    """One share for all reasons, or what each pays."""
    if chosen(form, _P + "unplayed_kind", (ONE, EACH)) == ONE:
        return needed_number(form, _P + "unplayed")
    found = {}
    for key in keys(reasons):
        if key == WITHDRAWN and not form.values[f"{_P}share-{key}"]:
            continue
        found[key] = Reason(points(form, f"{_P}share-{key}"), whole(form, f"{_P}max-{key}", 0), form.is_ticked(f"{_P}result-{key}"))
    return found


def _written(player: Player, competition: Competition) -> str:
    """A player of the initial list: the name, with the lot number when two have the same name."""
    same = [one for one in competition.players if one.name == player.name]
    return player.name if len(same) == 1 else f"{player.name} ({player.lot})"


def _listed(form: Form, competition: Competition) -> tuple[int, ...]:
    """The players of the written initial list; a name that nobody has is named."""
    by_text: dict[str, int] = {}
    for player in competition.players:
        by_text[_written(player, competition).casefold()] = player.id
        if player.code:
            by_text.setdefault(player.code.casefold(), player.id)
    found: list[int] = []
    name = _P + "initial_list"
    for line in filter(None, map(str.strip, form.values[name].splitlines())):
        identity = by_text.get(line.casefold())
        if identity is None:
            form.errors[name] = _("There is no player “%(name)s”. Write one name or code on each line.", name=line)
            return ()
        if identity in found:
            form.errors[name] = _("“%(name)s” is there twice.", name=line)
            return ()
        found.append(identity)
    if not found:
        form.errors[name] = _("Write the list: one name or code on each line, the best first.")
    return tuple(found)


@dataclass(frozen=True)
class Pays:
    """The table of what a choice pays. ``heads``: the places with their value; ``lines``: name and one amount for each place."""

    heads: Sequence[tuple[str, str]]
    lines: Sequence[tuple[str, Sequence[str]]]


def pays(options: KeizerOptions, competition: Competition, first: int, named: Sequence[tuple[str, str]]) -> Pays | None:
    """What results and reasons pay for places 1, middle and last; None without players. ``named``: reasons with their names."""
    n = len(competition.players)
    rows = preview(options, n, tuple(key for key, _name in named), joined_from(competition, first))
    if not rows:
        return None
    games = [
        (_("win against the player there"), [row.win for row in rows]),
        (_("draw"), [row.draw for row in rows]),
        (_("loss"), [row.loss for row in rows]),
    ]
    if options.plus != options.draw or options.minus != options.draw:
        games[1:2] = [
            (_("plus draw"), [row.plus for row in rows]),
            games[1],
            (_("minus draw"), [row.minus for row in rows]),
        ]
    lines = [(name, [i18n.number(value, 1) for value in values]) for name, values in games]
    if options.own_value_counted:
        lines.append((_("own value, always"), [i18n.number(row.own, 1) for row in rows]))
    for key, name in named:
        amounts = [row.reasons[key] for row in rows]
        lines.append((name, [_("as the result") if one is None else i18n.number(one, 1) for one in amounts]))
    return Pays([(str(row.place), i18n.number(row.value, 1)) for row in rows], lines)
