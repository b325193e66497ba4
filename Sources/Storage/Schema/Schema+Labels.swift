/// The tables of labels: their members and counts.
///
/// The migration reads no stored tickets, so a large store opens as fast as before: tickets get their labels when a
/// classifier is adopted (see ``LabelBatch/write(_:by:)``).
///
/// From here on `place.shown` is 1 if the Track has the ticket and no rule hides it, and `place.hidden` if a rule does: so
/// `place_order` is the index of the filtered Track, and hidden tickets are in `label_place` under a label of their own
/// (see ``LabelPart/hiddenLabel``). `place.rule` is the label that hides the ticket, even if the Track does not have it.
///
/// `label_place` holds the members of each label in the Track's order, so that a topic is read by windows like the Track.
/// `label_set_count` (at first `census`) counts tickets by their whole set of labels: unions and intersections of topics
/// are sums of a few rows.
extension Schema {
    static let labels = """
        ALTER TABLE place ADD COLUMN labels BLOB;
        ALTER TABLE place ADD COLUMN rule INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE place ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE place ADD COLUMN unhidden INTEGER NOT NULL DEFAULT 0;

        ALTER TABLE tally ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tally ADD COLUMN hidden_unread INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tally ADD COLUMN hidden_starred INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE tally ADD COLUMN hidden_unread_starred INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE labelling (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            version INTEGER NOT NULL,
            reads_marks INTEGER NOT NULL,
            cursor INTEGER,
            done INTEGER NOT NULL,
            total INTEGER NOT NULL
        ) STRICT;
        INSERT INTO labelling VALUES (1, 0, 0, NULL, 0, 0);

        CREATE TABLE label (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            effect TEXT,
            definition TEXT NOT NULL,
            removed INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE UNIQUE INDEX label_name ON label (name) WHERE removed = 0;

        CREATE TABLE label_place (
            label INTEGER NOT NULL,
            hidden INTEGER NOT NULL,
            read INTEGER NOT NULL,
            age INTEGER NOT NULL,
            supplier TEXT NOT NULL,
            native INTEGER NOT NULL,
            item TEXT NOT NULL,
            id INTEGER NOT NULL,
            PRIMARY KEY (label, hidden, read, age, supplier, native, item)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE label_due (
            id INTEGER PRIMARY KEY,
            due INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX label_due_time ON label_due (due);

        CREATE TABLE census (
            labels BLOB NOT NULL,
            supplier TEXT NOT NULL,
            shown INTEGER NOT NULL,
            unread INTEGER NOT NULL,
            starred INTEGER NOT NULL,
            unread_starred INTEGER NOT NULL,
            hidden INTEGER NOT NULL,
            hidden_unread INTEGER NOT NULL,
            hidden_starred INTEGER NOT NULL,
            hidden_unread_starred INTEGER NOT NULL,
            PRIMARY KEY (labels, supplier)
        ) STRICT, WITHOUT ROWID;
        """
}
