public import EngineConcepts
public import FiberConfiguration

/// Manages the user's list of sources.
public protocol SourceManaging: Sendable {
    /// The reason why the list cannot be changed, with what to do instead, or `nil` if it can.
    nonisolated var fixedReason: Message? { get }

    /// The path of the file with the list, or `nil` if there is none.
    nonisolated var listPath: String? { get }

    /// Returns all sources in the user's order. Throws if the list cannot be read.
    nonisolated func sources() async throws -> [SourceDescription]

    /// Returns the sources that run: those of the list when it was last read.
    nonisolated func runningSources() async -> [SourceDescription]

    /// Follows the source at `address` (any URL, or one with a scheme of Fiber's own) and returns it. Throws
    /// ``SeveralSources`` if there are several.
    nonisolated func add(_ address: String) async throws -> SourceDescription

    /// Follows the sources of a list in a local file, an OPML file or newsboat's urls, without requesting any. Entries that
    /// run a command or read a file are left out.
    nonisolated func follow(listAt path: String) async throws -> ListOutcome

    /// Unfollows a source and returns it, or `nil` if it is not followed. Its items stay stored, so that ``restore(_:)`` can
    /// undo this.
    @discardableResult
    nonisolated func remove(_ id: SupplierID) async throws -> RemovedSource?

    /// Removes the sources and topics that an import has added, as far as they are still there.
    nonisolated func remove(_ additions: LibraryAdditions) async throws

    /// Follows a removed source again, in its place. Topics get their former numbers.
    nonisolated func restore(_ removed: RemovedSource) async throws

    /// Changes a source as far as two descriptions of it differ. What is equal in both stays as it is by now, since others may
    /// have changed it. Throws if the source is not followed.
    nonisolated func change(_ former: SourceDescription, to changed: SourceDescription) async throws

    /// Gives a source another address, which is checked first as by ``add(_:)``, and returns the source. It keeps its
    /// items and their marks.
    nonisolated func move(_ id: SupplierID, to address: String) async throws -> SourceDescription

    /// Requests a source with this name and password from now on. Nothing changes if its server refuses them.
    nonisolated func logIn(to id: SupplierID, user: String, password: String) async throws

    /// Sets the order of the list. Sources that are not in `order` keep their positions.
    nonisolated func arrange(_ order: [SupplierID]) async throws
}
