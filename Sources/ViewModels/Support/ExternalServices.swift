public import EngineConcepts

/// Opens web addresses outside of Fiber.
public protocol BrowserOpening: Sendable {
    /// Opens `url`, which ``LinkPolicy`` has let through. Must hand it over as one argument, never through a shell.
    nonisolated func open(_ url: String) async throws
}

/// Puts text where other programs can paste it from.
public protocol ClipboardWriting {
    /// Copies `text`.
    func copy(_ text: String) throws
}

/// Looks for tickets that tell one story.
public protocol StoryFolding: Sendable {
    /// Looks for them from now on, or forgets them.
    nonisolated func setFolding(_ folds: Bool) async throws
}

/// Keeps the list of what a person follows.
public protocol SourceManaging: Sendable {
    /// Whether the list can be changed; the sample's cannot.
    nonisolated var isEditable: Bool { get }

    /// Everything that is followed, in the reader's order.
    nonisolated func sources() async throws -> [SourceDescription]

    /// Follows what stands at `address` (any URL, or a scheme of Fiber's own) and answers what was found there. Throws
    /// ``SeveralSources`` where that is a choice.
    nonisolated func add(_ address: String) async throws -> SourceDescription

    /// Stops following a source. What is stored stays, for an undo.
    nonisolated func remove(_ id: SupplierID) async throws

    /// Follows again what was removed, or changes the name, topics or pause of what is followed.
    nonisolated func put(_ source: SourceDescription) async throws

    /// Lists what is followed in this order; what is not among it stays where it is.
    nonisolated func arrange(_ order: [SupplierID]) async throws
}

/// Remembers what tickets said before they were edited.
public protocol HistoryReading: Sendable {
    /// What a ticket said before it was edited, latest first; no more than `limit` of the edits that a reader could see.
    nonisolated func history(of id: TicketID, limit: Int) async throws -> [Ticket]
}

/// Opens what is said about a ticket as a timeline of its own.
public protocol ThreadOpening: Sendable {
    /// The thread that the source at `address` delivers, not asked for anything yet.
    nonisolated func thread(at address: String) async throws -> ThreadTrack
}

/// A thread: a Track of its own, for as long as somebody looks at it.
public nonisolated struct ThreadTrack: Sendable {
    /// Fills it.
    public let engine: any Engine
    /// Reads it.
    public let reader: any TrackReader
    /// Keeps what is read and starred in it.
    public let marks: any MarkStore
    /// Keeps its small values.
    public let settings: any SettingStore
    /// Frees what it holds.
    public let close: @Sendable () async throws -> Void

    /// Puts a thread together.
    public init(
        engine: any Engine, reader: any TrackReader, marks: any MarkStore, settings: any SettingStore,
        close: @escaping @Sendable () async throws -> Void
    ) {
        self.engine = engine
        self.reader = reader
        self.marks = marks
        self.settings = settings
        self.close = close
    }
}

/// What stands at an address is several sources: the reader has to say which one is meant.
public nonisolated struct SeveralSources: Error, Hashable, Sendable {
    /// A source that can be chosen.
    public struct Choice: Hashable, Sendable {
        /// Its address.
        public var address: String
        /// What it is called where it was found.
        public var title: String

        /// Makes a choice.
        public init(address: String, title: String) {
            self.address = address
            self.title = title
        }

        /// What it is called, and where it leads: a page may call anything anything.
        var words: String { title == address ? address : "\(title) (\(address))" }
    }

    /// Where they were found.
    public var address: String
    /// The sources, never fewer than two.
    public var choices: [Choice]

    /// Says that there are several.
    public init(address: String, choices: [Choice]) {
        self.address = address
        self.choices = choices
    }
}

/// Which addresses may leave Fiber. What feeds contain is hostile: only schemes that lead to readable places pass.
public nonisolated enum LinkPolicy {
    private static let schemes: Set<String> = ["http", "https", "gemini", "gopher"]

    /// Whether `url` may be handed to a browser.
    public static func allows(_ url: String) -> Bool {
        guard let colon = url.firstIndex(of: ":"), schemes.contains(url[..<colon].lowercased()) else { return false }
        return url[colon...].hasPrefix("://") && url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
            && url.utf8.count < 8192
    }
}
