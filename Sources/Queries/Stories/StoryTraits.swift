public import EngineConcepts

/// What of a ticket says which story it tells: where it leads, what its title and the beginning of its text say. Small,
/// whatever the ticket holds.
public struct StoryTraits: Hashable, Sendable {
    /// Grows by one whenever the same ticket gets other traits or keys than before.
    public static let version = 2

    /// Whose it is: no source tells a story twice.
    public let supplier: SupplierID
    let time: Timestamp
    /// Whether it answers something: what is said about a story does not tell it.
    let isReply: Bool
    /// Where it leads, and what it is called everywhere.
    let addresses: Set<String>
    /// The one address that it speaks of, where it has no title: a post about a page.
    let mention: String?
    /// The words of the title, by their hashes.
    let title: [UInt64]
    /// The words of title and text, by their hashes.
    let words: Set<UInt64>
    /// Each three words that follow one another.
    let shingles: Set<UInt64>
    /// The words with digits in them, sorted: two reports that differ in those tell of different things.
    let numbers: [UInt64]

    /// How many bytes of a text are looked at.
    private static let reach = 4096
    /// How many words of it.
    private static let wordLimit = 120

    /// Looks at a ticket. `reader` may be used again for the next one.
    public init(_ ticket: Ticket, by reader: StoryReader) {
        self = reader.traits(of: ticket)
    }

    fileprivate init(_ ticket: Ticket, words reader: inout Words) {
        let body = ticket.body
        supplier = ticket.supplier
        time = ticket.key.time
        isReply = body.replyTo != nil
        let texts = [body.text.isEmpty ? body.summary ?? body.text : body.text, body.boosted?.text].compactMap(\.self)
            .filter { !$0.isEmpty }.map(StoryTraits.bare)
        var addresses: Set<String> = []
        for address in [body.link, body.boosted?.link, ticket.source.fields["external"]].compactMap(\.self) {
            if let canonical = CanonicalAddress.of(address) { addresses.insert(canonical) }
        }
        for name in [ticket.id.item, body.boosted?.id].compactMap(\.self) where StoryTraits.isNameEverywhere(name) {
            addresses.insert(CanonicalAddress.of(name) ?? name)
        }
        self.addresses = addresses
        let headline = body.title ?? body.boosted?.title
        let mentioned = Set(texts.flatMap(\.links).compactMap(CanonicalAddress.of)).subtracting(addresses)
        mention = headline == nil && mentioned.count == 1 ? mentioned.first : nil

        reader.removeAll()
        reader.append(headline ?? "")
        let titleCount = reader.count
        for text in texts where reader.count < StoryTraits.wordLimit {
            reader.append(text.text)
        }
        let count = min(reader.count, max(titleCount, StoryTraits.wordLimit))
        let hashes = reader.hashes[..<count]
        title = Array(hashes[..<titleCount])
        words = Set(hashes)
        shingles = Set(
            zip(hashes, zip(hashes.dropFirst(), hashes.dropFirst(2)))
                .map { first, rest in
                    StoryTraits.mixed([first, rest.0, rest.1])
                })
        numbers = (0..<count).filter { reader.bytes[reader.range($0)].contains(where: \.isDigit) }
            .map { reader.hashes[$0] }.sorted()
    }

    /// Whether it has nothing by which another telling could be found.
    public var isSilent: Bool { keys.isEmpty }

    /// Keys of which two tickets that tell one story share at least one: one of the one's ``StoryKey/own`` is among the
    /// other's ``StoryKey/others``. Most that share one tell the same; see ``tellsSameStory(as:)``.
    public var keys: [StoryKey] {
        guard !isReply else { return [] }
        var keys = Set(addresses).union(mention.map { [$0] } ?? [])
            .map { key(1, ByteTable.hash($0.utf8), within: Self.addressPeriod) }
        if title.count >= StoryTraits.longTitle {
            keys.append(key(2, StoryTraits.mixed(title), within: Self.textPeriod))
        }
        if shingles.count >= StoryTraits.longText {
            // The least of what is mixed well are the least in the other text too, unless the texts differ much.
            keys += shingles.sorted().prefix(2).map { key(3, $0, within: Self.textPeriod) }
        }
        return keys
    }

