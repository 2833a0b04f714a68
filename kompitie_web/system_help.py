"""What each system does, in some sentences, for the help of the form of a list (spec 20-24)."""

from kompitie_web.i18n import N_

HELP: dict[str, tuple[str, ...]] = {
    "normal": (
        N_("Every game pays points by the scale. Any scheme of rounds will do, also games without a schedule."),
        N_("With equal points the player with fewer games comes first, unless you switch that off; then the tie-breaks decide."),
    ),
    "swiss": (
        N_("Every game pays points by the scale; a bye usually pays what a win pays."),
        N_("With equal points the tie-breaks decide, usually the resistance points: the points of all opponents together."),
    ),
    "keizer": (
        N_(
            "Everybody has a value: the highest for place 1, a step less for each place down. A win pays the value of the opponent, a draw half of it."
        ),
        N_(
            "After each round the list is made anew from the first round on: with new places the players get new values, and all games count again with those."
        ),
        N_("A round without a game pays a share of the own value: say for each reason how much, and how many times at most."),
        N_(
            "With step 0 the values follow the points instead of the places. Optimising repeats the calculation until the order no longer changes."
        ),
        N_("A minimum number of games makes little sense here: such a list misleads before the end of the season."),
    ),
    "moyenne": (
        N_(
            "The own average is the points divided by the games. The opponents’ average is added, with the weights that you choose."
        ),
        N_("Games that were not played do not count. Who has no game has no score and stands at the bottom."),
        N_("A minimum number of games is usual, for instance 12 or 17."),
    ),
    "rating": (
        N_(
            "A performance is the average rating of the opponents, with a difference from the table for the percentage that was scored."
        ),
        N_(
            "A progressive rating changes with every game: factor × (scored − expected). All games of a round count against the ratings before it."
        ),
        N_("Forfeits and byes never count. An external game against somebody with a rating counts for this player only."),
    ),
    "attendance": (
        N_(
            "Points = N × (RD + 20 × SD − 10): N is the number of rounds, RD the average rating of the opponents / 100, SD the score."
        ),
        N_(
            "Each round played adds 1 to the balance, a round missed takes ½ off. Who falls below 0 has played less than a third of the rounds, and the score is divided by more games."
        ),
        N_(
            "After five sixths of the rounds positive balances are set to 0, once: who has played enough cannot stay away until the end."
        ),
        N_("Make a list of the normal system beside it for each evening, with only the rounds of that evening."),
    ),
}
