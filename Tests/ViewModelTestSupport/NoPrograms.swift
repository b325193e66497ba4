public import EngineConcepts
public import ViewModels

/// Runs nothing.
public nonisolated struct NoPrograms: ProgramRunning {
    private struct Unavailable: Error {}

    public var environment: [String: String] { [:] }

    private let readNames: @Sendable () async -> [String]

    /// - Parameter names: Returns the names in any directory.
    public init(names: @escaping @Sendable () async -> [String] = { [] }) { readNames = names }

    public func refusal(toRun program: String) -> Message? { nil }
    public func refusal(toSaveTo path: String) -> Message? { nil }
    public func names(in directory: String, beginningWith start: String) async -> [String] { await readNames() }
    public func run(_ call: ProgramCall) async throws -> ProgramResult { throw Unavailable() }
    public func save(_ bytes: [UInt8], to destination: SaveDestination) async throws -> String { throw Unavailable() }
    public func card(of contents: [TicketContent], as form: CardForm) async throws -> [UInt8] { throw Unavailable() }
    public func json(of entry: TrackEntry, shownAs presentation: Presentation) async throws -> String {
        throw Unavailable()
    }
}
