"""Documents on paper: table models built from engine values (``build_*``) and the writers of their pages (spec 40).

``CATALOGUE`` names the documents and their options; ``render`` gives one document, ``render_series`` several in one file. ReportLab
takes long to import, so everything that measures or writes is imported at the first printing (``produce``).
"""

from kompitie_web.documents.catalogue import CATALOGUE, DEFAULT_SERIES, SERIES, Entry, Option, Options
from kompitie_web.documents.facts import read as read_facts
from kompitie_web.documents.job import NothingToPrint
from kompitie_web.documents.produce import Document, Preview, preview, render, render_series, sheets

__all__ = [
    "CATALOGUE",
    "DEFAULT_SERIES",
    "SERIES",
    "Document",
    "Entry",
    "NothingToPrint",
    "Option",
    "Options",
    "Preview",
    "preview",
    "read_facts",
    "render",
    "render_series",
    "sheets",
]
