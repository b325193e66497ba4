import Application
import EngineConcepts
import FiberConfiguration
import Localization
import Storage
import WebText

/// A source as `sources` prints it.
struct SourceLine {
    let source: SourceDescription
    let status: SupplierStatus?
    /// True if the source is paused because the program crashed twice while reading it.
    let isStopped: Bool
    let now: Timestamp

    var text: String {
        let paused = isStopped ? FetchGuard.message(for: source.id, named: source.shownName) : Message("sourceIsPaused")
        let off = source.fault.map { Message("sourceOffBecause", ["reason": .text($0.phrase(in: Console.localizer))]) }
        let requests = source.isPaused ? paused : status?.message(at: now) ?? GapCause.notAsked.message
        let health = Console.text(off ?? requests)
        let moved = status?.sourceAddress == nil ? nil : Message("movedFrom", ["address": .text(source.shownAddress)])
        // Programs read columns, so what a source may lack is replaced or comes last.
        let columns = [
            source.id.rawValue, source.name ?? status?.sourceName ?? "-", status?.sourceAddress ?? source.shownAddress,
            health,
        ]
        return (columns + [moved, status?.warnings].compactMap(\.self).map(Console.text)).joined(separator: "  ")
    }

    var json: JSONObject {
        let error = source.fault ?? status?.currentError?.message
        let condition = source.fault == nil ? status?.conditionCode ?? GapCause.notAsked.code : "off"
        return [
            "type": "source", "id": source.id.rawValue, "name": source.name, "url": source.shownAddress,
            "movedTo": status?.sourceAddress, "topics": source.topics, "paused": source.isPaused,
            "pausedBy": source.isPaused ? (isStopped ? "crashes" : "user") : nil,
            "condition": condition, "error": error.map { Localizer.english($0) },
            "errorCode": error?.code, "retryAt": status?.backoff(at: now)?.until.rfc3339,
            "warning": status?.warnings.map { Localizer.english($0) }, "warningCode": status?.warnings?.code,
            "lastSuccess": status?.requests.lastSuccess?.rfc3339,
        ]
    }
}

extension AppContext {
    /// Prints the sources in the order of the library.
    func printSources(as form: OutputForm) async throws {
        let statuses = await engine.snapshot.suppliers.reduce(into: [:]) { $0[$1.id] = $1 }
        let now = time.now()
        for source in library.sources {
            let line = SourceLine(
                source: source, status: statuses[source.id], isStopped: fetchGuard.isPaused(source.id), now: now)
            try form.print(line.json, or: line.text)
        }
    }
}

extension SupplierStatus {
    /// The stable code of the condition for scripts. Before the first request it is that of the gap.
    fileprivate var conditionCode: String {
        switch requests.condition {
        case .notAsked: GapCause.notAsked.code
        case .healthy: currentError?.code.rawValue ?? "well"
        case .slow: "slow"
        case .failed(let error, _): error.code.rawValue
        }
    }
}
