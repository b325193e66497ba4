public import EngineConcepts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes suppliers out of what people write down, and finds out what they mean when they write it for the first time.
///
/// A new kind of source is one line in ``schemes``.
public struct SupplierRegistry: Sendable {
    /// How sources of one scheme are made.
    struct Scheme: Sendable {
        /// What the address begins with, colon included, in lower case.
        let prefixes: [String]
        /// What kind of source that is.
        let kind: SupplierKind
        /// Makes the supplier.
        let make: @Sendable (SourceDescription, any Transport) throws(SupplierError) -> any Supplier
        /// Finds out whether there is such a source.
        let probe: @Sendable (String, any Transport, Timestamp) async throws(SupplierError) -> SourceProbe
    }

    static let schemes: [Scheme] = [
        Scheme(prefixes: ["http:", "https:"], kind: .feed, make: WebFeeds.make, probe: WebFeeds.probe),
        Scheme(prefixes: ["file:"], kind: .file, make: FileFeeds.make, probe: FileFeeds.probe),
    ]

    private let transport: any Transport

    /// Makes suppliers that reach the network through `transport`.
    public init(transport: any Transport) {
        self.transport = transport
    }

    /// Makes the supplier of `source`.
    public func supplier(for source: SourceDescription) throws(SupplierError) -> any Supplier {
        try Self.scheme(of: source.address).make(source, transport)
    }

    /// Finds out what `text` means: asks once, and answers the source, or the sources that a page offers. Throws where
    /// there is none, and says why.
    public func probe(_ text: String, now: Timestamp) async throws(SupplierError) -> SourceProbe {
        let address = Self.address(of: text)
        return try await Self.scheme(of: address).probe(address, transport, now)
    }

    /// What kind of source `address` is; nil where no supplier knows it.
    public static func kind(of address: String) -> SupplierKind? {
        schemes.first { $0.matches(address) }?.kind
    }

    /// The name in the store of the source at `address`: readable, lower-case ASCII without a slash, the same for the
    /// same address for ever, and different for different ones.
    public static func id(for address: String) -> SupplierID {
        var slug: [UInt8] = []
        let rest = address.utf8.firstRange(ofBytes: "://").map { address[$0.upperBound...] } ?? address[...]
        let readable = rest.hasPrefix("www.") ? rest.dropFirst(4) : rest
        for byte in readable.utf8 where slug.count < 40 {
            let lower = byte.lowercasedASCII
            if lower.isASCIIDigit || lower.isASCIILetter || lower == 0x2e {
                slug.append(lower)
            } else if let last = slug.last, last != 0x2d {
                slug.append(0x2d)
            }
        }
        while let last = slug.last, last == 0x2d || last == 0x2e { slug.removeLast() }
        var digest = DocumentDigest()
        digest.combine(Array(address.utf8))
        let mark = String(UInt64(bitPattern: digest.value) % 2_176_782_336, radix: 36)
        let kind = kind(of: address) ?? .feed
        return SupplierID("\(kind.rawValue):\(String(decoding: slug, as: UTF8.self))-\(mark)")
    }

    /// The address that people mean who write `text`: `feed:` and `feed://` in front go, a missing scheme is https, and
    /// a path becomes absolute.
    static func address(of text: String) -> String {
        var address = TextSanitizer.line(text)
        for prefix in ["feed://", "feed:"] where address.lowercased().hasPrefix(prefix) {
            let rest = String(address.dropFirst(prefix.count))
            address = rest.lowercased().hasPrefix("http") ? rest : "https://\(rest)"
        }
        if schemes.contains(where: { $0.matches(address) }) { return address }
        if address.hasPrefix("/") || address.hasPrefix("./") || address.hasPrefix("../") { return "file:\(address)" }
        let isBare =
            WebAddress.scheme(of: address) == nil
            || address.prefix { $0 != "/" }.split(separator: ":").last?.allSatisfy(\.isNumber) == true
        return isBare && address.contains(".") || address.hasPrefix("localhost") ? "https://\(address)" : address
    }

    private static func scheme(of address: String) throws(SupplierError) -> Scheme {
        if let scheme = schemes.first(where: { $0.matches(address) }) { return scheme }
        let known = schemes.flatMap(\.prefixes).joined(separator: " ")
        throw SupplierError(
            .unsupported, "“\(address)” is no source that Fiber knows. Addresses begin with one of: \(known)")
    }
}

extension SupplierRegistry.Scheme {
    func matches(_ address: String) -> Bool {
        let lower = address.prefix(32).lowercased()
        return prefixes.contains { lower.hasPrefix($0) }
    }
}

/// What was found at an address.
public enum SourceProbe: Hashable, Sendable {
    /// A source, ready to be followed: with its id, its own name and the address to keep.
    case source(SourceDescription)
    /// A page that offers several feeds, the page's own first.
    case choices(WebPage)
}

/// Feeds on the web.
enum WebFeeds {
    static func make(_ source: SourceDescription, _ transport: any Transport) throws(SupplierError) -> any Supplier {
        guard WebAddress.host(of: source.address) != nil else {
            throw SupplierError(.unsupported, "“\(source.address)” names no host.")
        }
        return FeedSupplier(
            id: source.id, name: source.name ?? WebAddress.host(of: source.address) ?? source.address,
            address: source.address,
            transport: transport)
    }

    static func probe(
        _ address: String, _ transport: any Transport, _ now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        let page: WebPage
        switch try await WebFeedSource(address: address, transport: transport).probe(at: now) {
        case .feed(let document, let address): return found(document, address)
        case .page(let found): page = found
        }
        // Feeds of comments stand beside a page's own on most blogs; nobody who adds the page means them.
        let own = page.feeds.filter { !($0.title ?? $0.address).lowercased().contains("comment") }
        let feeds = own.isEmpty ? page.feeds : own
        guard let first = feeds.first else {
            let host = WebAddress.endpoint(of: address) ?? address
            throw SupplierError(.malformed, "The page at \(host) is no feed and links to none.")
        }
        guard feeds.count == 1 else { return .choices(WebPage(title: page.title, feeds: feeds)) }
        switch try await WebFeedSource(address: first.address, transport: transport).probe(at: now) {
        case .feed(let document, let address): return found(document, address)
        case .page:
            throw SupplierError(
                .malformed, "The page links to \(first.address) as its feed, but that is a web page, too.")
        }
    }

    private static func found(_ document: FeedDocument, _ address: String) -> SourceProbe {
        .source(SourceDescription(id: SupplierRegistry.id(for: address), address: address, name: document.title))
    }
}

/// Feeds in files.
enum FileFeeds {
    static func make(_ source: SourceDescription, _ transport: any Transport) throws(SupplierError) -> any Supplier {
        let path = path(of: source.address)
        return FeedSupplier(id: source.id, name: source.name ?? path, path: path)
    }

    static func probe(
        _ address: String, _ transport: any Transport, _ now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        let path = path(of: address)
        let document = try await FileFeedSource(path: path).read(FeedMemory(), at: now).document
        let address = "file:\(path)"
        return .source(
            SourceDescription(id: SupplierRegistry.id(for: address), address: address, name: document?.title))
    }

    /// `file:PATH` and `file:///PATH`, made absolute.
    private static func path(of address: String) -> String {
        var path = String(address.dropFirst(5))
        if path.hasPrefix("//") { path = URL(string: address)?.path ?? String(path.dropFirst(2)) }
        guard !path.hasPrefix("/") else { return path }
        let directory = FileManager.default.currentDirectoryPath
        return "\(directory)/\(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)"
    }
}
