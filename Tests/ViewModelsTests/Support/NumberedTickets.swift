import EngineConcepts
import Testing

/// Ticket number `number`: higher numbers are newer by a minute each; number 0 is a day before ``Fixture/now``.
func ticket(_ number: Int, of supplier: SupplierID = "feed:a", title: String? = nil, link: String? = nil) -> Ticket {
    Ticket(
        SourceItem(
            id: String(number), orderTime: Fixture.now.advanced(by: .seconds(60 * number - 86_400)),
            body: TicketBody(title: title ?? "Ticket \(number)", text: .plain("Words."), link: link)),
        of: supplier, seen: Fixture.now)
}

func tickets(_ numbers: Range<Int>) -> [Ticket] { numbers.map { ticket($0) } }

/// The gap between two tickets' numbers, the newer one first.
func gap(_ newer: Int, _ older: Int, kind: Gap.Kind = .full, missing: [Gap.Missing]? = nil) throws -> Gap {
    Gap(
        timeframe: try timeframe(from: 60 * newer, downTo: 60 * older), kind: kind,
        missing: missing ?? [.init(supplier: "feed:a", cause: .notAsked)])
}

/// A gap that only these suppliers leave, in seconds after ticket 0; to the beginning of time without an older bound.
func partialGap(_ newer: Int, _ older: Int?, of suppliers: [SupplierID] = ["feed:a"]) throws -> Gap {
    Gap(
        timeframe: try timeframe(from: newer, downTo: older), kind: .partial,
        missing: suppliers.map { .init(supplier: $0, cause: .notAsked) })
}

private func timeframe(from newer: Int, downTo older: Int?) throws -> Timeframe {
    let base = Fixture.now.advanced(by: .seconds(-86_400))
    let end = older.map { base.advanced(by: .seconds($0)) } ?? .beginningOfTime
    return try #require(Timeframe(from: base.advanced(by: .seconds(newer)), downTo: end))
}
