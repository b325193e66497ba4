public import EngineConcepts

/// What the program knows of itself, for its developer section. Nothing of it leaves the machine.
public protocol Diagnostics: Sendable {
    /// What was taken note of.
    nonisolated var journal: any JournalReader { get }

    /// The memory that the process has in RAM, in bytes; nil where the system does not say.
    nonisolated func residentBytes() -> Int?

    /// What the network has done, in the order in which it is read.
    nonisolated func network() -> [JournalDetail]

    /// Writes down what helps to find out about a problem, without secrets and without what was read, and answers the
    /// file's path.
    nonisolated func writeReport(_ statistics: EngineStatistics) async throws -> String
}
