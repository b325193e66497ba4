internal import GRDB
internal import Queries

/// Which tickets tell one story, and which of them stand folded under another.
///
/// `place`, `label_place`, `tally` and `census` know nothing of this: they are the Track as it is, every ticket in a row of
/// its own. What folding makes of it stands beside them and is little: stories that are told more than once. A view that
/// folds reads the Track without the tickets whose `telling` names another one as its lead, and adds the parts of
/// `label_place` and `census` that are kept for it alone (see ``LabelPart/isLent`` and ``FoldTally``).
///
/// `story_key` holds what other tellings of a ticket's story would have too (see ``Queries/StoryTraits``). Who finds a key
/// looks at the ticket itself, so that a key that is no longer true does no harm.
///
/// `story_wait` names the tickets that nobody has looked at yet, and below `story_state.cursor` nobody has at any: that is
/// how a store from before there were stories gets them, in the background and newest first.
extension Schema {
    static func createStories(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE story_state (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    version INTEGER NOT NULL,
                    folds INTEGER NOT NULL,
                    turn INTEGER NOT NULL,
                    cursor INTEGER
                ) STRICT;
                INSERT INTO story_state VALUES (1, \(StoryTraits.version), 1, 0, (SELECT max(id) + 1 FROM place));
                CREATE TABLE story_wait (id INTEGER PRIMARY KEY) STRICT;

                CREATE TABLE story_key (
                    hash INTEGER NOT NULL,
                    id INTEGER NOT NULL,
                    PRIMARY KEY (hash, id)
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE telling (
                    id INTEGER PRIMARY KEY,
                    story INTEGER NOT NULL,
                    turn INTEGER NOT NULL,
                    lead INTEGER,
                    duplicate INTEGER NOT NULL DEFAULT 0,
                    read INTEGER NOT NULL DEFAULT 0,
                    own BLOB,
                    lent BLOB
                ) STRICT;
                CREATE INDEX telling_story ON telling (story, turn);

                CREATE TABLE fold_census (
                    labels BLOB PRIMARY KEY,
                    shown INTEGER NOT NULL,
                    unread INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;

                PRAGMA user_version = 5;
                """)
    }

    /// What is kept says besides whether it is of hidden tickets. For a while those stood folded too: stores from then have
    /// such until their stories are looked at again, and nobody else.
    static func foldHidden(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE telling ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE fold_census ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE fold_census ADD COLUMN hidden_unread INTEGER NOT NULL DEFAULT 0;
                INSERT OR IGNORE INTO story_wait SELECT id FROM telling;

                PRAGMA user_version = 7;
                """)
    }

    /// The mark of tickets whose story is told apart, and another look at every story: hidden tickets stand folded no more.
    static func createApart(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE place ADD COLUMN apart INTEGER NOT NULL DEFAULT 0;
                INSERT OR IGNORE INTO story_wait SELECT id FROM telling;

                PRAGMA user_version = 8;
                """)
    }

    /// That a ticket of `table` stands folded under none: one seek in a small table.
    static func isNotFolded(_ table: String) -> String {
        " AND NOT EXISTS (SELECT 1 FROM telling WHERE telling.id = \(table).id AND telling.lead <> telling.id)"
    }
}
