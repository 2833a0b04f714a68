"""Everything that is kept: one ``.kompitie`` file (SQLite through Peewee), its journal, copies and migrations."""
