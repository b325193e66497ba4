import EngineConcepts
import FiberConfiguration
import Queries

/// Prints rows of the Track as text or JSON.
struct TrackPrinter {
    private let context: AppContext
    private let output: RowOutput
    private let presenters: [SupplierID: any Presenter]
    private let topics: [Topic]
    /// The names of the followed sources.
    private let names: [SupplierID: String]

    init(context: AppContext, output: RowOutput) async throws {
        self.context = context
        self.output = output
        topics = context.library.allTopics
        var presenters: [SupplierID: any Presenter] = [:]
        for source in context.library.sources {
            presenters[source.id] = await context.engine.presenter(for: source.id)
        }
        self.presenters = presenters
        names = context.library.sources.reduce(into: [:]) { $0[$1.id] = context.name(of: $1.id) }
    }

    /// Prints rows in their order. JSON of many tickets is written on all cores.
    func print(_ rows: [TrackRow]) async throws {
        guard case .json(let fields) = output else {
            for row in rows { try print(row) }
            return
        }
        let parts = stride(from: 0, to: rows.count, by: Self.part).map { rows[$0..<min($0 + Self.part, rows.count)] }
        guard parts.count > 1 else { return try Console.write(lines(rows[...], fields)) }
        let lines = await withTaskGroup(of: (Int, [UInt8]).self) { group in
            for (index, part) in parts.enumerated() { group.addTask { (index, self.lines(part, fields)) } }
            return await group.reduce(into: [[UInt8]](repeating: [], count: parts.count)) { $0[$1.0] = $1.1 }
        }
        for part in lines { try Console.write(part) }
    }

    /// The number of tickets that one core writes at a time.
    private static let part = 32

    func print(_ row: TrackRow) throws {
        switch row {
        case .ticket(let entry): try print(entry)
        case .gap(let gap): try print(gap, waiting: 0)
        }
    }

    private func lines(_ rows: ArraySlice<TrackRow>, _ fields: FieldSelection?) -> [UInt8] {
        var lines = TicketLines(fields, capacity: rows.count * 4000)
        for row in rows {
            switch row {
            case .ticket(let entry): add(entry, to: &lines)
            case .gap(let gap): lines.add(JSONObject(gap, waiting: 0))
            }
        }
        return lines.bytes
    }

    private func add(_ entry: TrackEntry, to lines: inout TicketLines) {
        let labels = entry.labels
        lines.add(
            entry, sourceName: name(of: entry.ticket.supplier), by: presenters[entry.ticket.supplier],
            topics: labels.isEmpty ? [] : topics.filter { labels.contains($0.id) }.map(\.name))
    }

    private func name(of supplier: SupplierID) -> String {
        names[supplier] ?? supplier.rawValue
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
        if case .json(let fields) = output {
            var lines = TicketLines(fields)
            add(entry, to: &lines)
            return try Console.write(lines.bytes)
        }
        let presentation = presenters[entry.ticket.supplier]?.present(entry.ticket) ?? Presentation()
        let words = presentation.title ?? presentation.body.plainText
        let name = name(of: entry.ticket.supplier)
        try Console.print("\(entry.ticket.key.time.rfc3339)  \(name)  \(words.split(separator: "\n").first ?? "")")
    }
}
