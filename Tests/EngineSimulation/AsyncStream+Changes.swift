public import EngineConcepts

extension AsyncStream<EngineEvent> {
    /// Returns the changes of the commits after `earlier` up to `version`, and waits for them. There are none if both are
    /// equal.
    public func changes(after earlier: TrackVersion, upTo version: TrackVersion) async -> [TrackChanges] {
        guard version != earlier else { return [] }
        var changes: [TrackChanges] = []
        for await event in self {
            guard case .committed(let change, _) = event else { continue }
            changes.append(change)
            if change.version >= version { break }
        }
        return changes
    }
}
