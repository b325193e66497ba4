/// Records what happens inside the program for diagnosis. Each layer defines its own events and does not know how
/// they are used. Nothing leaves the machine.
///
/// Called on any thread; must return at once.
public protocol Instrumentation: Sendable {
    func record(_ event: some InstrumentedEvent)
}

/// An event inside a layer.
public protocol InstrumentedEvent: Sendable {
    /// The layer and the event, such as `network.request`. Durations of events with the same name are aggregated.
    var name: String { get }
    /// The severity, or `nil` for events that are measured but not logged.
    var level: JournalLevel? { get }
    /// The details in reading order. Contain no secrets, and only the host of an address.
    var payload: [JournalDetail] { get }
    /// The duration, or `nil` for an instantaneous event.
    var duration: Duration? { get }
}

/// The severity of an event, in ascending order.
public enum JournalLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Every step, for debugging.
    case debug
    /// Normal operation.
    case info
    /// A problem that was handled.
    case warning
    /// Something that failed.
    case error

    /// Orders by severity, lowest first.
    public static func < (lhs: JournalLevel, rhs: JournalLevel) -> Bool {
        lhs.rank < rhs.rank
    }

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}

/// A key and its value, printed as `host=example.org`.
public struct JournalDetail: Hashable, Sendable {
    public let key: String
    public let value: String

    public init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
    }
}

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

/// Keeps the entries of a journal beyond its process.
public protocol JournalSink: Sendable {
    /// Takes an entry. Called on any thread, in the order of the entries; must return at once.
    func keep(_ entry: JournalEntry)
}

/// Reads the recorded events.
public protocol JournalReader: Sendable {
    /// The latest entries, oldest first.
    var entries: [JournalEntry] { get }
    /// The measured durations, sorted by name.
    var spans: [SpanStatistics] { get }
}
