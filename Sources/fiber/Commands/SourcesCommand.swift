import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Localization
import Storage

/// Lists the sources with their states.
struct SourcesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "List the sources with their health.",
        aliases: ["suppliers"])

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Print JSON Lines.")
    var json = false

    func run() async throws {
        try await AppContext.with(global.directories) { context in
            try await SourcePrinter(context: context, json: json).printAll()
            if context.library.sources.isEmpty {
                Console.report(Message("nothingFollowed"))
            }
        }
    }
}

/// Prints the sources as text or JSON.
struct SourcePrinter {
    let context: AppContext
    let json: Bool

    func printAll() async throws {
        let statuses = await context.engine.snapshot.suppliers
        let lines = JSONLines()
        let now = context.time.now()
        for source in context.library.sources {
            let status = statuses.first { $0.id == source.id }
            if json {
                try Console.print(lines.line(SourceLine(source: source, status: status, now: now)))
            } else {
                let paused =
                    context.fetchGuard.isPaused(source.id)
                    ? FetchGuard.message(for: source.id, named: source.shownName) : Message("sourceIsPaused")
                let health = Console.words(
                    source.isPaused ? paused : status?.message(at: now) ?? Message("conditionNeverAsked"))
                let address = status?.sourceAddress ?? source.shownAddress
                let moved =
                    status?.sourceAddress == nil
                    ? "" : "  " + Console.words(Message("movedFrom", ["address": .text(source.shownAddress)]))
                let remark = status?.remark.map { "  \(Console.words($0))" } ?? ""
                try Console.print("\(source.id)  \(source.name ?? address)  \(address)\(moved)  \(health)\(remark)")
            }
        }
    }
}

/// A source as `sources --json` prints it.
private struct SourceLine: Encodable {
    let source: SourceDescription
    let status: SupplierStatus?
    let now: Timestamp

    private enum Key: String, CodingKey {
        case type, id, name, url, movedTo, topics, paused, condition, error, retryAt, warning, lastSuccess, errorCode,
            warningCode
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode("source", forKey: .type)
        try line.encode(source.id.rawValue, forKey: .id)
        try line.encode(source.name, forKey: .name)
        try line.encode(source.shownAddress, forKey: .url)
        try line.encode(status?.sourceAddress, forKey: .movedTo)
        try line.encode(source.topics, forKey: .topics)
        try line.encode(source.isPaused, forKey: .paused)
        try line.encode(status?.condition.code ?? "never-asked", forKey: .condition)
        let error = status?.condition.error?.message
        try line.encode(error.map { Localizer.english($0) }, forKey: .error)
        try line.encode(error?.code, forKey: .errorCode)
        try line.encode(status?.backoff(at: now)?.until.rfc3339, forKey: .retryAt)
        try line.encode(status?.remark.map { Localizer.english($0) }, forKey: .warning)
        try line.encode(status?.remark?.code, forKey: .warningCode)
        try line.encode(status?.lastSuccess?.rfc3339, forKey: .lastSuccess)
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

extension Message {
    /// A failure with its time.
    static func failed(at time: Timestamp, _ reason: Message) -> Message {
        Message("conditionFailed", ["time": .time(time), "reason": .message(reason)])
    }
}

extension SupplierStatus {
    fileprivate func message(at now: Timestamp) -> Message {
        switch condition {
        case .neverAsked: Message("conditionNeverAsked")
        case .healthy: Message("conditionWell")
        case .slow: Message("sourceSlow")
        case .failed(let error, let time): .failed(at: time, error.message(backoff(at: now)))
        }
    }
}
