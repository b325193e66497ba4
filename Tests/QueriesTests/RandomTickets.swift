import EngineConcepts
import Queries
import TestSupport

/// Random tickets and queries over a small vocabulary, so that matches are common. Every kind of query occurs.
struct RandomTickets {
    var random: SeededGenerator

    static let now = Timestamp(milliseconds: 1_795_000_000_000)
    /// The vocabulary: words in several spellings, forms of one word, scripts without spaces, signs, and near misses.
    static let words = [
        "ferrari", "Ferrari", "FÉRRARI", "ferraris", "race", "races", "Racing", "raced", "carrera",
        "carreras", "win",
        "wins", "winning", "Straße", "STRASSE", "København", "kobenhavn", "C", "C++", "c#", "f1",
        "F1's", "東京",
        "東京都", "京", "🏁", "🏁🏁", "Йога", "иога", "Ёлка", "елка", "l’équipe", "equipe", "pit-stop", "pit",
        "stop", "x",
        "co\u{ad}op", "coop", "ﬁn", "fin", "𝗙𝟭", "１", "1", "naïve", "nai\u{308}ve",
    ]
    static let tags = ["F1", "f1", "Formula 1", "formula", "C++", "c", "wec", "東京"]
    static let authors = ["Ana Sol", "Ana María Sol", "Max", "max pit"]
    static let sites = ["example.org", "www.example.org", "ample.org", "racer.com"]
    static let suppliers: [SupplierID] = ["feed:kerb-notes", "hn:front", "mastodon:pit"]
    static let languages = ["en", "en-GB", "es", "xx", "pt-BR"]
    /// Expressions with a naive equivalent on lower-case text.
    static let expressions: [(source: String, finds: @Sendable (String) -> Bool)] = [
        ("ferr?a", { $0.contains("fera") || $0.contains("ferra") }),
        ("^race", { $0.hasPrefix("race") }),
        ("pit|1", { $0.contains("pit") || $0.contains("1") }),
        ("win$", { $0.hasSuffix("win") }),
        ("東.都", { $0.contains("東京都") }),
        ("a/b", { $0.contains("a/b") }),
    ]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int.random(in: 0..<list.count, using: &random)]
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    // MARK: Tickets

    /// A ticket and the plain texts of its markup.
    mutating func subject(_ index: Int) -> NaiveSubject {
        let text = sentence(0...9)
        let isBoost = random.chance(20)
        let boosted = sentence(1...4)
        let quoted = random.chance(15) ? sentence(1...4) : nil
        let alternative = random.chance(20) ? sentence(1...2) : nil
        let link = random.chance(70) ? address() : nil
        let linkInText = random.chance(20) ? address() : nil
        let author =
            random.chance(70)
            ? Author(id: "a", name: pick(Self.authors), handle: "@\(pick(["ana", "max"]))") : nil
        var body = TicketBody(
            title: random.chance(70) ? sentence(0...4) : nil,
            text: markup(text, link: linkInText),
            author: author, link: link,
            media: alternative.map {
                [Media(url: "u", kind: pick([.image, .video, .audio, .file]), alternativeText: $0)]
            } ?? [],
            counts: Counts(
                replies: random.chance(50) ? number(0...9) : nil,
                boosts: random.chance(50) ? number(0...9) : nil,
                likes: random.chance(50) ? number(0...9) : nil,
                points: random.chance(30) ? number(0...9) : nil),
            boosted: isBoost
                ? EmbeddedTicket(
                    id: "b", author: Author(id: "b", name: pick(Self.authors)),
                    title: random.chance(50) ? sentence(1...2) : nil, text: .plain(boosted)) : nil,
            quoted: quoted.map { EmbeddedTicket(id: "q", text: .plain($0)) },
            replyTo: random.chance(20) ? "r" : nil,
            contentWarning: random.chance(10) ? sentence(1...2) : nil,
            language: random.chance(70) ? pick(Self.languages) : nil,
            tags: (0..<number(0...2)).map { _ in pick(Self.tags) })
        let time = Self.now.advanced(by: .seconds(-number(-3600...20 * 86_400)))
        // The vocabulary looks like many languages; the naive evaluation knows the forms of three.
        let guess = Ticket(
            key: OrderKey(time: time, nativeOrder: 0, id: TicketID(supplier: "x", item: "x")), shownTime: time,
            body: body
        )
        .contentLanguage
        if body.language == nil, let guess, !["en", "es", "pt"].contains(guess) { body.language = "xx" }
        let ticket = Ticket(
            key: OrderKey(
                time: time, nativeOrder: 0,
                id: TicketID(supplier: pick(Self.suppliers), item: String(index))),
            shownTime: time, editTime: random.chance(10) ? time : nil, body: body)
        let subject = QuerySubject(
            ticket,
            marks: random.chance(80)
                ? Marks(isRead: random.chance(50), isStarred: random.chance(20), isLater: random.chance(20)) : nil,
            isLate: random.chance(20), isDuplicate: random.chance(70) ? random.chance(30) : nil)
        let beside = [body.contentWarning, alternative].compactMap(\.self)
        let texts =
            (text.isEmpty ? [] : [text]) + (isBoost ? [boosted] : []) + [quoted].compactMap(\.self)
            + beside
        return NaiveSubject(
            subject: subject, titles: [body.title, body.boosted?.title].compactMap(\.self), texts: texts,
            authors: [author?.name, author?.handle, body.boosted?.author?.name].compactMap(\.self),
            links: [link].compactMap(\.self) + (text.isEmpty ? [] : [linkInText].compactMap(\.self)),
            hasLink: body.title != nil && link != nil || !text.isEmpty && linkInText != nil)
    }

    private mutating func sentence(_ length: ClosedRange<Int>) -> String {
        (0..<number(length)).map { _ in pick(Self.words) }
            .joined(separator: pick([" ", ", ", "/", " – "]))
    }

    private mutating func address() -> String {
        "https://\(pick(Self.sites))\(pick(["", ":8080"]))/\(pick(["f1", "race", "a/b"]))"
    }

    /// The same words as HTML, as plain text or as styled text.
    private mutating func markup(_ text: String, link: String?) -> TicketText {
        guard !text.isEmpty else { return .plain("") }
        guard link != nil || random.chance(70) else { return .plain(text) }
        var html = text.replacing("&", with: "&amp;").replacing("é", with: "&eacute;")
            .replacing("C", with: "<b>C</b>")
            .replacing(" ", with: pick([" ", "&nbsp;", "\n  ", "<!-- race --> "]))
        if let link { html = "<a class='x' href=\"\(link)\">\(html)</a>" }
        return .html("<script>race < win</script><p>\(html)</p>", base: nil)
    }

    // MARK: Queries

    mutating func query(depth: Int = 3) -> Query {
        switch depth == 0 ? 0 : number(0...9) {
        case 0...3: return .condition(condition())
        case 4, 5: return query(depth: depth - 1).negated
        case 6, 7: return .all(of: (0..<number(1...3)).map { _ in query(depth: depth - 1) })
        case 8: return .any(of: (0..<number(1...3)).map { _ in query(depth: depth - 1) })
        default: return random.chance(10) ? .everything : .condition(condition())
        }
    }

    private mutating func condition() -> Condition {
        switch number(0...13) {
        case 0...5:
            return .words(pattern(), in: pick([.anywhere, .anywhere, .title, .text, .author, .url, .source, .topic]))
        case 6:
            return .words(WordPattern(pick(Self.tags), pick([.word, .phrase, .prefix])) ?? pattern(), in: .tag)
        case 7:
            let source = pick(Self.expressions).source
            guard let pattern = try? RegexPattern(source) else { return .trait(.unread) }
            return .regex(pattern, in: pick(SearchScope.allCases))
        case 8: return .site(pick(Self.sites + ["org"]))
        case 9:
            return pick([
                .language(pick(["en", "en-gb", "es", "pt", "pt-br"])),
                pick([.kind("feed", name: "feed"), .kind("hn", name: "hn")]),
            ])
        case 10, 11: return .trait(pick(Trait.allCases))
        case 12:
            let bounds = [number(0...9), number(0...9)].sorted()
            let range = NumberRange(least: random.chance(70) ? bounds[0] : nil, most: bounds[1])
            return range.map { .count(pick(ReactionCount.allCases), $0) } ?? .trait(.read)
        default:
            let days = [number(0...9), number(10...20)]
            let age = AgeRange(atLeast: days[0] * 86_400, lessThan: random.chance(50) ? days[1] * 86_400 : nil)
            let date = DateRange(from: CalendarDate(pick(["2026-11-10", "2026-11", "2026"])), through: nil)
            if random.chance(50), let date { return .date(date) }
            return age.map { .age($0) } ?? .trait(.read)
        }
    }

    private mutating func pattern() -> WordPattern {
        let text = (0..<(random.chance(70) ? 1 : number(2...3)))
            .map { _ in
                pick(Self.words + ["ana", "sol", "kerb"])
            }
        let form: WordPattern.Form = pick([.word, .word, .phrase, .prefix])
        let joined = text.joined(separator: " ")
        let cut =
            form == .prefix && random.chance(50)
            ? String(joined.prefix(max(1, joined.count - 1))) : joined
        return WordPattern(cut, form) ?? WordPattern(joined, form) ?? RandomTickets.race
    }

    private static let race: WordPattern = {
        guard let pattern = WordPattern("race") else { preconditionFailure("a word is a pattern") }
        return pattern
    }()
}
