/// Records what happens inside the program for diagnosis. Each layer has its own events and does not know how they
/// are used. Nothing leaves the machine.
///
/// Called on any thread; must return at once.
public protocol Instrumentation: Sendable {
    /// Records an event that has just happened or ended.
    func record(_ event: InstrumentedEvent)
}

/// An event inside a layer.
public struct InstrumentedEvent: Sendable {
    /// The layer and the event, such as `network.request`. Durations of events with the same name are aggregated.
    public let name: String
    /// The severity, or `nil` for events that are measured but not logged.
    public let level: JournalLevel?
    /// The details in reading order. Contain no secrets, and only the host of an address.
    public let payload: [JournalDetail]
    /// The duration, or `nil` for an instantaneous event.
    public let duration: Duration?

    public init(_ name: String, _ level: JournalLevel?, _ payload: [JournalDetail] = [], duration: Duration? = nil) {
        self.name = name
        self.level = level
        self.payload = payload
        self.duration = duration
    }
}

/// The severity of an event, in ascending order.
public enum JournalLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Every step, for debugging.
    case debug
    /// Normal operation.
    case info
    /// A failure that was handled.
    case warning
    /// Something that failed.
    case error

    /// Orders by severity, lowest first.
    public static func < (lhs: JournalLevel, rhs: JournalLevel) -> Bool { lhs.rank < rhs.rank }

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
