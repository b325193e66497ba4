public import EngineConcepts
public import FeedParsing
import WebText

/// Creates suppliers from addresses, and finds the source for an address that a user enters.
///
/// A new kind of source is one line in ``schemes``.
public struct SupplierRegistry: Sendable {
    /// The functions for the sources of one scheme.
    struct Scheme: Sendable {
        /// The address prefixes, including the colon, in lower case.
        let prefixes: [String]
        /// The kind of the sources.
        let kind: SupplierKind
        /// True if a request runs a command or reads a file of this machine.
        let isLocal: Bool
        /// Creates the supplier.
        let make: @Sendable (SourceDescription, SupplierDependencies) throws(SupplierError) -> any Supplier
        /// Checks that the source exists.
        let probe: @Sendable (String, SupplierDependencies, Timestamp) async throws(SupplierError) -> SourceProbe
    }

    static let schemes: [Scheme] = [
        Scheme(prefixes: ["http:", "https:"], kind: .feed, isLocal: false, make: WebFeeds.make, probe: WebFeeds.probe),
        Scheme(prefixes: ["file:"], kind: .file, isLocal: true, make: LocalFiles.make, probe: LocalFiles.probe),
        Scheme(
            prefixes: ["exec:", "filter:"], kind: .command, isLocal: true, make: Commands.make, probe: Commands.probe),
        Scheme(
            prefixes: ["hn:"], kind: .hackerNews, isLocal: false, make: HackerNewsLists.make,
            probe: HackerNewsLists.probe),
        Scheme(
            prefixes: ["lobsters:"], kind: .lobsters, isLocal: false, make: LobstersLists.make,
            probe: LobstersLists.probe),
    ]

    private let dependencies: SupplierDependencies

    /// Creates a registry whose suppliers use these dependencies.
    public init(_ dependencies: SupplierDependencies) {
        self.dependencies = dependencies
    }

    /// Creates the supplier of `source`.
    public func supplier(for source: SourceDescription) throws(SupplierError) -> any Supplier {
        let supplier = try Self.scheme(of: source.address).make(source, dependencies)
        return source.presentedAs.map { PresentedSupplier(supplier, as: $0) } ?? supplier
    }

    /// Finds the source for `text` with a request. Returns the source, or the sources that a page links to. Throws if
    /// there is none.
    ///
    /// - Parameter access: The credentials to use. Only the origin of `text` receives them, and only a source of that
    ///   origin stores them.
    public func probe(
        _ text: String, with access: SourceAccess? = nil, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        let address = Self.address(of: text)
        guard let access else { return try await probe(address, dependencies, now) }
        let home = try Self.home(of: address)
        var dependencies = dependencies
        dependencies.transport = dependencies.transport(to: home, with: access)
        // Responses to a logged-in user must not be stored in files.
        dependencies.probeCache = nil
        guard case .source(var source, var remark, let end) = try await probe(address, dependencies, now) else {
            throw SupplierError(
                .unsupported, Message("severalFeedsWithLogin", ["host": .text(WebAddress.endpoint(of: home) ?? home)]))
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
        _ address: String, _ dependencies: SupplierDependencies, _ now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        switch SiteRules.meaning(of: address) {
        case .sources(let feeds) where feeds.count == 1:
            return try await probe(exactly: feeds[0].address, dependencies, now)
        case .sources(let feeds): return .choices(WebPage(feeds: feeds))
        case .candidate(let feed):
            do {
                return try await probe(exactly: feed, dependencies, now)
            } catch  where error.code == .refused || error.code == .malformed {
                return try await probe(exactly: address, dependencies, now)
            }
        case nil: return try await probe(exactly: address, dependencies, now)
        }
    }

    private func probe(
        exactly address: String, _ dependencies: SupplierDependencies, _ now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        try await Self.scheme(of: address).probe(address, dependencies, now)
    }

    /// Returns the web address that the credentials belong to. Throws if the source is not on the web.
    private static func home(of address: String) throws(SupplierError) -> String {
        if WebAddress.isWeb(address) { return address }
        if address.lowercased().hasPrefix("filter:"),
            let filtered = try CommandAddress(address, home: nil).filtered
        {
            return filtered
        }
        throw SupplierError(.unsupported, Message("loginNeedsWebAddress", ["address": .text(address)]))
    }

    /// Splits the user name and password off the address in `text`. Returns `nil` if it has none or is not a web
    /// address.
    public static func splittingUser(outOf text: String) -> (address: String, user: String, password: String)? {
        let address = address(of: text)
        guard WebAddress.isWeb(address) || address.lowercased().hasPrefix("filter:"),
            let user = WebAddress.user(of: address)
        else { return nil }
        return (WebAddress.withoutUser(address), user.name, user.password)
    }

    /// Returns the path of the local file at `address`, or `nil` for any other source.
    public static func localFile(of address: String, home: String?) -> String? {
        kind(of: address) == .file ? LocalFiles.path(of: address, home: home) : nil
    }

    /// Returns host and port of the web address in `text`, which contain no secret, or `nil` if it is not one.
    public static func endpoint(of text: String) -> String? {
        WebAddress.endpoint(of: address(of: text))
    }

    /// Returns the source with the address `text`, without a request. Throws if no supplier supports such addresses.
    public static func source(at text: String) throws(SupplierError) -> SourceDescription {
        let address = address(of: text)
        _ = try scheme(of: address)
        return SourceDescription(id: id(for: address), address: address)
    }

    /// Returns the address to store for the source that `text` means, as far as this is known without a request. The
    /// path of a file becomes absolute.
    public func followedAddress(of text: String) -> String {
        let address = Self.address(of: text)
        guard Self.kind(of: address) == .file else { return address }
        return "file:\(LocalFiles.path(of: address, home: dependencies.commands.home))"
    }

    /// Returns the kind of the source at `address`, or `nil` if no supplier supports it.
    public static func kind(of address: String) -> SupplierKind? {
        schemes.first { $0.matches(address) }?.kind
    }

    /// True if following the source at `text` runs a command or reads a file of this machine, instead of asking a site.
    public static func isLocal(_ text: String) -> Bool {
        let address = address(of: text)
        return schemes.first { $0.matches(address) }?.isLocal ?? false
    }

    /// Returns the ID of the source at `address` in the store: readable lower-case ASCII without a slash, always the
    /// same for the same address, and distinct for distinct addresses.
    public static func id(for address: String) -> SupplierID {
        var slug: [UInt8] = []
        for byte in DisplayAddress.bare(address).utf8 where slug.count < 40 {
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

    /// Returns the address that `text` means: `feed:` is removed (`feed://` becomes `http://`, `feeds://` becomes
    /// `https://`), a missing scheme becomes https, and a path becomes absolute.
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
            .unsupported, Message("addressUnknown", ["address": .text(address), "known": .text(known)]))
    }
}

extension SupplierRegistry.Scheme {
    func matches(_ address: String) -> Bool {
        let lower = address.prefix(32).lowercased()
        return prefixes.contains { lower.hasPrefix($0) }
    }
}

/// The result of examining an address.
public enum SourceProbe: Hashable, Sendable {
    /// A source to follow, with its ID, its own name and the address to store. `remark` is a message about problems,
    /// such as a truncated document. `end` is the address of the response after redirects.
    case source(SourceDescription, remark: Message? = nil, end: String? = nil)
    /// A page with several feeds, the page's own first.
    case choices(WebPage)
}
