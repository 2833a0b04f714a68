"""The example tournament: 24 invented players, a Swiss on resistance of seven rounds, nothing paired yet (spec 00 row 2)."""

from kompitie_web.actions.creation import NewCompetition, create_competition
from kompitie_web.actions.players import add_players
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import current, models

#: Name, rating, club, categories. Invented; Dutch and French, with the letters and particles that lists stumble over.
PLAYERS: tuple[tuple[str, int | None, str, str], ...] = (
    ("Bakker, Anna", 1184, "Dam Mee", "v"),
    ("Vries, Jan de", 1312, "Ons Genoegen", ""),
    ("Lefèvre, Hugo", 1405, "Damier lillois", ""),
    ("Zeeman, Lotte", 1098, "Dam Mee", "jv"),
    ("Berg, Kees van den", 1267, "De Ronde Schijf", "s"),
    ("Dubois, Camille", 1221, "Damier lillois", "v"),
    ("Mulder, Pieter", 1356, "Ons Genoegen", ""),
    ("Moreau, Théo", 987, "Damier du Nord", "j"),
    ("Hoekstra, Sjoerd", 1290, "Frysk Dammen", ""),
    ("Garnier, Élise", 1145, "Damier du Nord", "v"),
    ("Visser, Daan", 902, "Dam Mee", "j"),
    ("Petit, André", 1233, "Damier lillois", "s"),
    ("Wiersma, Fenna", 1077, "Frysk Dammen", "jv"),
    ("'t Hart, Willem", 1198, "De Ronde Schijf", "s"),
    ("Rousseau, Nicolas", 1330, "Damier du Nord", ""),
    ("Jansen, Sanne", 1041, "Ons Genoegen", "v"),
    ("Meijer, Thijs", 958, "De Ronde Schijf", "j"),
    ("Fontaine, Lucie", None, "Damier lillois", "jv"),
    ("Postma, Gerrit", 1256, "Frysk Dammen", "s"),
    ("Lambert, Maëlle", 1012, "Damier du Nord", "jv"),
    ("Dijk, Ruben van", 1119, "Dam Mee", ""),
    ("Chevalier, François", 1374, "Damier lillois", ""),
    ("Smit, Joost", None, "Ons Genoegen", ""),
    ("Leroy, Margaux", 1163, "Damier du Nord", "v"),
)

_TEXTS = {
    "nl": {"name": "Voorbeeldtoernooi", "place": "Grenszaal", "j": "Jeugd", "v": "Vrouwen", "s": "Senioren"},
    "fr": {"name": "Tournoi d’exemple", "place": "Salle de la Frontière", "j": "Jeunes", "v": "Féminines", "s": "Vétérans"},
    "en": {"name": "Example tournament", "place": "Border Hall", "j": "Youth", "v": "Women", "s": "Seniors"},
}


def create_example(language: str) -> int:
    """Make the example tournament with its texts in a language (nl, fr, en); gives its id."""
    texts = _TEXTS.get(language, _TEXTS["en"])
    with current().action("example_created", name=texts["name"]):
        cid = create_competition(
            NewCompetition(texts["name"], rounds=7, place=texts["place"], letters=language if language in _TEXTS else "en")
        )
        add_players(cid, [PlayerInput(name, rating, club, categories) for name, rating, club, categories in PLAYERS])
        for letter in "jvs":
            models.Category.update(name=texts[letter]).where(
                (models.Category.competition == cid) & (models.Category.letter == letter)
            ).execute()
    return cid
