import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import ViewModels

/// A report of the program's state that a person can check before passing it on.
///
/// It names no source, ticket, topic, rule or path, and no address beyond its host. Settings appear only if their
/// values are Fiber's own words.
struct ProblemReport {
    let version: String
    let system: String
    let environment: [String: String]
    let settings: Settings
    let statistics: EngineStatistics
    let residentBytes: Int?
    let network: [NetworkFigure]
    let entries: [JournalEntry]
    /// The latest lines of the log file, also of earlier runs.
    let kept: [String]
    let spans: [SpanStatistics]
    let crashes: [String]
    let now: Timestamp

    /// Environment variables that describe the terminal and nothing private.
    private static let variables = [
        "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "TMUX",
    ]

    var text: String {
        let sections: [(String, [String])] = [
            ("Fiber", ["version \(version)", "system \(system)", "written \(now.rfc3339)"]),
            ("Terminal", terminal),
            ("Settings", settingLines),
            ("Engine", engine),
            ("Network", network.map { "\(Localizer.english($0.name)): \(Localizer.english($0.value))" }),
            ("Sources", sources),
            ("Spans", spans.map(line)),
            ("Crashes", crashes.isEmpty ? ["none recorded"] : crashes),
            ("Log", entries.map(line)),
            ("Log file", kept),
        ]
        return
            sections.map { title, lines in
                "## \(title)\n\n" + (lines.isEmpty ? "none\n" : lines.map { $0 + "\n" }.joined())
            }
            .joined(separator: "\n")
    }

    private var terminal: [String] {
        Self.variables.compactMap { name in environment[name].map { "\(name)=\(shown($0, of: name))" } }
    }

    /// Hides the value for tmux, of which only the presence matters.
    private func shown(_ value: String, of name: String) -> String { name == "TMUX" ? "yes" : value }

    private var settingLines: [String] {
        Setting.all.compactMap { setting in
            guard let value = settings.value(setting.name) else { return nil }
            switch (setting.kind, value) {
            // The user's own commands and arguments, paths and names stay private.
            case (.words, .words(let words)): return "\(setting.name): \(words.count) words"
            case (.text, _) where value != setting.standard: return "\(setting.name): a text of the user"
            case (.name(let names), .choice(let name)) where !names.contains(name):
                return "\(setting.name): a name of the user"
            default: return "\(setting.name) = \(value.toml)"
            }
        }
    }

    private var engine: [String] {
        let fills = statistics.fills
        return [
            "memory \(residentBytes.map(String.init) ?? "unknown") bytes",
            "items \(statistics.tickets.map { "\($0.total), \($0.unread) not read" } ?? "unknown")",
            "timeframes shown \(statistics.visibleRanges.timeframes.count)",
            "fills \(fills.done) done, \(fills.failed) failed, \(fills.cancelled) cancelled, \(fills.filling) running, "
                + "\(fills.queued) waiting",
            "requests \(line(statistics.requests))",
        ]
    }

    /// Sources are numbered, because what a person follows is private.
    private var sources: [String] {
        statistics.suppliers.enumerated()
            .map { index, supplier in
                "source \(index + 1) (\(supplier.id.kind.rawValue)): \(line(supplier.requests)), "
                    + "\(supplier.covered.timeframes.count) timeframes"
            }
    }

    private func line(_ requests: RequestStatistics) -> String {
        let timings = requests.timings.map { ", P50 \($0.p50.inMilliseconds), P99 \($0.p99.inMilliseconds)" } ?? ""
        return "\(requests.made) made, \(requests.failed) failed, \(requests.items) items\(timings)"
    }

    private func line(_ span: SpanStatistics) -> String {
        "\(span.name): \(span.count), P50 \(span.timings.p50.inMilliseconds), P90 \(span.timings.p90.inMilliseconds), "
            + "P99 \(span.timings.p99.inMilliseconds), worst \(span.worst.inMilliseconds)"
    }

    private func line(_ entry: JournalEntry) -> String {
        entry.line { $0.key == "source" ? number(of: SupplierID($0.value)) : Redaction.shareable($0) }
    }

    private func number(of supplier: SupplierID) -> String {
        let index = statistics.suppliers.firstIndex { $0.id == supplier }
        return index.map { "source \($0 + 1)" } ?? "a source"
    }
}
