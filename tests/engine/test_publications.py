"""Previous places come from the published lists (spec 10 Publication, 20 "Overviews")."""

from short_tournament import tournament

from engine.classification import Settings, standing
from engine.publications import Published, differs, previous_list, published_list


def listed(last_round, name, **more):
    """A published list that is known by the place of player 1."""
    return Published(last_round, {1: name}, {}, **more)


def previous(published, last_round, category=""):
    """The place of player 1 on the previous list."""
    found = previous_list(published, last_round, category)
    return found.places[1] if found else None


def test_nothing_was_published():
    assert previous([], 1) is None
    assert published_list([], 1) is None


def test_the_previous_list_is_the_newest_of_an_earlier_round():
    lists = [listed(1, 10), listed(2, 20)]
    assert previous(lists, 3) == 20
    assert previous(lists, 2) == 10
    assert previous(lists, 1) is None


def test_a_correction_does_not_move_the_previous_places():
    lists = [listed(1, 10), listed(2, 20), listed(2, 21, corrects=True), listed(2, 22, corrects=True)]
    assert previous(lists, 2) == 10
    assert previous(lists, 3) == 22


def test_published_again_in_full_the_first_list_is_the_previous_one():
    lists = [listed(1, 10), listed(2, 20), listed(2, 21)]
    assert previous(lists, 2) == 20


def test_a_correction_of_the_first_list_has_no_previous_list():
    assert previous([listed(1, 10), listed(1, 11, corrects=True)], 1) is None


def test_each_category_has_lists_of_its_own_and_withdrawn_lists_do_not_count():
    lists = [listed(1, 10), listed(1, 5, category="J"), listed(2, 20, withdrawn=True)]
    assert previous(lists, 3) == 10
    assert previous(lists, 3, "J") == 5
    assert published_list(lists, 2) is None


def test_a_list_differs_when_a_place_or_score_changed():
    played = tournament("1-2 2-0", 2)
    shown = standing(played, Settings(system="swiss"), 1)
    same = Published(1, {1: 1, 2: 2}, {1: 2, 2: 0})
    assert not differs(same, shown)
    assert differs(Published(1, {1: 1, 2: 2}, {1: 1, 2: 1}), shown)
    assert differs(Published(1, {1: 1}, {1: 2}), shown)
