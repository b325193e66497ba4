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

/// A phase of a request whose durations the journal keeps, by the name of their span.
public nonisolated enum NetworkPhase: String, Sendable, CaseIterable {
    /// Looking up the host's name for a new connection.
    case name = "network.name"
    /// Connecting, until the host or its proxy answered.
    case connect = "network.connect"
    /// Agreeing on encryption.
    case tls = "network.tls"
    /// From the request's turn to the head of the response.
    case firstByte = "network.first-byte"
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