    /// Periods of 2²⁸ ms, three days, and of 2³³ ms, ninety-nine: no shorter than texts or addresses of one story may lie
    /// apart.
    private static let textPeriod: Int64 = 28
    private static let addressPeriod: Int64 = 33

    private func key(_ kind: UInt64, _ hash: UInt64, within period: Int64) -> StoryKey {
        let rest = Int64(StoryTraits.mixed([kind, hash]) >> 16)
        let number = time.milliseconds >> period
        let numbers = [number, number - 1, number + 1].map { $0 << (48 + period - Self.textPeriod) | rest }
        return StoryKey(own: numbers[0], others: numbers)
    }

    /// From how many words on a title alone is unlikely to be there twice by chance.
    static let longTitle = 6
    /// From how many threes of words on a text alone is.
    static let longText = 14

    /// One number out of several: each bit of it depends on all of theirs. The finaliser of MurmurHash3.
    private static func mixed(_ numbers: [UInt64]) -> UInt64 {
        numbers.reduce(0x9e37_79b9_7f4a_7c15) { hash, number in
            var hash = hash &* 31 ^ number
            hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
            hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
            return hash ^ (hash >> 33)
        }
    }

    /// Whether a source's name of an item is its name at every source: an address, an Atom id, a record of ATProto.
    private static func isNameEverywhere(_ name: String) -> Bool {
        ["https://", "http://", "tag:", "urn:", "at://"].contains { name.hasPrefix($0) } && name.utf8.count >= 16
    }

    /// The beginning of a text without addresses, and where its links lead.
    private static func bare(_ text: TicketText) -> (text: String, links: [String]) {
        switch text {
        case .plain(let plain): return withoutAddresses(beginning(of: plain))
        case .html(let html, _):
            let markup = MarkupText(html: beginning(of: html))
            return (withoutAddresses(markup.text).text, markup.links)
        case .styled(let styled):
            let links = styled.blocks.flatMap(\.entities).filter { $0.kind == .link }.compactMap(\.target)
            return (withoutAddresses(beginning(of: styled.plainText)).text, links)
        }
    }

    private static func beginning(of text: String) -> String {
        text.utf8.count <= reach ? text : String(decoding: text.utf8.prefix(reach), as: UTF8.self)
    }

    /// Asked for every ticket; searching for a string in a string takes ten times as long.
    private static func holdsAddress(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = bytes[...]
            while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
                rest = rest[(colon + 1)...]
                if rest.starts(with: "//".utf8) { return true }
            }
            return false
        }
    }

    private static func withoutAddresses(_ text: String) -> (text: String, links: [String]) {
        guard holdsAddress(text) else { return (text, []) }
        let parts = text.split { $0.isWhitespace || "<>\"()".contains($0) }
        return (
            parts.filter { !$0.contains("://") }.joined(separator: " "),
            parts.filter { $0.hasPrefix("https://") || $0.hasPrefix("http://") }.map(String.init)
        )
    }
}

/// Something by which a telling of a story is found.
public struct StoryKey: Hashable, Sendable {
    /// The number to keep it under. Its highest bits are the time's: what comes at one time is kept in one place, and a
    /// store that looks at a million tickets one after another need not write all of its keys' pages for every few.
    public let own: Int64
    /// The numbers under which other tellings may be kept: those of its own time and of the times before and after.
    public let others: [Int64]
}

/// Finds the traits of tickets. Keeps room for their words; may not be shared between threads.
public final class StoryReader {
    private var words = Words()

    /// Makes a reader.
    public init() {}

    fileprivate func traits(of ticket: Ticket) -> StoryTraits {
        StoryTraits(ticket, words: &words)
    }
}
