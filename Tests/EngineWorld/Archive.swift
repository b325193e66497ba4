public import EngineConcepts
import EngineStandard

/// Where a world's Track is kept, and what happens to it when the process that writes it ends.
public protocol Archive: Sendable {
    /// The store as it is open now.
    var store: any TrackStore & MarkStore & LabelStore { get async }

    /// Closes the store and opens it again, as the next process does.
    func restart() async throws

    /// Leaves the store as a killed process does, closing nothing, and opens what it left.
    func crash() async throws

    /// What is wrong with the store, in words; empty where all is well.
    func problems() async throws -> [String]
}

/// Keeps the Track in memory: whatever ends, it is there.
public struct MemoryArchive: Archive {
    /// The store, always the same.
    public let store: any TrackStore & MarkStore & LabelStore = MemoryTrackStore()

    /// An empty one.
    public init() {}

    /// Nothing to close.
    public func restart() async throws {}

    /// Nothing to lose.
    public func crash() async throws {}

    /// Nothing to break.
    public func problems() async throws -> [String] { [] }
}
