import EngineConcepts
import FeedParsing
import WebText

/// Converts texts with facets into styled text.
///
/// Facets count the bytes of the text as it was written, and any program can write any numbers. Ranges that are not on
/// the borders of characters, that overlap an earlier one or that lie outside of the text are left out.
enum BlueskyText {
    /// The number of facets that are read: far more than 3,000 bytes of text hold.
    private static let maximumFacets = 200

    /// Returns the text of a record. Text without facets is plain.
    static func text(of record: BlueskyRecord) -> TicketText {
        let clean = TextSanitizer.lines(record.text)
        let links = links(of: record.facets, in: record.text, clean: clean)
        guard !links.isEmpty else { return .plain(clean) }
        return .styled(StyledText(blocks: blocks(of: clean, links)))
    }

    /// A range of the cleaned text with its target.
    private struct Link {
        let bytes: Range<Int>
        let target: String
    }

    private static func links(of facets: [BlueskyFacet], in raw: String, clean: String) -> [Link] {
        let positions = PositionMap(raw: raw, clean: clean)
        var links: [Link] = []
        for facet in facets.prefix(maximumFacets).sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            guard let target = facet.features.lazy.compactMap(Self.target).first,
                let start = positions.cleanPosition(of: facet.start), let end = positions.cleanPosition(of: facet.end),
                start < end,
                start >= links.last?.bytes.upperBound ?? 0
            else { continue }
            links.append(Link(bytes: start..<end, target: target))
        }
        return links
    }

    /// Returns the address that a facet leads to.
    private static func target(of feature: BlueskyFacet.Feature) -> String? {
        switch feature {
        case .link(let address): address
        case .mention(let did): DID(did).map { BlueskyWebPages.profile($0.text) }
        case .tag(let tag): "https://bsky.app/hashtag/\(PercentCoding.encoded(tag))"
        }
    }

    /// Returns a block for every line that is not empty, with the parts of links in it.
    private static func blocks(of text: String, _ links: [Link]) -> [StyledText.Block] {
        var blocks: [StyledText.Block] = []
        var start = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = String(line)
            let end = start + line.utf8.count
            let entities = links.compactMap { link -> StyledText.Entity? in
                let part = link.bytes.clamped(to: start..<end)
                guard !part.isEmpty else { return nil }
                let inLine = (part.lowerBound - start)..<(part.upperBound - start)
                guard isOnCharacters(inLine, of: line) else { return nil }
                return StyledText.Entity(.link, inLine, target: link.target)
            }
            if !line.isEmpty { blocks.append(StyledText.Block(text: line, entities: entities)) }
            start = end + 1
        }
        return blocks
    }

    private static func isOnCharacters(_ range: Range<Int>, of text: String) -> Bool {
        [range.lowerBound, range.upperBound]
            .allSatisfy { text.utf8.index(text.startIndex, offsetBy: $0).samePosition(in: text) != nil }
    }

    /// Converts positions in the written text, in bytes, into those in the cleaned one.
    private struct PositionMap {
        private let raw: [UInt8]
        private let clean: [UInt8]

        init(raw: String, clean: String) {
            self.raw = Array(raw.utf8)
            self.clean = Array(clean.utf8)
        }

        /// Returns the position in the cleaned text, or `nil` for one outside of the text or within a character.
        func cleanPosition(of written: Int64) -> Int? {
            guard let position = Int(exactly: written), (0...raw.count).contains(position) else { return nil }
            guard raw != clean else { return position }
            // Not within a scalar.
            guard position == raw.count || raw[position] & 0xc0 != 0x80 else { return nil }
            // The letter keeps white space at the end of the beginning.
            let beginning = Array(
                TextSanitizer.lines(String(decoding: raw[..<position], as: UTF8.self) + "x").utf8.dropLast())
            guard clean.starts(with: beginning) || beginning.starts(with: clean) else { return nil }
            return min(beginning.count, clean.count)
        }
    }
}
