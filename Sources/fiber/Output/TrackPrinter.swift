import Application
import CFreedMemory
import EngineConcepts
import FiberConfiguration
import Localization
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
            for row in rows { try print(row) }
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

    func print(_ row: TrackRow) throws {
        switch row {
        case .ticket(let entry): try print(entry)
        case .gap(let gap): try print(gap, waiting: nil)
        }
    }

    private func lines(_ rows: ArraySlice<TrackRow>, _ fields: FieldSelection?) -> TicketLines {
        var lines = TicketLines(fields, capacity: rows.count * 6000)
        rows.withUnsafeBufferPointer { rows in
            for index in rows.indices {
                switch rows[index] {
                case .ticket(let entry): add(entry, to: &lines)
                case .gap(let gap): lines.add(JSONObject(gap, waiting: nil))
                }
            }
        }
        return lines
    }

    private func add(_ entry: TrackEntry, to lines: inout TicketLines) {
        let source = source(of: entry)
        lines.add(
            entry, sourceName: source.name, by: source.presenter, topics: topics.names(of: entry.labels))
    }

    private func source(of entry: TrackEntry) -> PrintedSource {
        sources[entry.ticket.supplier] ?? PrintedSource(name: entry.ticket.supplier.rawValue, presenter: nil)
    }

    /// Prints a gap with the number of stored tickets that wait below it, if they were counted.
    func print(_ gap: Gap, waiting: Int?) throws {
        try output.print(JSONObject(gap, waiting: waiting), or: line(of: gap, waiting: waiting))
    }

    private func line(of gap: Gap, waiting: Int?) -> String {
        let names = context.library.distinctNames(of: gap.missing.map(\.supplier))
        let localizer = Console.localizer
        // Often all sources of a server are missing for one reason.
        let messages = gap.missing.map { $0.message(answered: answered) }
        let common = Dictionary(grouping: messages, by: \.causeKey)
            .filter { $1.count > Self.maximumNamed }.mapValues { localizer.sharedCause(of: $0) }
        let reasons = messages.map { common[$0.causeKey] ?? $0.phrase(in: localizer) }
        let missing = reasons.uniqued()
            .map { reason in
                let suppliers = zip(gap.missing, reasons).filter { $1 == reason }.map { $0.0.supplier }
                return "\(Self.list(suppliers.map { names[$0] ?? $0.rawValue }.sorted())): \(reason)"
            }
        let rest = waiting.flatMap { $0 == 0 ? nil : Message("gapWithholds", ["count": .number($0)]) }
        let size =
            gap.isOfUnloadedSuppliers
            ? Message("gapOfSources")
            : Message("gapSize", ["0": .message(gap.bounds)])
        return "--- \(gap.id)  \(Console.text(size)). \(missing.joined(separator: "; "))"
            + (rest.map { ". " + Console.text($0) } ?? "")
    }

    /// The most sources of a gap that are all named.
    private static let maximumNamed = 5

    /// Returns all names, or the first three of many and the number of the others.
    private static func list(_ names: [String]) -> String {
        guard names.count > maximumNamed else { return names.joined(separator: ", ") }
        let first = Message.verbatim(names.prefix(3).joined(separator: ", "))
        return Console.text(Message("gapMore", ["0": .message(first), "1": .number(names.count - 3)]))
    }

    private func print(_ entry: TrackEntry) throws {
        if case .json(let fields) = output {
            var lines = TicketLines(fields)
            add(entry, to: &lines)
            return try lines.print()
        }
        let source = source(of: entry)
        let presentation = source.presenter?.present(entry.ticket) ?? Presentation()
        let text = Self.text(of: presentation).split(separator: "\n").first ?? ""
        let time = entry.ticket.key.time
        let local = time.rfc3339(secondsAhead: SystemZone().secondsAhead(at: time))
        let others = namesOthers ? entry.storyMember?.others ?? [] : []
        let names = [source.name] + others.map { sources[$0.supplier]?.name ?? $0.supplier.rawValue }
        let author = presentation.title == nil ? Self.author(of: entry.ticket, beside: source.name) : ""
        try Console.print("\(local)  \(names.uniqued().joined(separator: ", "))  \(author)\(text)")
    }

    /// Returns the author of a post before its text, as `thread` prints it, or nothing if the source has the same name.
    private static func author(of post: Ticket, beside source: String) -> String {
        guard let author = post.body.author, author.name != source else { return "" }
        return "\(author.handle ?? author.name): "
    }
}

extension TrackPrinter {
    /// Returns the warning, the title, the text, or, of news without a text, the reason why it is here with what it is
    /// about.
    static func text(of presentation: Presentation) -> String {
        if let warning = presentation.warning { return "⚠ \(Console.text(warning))" }
        if let title = presentation.title { return title }
        let text = lines(of: presentation.body)
        guard text.isEmpty, let context = presentation.context else { return text }
        let about = presentation.quote.map { lines(of: $0.body) } ?? ""
        return "\(Console.text(context.message))\(about.isEmpty ? "" : ": \(about)")"
    }

    /// Returns the blocks as lines. Items of lists keep their markers, which tell the answers of a poll apart in one line.
    private static func lines(of text: StyledText) -> String {
        text.blocks
            .map { block in
                if case .listItem(_, let marker) = block.kind { "\(marker) \(block.text)" } else { block.text }
            }
            .joined(separator: "\n")
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

    init(_ lines: consuming TicketLines) {
        self.lines = lines
    }
}
