public import EngineConcepts
public import Queries

/// A ticket in one line, as lists beside the timeline show it.
public nonisolated struct TicketBrief: Equatable, Sendable, Identifiable {
    /// Its place and identity.
    public var key: OrderKey
    /// When, as rows print it.
    public var time: String
    /// The kind of its supplier.
    public var kind: SupplierKind
    /// The name of its supplier.
    public var source: String
    /// The title, or who speaks.
    public var headline: String
    /// The beginning of the text.
    public var text: String
    /// Whether it was read.
    public var isRead: Bool
    /// Which bytes of ``headline`` match what was looked for.
    public var headlineMatches: [Range<Int>] = []
    /// Which bytes of ``text`` match.
    public var textMatches: [Range<Int>] = []

    /// Its identity.
    public var id: TicketID { key.id }
}

/// Makes lines of tickets.
public final class BriefBuilder {
    private let services: ReaderServices
    private let rows: RowBuilder

    /// Makes a builder.
    public init(services: ReaderServices) {
        self.services = services
        rows = RowBuilder(texts: services.texts, wording: services.wording)
    }

    /// The lines of these tickets, in their order. What `query` is found by is marked.
    public func briefs(of entries: [TrackEntry], matching query: Query? = nil) async -> [TicketBrief] {
        guard !entries.isEmpty else { return [] }
        let snapshot = await services.engine.snapshot
        let context = RowBuilder.Context(
            now: services.time.now(),
            suppliers: Dictionary(snapshot.suppliers.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }))
        let presenters = await services.presenters.presenters(for: Set(entries.map(\.ticket.supplier)))
        return await Self.build(entries, presenters, rows, context, query)
    }

    /// Off the main actor: presenting means parsing markup.
    @concurrent
    private nonisolated static func build(
        _ entries: [TrackEntry], _ presenters: [SupplierID: any Presenter], _ rows: RowBuilder,
        _ context: RowBuilder.Context, _ query: Query?
    ) async -> [TicketBrief] {
        let highlighter = query.map { QueryHighlighter($0) }
        return entries.map { entry in
            let ticket = entry.ticket
            let presentation = presenters[ticket.supplier]?.present(ticket) ?? Presentation(title: ticket.body.title)
            let text = Excerpt.of(presentation.body, limit: 1200).blocks.first?.text ?? ""
            var brief = TicketBrief(
                key: ticket.key, time: rows.time(ticket.shownTime, in: context),
                kind: context.suppliers[ticket.supplier]?.kind ?? "unknown",
                source: context.name(of: ticket.supplier),
                headline: presentation.title ?? presentation.byline?.name ?? context.name(of: ticket.supplier),
                // A warning covers the text here as anywhere: what matched in it is not told.
                text: presentation.warning.map { rows.warning($0) } ?? text, isRead: entry.marks.isRead)
            guard let highlighter else {
                brief.text = String(brief.text.prefix(300))
                return brief
            }
            let language = ticket.body.language
            brief.headlineMatches = highlighter.ranges(
                in: brief.headline, of: presentation.title == nil ? .author : .title, language: language)
            let found = highlighter.ranges(in: brief.text, of: .text, language: language)
            (brief.text, brief.textMatches) = snippet(of: brief.text, around: found)
            return brief
        }
    }

    /// The part of a text in which the first match stands near the beginning.
    private nonisolated static func snippet(
        of text: String, around matches: [Range<Int>]
    ) -> (String, [Range<Int>]) {
        // As much as leaves room for the match on a line of 80 columns, behind the title.
        let lead = 24
        guard let first = matches.first, first.lowerBound > lead else {
            let cut = String(text.prefix(300))
            return (cut, matches.filter { $0.upperBound <= cut.utf8.count })
        }
        let utf8 = text.utf8
        let match = utf8.index(utf8.startIndex, offsetBy: first.lowerBound)
        let room = utf8.index(match, offsetBy: -lead)..<match
        // At a word's beginning; within a word where that is longer than the room.
        let start =
            utf8[room].firstIndex(of: UInt8(ascii: " ")) ?? utf8[room].firstIndex { $0 & 0xc0 != 0x80 } ?? match
        let skipped = utf8.distance(from: utf8.startIndex, to: start)
        let cut = "…" + String(text[start...].prefix(300))
        let shift = "…".utf8.count - skipped
        return (
            cut,
            matches.map { ($0.lowerBound + shift)..<($0.upperBound + shift) }
                .filter { $0.lowerBound >= 0 && $0.upperBound <= cut.utf8.count }
        )
    }
}
