"""The tables of version 1 as SQL, frozen: what ``store.models`` asked for when version 1 was released (a test compares them)."""

SCHEMA_1 = """
CREATE TABLE "competition" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "sport" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "pairing" TEXT NOT NULL,
    "pairing_options" TEXT NOT NULL,
    "planned_rounds" INTEGER NOT NULL,
    "first_date" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "documents" TEXT NOT NULL,
    "carry_presence" INTEGER NOT NULL,
    "counts_for_rating" INTEGER NOT NULL,
    "previous_id" INTEGER,
    "created" TEXT NOT NULL,
    FOREIGN KEY ("previous_id") REFERENCES "competition" ("id") ON DELETE SET NULL
);
CREATE INDEX "competition_previous_id" ON "competition" ("previous_id");
CREATE TABLE "category" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "competition_id" INTEGER NOT NULL,
    "letter" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    FOREIGN KEY ("competition_id") REFERENCES "competition" ("id") ON DELETE CASCADE
);
CREATE INDEX "category_competition_id" ON "category" ("competition_id");
CREATE TABLE "classification" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "competition_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "system" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "columns" TEXT NOT NULL,
    "is_pairing" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    FOREIGN KEY ("competition_id") REFERENCES "competition" ("id") ON DELETE CASCADE
);
CREATE INDEX "classification_competition_id" ON "classification" ("competition_id");
CREATE TABLE "person" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "federation_ids" TEXT NOT NULL,
    "rating" INTEGER,
    "rating_world" INTEGER,
    "games_total" INTEGER NOT NULL,
    "games_season" INTEGER NOT NULL,
    "birth_year" INTEGER,
    "town" TEXT NOT NULL,
    "club" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "is_national" INTEGER NOT NULL,
    "is_member" INTEGER NOT NULL
);
CREATE TABLE "competitor" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "competition_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "person_id" INTEGER,
    "name" TEXT NOT NULL,
    "lot" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "rating" INTEGER,
    "title" TEXT NOT NULL,
    "club" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "categories" TEXT NOT NULL,
    "barrage" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    FOREIGN KEY ("competition_id") REFERENCES "competition" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("person_id") REFERENCES "person" ("id") ON DELETE RESTRICT
);
CREATE INDEX "competitor_competition_id" ON "competitor" ("competition_id");
CREATE INDEX "competitor_person_id" ON "competitor" ("person_id");
CREATE TABLE "file_info" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "uuid" TEXT NOT NULL,
    "created" TEXT NOT NULL
);
CREATE TABLE "forbidden_pair" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "competition_id" INTEGER NOT NULL,
    "first_id" INTEGER NOT NULL,
    "second_id" INTEGER NOT NULL,
    FOREIGN KEY ("competition_id") REFERENCES "competition" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("first_id") REFERENCES "competitor" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("second_id") REFERENCES "competitor" ("id") ON DELETE CASCADE
);
CREATE INDEX "forbidden_pair_competition_id" ON "forbidden_pair" ("competition_id");
CREATE INDEX "forbidden_pair_first_id" ON "forbidden_pair" ("first_id");
CREATE INDEX "forbidden_pair_second_id" ON "forbidden_pair" ("second_id");
CREATE TABLE "round" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "competition_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "date" TEXT NOT NULL,
    "session" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "published" TEXT NOT NULL,
    FOREIGN KEY ("competition_id") REFERENCES "competition" ("id") ON DELETE CASCADE
);
CREATE INDEX "round_competition_id" ON "round" ("competition_id");
CREATE TABLE "game" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "round_id" INTEGER NOT NULL,
    "white_id" INTEGER NOT NULL,
    "black_id" INTEGER NOT NULL,
    "result" TEXT NOT NULL,
    "date" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "locked" INTEGER NOT NULL,
    "table_number" INTEGER,
    "number" INTEGER,
    "annulled" INTEGER NOT NULL,
    "boards" TEXT,
    "lineup" TEXT,
    FOREIGN KEY ("round_id") REFERENCES "round" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("white_id") REFERENCES "competitor" ("id") ON DELETE NO ACTION,
    FOREIGN KEY ("black_id") REFERENCES "competitor" ("id") ON DELETE NO ACTION
);
CREATE INDEX "game_round_id" ON "game" ("round_id");
CREATE INDEX "game_white_id" ON "game" ("white_id");
CREATE INDEX "game_black_id" ON "game" ("black_id");
CREATE TABLE "journal_action" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "scope" INTEGER,
    "label" TEXT NOT NULL,
    "arguments" TEXT NOT NULL,
    "time" TEXT NOT NULL,
    "station" TEXT NOT NULL,
    "undone" INTEGER NOT NULL,
    "dropped" INTEGER NOT NULL,
    "note" INTEGER NOT NULL
);
CREATE INDEX "journal_action_scope" ON "journal_action" ("scope");
CREATE TABLE "journal_image" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "action_id" INTEGER NOT NULL,
    "table_name" TEXT NOT NULL,
    "row" INTEGER NOT NULL,
    "before" TEXT,
    "after" TEXT,
    FOREIGN KEY ("action_id") REFERENCES "journal_action" ("id") ON DELETE CASCADE
);
CREATE INDEX "journal_image_action_id" ON "journal_image" ("action_id");
CREATE INDEX "journal_image_table_name_row" ON "journal_image" ("table_name", "row");
CREATE TABLE "journal_state" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "action" INTEGER,
    "replaying" INTEGER NOT NULL,
    "changes" INTEGER NOT NULL,
    "closed" INTEGER NOT NULL
);
CREATE TABLE "pairing_record" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "round_id" INTEGER NOT NULL,
    "time" TEXT NOT NULL,
    "rules" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "changes" TEXT NOT NULL,
    FOREIGN KEY ("round_id") REFERENCES "round" ("id") ON DELETE CASCADE
);
CREATE INDEX "pairing_record_round_id" ON "pairing_record" ("round_id");
CREATE TABLE "participation" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "competitor_id" INTEGER NOT NULL,
    "what" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "last" INTEGER,
    FOREIGN KEY ("competitor_id") REFERENCES "competitor" ("id") ON DELETE CASCADE
);
CREATE INDEX "participation_competitor_id" ON "participation" ("competitor_id");
CREATE TABLE "publication" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "classification_id" INTEGER NOT NULL,
    "last_round" INTEGER NOT NULL,
    "time" TEXT NOT NULL,
    "corrects" INTEGER NOT NULL,
    "category" TEXT NOT NULL,
    "rows" TEXT NOT NULL,
    "withdrawn" INTEGER NOT NULL,
    FOREIGN KEY ("classification_id") REFERENCES "classification" ("id") ON DELETE CASCADE
);
CREATE INDEX "publication_classification_id" ON "publication" ("classification_id");
CREATE TABLE "reason" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "competition_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "letter" TEXT NOT NULL,
    "names" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    FOREIGN KEY ("competition_id") REFERENCES "competition" ("id") ON DELETE CASCADE
);
CREATE INDEX "reason_competition_id" ON "reason" ("competition_id");
CREATE TABLE "single_entry" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "round_id" INTEGER NOT NULL,
    "competitor_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "opponent_rating" INTEGER,
    "opponent_name" TEXT NOT NULL,
    "colour" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    FOREIGN KEY ("round_id") REFERENCES "round" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("competitor_id") REFERENCES "competitor" ("id") ON DELETE CASCADE
);
CREATE INDEX "single_entry_round_id" ON "single_entry" ("round_id");
CREATE INDEX "single_entry_competitor_id" ON "single_entry" ("competitor_id");
CREATE TABLE "team_member" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "team_id" INTEGER NOT NULL,
    "person_id" INTEGER NOT NULL,
    "board" INTEGER NOT NULL,
    FOREIGN KEY ("team_id") REFERENCES "competitor" ("id") ON DELETE CASCADE,
    FOREIGN KEY ("person_id") REFERENCES "person" ("id") ON DELETE RESTRICT
);
CREATE INDEX "team_member_team_id" ON "team_member" ("team_id");
CREATE INDEX "team_member_person_id" ON "team_member" ("person_id");
"""
