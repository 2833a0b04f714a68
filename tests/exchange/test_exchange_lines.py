"""One-line entry, codes and names (spec 00 row 3, 10 Code, 70 traps 23, 25, 28)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strange_names import STRANGE

from kompitie_web.exchange.errors import ActionError
from kompitie_web.exchange.lines import PlayerInput, check_code, hints, parse_line, parse_rating, propose_code
from kompitie_web.exchange.names import clean_name, same_name, sort_key, split_name


@pytest.mark.parametrize(
    "line, expected",
    [
        ("Vries, Jan de", PlayerInput("Vries, Jan de")),
        ("  Jan de Vries ; 1204 ; Ons Genoegen ; j, v ", PlayerInput("Jan de Vries", 1204, "Ons Genoegen", "jv")),
        ("Bakker;;Dam Mee", PlayerInput("Bakker", None, "Dam Mee")),
        ("Bakker\t1100\tDam Mee\tv", PlayerInput("Bakker", 1100, "Dam Mee", "v")),
        ("Bakker; 1204,0", PlayerInput("Bakker", 1204)),
        ("Bakker;-", PlayerInput("Bakker")),
        ("Bakker;0;;", PlayerInput("Bakker")),
    ],
)
def test_line_is_name_rating_club_categories(line, expected):
    assert parse_line(line) == expected


@pytest.mark.parametrize(
    "line, code, field",
    [
        ("", "name_missing", "line"),
        (" ; 1200", "name_missing", "line"),
        ("J" * 101, "name_too_long", "name"),
        ("Jan; 12000", "rating_range", "rating"),
        ("Jan; hoog", "rating_not_number", "rating"),
        ("Jan; -5", "rating_not_number", "rating"),
        ("Jan; 1200; club; j; x", "line_too_many_parts", "line"),
        ("Jan; 1200; club; j?", "category_not_letter", "categories"),
    ],
)
def test_line_with_a_slip_is_refused_with_its_field(line, code, field):
    with pytest.raises(ActionError) as refused:
        parse_line(line)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_trap_23_rating_lies_between_0_and_4000():
    assert parse_rating("4000") == 4000
    with pytest.raises(ActionError) as refused:
        parse_rating("12000")
    assert refused.value.arguments == {"value": 12000, "lowest": 0, "highest": 4000}


@pytest.mark.parametrize(
    "name, code",
    [
        ("Vries, Jan de", "jvr"),
        ("Jan de Vries", "jvr"),
        ("DE VRIES Jan", "jvr"),
        ("Berg, Kees van den", "kbe"),
        ("Kees van den Berg", "kbe"),
        ("'t Hart, Willem", "wha"),
        ("Lefèvre, Élise", "ele"),
        ("Łódź, Ściana", "slo"),
        ("Петров, Иван", "ipe"),
        ("Madonna", "mad"),
        ("Li, Bo", "bli"),
        ("A", "a"),
        ("12", "x12"),
        ("🙂", "x"),
    ],
)
def test_code_is_first_letter_and_two_of_the_surname(name, code):
    assert propose_code(name, []) == code


def test_code_collision_takes_the_next_letters_then_a_digit():
    taken = []
    for _ in range(6):
        taken.append(propose_code("Vries, Jan de", taken))
    assert taken == ["jvr", "jvi", "jve", "jvs", "jv2", "jv3"]


@given(st.lists(st.text(max_size=12), max_size=40))
def test_proposed_codes_are_unique_and_valid(names):
    taken = []
    for name in names:
        code = propose_code(clean_name(name), taken)
        assert check_code(code, taken) == code
        taken.append(code)


def test_hundreds_of_equal_names_still_get_codes():
    taken = []
    for _ in range(300):
        taken.append(propose_code("Jan", taken))
    assert len(set(taken)) == 300


@pytest.mark.parametrize("code", ["", "12", "a b!", "abcdefg", "é;"])
def test_code_that_cannot_be_typed_is_refused(code):
    with pytest.raises(ActionError) as refused:
        check_code(code, [])
    assert refused.value.code == "code_form"


def test_code_is_lower_case_and_belongs_to_one_player():
    assert check_code(" JvR ", ["abc"]) == "jvr"
    with pytest.raises(ActionError) as refused:
        check_code("ABC", ["abc"])
    assert refused.value.code == "code_taken"


@pytest.mark.parametrize("name", STRANGE)
def test_trap_25_strange_names_survive_cleaning(name):
    assert clean_name(f"  {name}\n") == name


def test_names_in_either_order_are_the_same():
    assert same_name("Vries, Jan de", "Jan de Vries")
    assert same_name("DE VRIES Jan", "jan de vries")
    assert not same_name("Vries, Jan de", "Vries, Piet de")
    assert split_name("Jan de Vries") == split_name("Vries, Jan de")


def test_names_sort_by_surname_without_particles_and_accents():
    names = ["Zeeman, A", "Élie Éluard", "Kees van den Berg", "Anna Bakker", "Vries, Jan de"]
    assert sorted(names, key=sort_key) == ["Anna Bakker", "Kees van den Berg", "Élie Éluard", "Vries, Jan de", "Zeeman, A"]


def test_hints_never_refuse():
    one = PlayerInput("Jan de Vries", None, code="jvr")
    other = PlayerInput("Vries, Jan de", 1200, "Dam Mee", code="jvr")
    assert [[hint.code for hint in found] for found in hints([one, other])] == [
        ["no_rating", "same_name", "code_twice"],
        ["same_name", "code_twice"],
    ]
    assert hints([PlayerInput("Piet", 1000, code="pie")], [one]) == [[]]
