public import EngineConcepts
public import Logging

/// Writes log messages into the journal, so that an engine's log appears together with all other events.
public struct JournalLogHandler: LogHandler {
    /// Records everything; the reader filters.
    public var logLevel = Logger.Level.debug
    /// The metadata of every message.
    public var metadata: Logger.Metadata = [:]

    private let label: String
    private let instrumentation: any Instrumentation

    public init(label: String, _ instrumentation: any Instrumentation) {
        self.label = label
        self.instrumentation = instrumentation
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let metadata = metadata.merging(event.metadata ?? [:]) { _, own in own }
        instrumentation.record(
            InstrumentedEvent(
                label, event.level.inJournal,
                [JournalDetail("", event.message.description)]
                    + metadata.sorted { $0.key < $1.key }.map { JournalDetail($0.key, $0.value.description) }))
    }
}

extension Logger.Level {
    fileprivate var inJournal: JournalLevel {
        switch self {
        case .trace, .debug: .debug
        case .info, .notice: .info
        case .warning: .warning
        case .error, .critical: .error
        }
    }
}
