public import EngineConcepts
public import EngineStandard

/// Random sequences of refreshes, fills and restarts of one source.
public enum SourceSequence {
    /// Runs a random sequence of two to five refreshes with documents of their own, and of fills and restarts, chosen by
    /// `bytes`.
    ///
    /// - Returns: The violations found in the Track at the end.
    public static func run(
        choosing bytes: [UInt8], store: any TrackStore & TrackReader = MemoryTrackStore()
    ) async throws -> [String] {
        var choices = Choices(bytes)
        let kind = choices.one(of: FollowedSource.Kind.allCases)
        // The first is for bytes that are used up.
        let rounds = choices.one(of: [3, 2, 4, 5])
        var maker = DocumentMaker(kind, choices)
        let transport = ScriptedTransport(type: kind.mediaType)
        let source = try await FollowedSource(kind, transport, store: store)
        for _ in 0..<rounds {
            transport.script(nil, maker.documents())
            await source.refresh(after: .seconds(maker.pause()))
            if maker.once(in: 2) { await source.fill() }
            if maker.once(in: 3) { await source.restart() }
        }
        return try await source.violations()
    }

    /// Runs a source of this kind that sends `documents`, one after another, with a fill and a restart after each.
    ///
    /// - Returns: The violations found in the Track at the end.
    public static func run(
        _ kind: FollowedSource.Kind, sending documents: [[UInt8]],
        store: any TrackStore & TrackReader = MemoryTrackStore()
    ) async throws -> [String] {
        let transport = ScriptedTransport(type: kind.mediaType)
        let source = try await FollowedSource(kind, transport, store: store)
        for document in documents {
            transport.script(nil, [document])
            await source.refresh()
            await source.fill()
            await source.restart()
        }
        return try await source.violations()
    }
}
