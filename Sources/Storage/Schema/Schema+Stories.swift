import Queries

/// The tables of stories: which tickets belong to one story, and which of them are folded under another.
///
/// `place`, `label_place` and the counts describe the Track with every ticket in a row of its own. Folding adds little
/// beside them: stories with several members. A view that folds leaves out tickets whose `story_member` names another as
/// its lead, and adds the parts of `label_place` and `folded_count` that exist for it alone (see ``LabelPart/isLent`` and
/// ``FoldChanges``).
///
/// `story_key` holds keys that other members of a ticket's story would share (see ``Queries/StoryTraits``). A match is
/// verified against the ticket, so stale keys do no harm. `place.apart` marks tickets whose story the user has unfolded.
///
/// `story_wait` lists tickets that have not been matched, and no ticket below `story_state.cursor` has been: they are
/// matched in the background, newest first.
extension Schema {
    static let stories = """
        CREATE TABLE story_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            version INTEGER NOT NULL,
            folds INTEGER NOT NULL,
            arrivals INTEGER NOT NULL,
            cursor INTEGER
        ) STRICT;
        INSERT INTO story_state VALUES (1, \(StoryTraits.version), 1, 0, NULL);
        CREATE TABLE story_wait (id INTEGER PRIMARY KEY) STRICT;

        CREATE TABLE story_key (
            hash INTEGER NOT NULL,
            id INTEGER NOT NULL,
            PRIMARY KEY (hash, id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE story_member (
            id INTEGER PRIMARY KEY,
            story INTEGER NOT NULL,
            arrival INTEGER NOT NULL,
            lead INTEGER,
            duplicate INTEGER NOT NULL DEFAULT 0,
            read INTEGER NOT NULL DEFAULT 0,
            own BLOB,
            lent BLOB,
            hidden INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE INDEX place_later ON place (age, supplier, native, item) WHERE later = 1;

        CREATE TABLE folded_count (
            labels BLOB PRIMARY KEY,
            shown INTEGER NOT NULL,
            unread INTEGER NOT NULL,
            hidden INTEGER NOT NULL DEFAULT 0,
            hidden_unread INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX story_member_story ON story_member (story, arrival);
        """
}
