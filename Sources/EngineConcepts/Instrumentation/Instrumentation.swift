/// Takes note of what happens inside the program, for whoever looks into it. Each layer defines events of its own and
/// knows nothing of what becomes of them. Nothing leaves the machine.
///
/// Called on any thread; must return at once.
public protocol Instrumentation: Sendable {
    /// Takes note of an event.
    func record(_ event: some InstrumentedEvent)
}

/// Something that happened inside a layer.
public protocol InstrumentedEvent: Sendable {
    /// The layer and what happened, such as `network.request`. Spans of one name are measured together.
    var name: String { get }
    /// How grave it is; nil for what is measured and not worth a line of its own.
    var level: JournalLevel? { get }
    /// What there is to say, in the order in which it is read. Holds no secret, and of an address no more than its host.
    var payload: [JournalDetail] { get }
    /// How long it took; nil for what is over at once.
    var duration: Duration? { get }
}

/// How grave an event is, the least first.
public enum JournalLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    /// For whoever follows every step.
    case debug
    /// In the course of things.
    case info
    /// Not as it should be, and got over.
    case warning
    /// Something could not be done.
    case error

    /// The less grave one first.
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

/// A key and its value, as they are printed: `host=example.org`.
public struct JournalDetail: Hashable, Sendable {
    /// What is told.
    public let key: String
    /// What it is.
    public let value: String

    /// Makes a detail.
    public init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
    }
}

/// A line of the journal.
public struct JournalEntry: Hashable, Sendable, Identifiable {
    /// Counted up over the run.
    public let id: Int
    /// When it was taken note of.
    public let time: Timestamp
    /// How grave it is.
    public let level: JournalLevel
    /// The event's name.
    public let name: String
    /// What there is to say.
    public let payload: [JournalDetail]
    /// How long it took; nil for what is over at once.
    public let duration: Duration?

    /// Makes a line.
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

/// How long the events of one name took.
public struct SpanStatistics: Hashable, Sendable, Identifiable {
    /// The events' name.
    public let name: String
    /// How many there were.
    public let count: Int
    /// How long they took.
    public let timings: RequestTimings
    /// The longest, to two digits.
    public let worst: Duration

    /// Their name.
    public var id: String { name }

    /// Makes statistics.
    public init(name: String, count: Int, timings: RequestTimings, worst: Duration) {
        self.name = name
        self.count = count
        self.timings = timings
        self.worst = worst
    }
}

/// Reads what was taken note of.
public protocol JournalReader: Sendable {
    /// The last lines, the oldest first.
    var entries: [JournalEntry] { get }
    /// What was measured, by name.
    var spans: [SpanStatistics] { get }
}
