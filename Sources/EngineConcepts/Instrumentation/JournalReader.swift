/// An entry of the journal.
public struct JournalEntry: Hashable, Sendable, Identifiable {
    /// A number that increases during the run.
    public let id: Int
    /// The time of recording.
    public let time: Timestamp
    public let level: JournalLevel
    /// The event's name.
    public let name: String
    public let payload: [JournalDetail]
    /// The duration, or `nil` for an instantaneous event.
    public let duration: Duration?

    public init(
        id: Int, time: Timestamp, level: JournalLevel, name: String, payload: [JournalDetail], duration: Duration?
    ) {
        self.id = id
        self.time = time
        self.level = level
        self.name = name
        self.payload = payload
        self.duration = duration
    }
}

/// The durations of all events with one name.
public struct SpanStatistics: Hashable, Sendable, Identifiable {
    /// The events' name.
    public let name: String
    /// The number of events.
    public let count: Int
    public let timings: RequestTimings
    /// The longest duration, to two significant digits.
    public let worst: Duration

    public var id: String { name }

    public init(name: String, count: Int, timings: RequestTimings, worst: Duration) {
        self.name = name
        self.count = count
        self.timings = timings
        self.worst = worst
    }
}

/// Stores the entries of a journal beyond its process.
public protocol JournalSink: Sendable {
    /// Records an entry. Called on any thread, in the order of the entries; must return at once.
    func record(_ entry: JournalEntry)
}

/// Reads the recorded events.
public protocol JournalReader: Sendable {
    /// The latest entries, oldest first.
    var entries: [JournalEntry] { get }
    /// The measured durations, sorted by name.
    var spans: [SpanStatistics] { get }
}
