import Application
import EngineConcepts
import FiberConfiguration
import Localization
import Storage
import WebText

/// Prints the sources as text or JSON.
struct SourcePrinter {
    let context: AppContext
    let output: OutputForm

    func printAll() async throws {
        let statuses = await context.engine.snapshot.suppliers.reduce(into: [:]) { $0[$1.id] = $1 }
        let now = context.time.now()
        for source in context.library.sources {
            let status = statuses[source.id]
            let isStopped = context.fetchGuard.isPaused(source.id)
            try output.print(
                JSONObject(source, status, isStopped: isStopped, now: now),
                or: line(source, status, isStopped: isStopped, now: now))
        }
    }

    private func line(
        _ source: SourceDescription, _ status: SupplierStatus?, isStopped: Bool, now: Timestamp
    ) -> String {
        let paused = isStopped ? FetchGuard.message(for: source.id, named: source.shownName) : Message("sourceIsPaused")
        let health = Console.text(source.isPaused ? paused : status?.message(at: now) ?? Message("conditionNeverAsked"))
        let address = status?.sourceAddress ?? source.shownAddress
        let moved =
            status?.sourceAddress == nil
            ? nil : Console.text(Message("movedFrom", ["address": .text(source.shownAddress)]))
        // Programs read columns, so what a source may lack is replaced or comes last.
        let name = source.name ?? status?.sourceName ?? "-"
        let parts = [source.id.rawValue, name, address, health, moved, status?.warning.map(Console.text)]
        return parts.compactMap(\.self).joined(separator: "  ")
    }
}

extension JSONObject {
    /// Creates the JSON of a source as `sources --json` prints it.
    ///
    /// - Parameter isStopped: True if the source is paused because the program crashed twice while reading it.
    fileprivate init(_ source: SourceDescription, _ status: SupplierStatus?, isStopped: Bool, now: Timestamp) {
        let error = status?.currentError?.message
        self = [
            "type": "source", "id": source.id.rawValue, "name": source.name, "url": source.shownAddress,
            "movedTo": status?.sourceAddress, "topics": source.topics, "paused": source.isPaused,
            "pausedBy": source.isPaused ? (isStopped ? "crashes" : "user") : nil,
            "condition": status?.conditionCode ?? "never-asked", "error": error.map { Localizer.english($0) },
            "errorCode": error?.code, "retryAt": status?.backoff(at: now)?.until.rfc3339,
            "warning": status?.warning.map { Localizer.english($0) }, "warningCode": status?.warning?.code,
            "lastSuccess": status?.requests.lastSuccess?.rfc3339,
        ]
    }
}

extension SupplierStatus {
    /// The stable code of the condition for scripts.
    fileprivate var conditionCode: String {
        switch requests.condition {
        case .neverAsked: "never-asked"
        case .healthy: currentError?.code.rawValue ?? "well"
        case .slow: "slow"
        case .failed(let error, _): error.code.rawValue
        }
    }
}
