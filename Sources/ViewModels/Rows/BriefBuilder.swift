import EngineConcepts
import Queries

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
            let presentation = presenters[entry.ticket.supplier].presentation(of: entry.ticket)
            var brief = brief(of: entry, shownAs: presentation, rows: rows, in: context)
            if let highlighter {
                mark(&brief, isTitled: presentation.title != nil, in: entry.ticket.body.language, with: highlighter)
            } else {
                brief.text = String(brief.text.prefix(maximumCharacters))
            }
            return brief
        }
    }

    /// Returns the brief of a ticket with the whole start of its text.
    private nonisolated static func brief(
        of entry: TrackEntry, shownAs presentation: Presentation, rows: RowBuilder, in context: RowBuilder.Context
    ) -> TicketBrief {
        let ticket = entry.ticket
        let source = context.name(of: ticket.supplier)
        let text = Excerpt.of(presentation.body, maximumBytes: 1200).blocks.first?.text ?? ""
        return TicketBrief(
            key: ticket.key, time: rows.rowTime(ticket.shownTime, in: context),
            kind: context.kind(of: ticket.supplier), source: source,
            headline: presentation.title ?? presentation.byline?.name ?? source,
            // A content warning covers the text here too, including its matches.
            text: presentation.warning.map { rows.warningText($0) } ?? text, isRead: entry.marks.isRead)
    }

    /// Marks the matches in a brief, and cuts its text around the first one.
    private nonisolated static func mark(
        _ brief: inout TicketBrief, isTitled: Bool, in language: String?, with highlighter: QueryHighlighter
    ) {
        brief.headlineMatches = highlighter.ranges(
            in: brief.headline, of: isTitled ? .title : .author, language: language)
        let matches = highlighter.ranges(in: brief.text, of: .text, language: language)
        (brief.text, brief.textMatches) = snippet(of: brief.text, around: matches)
    }

    /// Returns the part of a text in which the first match is near the start, with the matches in it.
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
        // At the start of a word; within a word that is too long, between characters of Unicode.
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
