"""The forms of a page as a browser would send them: read from its HTML, so that no field can be forgotten."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """A changing form: where it goes, and its fields with the values that stand in them. ``buttons``: (name, value, address)."""

    action: str
    method: str = "get"
    fields: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass
class Page:
    """What a page offers: its changing forms, and the addresses of our own that it leads to."""

    forms: list[Form]
    links: list[str]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[tuple[str, Form]] = []
        self.links: list[str] = []
        self.strays: list[tuple[str, str, dict[str, str]]] = []
        self.open: Form | None = None
        self.select: tuple[Form | None, str, dict[str, str]] | None = None
        self.options: list[tuple[str, bool]] = []
        self.area: dict[str, str] | None = None
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        for name in ("href", "hx-get", "data-why", "data-selection", "data-url"):
            if given.get(name, "").startswith("/"):
                self.links.append(given[name])
        if "hx-post" in given:
            self.forms.append(("", Form(given["hx-post"], "post")))
        if tag == "form":
            self.open = Form(given.get("action", ""), given.get("method", "get").lower())
            self.forms.append((given.get("id", ""), self.open))
        elif tag == "select":
            self.select, self.options = (self.open, given.get("name", ""), given), []
        elif tag == "option" and self.select is not None:
            self.options.append((given.get("value", ""), "selected" in given))
        elif tag == "textarea":
            self.area, self.text = given, ""
        elif tag in ("input", "button"):
            self._control(tag, given)

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select" and self.select is not None:
            form, name, given = self.select
            values = [value for value, _ in self.options]
            chosen = next((value for value, is_chosen in self.options if is_chosen), values[0] if values else "")
            given["type"], given["value"], given["choices"] = "select", chosen, "\0".join(values)
            self._put(form, name, given)
            self.select = None
        elif tag == "textarea" and self.area is not None:
            given, self.area = self.area, None
            self._put(self.open, given.get("name", ""), {**given, "type": "textarea", "value": self.text})

    def _control(self, tag: str, given: dict[str, str]) -> None:
        if tag == "button":
            given.setdefault("type", "submit")
        self._put(self.open, given.get("name", ""), given)

    def _put(self, form: Form | None, name: str, given: dict[str, str]) -> None:
        if "form" in given:
            self.strays.append((given["form"], name, given))
        elif form is not None:
            _add(form, name, given)


def _add(form: Form, name: str, given: dict[str, str]) -> None:
    kind, value = given.get("type", "text"), given.get("value", "")
    if kind == "submit":
        form.buttons.append((name, value, given.get("formaction", "")))
    elif not name or kind == "button":
        return
    elif kind == "file":
        form.files.append(name)
    elif kind in ("checkbox", "radio"):
        form.choices.setdefault(name, []).append(value or "on")
        if "checked" in given:
            form.fields.append((name, value or "on"))
    else:
        form.fields.append((name, value))
        if kind == "select":
            form.choices[name] = given["choices"].split("\0")


def read_page(html: str) -> Page:
    """The changing forms and the links of a page."""
    reader = _Reader()
    reader.feed(html)
    by_id = {key: form for key, form in reader.forms if key}
    for owner, name, given in reader.strays:
        if owner in by_id:
            _add(by_id[owner], name, given)
    return Page([form for _, form in reader.forms if form.method == "post" and form.action.startswith("/")], reader.links)
