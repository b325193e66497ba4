import EngineConcepts
import Networking

/// Records requests in the journal and in the totals.
struct RequestJournal: TransportObserver {
    let log: RequestCounter
    let journal: any Instrumentation

    func requestEnded(_ record: RequestRecord) {
        log.requestEnded(record)
        journal.record(NetworkRequest(record: record))
    }

    func connectionMade() {
        log.connectionMade()
    }
}

/// The end of a request.
private struct NetworkRequest: InstrumentedEvent {
    let record: RequestRecord

    var name: String { "network.request" }

    var level: JournalLevel? {
        record.failure != nil || record.status.map { $0 >= 400 } ?? false ? .warning : .debug
    }

    var duration: Duration? { record.total }

    var payload: [JournalDetail] {
        var details = [JournalDetail("host", record.host)]
        func add(_ key: String, _ value: String?) {
            if let value { details.append(JournalDetail(key, value)) }
        }
        func milliseconds(_ duration: Duration) -> String { "\(Int(duration / .milliseconds(1)))ms" }
        add("status", record.status.map { String($0) })
        add("failure", record.failure?.rawValue)
        add("version", record.version)
        add("connection", record.isReused.map { $0 ? "kept" : "new" })
        if record.waited > .milliseconds(1) { add("waited", milliseconds(record.waited)) }
        add("connected", record.connected.map(milliseconds))
        add("name", record.phases.map { milliseconds($0.lookup) })
        add("connect", record.phases.map { milliseconds($0.connect) })
        add("tls", record.phases?.tls.map(milliseconds))
        add("first-byte", record.firstByte.map(milliseconds))
        add("bytes", String(record.wireBytes))
        if record.redirects > 0 { add("redirects", String(record.redirects)) }
        return details
    }
}
