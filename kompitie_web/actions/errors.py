"""The refusals of all actions (defined beside the readers of lists, which refuse in the same way)."""

from kompitie_web.exchange.errors import ActionError, NeedsConfirmation

__all__ = ["ActionError", "NeedsConfirmation"]
