public import EngineConcepts
import EngineStandard

/// Keeps the Track in memory. Restarts and crashes lose nothing.
public struct MemoryArchive: Archive {
    public let store: any TrackStore & MarkStore & LabelStore = MemoryTrackStore()

    public init() {}

    public func restart() async throws {}

    public func crash() async throws {}

    public func failures() async throws -> [String] { [] }
}
