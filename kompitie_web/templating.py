"""The templates: where they are, how they are read, and the texts, numbers and dates that all of them may use."""

import marshal
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, Environment, FileSystemBytecodeCache, FileSystemLoader, Template, TemplateNotFound, pass_eval_context
from jinja2.bccache import Bucket
from jinja2.nodes import EvalContext
from markupsafe import Markup

from kompitie_web import i18n

TEMPLATES = Path(__file__).parent.parent / "templates"
COMPILED = TEMPLATES / "__pycache__"
#: In a bundle: all templates, compiled, in one file. A hundred small files would be written at each start of a program that unpacks itself.
PACKED = TEMPLATES / "packed"


class CompiledTemplates(FileSystemBytecodeCache):
    """Keeps compiled templates beside the templates, as Python does with its modules; a folder that cannot be written is no trouble."""

    def __init__(self) -> None:
        with suppress(OSError):
            COMPILED.mkdir(exist_ok=True)
        super().__init__(str(COMPILED))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write one template; when that cannot be done it is compiled again at the next start."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


class PackedTemplates(BaseLoader):
    """Compiled templates by name, each as ``marshal`` wrote its code; only for the Python that wrote them."""

    def __init__(self, content: bytes) -> None:
        self._codes: dict[str, bytes] = marshal.loads(content)  # noqa: S302 - a file of the program itself

    def load(self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:
        """The template. TemplateNotFound for a name that is none."""
        try:
            code = marshal.loads(self._codes[name])  # noqa: S302 - a file of the program itself
        except KeyError:
            raise TemplateNotFound(name) from None
        return environment.template_class.from_code(environment, code, {} if globals is None else globals)


def pack() -> bytes:
    """All templates for ``PackedTemplates``. They hold no place where they were made, so the same templates give the same bytes."""
    environment = Environment(autoescape=True)
    configure(environment)
    codes = {}
    for path in sorted(TEMPLATES.rglob("*.html")):
        name = path.relative_to(TEMPLATES).as_posix()
        codes[name] = marshal.dumps(environment.compile(path.read_text(encoding="utf-8"), name, f"templates/{name}"))
    return marshal.dumps(codes)


def configure(environment: Environment) -> None:
    """Set up an environment, so that a template is the same page in each; values put into a text are escaped like any other."""

    @pass_eval_context
    def gettext(context: EvalContext, msgid: str, /, **values: Any) -> str:
        return _filled(context, i18n.translate(msgid), values)

    @pass_eval_context
    def ngettext(context: EvalContext, singular: str, plural: str, n: int, /, **values: Any) -> str:
        return _filled(context, i18n.translate_plural(singular, plural, n), {"n": n, **values})

    environment.trim_blocks = environment.lstrip_blocks = True
    # A file that belongs to the program does not change while it runs.
    environment.auto_reload = False
    if PACKED.exists():
        environment.loader = PackedTemplates(PACKED.read_bytes())
    else:
        environment.loader, environment.bytecode_cache = FileSystemLoader(TEMPLATES), CompiledTemplates()
    environment.globals.update(
        _=gettext,
        gettext=gettext,
        ngettext=ngettext,
        number=i18n.number,
        date=i18n.date,
        time=i18n.time,
        language=i18n.current_language,
        LANGUAGES=i18n.LANGUAGES,
    )


def _filled(context: EvalContext, text: str, values: Mapping[str, Any]) -> str:
    if not values and "%" not in text:
        return Markup(text) if context.autoescape else text  # noqa: S704 - our own catalogue
    return (Markup(text) if context.autoescape else text) % values  # noqa: S704 - our own catalogue, values are escaped
