import DequeModule
public import EngineConcepts
import Synchronization

/// Keeps the latest events in memory, and the durations of all events by name.
///
/// An entry costs a lock; above ``maximumEntries`` it replaces the oldest. A name uses up to ten kilobytes.
public final class Journal: Instrumentation, JournalReader {
    private struct State {
        var entries: Deque<JournalEntry> = []
        /// The number of entries so far, replaced ones included.
        var count = 0
        /// The durations so far of the events with each name.
        var spans: [String: DurationDistribution] = [:]
    }

    /// The maximum number of entries.
    public let maximumEntries: Int
    private let time: any TimeSource
    private let keep: @Sendable (JournalEntry) -> Void
    private let state = Mutex(State())

    /// Creates an empty journal for at least one entry.
    ///
    /// - Parameter keep: Keeps the entries beyond this process. Called on any thread, in the order of the entries; must return
    ///   at once.
    public init(
        maximumEntries: Int = 2000, time: any TimeSource, keep: @escaping @Sendable (JournalEntry) -> Void = { _ in }
    ) {
        self.keep = keep
        self.maximumEntries = max(1, maximumEntries)
        self.time = time
    }

    public func record(_ event: InstrumentedEvent) {
        let now = time.now()
        state.withLock { state in
            if let duration = event.duration {
                state.spans[event.name, default: DurationDistribution()].record(duration)
            }
            guard let level = event.level else { return }
            state.count += 1
            let entry = JournalEntry(
                id: state.count, time: now, level: level, name: event.name, payload: event.payload,
                duration: event.duration)
            keep(entry)
            if state.entries.count == maximumEntries { state.entries.removeFirst() }
            state.entries.append(entry)
        }
    }

    public var entries: [JournalEntry] {
        state.withLock { Array($0.entries) }
    }

    public var spans: [SpanStatistics] {
        state.withLock(\.spans)
            .map { name, durations in
                SpanStatistics(
                    name: name, count: durations.count, timings: durations.timings,
                    worst: durations.percentiles(100)[0])
            }
            .sorted { $0.name < $1.name }
    }
}
