"""Tournaments from a short string, one line a round: ``1-2 2-0, 3-4 1-1, 5 bye, 6 with_notice``. Player ids are the lot numbers."""

from typing import Any

from engine.competition import Competition, Game, Player, Round, SingleEntry


def tournament(text: str, players: int, about: dict[int, dict[str, Any]] | None = None, **competition: Any) -> Competition:
    """A competition of published rounds. ``about``: further fields of players by number. A trailing ``x`` annuls a game."""
    games: list[Game] = []
    entries: list[SingleEntry] = []
    lines = [line.strip() for line in text.strip().splitlines()] if text.strip() else []
    for number, line in enumerate(lines, start=1):
        for item in (part.strip() for part in line.split(",") if part.strip()):
            who, *rest = item.split()
            if "-" in who:
                white, black = (int(one) for one in who.split("-"))
                result = rest[0] if rest and rest[0] != "x" else ""
                games.append(Game(number, white, black, result, id=len(games) + 1, annulled=rest[-1:] == ["x"]))
            else:
                entries.append(SingleEntry(number, int(who), rest[0], rest[1] if len(rest) > 1 else "", id=len(entries) + 1))
    field = tuple(Player(**{"id": one, "lot": one, "order": one, **(about or {}).get(one, {})}) for one in range(1, players + 1))
    rounds = competition.pop("rounds", tuple(Round(number) for number in range(1, len(lines) + 1)))
    return Competition(field, rounds, tuple(games), tuple(entries), planned_rounds=len(rounds), **competition)
