"""Names that lists, files and documents stumble over (spec 70 trap 25)."""

STRANGE = [
    "O’Neill, Seán",
    "d'Artagnan, Charles",
    "Łódź, Ściana",
    "Петров, Иван",
    "Παπαδόπουλος, Γιώργος",
    "🙂 Smile",
    "<b>Piet</b>",
    "=SUM(1)",
    'Jan "de Beuker" Smit',
    "Semi;colon",
    "x" * 60,
    "+31 Plus",
    "@at",
    "'t Hart, Piet",
    "''quoted",
]
