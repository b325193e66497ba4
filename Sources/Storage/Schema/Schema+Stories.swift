import Queries

/// The tables of stories: which tickets belong to one story, and which of them are folded under another.
///
/// `place`, `label_place` and the counts describe the Track with every ticket in a row of its own. Folding adds little
/// beside them: stories with several members. A view that folds leaves out tickets whose `story_member` (at first
/// `telling`) names another as its lead, and adds the parts of `label_place` and `folded_count` (at first `fold_census`)
/// that exist for it alone (see ``LabelPart/isLent`` and ``FoldChanges``).
///
/// `story_key` holds keys that other members of a ticket's story would share (see ``Queries/StoryTraits``). A match is
/// verified against the ticket, so stale keys do no harm.
///
/// `story_wait` lists tickets that have not been matched, and no ticket below `story_state.cursor` has been: existing
/// stores are matched in the background, newest first.
extension Schema {
    static let stories = """
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
        """

    /// The mark of folded tickets that are hidden. Hidden tickets were folded for a while; their stories are matched again.
    static let hiddenStories = """
        ALTER TABLE telling ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE fold_census ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE fold_census ADD COLUMN hidden_unread INTEGER NOT NULL DEFAULT 0;
        INSERT OR IGNORE INTO story_wait SELECT id FROM telling;
        """

    /// The mark of unfolded stories. All stories are matched again: hidden tickets are not folded any more.
    static let unfoldedMark = """
        ALTER TABLE place ADD COLUMN apart INTEGER NOT NULL DEFAULT 0;
        INSERT OR IGNORE INTO story_wait SELECT id FROM telling;
        """

    /// The names of tables and columns after what they hold. Takes no time: SQLite rewrites its schema only.
    static let renamedTables = """
        ALTER TABLE tally RENAME TO supplier_count;
        ALTER TABLE census RENAME TO label_set_count;
        ALTER TABLE telling RENAME TO story_member;
        ALTER TABLE story_member RENAME COLUMN turn TO arrival;
        ALTER TABLE story_state RENAME COLUMN turn TO arrivals;
        ALTER TABLE fold_census RENAME TO folded_count;
        DROP INDEX telling_story;
        CREATE INDEX story_member_story ON story_member (story, arrival);
        """
}
