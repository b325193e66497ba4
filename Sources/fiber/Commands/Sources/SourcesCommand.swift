import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Localization
import Storage
import WebText

/// Lists the sources with their states.
struct SourcesCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "List the sources with their health.",
        aliases: ["suppliers"])

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    func run(_ context: AppContext) async throws {
        try await SourcePrinter(context: context, output: output.form).printAll()
        try await context.reportMissingSources()
    }
}

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
        let paused =
            isStopped ? FetchGuard.message(for: source.id, named: source.shownName) : Message("sourceIsPaused")
        let health = Console.text(
            source.isPaused ? paused : status?.message(at: now) ?? Message("conditionNeverAsked"))
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
        let error = status?.condition.error?.message
        self = [
            "type": "source", "id": source.id.rawValue, "name": source.name, "url": source.shownAddress,
            "movedTo": status?.sourceAddress, "topics": source.topics, "paused": source.isPaused,
            "pausedBy": source.isPaused ? (isStopped ? "crashes" : "user") : nil,
            "condition": status?.condition.code ?? "never-asked", "error": error.map { Localizer.english($0) },
            "errorCode": error?.code, "retryAt": status?.backoff(at: now)?.until.rfc3339,
            "warning": status?.warning.map { Localizer.english($0) }, "warningCode": status?.warning?.code,
            "lastSuccess": status?.lastSuccess?.rfc3339,
        ]
    }
}

extension SupplierState.Condition {
    /// The stable code of the condition for scripts.
    fileprivate var code: String {
        switch self {
        case .neverAsked: "never-asked"
        case .healthy: "well"
        case .slow: "slow"
        case .failed(let error, _): error.code.rawValue
        }
    }

    fileprivate var error: SupplierError? {
        if case .failed(let error, _) = self { error } else { nil }
    }
}

extension AppContext {
    /// Says on standard error that there are no sources, and of how many the store has items. Says nothing if there are some,
    /// or if they are lost.
    func reportMissingSources() async throws {
        guard library.sources.isEmpty, try await lostLibrary() == nil else { return }
        guard let unlisted = try await unlistedItems() else { return Console.inform(Message("nothingFollowed")) }
        Console.inform(
            .sentences(Message("noSourceListed"), .sentences(unlisted, Message("unlistedAdvice"))))
    }
}

extension SupplierStatus {
    /// Returns the condition in words: a failure with its time and its backoff.
    func message(at now: Timestamp) -> Message {
        switch condition {
        case .neverAsked: Message("conditionNeverAsked")
        case .healthy: Message("conditionWell")
        case .slow: Message("sourceSlow")
        case .failed(let error, let time):
            Message(
                "conditionFailed",
                [
                    "time": .local(time),
                    "reason": .message(error.message(backoff(at: now)).besideSource(in: Console.localizer)),
                ])
        }
    }
}
