public import EngineConcepts
import WebText

extension SupplierKind {
    /// Hacker News.
    public static let hackerNews: SupplierKind = "hackernews"
}

/// Hacker News as a kind of source, which is read through its search.
struct HackerNewsDescriptor: ServiceDescriptor {
    let kind = SourceKind(
        id: .hackerNews, name: "hn", title: .verbatim("Hacker News"), glyph: SourceKind.Glyph("▲", ascii: "Y"),
        colorRole: "kind-hacker-news",
        addressPrefixes: ["hn:"],
        addressForms: [
            SourceKind.AddressForm("hn:front", "hn:newest", "hn:ask", "hn:show", "hn:jobs"),
            SourceKind.AddressForm("hn:user:NAME", "hn:search:WORDS", "hn:thread:NUMBER"),
        ],
        example: "hn:front", authorsAreAccounts: true)

    static let defaultBaseAddress = "https://hn.algolia.com/api/v1"

    var siteRules: [SiteRule] {
        [SiteRule(hosts: ["news.ycombinator.com"], meaning: Self.page)]
    }

    @Sendable private static func page(_ page: PageAddress) -> SiteRule.Meaning? {
        switch (page.path.first, page.parameter("id")) {
        case (nil, _), ("news", _): .source(HackerNewsList.front.address)
        case ("newest", _): .source(HackerNewsList.newest.address)
        case ("ask", _): .source(HackerNewsList.ask.address)
        case ("show", _), ("shownew", _): .source(HackerNewsList.show.address)
        case ("jobs", _): .source(HackerNewsList.jobs.address)
        case ("user", let name?), ("submitted", let name?), ("threads", let name?):
            .source(HackerNewsList.user(name).address)
        case ("item", let number?): .source(HackerNewsList.thread(number).address)
        default: nil
        }
    }

    func check(_ answer: FetchAnswer, of list: HackerNewsList) throws(SupplierError) {
        if case .user(let name) = list, answer.items.isEmpty {
            throw SupplierError(.refused, Message("hackerNewsUserUnknown", ["name": .text(name)]))
        }
    }

    func list(_ address: String) throws(SupplierError) -> HackerNewsList {
        if let list = HackerNewsList(address) { return list }
        let words = TextSanitizer.line(String(address.dropFirst("hn:".count)))
        let message = Message("hackerNewsListUnknown", ["address": .text(address)])
        throw SupplierError(
            .unsupported,
            words.isEmpty || words.contains(":")
                ? message : .sentences(message, Message("hackerNewsSearch", ["words": .text(words)])))
    }

    func supplier(
        _ id: SupplierID, name: String, of list: HackerNewsList, at baseAddress: String,
        dependencies: SupplierDependencies
    ) -> any Supplier {
        HackerNewsSupplier(
            id: id, name: name, list: list, api: HackerNewsAPI(address: baseAddress, transport: dependencies.transport),
            polling: dependencies.polling)
    }
}
