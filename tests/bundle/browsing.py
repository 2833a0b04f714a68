"""A small browser without a picture: pages, links and forms of the running program, as a person's browser would send them."""

import http.cookiejar
import re
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from html.parser import HTMLParser

PATIENCE = 60


@dataclass
class Form:
    """A form as the page shows it: where it goes, its fields with their present values, and the buttons that have a name."""

    action: str
    method: str
    id: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)

    def filled(self, values: dict[str, str]) -> list[tuple[str, str]]:
        """The fields with other values for some of them."""
        return [pair for pair in self.fields if pair[0] not in values] + list(values.items())


@dataclass
class Page:
    """An answer of the program."""

    url: str
    status: int
    kind: str
    body: bytes
    forms: list[Form] = field(default_factory=list)
    links: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The answer as text."""
        return self.body.decode("utf-8")

    @property
    def path(self) -> str:
        """The place of the page in the program."""
        return urllib.parse.urlsplit(self.url).path

    def form(self, end: str) -> Form:
        """The first form that goes to an address with this end, or has this id."""
        for one in self.forms:
            if one.id == end or urllib.parse.urlsplit(one.action).path.endswith(end):
                return one
        raise AssertionError(f"{self.url} has no form {end}: {[one.action for one in self.forms]}")


class _Reader(HTMLParser):
    """Finds links and forms; a field may stand outside its form and name it."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._outside: list[tuple[str, str, dict[str, str]]] = []
        self._inside: Form | None = None
        self._select: tuple[Form, str] | None = None
        self._area: tuple[Form, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        for name in ("href", "src"):
            if given.get(name):
                self.links.append(given[name])
        if tag == "form":
            self._inside = Form(given.get("action", ""), given.get("method", "get").lower(), given.get("id", ""))
            self.forms.append(self._inside)
        elif tag in ("input", "button", "select", "textarea") and given.get("name") and "disabled" not in given:
            self._field(tag, given)
        elif tag == "option" and self._select:
            form, name = self._select
            form.choices.setdefault(name, []).append(given.get("value", ""))
            if "selected" in given or name not in dict(form.fields):
                form.fields = [pair for pair in form.fields if pair[0] != name] + [(name, given.get("value", ""))]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area:
            form, name = self._area
            form.fields = [(one, value + data if one == name else value) for one, value in form.fields]

    def _field(self, tag: str, given: dict[str, str]) -> None:
        wanted = given.get("form")
        form = next((one for one in self.forms if one.id == wanted), None) if wanted else self._inside
        if form is None:
            return
        name, value = given["name"], given.get("value", "")
        if tag == "button":
            form.buttons.append((name, value))
        elif tag == "select":
            self._select = (form, name)
        elif given.get("type") in ("checkbox", "radio"):
            form.choices.setdefault(name, []).append(value)
            if "checked" in given:
                form.fields.append((name, value or "on"))
        elif given.get("type") != "file":
            form.fields.append((name, value))
            if tag == "textarea":
                self._area = (form, name)


def _shape(address: str) -> str:
    """What addresses of the same kind have in common: the same page of another round, player or list is the same kind."""
    parts = urllib.parse.urlsplit(address)
    query = [(name, "" if name == "back" else value) for name, value in urllib.parse.parse_qsl(parts.query)]
    return re.sub(r"\d+", "#", f"{parts.path} {query}")


class Browser:
    """Keeps the cookies of one program and never leaves it."""

    def __init__(self, address: str) -> None:
        self.address = address
        jar = http.cookiejar.CookieJar(http.cookiejar.DefaultCookiePolicy(strict_ns_domain=0))
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar), urllib.request.ProxyHandler({}))

    def get(self, place: str, status: int = 200) -> Page:
        """A page by its place; fails when the answer has another status."""
        return self._ask(urllib.request.Request(urllib.parse.urljoin(self.address, place)), status)

    def submit(self, page: Page, end: str, /, expect: int = 200, **values: str) -> Page:
        """Send a form of the page with some of its fields filled in otherwise."""
        form = page.form(end)
        sent = urllib.parse.urlencode(form.filled(values))
        address = urllib.parse.urljoin(page.url, form.action)
        if form.method == "get":
            return self.get(f"{address.partition('?')[0]}?{sent}", expect)
        headers = {"Origin": self.address.rstrip("/"), "Sec-Fetch-Site": "same-origin"}
        return self._ask(urllib.request.Request(address, sent.encode(), headers), expect)

    def crawl(self, *places: str, most: int = 400) -> list[Page]:
        """Every kind of page, style, script, letter and paper that links lead to from here, one of each; all must answer 200."""
        seen: set[str] = set()
        found: list[Page] = []
        waiting = [urllib.parse.urljoin(self.address, place) for place in places]
        while waiting and len(found) < most:
            address = waiting.pop(0)
            if _shape(address) in seen:
                continue
            seen.add(_shape(address))
            page = self.get(address)
            found.append(page)
            waiting.extend(self._own_links(page))
        return found

    def _own_links(self, page: Page) -> list[str]:
        links = re.findall(r"url\([\"']?([^)\"']+)", page.text) if page.kind == "text/css" else page.links
        whole = (urllib.parse.urldefrag(urllib.parse.urljoin(page.url, link))[0] for link in links)
        return [address for address in whole if address.startswith(self.address)]

    def _ask(self, request: urllib.request.Request, status: int) -> Page:
        try:
            answer = self._opener.open(request, timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            body = answer.read()
            page = Page(answer.url, answer.status, answer.headers.get_content_type(), body)
        shown = page.text.partition("<main")[2][:2000] if page.kind == "text/html" else ""
        assert page.status == status, f"{request.full_url}: {page.status} instead of {status}\n{shown}"
        if page.kind == "text/html":
            reader = _Reader()
            reader.feed(page.text)
            page.forms, page.links = reader.forms, reader.links
        return page
