public import EngineConcepts
public import FiberConfiguration

/// Opens web addresses in the browser.
public protocol BrowserOpening: Sendable {
    /// Opens `url`, which ``LinkPolicy`` has allowed. Must pass it as one argument, never through a shell.
    nonisolated func open(_ url: String) async throws

    /// Opens `url` without the terminal. Throws if no program can.
    nonisolated func openInBackground(_ url: String) async throws

    /// True if the program that opens `url` needs the terminal.
    nonisolated func needsTerminal(for url: String) -> Bool

    /// The use of the terminal by the program that plays sounds and videos, or `nil` if none is chosen.
    nonisolated var player: PlayerUse? { get }

    /// Plays `url`, which ``LinkPolicy`` has allowed.
    nonisolated func play(_ url: String) async throws
}

/// The place where a player shows itself.
public nonisolated enum PlayerUse: Equatable, Sendable {
    /// In a window, or nowhere.
    case ownWindow
    /// On the terminal.
    case terminal
}

extension BrowserOpening {
    /// Opens `url` with the same program.
    public nonisolated func openInBackground(_ url: String) async throws {
        try await open(url)
    }

    /// Returns false.
    public nonisolated func needsTerminal(for url: String) -> Bool { false }

    /// Returns `nil`.
    public nonisolated var player: PlayerUse? { nil }

    /// Opens `url` as any link.
    public nonisolated func play(_ url: String) async throws {
        try await open(url)
    }
}

/// Copies text to the clipboard.
public protocol ClipboardWriting {
    /// Copies `text`.
    func copy(_ text: String) throws
}

/// Detects tickets about the same story.
public protocol StoryFolding: Sendable {
    /// Starts detecting stories, or deletes the detected ones.
    nonisolated func setFolding(_ folds: Bool) async throws
}

/// Manages the list of sources.
public protocol SourceManaging: Sendable {
    /// True if the list can be changed; false for the sample.
    nonisolated var isEditable: Bool { get }

    /// The path of the file with the list, or `nil` if there is none.
    nonisolated var listPath: String? { get }

    /// All sources in the user's order.
    nonisolated func sources() async throws -> [SourceDescription]

    /// Follows the source at `address` (any URL, or one with a scheme of Fiber's own) and returns it. Throws
    /// ``SeveralSources`` if there are several.
    nonisolated func add(_ address: String) async throws -> SourceDescription

    /// Unfollows a source and returns it, or `nil` if it is not followed. Its items stay stored, so that ``restore(_:)`` can
    /// undo this.
    @discardableResult
    nonisolated func remove(_ id: SupplierID) async throws -> RemovedSource?

    /// Follows a removed source again, in its place. Topics get their former numbers.
    nonisolated func restore(_ removed: RemovedSource) async throws

    /// Follows a source again, or changes the name, topics or paused state of a source.
    nonisolated func put(_ source: SourceDescription) async throws

    /// Gives a source another address, which is checked first as by ``add(_:)``, and returns the source. It keeps its
    /// items and their marks.
    nonisolated func move(_ id: SupplierID, to address: String) async throws -> SourceDescription

    /// Requests a source with this name and password from now on. Nothing changes if its server refuses them.
    nonisolated func logIn(to id: SupplierID, user: String, password: String) async throws

    /// Sets the order of the list. Sources that are not in `order` keep their positions.
    nonisolated func arrange(_ order: [SupplierID]) async throws
}

extension SourceManaging {
    /// Returns `nil`.
    public nonisolated var listPath: String? { nil }
}

/// Reads the past of tickets: earlier versions of edited ones, and when they were first seen.
public protocol HistoryReading: Sendable {
    /// The versions of a ticket before its edits, latest first, at most `limit` of those with a visible change.
    nonisolated func history(of id: TicketID, limit: Int) async throws -> [Ticket]

    /// The time at which a source first delivered a ticket, or `nil` if it is not known.
    nonisolated func firstSeen(_ id: TicketID) async throws -> Timestamp?
}

/// Opens threads and profiles.
public protocol ThreadOpening: Sendable {
    /// Returns what reads the thread around a ticket, or `nil` if its source has no threads. Nothing is requested yet.
    nonisolated func thread(of ticket: Ticket) -> (any PostFilling)?

    /// Returns what reads the posts of the ticket's author, and of all authors who are the same person, or `nil` if no
    /// source can. Nothing is requested yet.
    nonisolated func profile(ofAuthorOf ticket: Ticket, in people: People) -> (any PostFilling)?
}

/// An address offers several sources; the user has to choose.
public nonisolated struct SeveralSources: Error, Hashable, Sendable {
    /// A source to choose.
    public struct Choice: Hashable, Sendable {
        /// Its address.
        public var address: String
        /// Its title on the page.
        public var title: String

        /// Makes a choice.
        public init(address: String, title: String) {
            self.address = address
            self.title = title
        }

        /// The title with the address, because a page can give a feed any title.
        var words: String { title == address ? address : "\(title) (\(address))" }
    }

    /// The address of the page.
    public var address: String
    /// The sources, at least two.
    public var choices: [Choice]

    /// Makes the error.
    public init(address: String, choices: [Choice]) {
        self.address = address
        self.choices = choices
    }
}

/// Decides which addresses may be passed to other programs. Content of feeds is untrusted, so only schemes of
/// readable places are allowed.
public nonisolated enum LinkPolicy {
    private static let schemes: Set<String> = ["http", "https", "gemini", "gopher"]

    /// True if `url` is allowed and has http or https.
    public static func isWeb(_ url: String) -> Bool {
        allows(url) && ["http:", "https:"].contains { url.lowercased().hasPrefix($0) }
    }

    /// True if `url` may be passed to another program.
    public static func allows(_ url: String) -> Bool {
        guard let colon = url.firstIndex(of: ":"), schemes.contains(url[..<colon].lowercased()) else { return false }
        return url[colon...].hasPrefix("://") && url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
            && url.utf8.count < 8192
    }
}
