"""What a user can do, one function each: checks, one transaction, one journal line. No Flask.

A refusal is an ``ActionError`` with a code; ``NeedsConfirmation`` means "allowed after a yes". Sentences live in ``kompitie_web.messages``.
"""
