import Application
import CFreedMemory
import EngineConcepts
import FiberConfiguration
import Queries
import ViewModels

/// Prints rows of the Track as text or JSON.
struct TrackPrinter {
    private let context: AppContext
    private let output: OutputForm
    /// True to name the other sources of a story on its line.
    private let namesOthers: Bool
    /// The followed sources.
    private let sources: [SupplierID: PrintedSource]
    private let topics: TopicLabels
    private let answered: Set<SupplierID>

    init(context: AppContext, output: OutputForm, namesOthers: Bool = false) async throws {
        // Every page of rows needs the memory of the one before. Giving it back in between takes a sixth of the time.
        freed_memory_keep()
        self.context = context
        self.output = output
        self.namesOthers = namesOthers
        topics = TopicLabels(context.library.allTopics)
        answered = await context.engine.snapshot.answered
        var sources: [SupplierID: PrintedSource] = [:]
        for source in context.library.sources {
            sources[source.id] = PrintedSource(
                name: context.library.shownName(of: source.id),
                presenter: await context.engine.presenter(for: source.id))
        }
        self.sources = sources
    }

    /// Prints rows in their order. JSON of many tickets is written on all cores.
    func print(_ rows: ArraySlice<TrackRow>) async throws {
        guard case .json(let fields) = output else {
            for row in rows { try Console.print(line(of: row)) }
            return
        }
        let parts = stride(from: rows.startIndex, to: rows.endIndex, by: Self.partSize)
            .map { rows[$0..<min($0 + Self.partSize, rows.endIndex)] }
        guard parts.count > 1 else { return try lines(rows, fields).print() }
        let written = await withTaskGroup(of: (Int, PrintedPart).self) { group in
            for (index, part) in parts.enumerated() {
                group.addTask { (index, PrintedPart(self.lines(part, fields))) }
            }
            return await group.reduce(into: [PrintedPart?](repeating: nil, count: parts.count)) { $0[$1.0] = $1.1 }
        }
        for part in written { try part?.lines.print() }
    }

    /// The number of tickets that one core writes at a time.
    private static let partSize = 32

    /// Prints tickets in their order.
    func print(_ entries: [TrackEntry]) async throws {
        try await print(entries.map(TrackRow.ticket)[...])
    }

    /// Prints a gap with the number of stored tickets that wait below it, if they were counted.
    func print(_ gap: Gap, waiting: Int?) throws {
        try output.print(JSONObject(gap, waiting: waiting), or: line(of: gap, waiting: waiting))
    }

    private func lines(_ rows: ArraySlice<TrackRow>, _ fields: FieldSelection?) -> TicketLines {
        var lines = TicketLines(fields, capacity: rows.count * 6000)
        rows.withUnsafeBufferPointer { rows in
            for index in rows.indices {
                switch rows[index] {
                case .ticket(let entry):
                    let source = source(of: entry)
                    lines.add(
                        entry, sourceName: source.name, by: source.presenter, topics: topics.names(of: entry.labels))
                case .gap(let gap): lines.add(JSONObject(gap, waiting: nil))
                }
            }
        }
        return lines
    }

    private func source(of entry: TrackEntry) -> PrintedSource {
        sources[entry.ticket.supplier] ?? PrintedSource(name: entry.ticket.supplier.rawValue, presenter: nil)
    }

    private func line(of row: TrackRow) -> String {
        switch row {
        case .ticket(let entry): line(of: entry)
        case .gap(let gap): line(of: gap, waiting: nil)
        }
    }

    private func line(of gap: Gap, waiting: Int?) -> String {
        gap.line(waiting: waiting, in: context.library, answered: answered)
    }

    private func line(of entry: TrackEntry) -> String {
        let source = source(of: entry)
        let presentation = source.presenter?.present(entry.ticket) ?? Presentation()
        let text = presentation.printedText.split(separator: "\n").first ?? ""
        let time = entry.ticket.key.time
        let local = time.rfc3339(secondsAhead: SystemZone().secondsAhead(at: time))
        let others = namesOthers ? entry.storyMember?.others ?? [] : []
        let names = [source.name] + others.map { sources[$0.supplier]?.name ?? $0.supplier.rawValue }
        let author = presentation.title == nil ? entry.ticket.printedAuthor(beside: source.name) : ""
        // As on the screen.
        let shown = text.isEmpty ? presentation.byline?.name ?? source.name : "\(author)\(text)"
        return "\(local)  \(names.uniqued().joined(separator: ", "))  \(shown)"
    }
}

/// The parts of a source that its printed tickets need.
private struct PrintedSource {
    var name: String
    var presenter: (any Presenter)?
}

/// The topics by their labels. A ticket has few labels of many.
private struct TopicLabels {
    private let names: [String]
    private let indices: [LabelID: Int]

    init(_ topics: [Topic]) {
        names = topics.map(\.name)
        indices = Dictionary(topics.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// Returns the names of the topics among these labels, in the order of the topics.
    func names(of labels: Set<LabelID>) -> [String] {
        labels.compactMap { indices[$0] }.sorted().map { names[$0] }
    }
}

/// The lines of one task.
private final class PrintedPart: Sendable {
    let lines: TicketLines

    init(_ lines: consuming TicketLines) { self.lines = lines }
}
