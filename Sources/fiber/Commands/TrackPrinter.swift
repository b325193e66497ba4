import EngineConcepts
import FiberConfiguration
import Queries

/// Prints rows of the Track as text or JSON.
struct TrackPrinter {
    private let context: AppContext
    private let lines: JSONLines?
    private let presenters: [SupplierID: any Presenter]
    private let topics: [Topic]

    init(context: AppContext, json: Bool) async throws {
        self.context = context
        lines = json ? JSONLines() : nil
        topics = context.library.allTopics
        var presenters: [SupplierID: any Presenter] = [:]
        for source in context.library.sources {
            presenters[source.id] = await context.engine.presenter(for: source.id)
        }
        self.presenters = presenters
    }

    func print(_ row: TrackRow) throws {
        switch row {
        case .ticket(let entry): try print(entry)
        case .gap(let gap): try print(gap, waiting: 0)
        }
    }

    /// Prints a gap with the number of stored tickets that wait below it.
    func print(_ gap: Gap, waiting: Int) throws {
        if let lines {
            try Console.print(lines.line(GapLine(gap: gap, waiting: waiting)))
        } else {
            let names = context.distinctNames(of: gap.missing.map(\.supplier))
            let missing = gap.missing.map { "\(names[$0.supplier] ?? $0.supplier.rawValue): \($0.cause.phrase)" }
            let rest = waiting == 0 ? nil : Message("gapWithholds", ["count": .number(waiting)])
            let size = Message("gapSize", ["0": .text(gap.bounds)])
            try Console.print(
                "--- \(gap.id)  \(Console.words(size)). \(missing.joined(separator: "; "))"
                    + (rest.map { ". " + Console.words($0) } ?? ""))
        }
    }

    private func print(_ entry: TrackEntry) throws {
        let presentation = presenters[entry.ticket.supplier]?.present(entry.ticket) ?? Presentation()
        let name = context.name(of: entry.ticket.supplier)
        if let lines {
            let line = TicketLine(
                entry: entry, sourceName: name, presentation: presentation,
                topics: topics.filter { entry.labels.contains($0.id) }.map(\.name))
            try Console.print(lines.line(line))
        } else {
            let words = presentation.title ?? presentation.body.plainText
            try Console.print("\(entry.ticket.key.time.rfc3339)  \(name)  \(words.split(separator: "\n").first ?? "")")
        }
    }
}
