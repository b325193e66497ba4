public import EngineConcepts

/// The storage of a simulation's Track, which survives the end of a process.
public protocol Archive: Sendable {
    /// The store as it is currently open.
    var store: any TrackStore & MarkStore & LabelStore { get async }

    /// Closes the store and opens it again, as the next process does.
    func restart() async throws

    /// Leaves the store without closing it, as a killed process does, and opens the result.
    func crash() async throws

    /// Returns descriptions of damage to the store, or an empty array if it is sound.
    func failures() async throws -> [String]
}
