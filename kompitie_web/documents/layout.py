"""Any document onto pages."""

from collections.abc import Iterable

from kompitie_web.documents import layout_cards, layout_list, layout_schedule
from kompitie_web.documents.model import Cards, Model, Schedule, Slips, Table
from kompitie_web.documents.sheet import Page, Sheet


def pages(models: Iterable[Model]) -> list[Page]:
    """The pages of these documents, one after the other."""
    sheet = Sheet()
    for model in models:
        match model:
            case Table():
                layout_list.draw(model, sheet)
            case Cards():
                layout_cards.draw_cards(model, sheet)
            case Slips():
                layout_cards.draw_slips(model, sheet)
            case Schedule():
                layout_schedule.draw(model, sheet)
    return sheet.pages


def count(model: Model) -> int:
    """How many sheets of paper a document takes."""
    match model:
        case Table():
            return layout_list.count(model)
        case Cards() | Slips():
            return layout_cards.count(model)
        case Schedule():
            return len(pages([model]))
