import EngineConcepts

/// Records how long frames take, and how long keys and commits wait for the frame that shows them. Rows that a key has to read
/// first come in a later frame.
final class FrameTimes {
    private let instrumentation: any Instrumentation
    /// The time of the first key that is not on the screen yet.
    private var key: ContinuousClock.Instant?
    /// The time of the first commit that is not on the screen yet.
    private var commit: ContinuousClock.Instant?

    init(_ instrumentation: any Instrumentation) {
        self.instrumentation = instrumentation
    }

    func pressed() {
        if key == nil { key = .now }
    }

    /// Records the time of each commit among the events of the engine, and then calls `committed`.
    func follow(_ events: AsyncStream<EngineEvent>, _ committed: () -> Void) async {
        for await event in events {
            guard case .committed = event else { continue }
            if commit == nil { commit = .now }
            committed()
        }
    }

    /// Records a frame.
    ///
    /// - Parameter showsCommit: True if the frame shows everything of the commits so far.
    func drawn(in duration: Duration, showsCommit: Bool) {
        instrumentation.record(InstrumentedEvent("screen.frame", nil, duration: duration))
        if let key {
            instrumentation.record(InstrumentedEvent("screen.key-to-frame", nil, duration: key.duration(to: .now)))
        }
        key = nil
        if let commit, showsCommit {
            let waited = commit.duration(to: .now)
            instrumentation.record(InstrumentedEvent("screen.commit-to-frame", nil, duration: waited))
            self.commit = nil
        }
    }
}
