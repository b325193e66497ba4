import AsyncHTTPClient
public import EngineConcepts

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
        let make: @Sendable (SourceDescription, SupplierDependencies) throws(SupplierError) -> any Supplier
        /// Finds out whether there is such a source.
        let probe: @Sendable (String, SupplierDependencies, Timestamp) async throws(SupplierError) -> SourceProbe
    }

    static let schemes: [Scheme] = [
        Scheme(prefixes: ["http:", "https:"], kind: .feed, make: WebFeeds.make, probe: WebFeeds.probe),
        Scheme(prefixes: ["file:"], kind: .file, make: LocalFiles.make, probe: LocalFiles.probe),
        Scheme(prefixes: ["exec:", "filter:"], kind: .command, make: Commands.make, probe: Commands.probe),
        Scheme(prefixes: ["hn:"], kind: .hackerNews, make: HackerNewsLists.make, probe: HackerNewsLists.probe),
        Scheme(prefixes: ["lobsters:"], kind: .lobsters, make: LobstersLists.make, probe: LobstersLists.probe),
    ]

    private let around: SupplierDependencies

    /// Makes suppliers that reach the world through `surroundings`.
    public init(_ surroundings: SupplierDependencies) {
        around = surroundings
    }

    /// Makes the supplier of `source`.
    public func supplier(for source: SourceDescription) throws(SupplierError) -> any Supplier {
        let supplier = try Self.scheme(of: source.address).make(source, around)
        return source.presentedAs.map { PresentedSupplier(supplier, as: $0) } ?? supplier
    }

    /// Finds out what `text` means: asks once, and answers the source, or the sources that a page offers. Throws where
    /// there is none, and says why.
    ///
    /// - Parameter access: What to ask with. Only the origin of `text` sees it, and only a source there keeps it.
    public func probe(
        _ text: String, with access: SourceAccess? = nil, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        let address = Self.address(of: text)
        guard let access else { return try await probe(address, around, now) }
        let home = try Self.home(of: address)
        var around = around
        around.transport = around.transport(to: home, with: access)
        // What is meant for one reader's eyes stays out of files.
        around.answers = nil
        guard case .source(var source, var remark, let end) = try await probe(address, around, now) else {
            throw SupplierError(
                .unsupported,
                "\(WebAddress.endpoint(of: home) ?? home) offers several feeds there. Give the address of the one that you mean, "
                    + "so that your password goes nowhere else.")
        }
        if try WebAddress.origin(of: Self.home(of: source.address)) == WebAddress.origin(of: home) {
            source.access = access
        } else {
            let other = WebAddress.endpoint(of: source.address) ?? source.address
            remark = Message("passwordNotKept", ["address": .text(other)])
        }
        return .source(source, remark: remark, end: end)
    }

    private func probe(
        _ address: String, _ around: SupplierDependencies, _ now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        switch SiteRules.meaning(of: address) {
        case .sources(let feeds) where feeds.count == 1: return try await probe(exactly: feeds[0].address, around, now)
        case .sources(let feeds): return .choices(WebPage(feeds: feeds))
        case .perhaps(let feed):
            do {
                return try await probe(exactly: feed, around, now)
            } catch  where error.code == .refused || error.code == .malformed {
                return try await probe(exactly: address, around, now)
            }
        case nil: return try await probe(exactly: address, around, now)
        }
    }

    private func probe(
        exactly address: String, _ around: SupplierDependencies, _ now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        try await Self.scheme(of: address).probe(address, around, now)
    }

    /// The address on the web that what lets a reader in is meant for. Throws where the source is none of the web.
    private static func home(of address: String) throws(SupplierError) -> String {
        if WebAddress.isWeb(address) { return address }
        if address.lowercased().hasPrefix("filter:"),
            let filtered = try CommandAddress(address, home: nil).filtered
        {
            return filtered
        }
        throw SupplierError(.unsupported, "“\(address)” asks nobody who they are; passwords go with web addresses.")
    }

    /// `text` without the name and password in front of its host, and those two; nil where there are none, or where the
    /// address is none of the web.
    public static func takingUser(outOf text: String) -> (address: String, user: String, password: String)? {
        let address = address(of: text)
        guard WebAddress.isWeb(address) || address.lowercased().hasPrefix("filter:"),
            let user = WebAddress.user(of: address)
        else { return nil }
        return (WebAddress.withoutUser(address), user.name, user.password)
    }

    /// The value of an `Authorization` field for basic authentication (RFC 7617).
    public static func basicAuthorization(user: String, password: String) -> String {
        HTTPClient.Authorization.basic(username: user, password: password).headerValue
    }

    /// The path of the file that is the source at `address`; nil for every other source.
    public static func localFile(of address: String, home: String?) -> String? {
        kind(of: address) == .file ? LocalFiles.path(of: address, home: home) : nil
    }

    /// Host and port of the web address in `text`, which names no secret; nil where there is none.
    public static func endpoint(of text: String) -> String? {
        WebAddress.endpoint(of: address(of: text))
    }

    /// The source that `text` is the address of, without asking it. Throws where no supplier knows such addresses.
    public static func source(at text: String) throws(SupplierError) -> SourceDescription {
        let address = address(of: text)
        _ = try scheme(of: address)
        return SourceDescription(id: id(for: address), address: address)
    }

    /// The address that is kept of the source that people mean who write `text`, as far as that can be told without asking:
    /// that of a file is absolute.
    public func followedAddress(of text: String) -> String {
        let address = Self.address(of: text)
        guard Self.kind(of: address) == .file else { return address }
        return "file:\(LocalFiles.path(of: address, home: around.commands.home))"
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

    /// The address that people mean who write `text`: `feed:` in front goes (and `feed://`, which stands for `http://`, as
    /// `feeds://` stands for `https://`), a missing scheme is https, and a path becomes absolute.
    static func address(of text: String) -> String {
        if let command = CommandAddress.address(in: text) { return command }
        var address = TextSanitizer.line(text)
        for (prefix, scheme) in ["feeds:": "https", "feed:": "http"] where address.lowercased().hasPrefix(prefix) {
            let rest = address.dropFirst(prefix.count)
            let bare = rest.drop { $0 == "/" }
            let isWhole = ["http:", "https:"].contains(where: bare.lowercased().hasPrefix)
            address = isWhole ? String(bare) : "\(scheme)://\(bare)"
        }
        if schemes.contains(where: { $0.matches(address) }) { return address }
        if let profile = SiteRules.profile(of: address) { return profile }
        if ["/", "./", "../", "~/"].contains(where: address.hasPrefix) { return "file:\(address)" }
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
    /// A source, ready to be followed: with its id, its own name and the address to keep. The remark says what is worth
    /// knowing about what was found there, such as that the document broke off. The end is where its answer came from, where it
    /// is led there for now.
    case source(SourceDescription, remark: Message? = nil, end: String? = nil)
    /// A page that offers several feeds, the page's own first.
    case choices(WebPage)
}
