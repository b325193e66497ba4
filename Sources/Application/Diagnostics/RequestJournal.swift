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
        add("status", record.status.map { String($0) })
        add("failure", record.failure?.rawValue)
        add("version", record.version)
        add("connection", record.isReused.map { $0 ? "kept" : "new" })
        if record.waited > .milliseconds(1) { add("waited", record.waited.inMilliseconds) }
        add("connected", record.connected?.inMilliseconds)
        add("name", record.phases?.lookup.inMilliseconds)
        add("connect", record.phases?.connect.inMilliseconds)
        add("tls", record.phases?.tls?.inMilliseconds)
        add("first-byte", record.firstByte?.inMilliseconds)
        add("bytes", String(record.wireBytes))
        if record.redirects > 0 { add("redirects", String(record.redirects)) }
        return details
    }
}
