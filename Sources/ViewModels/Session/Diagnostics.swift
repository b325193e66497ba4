public import EngineConcepts

/// Information about the program for its developer section. Nothing of it leaves the machine.
public protocol Diagnostics: Sendable {
    /// The log.
    nonisolated var journal: any JournalReader { get }

    /// Returns the resident memory of the process in bytes, or `nil` if the system does not report it.
    nonisolated func residentBytes() -> Int?

    /// Statistics of the network, in display order.
    nonisolated func network() -> [NetworkFigure]

    /// Writes a problem report without secrets and without content, and returns its path.
    nonisolated func writeReport(_ statistics: EngineStatistics) async throws -> String
}

/// A line of the statistics of the network.
public nonisolated struct NetworkFigure: Equatable, Sendable {
    public let name: Message
    public let value: Message

    public init(_ name: Message, _ value: Message) {
        self.name = name
        self.value = value
    }
}
