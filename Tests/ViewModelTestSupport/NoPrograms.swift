public import EngineConcepts
public import ViewModels

/// Runs nothing but an editor.
public nonisolated struct NoPrograms: ProgramRunning {
    private struct Unavailable: Error {}

    public var environment: [String: String] { [:] }

    private let edited: String?
    private let readNames: @Sendable () async -> [String]

    /// - Parameters:
    ///   - edited: The text that the editor makes of any file, or `nil` if there is none.
    ///   - names: Returns the names in any directory.
    public init(edited: String? = nil, names: @escaping @Sendable () async -> [String] = { [] }) {
        self.edited = edited
        readNames = names
    }

    public func refusal(toRun program: String) -> Message? { nil }
    public func refusal(toSaveTo path: String) -> Message? { nil }
    public func names(in directory: String, beginningWith start: String) async -> [String] { await readNames() }
    public func run(_ call: ProgramCall) async throws -> ProgramResult {
        guard let edited, call.file != nil else { throw Unavailable() }
        return ProgramResult(.exited(0), fileText: edited)
    }
    public func save(_ bytes: [UInt8], to destination: SaveDestination) async throws -> String { throw Unavailable() }
    public func card(of contents: [TicketContent], as form: CardForm) async throws -> [UInt8] { throw Unavailable() }
    public func json(of entry: TrackEntry, shownAs presentation: Presentation) async throws -> String {
        throw Unavailable()
    }
}
