import GRDB

/// The tables and their migrations.
///
/// A ticket has two rows with one ID. `place` is its position with the user's marks: all that windows, searches for
/// unread tickets, counts and commits read. `content` is what is displayed and is read for the rows of a window only:
/// marking a million tickets must not rewrite a gigabyte of bodies.
///
/// Row IDs grow with time (see ``TicketRowID``): neighbours in the Track are neighbours in the file.
///
/// `age` is the bitwise complement of the order time: every column of the order ascends, and a page of the Track is one
/// comparison of row values that an index answers (`(age, supplier, native, item) > (?, ?, ?, ?)`). Texts compare by
/// bytes, like ``OrderKey``.
///
/// `track.gaps` is derived from the suppliers' states by each commit (see ``GapList``), so that the first frame need not
/// decode a thousand of them. `supplier.ledger` is a supplier's state in JSON (see ``SupplierStateText``).
///
/// `shown` is 1 if the Track shows the ticket: its supplier is active, the source has not deleted it, its time lies in
/// the visible ranges (`track.extent`), and (since there are labels) no rule hides it. Each commit maintains it, so readers
/// need neither ranges nor suppliers.
enum Schema {
    /// "Fibr": in the header of every store of Fiber, and of nothing else.
    static let applicationID: Int32 = 0x4669_6272

    /// The number of migrations; a store's header holds the number that it has had.
    static let version = Int32(migrations.count)

    /// The migrations in their order. Their statements are put together only for a store that lacks them.
    private static let migrations: [(name: String, sql: @Sendable () -> String)] = [
        ("1 tickets", { Schema.tickets }),
        ("2 outbox", { Schema.outbox }),
        ("3 labels", { Schema.labels }),
        ("4 search", { Schema.search }),
        ("5 stories", { Schema.stories }),
        ("6 later", { Schema.laterMark }),
        ("7 hidden stories", { Schema.hiddenStories }),
        ("8 stories apart", { Schema.unfoldedMark }),
        ("9 names", { Schema.renamedTables }),
        ("10 retention", { Schema.removedItems }),
        ("11 accounts", { Schema.postURIs }),
        ("12 first seen", { Schema.firstSeen }),
    ]

    /// Throws ``SupersededSchema`` if a newer Fiber has migrated the store since this process opened it. What this one writes
    /// would lack the data that the newer one derives from it.
    static func requireCurrent(in db: Database) throws {
        guard try db.integer("PRAGMA user_version") ?? 0 <= Int64(version) else { throw SupersededSchema() }
    }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, migration) in migrations.enumerated() {
            migrator.registerMigration(migration.name) { db in
                try db.execute(sql: migration.sql())
                try db.execute(sql: "PRAGMA user_version = \(index + 1)")
            }
        }
        return migrator
    }

    private static let tickets = """
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
        """

    /// The table of pending actions: see ``OutboxRows``. Actions and states are JSON: they are few, states change
    /// often, and nothing searches in them.
    private static let outbox = """
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
        """

    /// The mark of tickets to read later. They are few, as are starred ones, and are counted one by one.
    private static let laterMark = """
        ALTER TABLE place ADD COLUMN later INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX place_later ON place (age, supplier, native, item) WHERE later = 1;
        """

    /// The items of tickets that a retention removed. Such an item stays known: if its source delivers it again, it
    /// is not new, and what it connects stays connected.
    private static let removedItems = """
        CREATE TABLE removed_item (
            supplier TEXT NOT NULL,
            item TEXT NOT NULL,
            age INTEGER NOT NULL,
            native INTEGER NOT NULL,
            fingerprint INTEGER NOT NULL,
            PRIMARY KEY (supplier, item)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX removed_item_order ON removed_item (supplier, age, native, item);
        """

    /// The canonical URIs of posts, which many tickets can share, and actions on people and by accounts. For these,
    /// `supplier` holds the account and `item` the person.
    private static let postURIs = """
        CREATE TABLE post_uri (id INTEGER PRIMARY KEY, uri TEXT NOT NULL) STRICT;
        CREATE INDEX post_uri_order ON post_uri (uri, id);

        ALTER TABLE outbox ADD COLUMN target TEXT NOT NULL DEFAULT 'ticket';
        ALTER TABLE outbox ADD COLUMN uri TEXT;
        """

    /// The time at which a source first delivered a ticket; `NULL` for tickets that were stored before this migration.
    private static let firstSeen = """
        ALTER TABLE place ADD COLUMN seen INTEGER;
        """

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

/// The tables are those of a newer Fiber.
struct SupersededSchema: Error {}
