"""The templates: where they are, how they are read, and the texts, numbers and dates that all of them may use."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, pass_eval_context
from jinja2.bccache import Bucket
from jinja2.nodes import EvalContext
from markupsafe import Markup

from kompitie_web import i18n

TEMPLATES = Path(__file__).parent.parent / "templates"
COMPILED = TEMPLATES / "__pycache__"


class CompiledTemplates(FileSystemBytecodeCache):
    """Keeps compiled templates beside the templates, as Python does with its modules; a folder that cannot be written is no trouble."""

    def __init__(self, folder: Path = COMPILED) -> None:
        with suppress(OSError):
            folder.mkdir(exist_ok=True)
        super().__init__(str(folder))

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """A template is known by its name alone: a program that unpacks itself has it at another place at each start."""
        return super().get_cache_key(name)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write one template; when that cannot be done it is compiled again at the next start."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


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
    environment.bytecode_cache = CompiledTemplates()
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
