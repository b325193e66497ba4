public import EngineConcepts
public import Logging

/// Writes what is logged into the journal, so that an engine's log is read beside everything else.
public struct JournalLogHandler: LogHandler {
    /// Everything is kept: what is shown is for the reader to choose.
    public var logLevel = Logger.Level.debug
    /// What every line says.
    public var metadata: Logger.Metadata = [:]

    private let label: String
    private let instrumentation: any Instrumentation

    /// Makes a handler for the logger called `label`.
    public init(label: String, _ instrumentation: any Instrumentation) {
        self.label = label
        self.instrumentation = instrumentation
    }

    /// Reads and changes what every line says.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Takes note of a line.
    public func log(event: LogEvent) {
        let metadata = metadata.merging(event.metadata ?? [:]) { _, own in own }
        instrumentation.record(
            LoggedLine(
                name: label, level: event.level.inJournal,
                payload: [JournalDetail("", event.message.description)]
                    + metadata.sorted { $0.key < $1.key }.map { JournalDetail($0.key, $0.value.description) }))
    }
}

private struct LoggedLine: InstrumentedEvent {
    let name: String
    let level: JournalLevel?
    let payload: [JournalDetail]
    var duration: Duration? { nil }
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
