import EngineConcepts
import Foundation
import Queries

/// Encodes values as JSON Lines: one object a line, keys sorted, absent values null.
struct JSONLines {
    private let encoder: JSONEncoder

    init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    func line(_ value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// A ticket as `timeline --json` prints it.
///
/// The language is the one that the source states, or else the detected one. Counts are printed if the source has them.
/// `supplier` and `supplierName` stand beside `source` and `sourceName` until 1.0.
struct TicketLine: Encodable {
    let entry: TrackEntry
    let sourceName: String
    let presentation: Presentation
    let topics: [String]

    private enum Key: String, CodingKey {
        case type, id, source, sourceName, supplier, supplierName, time, shownTime, title, author, text, url, topics,
            language,
            languageDetected, read, starred, later, score, likes, boosts, replies, alsoOn
    }

    func encode(to encoder: any Encoder) throws {
        let ticket = entry.ticket
        var line = encoder.container(keyedBy: Key.self)
        try line.encode("ticket", forKey: .type)
        try line.encode(ticket.id.description, forKey: .id)
        for key in [Key.source, .supplier] { try line.encode(ticket.supplier.rawValue, forKey: key) }
        for key in [Key.sourceName, .supplierName] { try line.encode(sourceName, forKey: key) }
        try line.encode(ticket.key.time.rfc3339, forKey: .time)
        try line.encode(ticket.shownTime.rfc3339, forKey: .shownTime)
        try line.encode(presentation.title, forKey: .title)
        try line.encode(ticket.body.author?.name, forKey: .author)
        try line.encode(presentation.body.plainText, forKey: .text)
        try line.encode(ticket.body.link, forKey: .url)
        try line.encode(topics, forKey: .topics)
        let stated = ticket.body.language.flatMap { $0.isEmpty ? nil : $0 }
        let language = ticket.contentLanguage
        try line.encode(language, forKey: .language)
        try line.encode(stated == nil && language != nil, forKey: .languageDetected)
        try line.encode(entry.marks.isRead, forKey: .read)
        try line.encode(entry.marks.isStarred, forKey: .starred)
        try line.encode(entry.marks.isLater, forKey: .later)
        let counts = ticket.body.counts
        try line.encodeIfPresent(counts.points, forKey: .score)
        try line.encodeIfPresent(counts.likes, forKey: .likes)
        try line.encodeIfPresent(counts.boosts, forKey: .boosts)
        try line.encodeIfPresent(counts.replies, forKey: .replies)
        if let storyMember = entry.storyMember {
            try line.encode(storyMember.others.map(\.description), forKey: .alsoOn)
        }
    }
}

/// A gap as `timeline --json` prints it. `withheld` stands beside `waiting`, and `supplier` beside `source`, until 1.0.
struct GapLine: Encodable {
    let gap: Gap
    /// The number of stored tickets that are shown once the gap is filled.
    let waiting: Int

    private enum Key: String, CodingKey {
        case type, id, newest, oldest, partial, missing, waiting, withheld
    }

    private struct Missing: Encodable {
        let source: String
        let supplier: String
        let cause: String
        /// The number of lost items, or `nil` if it is unknown; then it is left out.
        let lost: Int?

        init(_ missing: Gap.Missing) {
            source = missing.supplier.rawValue
            supplier = source
            cause = missing.cause.code
            lost = if case .agedOut(let lost) = missing.cause { lost } else { nil }
        }
    }

    func encode(to encoder: any Encoder) throws {
        let start = gap.timeframe.start
        let end = gap.timeframe.end
        var line = encoder.container(keyedBy: Key.self)
        try line.encode("gap", forKey: .type)
        try line.encode(gap.id.description, forKey: .id)
        try line.encode(start.isFinite ? start.rfc3339 : nil, forKey: .newest)
        try line.encode(end.isFinite ? end.rfc3339 : nil, forKey: .oldest)
        try line.encode(gap.kind == .partial, forKey: .partial)
        try line.encode(gap.missing.map(Missing.init), forKey: .missing)
        guard waiting > 0 else { return }
        for key in [Key.waiting, .withheld] { try line.encode(waiting, forKey: key) }
    }
}
