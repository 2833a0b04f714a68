"""Refusals as codes with arguments; ``kompitie_web.messages`` makes the sentences."""

from typing import Any


class ActionError(Exception):
    """Something that is not possible. ``field`` names the form field it belongs to, when there is one.

    ``arguments`` are plain values for the sentence (names as text, numbers of rounds …).
    """

    def __init__(self, code: str, field: str | None = None, **arguments: Any) -> None:
        super().__init__(code, arguments)
        self.code = code
        self.field = field
        self.arguments = arguments


class NeedsConfirmation(ActionError):
    """Allowed after a yes: call the same function again with ``confirmed=True`` (or with the choice that the code asks for)."""
