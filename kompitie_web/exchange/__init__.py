"""Reading and writing lists that other programs know: one-line entry, paste, CSV. No Flask, no database."""
