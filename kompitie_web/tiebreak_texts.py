"""What the tie-breaks are called, the same on every screen and on paper (spec 20 Tie-break codes)."""

from kompitie_web.i18n import N_

#: The head of a column and what it means, by code.
TIEBREAKS = {
    "1": (N_("own rtg"), N_("own rating")),
    "2": (N_("avg rtg"), N_("average rating of the opponents")),
    "3": (N_("wins"), N_("number of wins")),
    "4": (N_("RP"), N_("resistance points")),
    "5": (N_("RP−1"), N_("resistance points without the lowest")),
    "6": (N_("RP−2"), N_("resistance points without the lowest and the highest")),
    "7": (N_("SB"), N_("Sonneborn-Berger")),
    "m": (N_("mut."), N_("mutual result")),
    "p": ("+/−", N_("plus-minus balance")),
    "t": (N_("RPt"), N_("truncated resistance points")),
    "s": (N_("ΣRP"), N_("sum of the opponents' resistance points")),
    "c": (N_("progr."), N_("progressive score")),
    "b": (N_("black"), N_("games with black")),
    "k": (N_("board"), N_("board points")),
    "l": (N_("no."), N_("lot number")),
}
