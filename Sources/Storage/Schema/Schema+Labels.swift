/// The tables of labels: their members and counts. Tickets get their labels when a classifier is adopted (see
/// ``LabelBatchWriter``).
///
/// `place.labels` is a ticket's set of labels, and `place.rule` the label that hides the ticket, even if the Track does not
/// have it. `place.hidden` is 1 if the Track has the ticket and a rule hides it: hidden tickets are in `label_place` under a
/// label of their own (see ``LabelPart/hiddenLabel``).
///
/// `label_place` holds the members of each label in the Track's order, so that a topic is read by windows like the Track.
/// `label_set_count` counts tickets by their whole set of labels: unions and intersections of topics are sums of a few rows.
extension Schema {
    static let labels = """
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

        CREATE TABLE label_set_count (
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
