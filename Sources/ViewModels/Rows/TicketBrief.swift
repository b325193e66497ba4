public import EngineConcepts
import Queries

/// A ticket in one line, for lists other than the timeline.
public nonisolated struct TicketBrief: Equatable, Sendable, Identifiable {
    /// The position and identity.
    public var key: OrderKey
    /// The time, as shown in rows.
    public var time: RowTime
    public var kind: SupplierKind
    /// The name of the source.
    public var source: String
    /// The title, or the author if there is none.
    public var headline: String
    /// The start of the text.
    public var text: String
    /// True if it was read.
    public var isRead: Bool
    /// The byte ranges of ``headline`` that match the query.
    public var headlineMatches: [Range<Int>] = []
    /// The byte ranges of ``text`` that match the query.
    public var textMatches: [Range<Int>] = []

    public var id: TicketID { key.id }
}

/// Makes briefs of tickets.
struct BriefBuilder {
    /// The most characters of a text in a brief; more than a line of any screen shows.
    private nonisolated static let maximumCharacters = 300

    let track: TrackServices

    /// Returns the briefs of these tickets, in their order, with the matches of `query` marked.
    func briefs(of entries: [TrackEntry], matching query: Query? = nil) async -> [TicketBrief] {
        guard !entries.isEmpty else { return [] }
        let context = RowBuilder.Context(now: track.session.time.now(), suppliers: await track.suppliers())
        let presenters = await track.presenters.presenters(for: Set(entries.map(\.ticket.supplier)))
        let rows = RowBuilder(texts: track.session.texts)
        return await Self.build(entries, presenters: presenters, rows: rows, context: context, matching: query)
    }

    /// Builds the briefs off the main actor, because parsing markup takes time.
    @concurrent
    private nonisolated static func build(
        _ entries: [TrackEntry], presenters: [SupplierID: any Presenter], rows: RowBuilder,
        context: RowBuilder.Context, matching query: Query?
    ) async -> [TicketBrief] {
        let highlighter = query.map { QueryHighlighter($0) }
        return entries.map { entry in
            let ticket = entry.ticket
            let presentation = presenters[ticket.supplier].presentation(of: ticket)
            let text = Excerpt.of(presentation.body, maximumBytes: 1200).blocks.first?.text ?? ""
            var brief = TicketBrief(
                key: ticket.key, time: rows.rowTime(ticket.shownTime, in: context),
                kind: context.kind(of: ticket.supplier),
                source: context.name(of: ticket.supplier),
                headline: presentation.title ?? presentation.byline?.name ?? context.name(of: ticket.supplier),
                // A content warning covers the text here too, including its matches.
                text: presentation.warning.map { rows.warningText($0) } ?? text, isRead: entry.marks.isRead)
            guard let highlighter else {
                brief.text = String(brief.text.prefix(maximumCharacters))
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

    /// Returns the part of a text in which the first match is near the start.
    private nonisolated static func snippet(
        of text: String, around matches: [Range<Int>]
    ) -> (String, [Range<Int>]) {
        // Leaves room for the match on a line of 80 columns after the title.
        let lead = 24
        guard let first = matches.first, first.lowerBound > lead else {
            let cut = String(text.prefix(maximumCharacters))
            return (cut, matches.filter { $0.upperBound <= cut.utf8.count })
        }
        let utf8 = text.utf8
        let match = utf8.index(utf8.startIndex, offsetBy: first.lowerBound)
        let room = utf8.index(match, offsetBy: -lead)..<match
        // At the start of a word, or within a word that is too long.
        let start = utf8[room].firstIndex(of: UInt8(ascii: " ")) ?? utf8[room].firstIndex { $0 & 0xc0 != 0x80 } ?? match
        let skipped = utf8.distance(from: utf8.startIndex, to: start)
        let cut = "…" + String(text[start...].prefix(maximumCharacters))
        let shift = "…".utf8.count - skipped
        return (
            cut,
            matches.map { ($0.lowerBound + shift)..<($0.upperBound + shift) }
                .filter { $0.lowerBound >= 0 && $0.upperBound <= cut.utf8.count }
        )
    }
}
