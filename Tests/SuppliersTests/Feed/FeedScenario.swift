import EngineConcepts
import ScenarioServer
import SupplierConformance
import Suppliers
import Testing

@testable import Networking

/// A feed on a scenario server with the conformance suite's items, in one of the formats, with or without older
/// pages.
struct FeedScenario: ScriptedOrigin, CustomTestStringConvertible {
    enum Format: String, CaseIterable {
        case rss2, rss1, atom, json
    }

    /// How older pages are addressed.
    enum Paging: String, CaseIterable {
        /// No older pages.
        case none
        /// By links from page to page.
        case linked
        /// By links in the header (RFC 8288).
        case header
        /// By links to archives.
        case archives
        /// By page numbers, as in WordPress.
        case numbered
        /// Looks like WordPress but returns the same document for every page number.
        case ignored
    }

    /// A kind of feed.
    struct Kind: CustomTestStringConvertible {
        var format: Format
        var paging: Paging

        var testDescription: String { "\(format.rawValue), \(paging.rawValue)" }

        static let all: [Kind] = Format.allCases.flatMap { format in
            Paging.allCases
                .filter { paging in
                    switch paging {
                    case .none, .linked: true
                    case .archives: format == .atom || format == .rss2
                    case .header, .numbered, .ignored: format == .rss2
                    }
                }
                .map { Kind(format: format, paging: $0) }
        }
    }

    /// The number of items per document.
    static let pageSize = 25

    let kind: Kind
    let server: ScenarioServer
    let transport: HTTPTransport

    var testDescription: String { kind.testDescription }

    func makeSupplier() async throws -> any Supplier {
        FeedSupplier(id: "feed:story", name: "Story", address: server.url("/feed"), transport: transport)
    }

    func publish(_ items: [ScriptedItem]) async throws {
        let pages = Self.pages(items)
        for (index, page) in pages.enumerated() {
            let path = Self.path(of: index, kind.paging)
            let next = index + 1 < pages.count ? server.url(Self.path(of: index + 1, kind.paging)) : nil
            server.script(path, document(page, index: index, next: next))
            if kind.paging == .none { return }
            if kind.paging == .ignored {
                for number in 2...9 { server.script("/feed?paged=\(number)", document(page, index: 0, next: nil)) }
                return
            }
        }
        server.script(Self.path(of: pages.count, kind.paging), Scenario(status: 404))
    }

    func breakDown() async throws -> Bool {
        server.script("/feed", .hangUp)
        return true
    }

    private static func pages(_ items: [ScriptedItem]) -> [ArraySlice<ScriptedItem>] {
        guard !items.isEmpty else { return [[]] }
        return stride(from: 0, to: items.count, by: pageSize).map { items[$0..<min($0 + pageSize, items.count)] }
    }

    private static func path(of index: Int, _ paging: Paging) -> String {
        guard index > 0 else { return "/feed" }
        return paging == .numbered || paging == .ignored ? "/feed?paged=\(index + 1)" : "/older/\(index)"
    }

    private func document(_ items: ArraySlice<ScriptedItem>, index: Int, next: String?) -> Scenario {
        if kind.paging == .header, let next {
            var answer = document(items, index: index, next: nil)
            answer.headers.append(
                ("link", "<https://hub.example/>; rel=hub, <\(next)>; title=\"a, b\"; rel=\"x Next\""))
            return answer
        }
        let isLinked = kind.paging == .linked || kind.paging == .archives
        let next = isLinked ? next : nil
        let tag = "\"\(index)-\(items.map(\.text).joined().hashValue)\""
        switch kind.format {
        case .json: return .text(json(items, next), type: "application/feed+json", entityTag: tag)
        case .atom: return .text(atom(items, next, index), type: "application/atom+xml", entityTag: tag)
        case .rss1: return .text(rss1(items, next), entityTag: tag)
        case .rss2: return .text(rss2(items, next, index), entityTag: tag)
        }
    }

    private func history(_ next: String?, _ index: Int) -> String {
        let isArchive = kind.paging == .archives
        let relation = isArchive ? "prev-archive" : "next"
        let link = next.map { "<link xmlns='http://www.w3.org/2005/Atom' rel='\(relation)' href='\($0)'/>" } ?? ""
        let mark = isArchive && index > 0 ? "<archive xmlns='http://purl.org/syndication/history/1.0'/>" : ""
        return link + mark
    }

    private func rss2(_ items: ArraySlice<ScriptedItem>, _ next: String?, _ index: Int) -> String {
        let isWordPress = kind.paging == .numbered || kind.paging == .ignored
        let generator = isWordPress ? "<generator>https://wordpress.org/?v=6.8</generator>" : ""
        let entries = items.map { item in
            "<item><guid>\(item.id)</guid><pubDate>\(item.time.rfc3339)</pubDate><description>\(item.text)</description></item>"
        }
        return
            "<rss version='2.0'><channel><title>S</title>\(generator)\(history(next, index))\(entries.joined())</channel></rss>"
    }

    private func rss1(_ items: ArraySlice<ScriptedItem>, _ next: String?) -> String {
        let entries = items.map { item in
            "<item rdf:about='urn:\(item.id)'><title>\(item.id)</title><description>\(item.text)</description>"
                + "<dc:date>\(item.time.rfc3339)</dc:date></item>"
        }
        return "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'"
            + " xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>S</title>\(history(next, 0))</channel>"
            + "\(entries.joined())</rdf:RDF>"
    }

    private func atom(_ items: ArraySlice<ScriptedItem>, _ next: String?, _ index: Int) -> String {
        let entries = items.map { item in
            "<entry><id>urn:\(item.id)</id><title>\(item.id)</title><published>\(item.time.rfc3339)</published>"
                + "<content>\(item.text)</content></entry>"
        }
        return
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(history(next, index))\(entries.joined())</feed>"
    }

    private func json(_ items: ArraySlice<ScriptedItem>, _ next: String?) -> String {
        let entries = items.map { item in
            #"{"id":"\#(item.id)","content_text":"\#(item.text)","date_published":"\#(item.time.rfc3339)"}"#
        }
        let link = next.map { #""next_url":"\#($0)","# } ?? ""
        return
            #"{"version":"https://jsonfeed.org/version/1.1","title":"S",\#(link)"items":[\#(entries.joined(separator: ","))]}"#
    }
}
