import EngineConcepts
import FiberConfiguration
import Queries

/// Prints rows of the Track as text or JSON.
struct TrackPrinter {
    private let context: AppContext
    private let output: RowOutput
    private let presenters: [SupplierID: any Presenter]
    private let topics: [Topic]

    init(context: AppContext, output: RowOutput) async throws {
        self.context = context
        self.output = output
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
        if try output.print(JSONObject(gap, waiting: waiting)) { return }
        let names = context.distinctNames(of: gap.missing.map(\.supplier))
        let missing = gap.missing.map { "\(names[$0.supplier] ?? $0.supplier.rawValue): \($0.cause.phrase)" }
        let rest = waiting == 0 ? nil : Message("gapWithholds", ["count": .number(waiting)])
        let size = Message("gapSize", ["0": .text(gap.bounds)])
        try Console.print(
            "--- \(gap.id)  \(Console.words(size)). \(missing.joined(separator: "; "))"
                + (rest.map { ". " + Console.words($0) } ?? ""))
    }

    private func print(_ entry: TrackEntry) throws {
        let name = context.name(of: entry.ticket.supplier)
        let isJSON = try output.print { members in
            let names = topics.filter { entry.labels.contains($0.id) }.map(\.name)
            let presentation = present(members.wants("text", "images") ? entry.ticket : entry.ticket.withoutText)
            return JSONObject(
                entry, sourceName: name, presentation: presentation, topics: names, members: members)
        }
        if isJSON { return }
        let presentation = present(entry.ticket)
        let words = presentation.title ?? presentation.body.plainText
        try Console.print("\(entry.ticket.key.time.rfc3339)  \(name)  \(words.split(separator: "\n").first ?? "")")
    }

    private func present(_ ticket: Ticket) -> Presentation {
        presenters[ticket.supplier]?.present(ticket) ?? Presentation()
    }
}

extension Ticket {
    /// The ticket without its texts, whose markup takes most of the time of presenting it.
    fileprivate var withoutText: Ticket {
        var body = body
        body.text = .plain("")
        body.summary = nil
        body.boosted?.text = .plain("")
        body.quoted?.text = .plain("")
        return Ticket(
            key: key, shownTime: shownTime, editTime: editTime, timeIsAssumed: timeIsAssumed, body: body,
            source: source)
    }
}
