import EngineConcepts
import Networking
import ViewModels

/// Records requests in the journal and in the totals.
struct RequestJournal: TransportObserver {
    let counter: RequestCounter
    let journal: any Instrumentation

    func requestEnded(_ record: RequestRecord) {
        counter.requestEnded(record)
        journal.record(record.event)
        let phases: [(NetworkPhase, Duration?)] = [
            (.name, record.phases?.lookup), (.connect, record.phases?.connect), (.tls, record.phases?.tls),
            (.firstByte, record.firstByte),
        ]
        for case (let phase, let duration?) in phases {
            journal.record(InstrumentedEvent(phase.rawValue, nil, duration: duration))
        }
    }

    func connectionMade() { counter.connectionMade() }
}

extension RequestRecord {
    /// The end of the request.
    fileprivate var event: InstrumentedEvent {
        var details = [JournalDetail("host", endpoint)]
        func add(_ key: String, _ value: String?) {
            if let value { details.append(JournalDetail(key, value)) }
        }
        add("status", status.map { String($0) })
        add("failure", failure?.rawValue)
        add("version", version)
        add("connection", isReused.map { $0 ? "kept" : "new" })
        if waited > .milliseconds(1) { add("waited", waited.inMilliseconds) }
        add("name", phases?.lookup.inMilliseconds)
        add("connect", phases?.connect.inMilliseconds)
        add("tls", phases?.tls?.inMilliseconds)
        // From the request's turn on, also in the queue for a connection that is being made.
        add("until-connected", connected?.inMilliseconds)
        add("until-first-byte", firstByte?.inMilliseconds)
        add("bytes", String(wireBytes))
        if redirects > 0 { add("redirects", String(redirects)) }
        let hasFailed = failure != nil || status.map { $0 >= 400 } ?? false
        return InstrumentedEvent("network.request", hasFailed ? .warning : .debug, details, duration: total)
    }
}
