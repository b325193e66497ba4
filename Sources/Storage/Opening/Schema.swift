internal import GRDB

/// The tables, and how older ones become them.
///
/// A ticket is kept in two rows of one number. `place` is the bare ticket with the reader's marks: all that windows,
/// searches for unread ones, counting and committing look at. `content` is what is shown of it, and is read for the rows
/// of a window only: marking a million tickets as read must not write a gigabyte of bodies again.
///
/// Numbers grow with time (see ``TicketNumber``), so that neighbours in the Track are neighbours in the file, and a
/// full-text index can answer newest first without sorting.
///
/// `age` is the bitwise complement of the order time: every column of the order then ascends, and a page of the Track is
/// one comparison of row values that an index answers (`(age, supplier, native, item) > (?, ?, ?, ?)`). Texts compare by
/// their bytes, as ``OrderKey`` does.
///
/// `track.gaps` is derived from the ledgers by each commit (see ``GapList``), so that a start with a thousand suppliers
/// need not decode their ledgers before the first frame.
///
/// `shown` says whether the Track shows the ticket: its supplier is active, it was not deleted at its source, and its
/// time lies in the extent. Each commit keeps that true, so that readers need neither extent nor suppliers. Since there
/// are labels it says besides that no rule hides it.
enum Schema {
    /// "Fibr": in the header of every store of Fiber, and of nothing else.
    static let applicationID: Int32 = 0x4669_6272

    /// How many migrations this version knows; the header of a store says how many it has seen.
    static let version: Int32 = 8

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 tickets", migrate: createTickets)
        migrator.registerMigration("2 outbox", migrate: createOutbox)
        migrator.registerMigration("3 labels", migrate: createLabels)
        migrator.registerMigration("4 search", migrate: createSearch)
        migrator.registerMigration("5 stories", migrate: createStories)
        migrator.registerMigration("6 later", migrate: createLater)
        migrator.registerMigration("7 hidden stories", migrate: foldHidden)
        migrator.registerMigration("8 stories apart", migrate: createApart)
        return migrator
    }

    private static func createTickets(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE track (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    version INTEGER NOT NULL,
                    extent TEXT NOT NULL,
                    gaps BLOB NOT NULL
                ) STRICT;
                INSERT INTO track VALUES (1, 0, '[]', x'');

                CREATE TABLE supplier (
                    name TEXT PRIMARY KEY,
                    active INTEGER NOT NULL DEFAULT 0,
                    ledger TEXT,
                    version INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX supplier_version ON supplier (version);

                CREATE TABLE tally (
                    supplier TEXT PRIMARY KEY,
                    shown INTEGER NOT NULL,
                    unread INTEGER NOT NULL,
                    starred INTEGER NOT NULL,
                    unread_starred INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE place (
                    id INTEGER PRIMARY KEY,
                    supplier TEXT NOT NULL,
                    item TEXT NOT NULL,
                    age INTEGER NOT NULL,
                    native INTEGER NOT NULL,
                    fingerprint INTEGER NOT NULL,
                    read INTEGER NOT NULL DEFAULT 0 CHECK (read IN (0, 1)),
                    starred INTEGER NOT NULL DEFAULT 0 CHECK (starred IN (0, 1)),
                    late INTEGER NOT NULL,
                    deleted INTEGER NOT NULL DEFAULT 0,
                    shown INTEGER NOT NULL CHECK (shown IN (0, 1) AND (shown = 0 OR deleted = 0))
                ) STRICT;
                CREATE UNIQUE INDEX place_identity ON place (supplier, item);
                CREATE INDEX place_order ON place (read, age, supplier, native, item) WHERE shown = 1;
                CREATE INDEX place_supplier ON place (supplier, age, native, item) WHERE deleted = 0;
                CREATE INDEX place_starred ON place (age, supplier, native, item) WHERE starred = 1;
                CREATE INDEX place_late ON place (age, supplier, native, item) WHERE late = 1;

                CREATE TABLE author (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    source TEXT NOT NULL,
                    name TEXT NOT NULL,
                    handle TEXT,
                    avatar TEXT,
                    verified INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX author_name ON author (name, source);

                CREATE TABLE content (
                    id INTEGER PRIMARY KEY,
                    \(contentColumns)
                ) STRICT;

                CREATE TABLE former_content (
                    id INTEGER NOT NULL,
                    version INTEGER NOT NULL,
                    \(contentColumns),
                    PRIMARY KEY (id, version)
                ) STRICT;

                CREATE TABLE setting (
                    name TEXT PRIMARY KEY,
                    value TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;

                PRAGMA user_version = 1;
                """)
    }

    /// What a reader asked to be done at sources and is not done: see ``OutboxRows``. Actions and states are JSON; states
    /// change often, nothing is ever searched by them, and there are few.
    private static func createOutbox(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE outbox (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    id TEXT NOT NULL UNIQUE,
                    supplier TEXT NOT NULL,
                    item TEXT NOT NULL,
                    action TEXT NOT NULL,
                    asked INTEGER NOT NULL,
                    repetition TEXT NOT NULL,
                    attempts INTEGER NOT NULL,
                    doubt INTEGER NOT NULL CHECK (doubt IN (0, 1)),
                    state TEXT NOT NULL
                ) STRICT;

                PRAGMA user_version = 2;
                """)
    }

    /// The mark of what is to be read later. Its tickets are few, as the starred are; they are counted one by one.
    private static func createLater(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE place ADD COLUMN later INTEGER NOT NULL DEFAULT 0;
                CREATE INDEX place_later ON place (age, supplier, native, item) WHERE later = 1;

                PRAGMA user_version = 6;
                """)
    }

    /// The columns of a ticket's content; see ``ContentRow``.
    private static let contentColumns = """
        shown_time INTEGER NOT NULL,
        edit_time INTEGER,
        time_assumed INTEGER NOT NULL,
        title TEXT,
        text_kind INTEGER NOT NULL,
        text ANY,
        base TEXT,
        author INTEGER,
        link TEXT,
        language TEXT,
        tags TEXT,
        rest BLOB
        """
}
