"""The templates of a bundle: all in one file, and the same pages."""

from pathlib import Path

import pytest
from jinja2 import Environment, TemplateNotFound

from kompitie_web import templating
from kompitie_web.app import create_app
from kompitie_web.state import State


def test_packed_templates_are_all_there_and_the_same_bytes_each_time() -> None:
    packed = templating.pack()
    assert packed == templating.pack()
    loader = templating.PackedTemplates(packed)
    environment = Environment(autoescape=True, loader=loader)
    names = [path.relative_to(templating.TEMPLATES).as_posix() for path in templating.TEMPLATES.rglob("*.html")]
    assert all(environment.get_template(name).name == name for name in names)
    with pytest.raises(TemplateNotFound):
        environment.get_template("start/no-such.html")


def test_pages_of_packed_templates_are_the_same_pages(state: State, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = create_app(state)
    monkeypatch.setattr(templating, "PACKED", tmp_path / "packed")
    templating.PACKED.write_bytes(templating.pack())
    packed = create_app(state)
    assert isinstance(packed.jinja_env.loader, templating.PackedTemplates)
    for address in ("/about", "/keys", "/nothing-here"):
        one, other = read.test_client().get(address), packed.test_client().get(address)
        assert one.status_code == other.status_code
        assert without_token(one.text) == without_token(other.text)


def without_token(page: str) -> str:
    """The page without the token of its session, which is another one for each browser."""
    token = page.partition('name="csrf-token" content="')[2].partition('"')[0]
    assert token
    return page.replace(token, "")
