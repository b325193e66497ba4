public import EngineConcepts
import WebText

/// The traits that identify a ticket's story: its links, its title and the beginning of its text. Small for any ticket.
public struct StoryTraits: Hashable, Sendable {
    /// The version of traits and keys; a change requires new ones.
    public static let version = 4

    /// The supplier, which never has a story twice.
    public let supplier: SupplierID
    let time: Timestamp
    /// The time of writing: that of a ranked list's ticket is not its place.
    let writtenAt: Timestamp
    /// The canonical URI of the post, or `nil` if it has none.
    public let uri: String?
    /// True for a reply, which discusses a story but does not tell it.
    let isReply: Bool
    /// The canonical address and the global identifiers.
    let addresses: Set<String>
    /// The canonical address of the only link of an untitled ticket: a post about a page.
    let onlyLink: String?
    /// The words of the title, by hash.
    let title: [UInt64]
    /// The words of title and text, by hash.
    let words: Set<UInt64>
    /// The word triples.
    let shingles: Set<UInt64>
    /// The person who wrote the ticket, by a hash of the name, or `nil` if the author is not linked.
    public let person: UInt64?
    /// The text of the post by that person, to be compared with those at other networks, or `nil` if it has no words.
    let crosspost: CrosspostText?
    /// The sorted words with digits: reports that differ in those are about different things.
    let digitWords: [UInt64]

    /// The number of bytes of a text that are read.
    private static let maximumBytes = 4096
    /// The number of words that are read.
    private static let maximumWords = 120

    /// Reads a ticket. `reader` can be reused.
    public init(_ ticket: Ticket, by reader: StoryTraitReader) {
        let body = ticket.body
        let people = reader.people
        let person = body.boosted == nil ? body.author.flatMap { people.person(of: $0, in: ticket.supplier) } : nil
        self.person = person.map { StableHash.fnv1a($0.name.utf8) }
        supplier = ticket.supplier
        time = ticket.key.time
        writtenAt = ticket.shownTime
        uri = body.uri
        isReply = body.replyTo != nil
        let texts = [body.textOrSummary, body.boosted?.text].compactMap(\.self)
            .filter { !$0.isEmpty }.map { LinkedText($0, maximumBytes: StoryTraits.maximumBytes) }
        let addresses = StoryTraits.addresses(of: ticket)
        self.addresses = addresses
        let headline = body.title ?? body.boosted?.title
        crosspost = person.flatMap { _ in
            CrosspostText(
                ([headline].compactMap(\.self) + texts.map(\.text)).joined(separator: "\n"),
                links: texts.flatMap(\.links)
                    + [ticket.source.fields[SourceLayer.externalLinkField]].compactMap(\.self),
                people: people)
        }
        let linked = Set(texts.flatMap(\.links).compactMap(CanonicalAddress.of)).subtracting(addresses)
        onlyLink = headline == nil && linked.count == 1 ? linked.first : nil

        reader.words.removeAll()
        reader.words.append(headline ?? "")
        let titleCount = reader.words.count
        for text in texts where reader.words.count < StoryTraits.maximumWords {
            reader.words.append(text.withoutAddresses)
        }
        let read = reader.words
        let count = min(read.count, max(titleCount, StoryTraits.maximumWords))
        let hashes = read.hashes[..<count]
        title = Array(hashes[..<titleCount])
        words = Set(hashes)
        shingles = Set(
            zip(hashes, zip(hashes.dropFirst(), hashes.dropFirst(2)))
                .map { first, rest in
                    StoryTraits.mixed([first, rest.0, rest.1])
                })
        digitWords = (0..<count)
            .filter { read.bytes[read.range($0)].contains(where: \.isASCIIDigit) }.map { hashes[$0] }.sorted()
    }

    private static func addresses(of ticket: Ticket) -> Set<String> {
        let body = ticket.body
        // News about a post, such as a like, is no copy of it; news that is a post has the post's URI.
        let isAbout = ticket.source.fields[SourceLayer.PostField.notification] != nil && body.uri == nil
        let links = isAbout ? [] : [body.link, body.boosted?.link, ticket.source.fields[SourceLayer.externalLinkField]]
        let names = [ticket.id.item, body.boosted?.id].compactMap(\.self).filter(isGlobalID)
        return Set(links.compactMap { $0.flatMap(CanonicalAddress.of) } + names.map { CanonicalAddress.of($0) ?? $0 })
    }

    /// The keys: two tickets of one story share at least one, the ``StoryKey/own`` of one among the ``StoryKey/others`` of the
    /// other. Most that share one belong together; see ``isSameStory(as:)``.
    public var keys: [StoryKey] {
        guard !isReply else { return [] }
        var keys = Set(addresses).union(onlyLink.map { [$0] } ?? [])
            .map { key(1, StableHash.fnv1a($0.utf8), within: Self.addressPeriod) }
        if title.count >= StoryTraits.longTitle {
            keys.append(key(2, StoryTraits.mixed(title), within: Self.textPeriod))
        }
        if shingles.count >= StoryTraits.longText {
            // Minhash: the least of well-mixed values are the least in a similar text too.
            keys += shingles.sorted().prefix(2).map { key(3, $0, within: Self.textPeriod) }
        }
        if let person, let crosspost {
            keys.append(key(4, StoryTraits.mixed([person] + crosspost.key), at: writtenAt, within: Self.textPeriod))
        }
        return keys
    }

    /// Periods of 2²⁸ ms (three days) and 2³³ ms (ninety-nine), the largest distance of texts and of addresses of one story.
    private static let textPeriod: Int64 = 28
    private static let addressPeriod: Int64 = 33

    /// Returns a key of a kind: the number of the period in the upper bits, so that all kinds ascend with time, and 48 bits
    /// of the hash below. The number of a longer period has fewer bits, and is shifted to the place of a short one's.
    private func key(_ kind: UInt64, _ hash: UInt64, at moment: Timestamp? = nil, within period: Int64) -> StoryKey {
        let rest = Int64(StoryTraits.mixed([kind, hash]) >> 16)
        let number = (moment ?? time).milliseconds >> period
        let numbers = [number, number - 1, number + 1].map { $0 << (48 + period - Self.textPeriod) | rest }
        return StoryKey(own: numbers[0], others: numbers)
    }

    /// The words from which a title alone is unlikely to repeat by chance.
    static let longTitle = 6
    /// The word triples from which a text alone is.
    static let longText = 14

    /// Mixes several numbers into one.
    private static func mixed(_ numbers: [UInt64]) -> UInt64 {
        numbers.reduce(0x9e37_79b9_7f4a_7c15) { hash, number in StableHash.mixed(hash &* 31 ^ number) }
    }

    /// Returns true if an item's identifier is the same at every source: an address, an Atom id, a record of ATProto.
    private static func isGlobalID(_ name: String) -> Bool {
        ["https://", "http://", "tag:", "urn:", "at://"].contains { name.hasPrefix($0) } && name.utf8.count >= 16
    }
}

/// Serves reading the traits of many tickets: the linked people, and room for words that is used again. Not thread-safe.
public final class StoryTraitReader {
    fileprivate var words = Words()
    fileprivate let people: People

    /// Creates a reader of traits.
    ///
    /// - Parameter people: The people that the user has linked.
    public init(people: People = .none) {
        self.people = people
    }
}
