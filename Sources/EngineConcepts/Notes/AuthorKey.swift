/// The identity of an author across sources and networks, by which notes find their author.
///
/// Five forms, as people write them:
/// - `did:plc:…`: an account of the AT Protocol;
/// - `@ann@example.social` or `@ann.example`: a handle, also written `acct:ann@example.social`. Case does not matter;
/// - `https://example.social/users/ann`: the URI of an account, or the page that a feed gives for its author;
/// - `hackernews:ann`: a name at a service, the same in all its sources;
/// - `Ana Sol <feed:kerb.example-1x2y3z>`: a name in one source. Case and the number of blanks do not matter.
public struct AuthorKey: Hashable, Sendable, CustomStringConvertible {
    /// The longest text of a key in bytes.
    public static let maximumLength = 512

    private let name: String
    /// The source in which alone the key is valid, or `nil` if it is valid everywhere.
    public let source: SupplierID?

    private init(_ name: String, in source: SupplierID? = nil) {
        self.name = name
        self.source = source
    }

    public var description: String { source.map { "\(name) <\($0)>" } ?? name }

    /// Parses the text of a key, or returns `nil` if it has none of the forms.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of source, whose names in queries are accepted too: `hn:ann`.
    ///   - source: Returns the source with an address or an ID, or `nil` if there cannot be one.
    public init?(_ text: String, kinds: SourceKinds, source: (String) -> SupplierID?) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if text.hasSuffix(">"), let open = text.lastIndex(of: "<"), open > text.startIndex {
            let name = text[..<open].split(separator: " ").joined(separator: " ")
            let address = text[text.index(after: open)...].dropLast()
            guard !name.isEmpty, !address.isEmpty, let id = source(String(address)) else { return nil }
            self = Self.name(name, in: id)
            return
        }
        guard !text.isEmpty else { return nil }
        if let key = Self.account(text) ?? Self.handle(text) {
            self = key
            return
        }
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return nil }
        let name = text[text.index(after: colon)...]
        guard !name.isEmpty, !name.contains(" "), let kind = kinds.named(String(text[..<colon])),
            kind.authorsAreAccounts
        else { return nil }
        self = Self.name(String(name), of: kind.id)
    }

    /// Returns the key of a DID or a URI, or `nil` for other text.
    private static func account(_ text: String) -> AuthorKey? {
        if text.hasPrefix("did:") {
            let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, !parts.contains(where: \.isEmpty), !text.contains(" ") else { return nil }
            return AuthorKey(text)
        }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard ["http", "https"].contains(scheme), !text.contains(" ") else { return nil }
        let rest = text.dropFirst(scheme.count)
        guard rest.hasPrefix("://") else { return nil }
        let address = rest.dropFirst(3).prefix { $0 != "#" }
        let host = address.prefix { $0 != "/" && $0 != "?" }
        guard !host.isEmpty else { return nil }
        var path = address.dropFirst(host.count)
        while path.last == "/" { path.removeLast() }
        // The same account is reached with and without encryption.
        return AuthorKey("https://\(host.lowercased())\(path)")
    }

    /// Returns the key of a handle such as `@ann@example.social`, `ann@example.social` or `@ann.example`.
    private static func handle(_ text: String) -> AuthorKey? {
        let isMarked = text.lowercased().hasPrefix("acct:")
        let handle = isMarked ? text.dropFirst(5) : text[...]
        let isNamed = handle.hasPrefix("@")
        let parts = (isNamed ? handle.dropFirst() : handle).split(separator: "@", omittingEmptySubsequences: false)
        guard !handle.contains(" "), !parts.contains(where: \.isEmpty) else { return nil }
        switch parts.count {
        case 2 where parts[1].contains(".") || isNamed || isMarked: break
        case 1 where isNamed && parts[0].contains("."): break
        default: return nil
        }
        return AuthorKey("@" + parts.joined(separator: "@").lowercased())
    }

    private static func name(_ name: String, of kind: SupplierKind) -> AuthorKey {
        AuthorKey("\(kind.rawValue):\(name)")
    }

    private static func name(_ name: String, in source: SupplierID) -> AuthorKey {
        AuthorKey(name.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased(), in: source)
    }
}

extension AuthorKey {
    /// The account of the AT Protocol, or `nil` for other keys.
    public var did: String? { source == nil && name.hasPrefix("did:") ? name : nil }

    /// The handle with its `@`, or `nil` for other keys: `@ann@example.social` or `@ann.example`.
    public var handle: String? { source == nil && name.hasPrefix("@") ? name : nil }

    /// True for a handle with a host, as the fediverse has it.
    public var isFederated: Bool { handle?.dropFirst().contains("@") ?? false }

    /// Returns the name at a service, or `nil` for other keys.
    public func name(at kind: SupplierKind) -> String? {
        let prefix = "\(kind.rawValue):"
        return source == nil && name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
    }
}

extension AuthorKey {
    /// Returns the keys of an author in a source, the most certain first: DID, handle, URI, name at the service, and
    /// name in the source.
    public static func keys(of author: Author, in source: SupplierID) -> [AuthorKey] {
        var keys: [AuthorKey] = []
        let account = account(author.id)
        if let account, author.id.hasPrefix("did:") { keys.append(account) }
        let handle = author.handle.flatMap(handle)
        if let handle { keys.append(handle) }
        if let account, keys.first != account { keys.append(account) }
        if handle == nil {
            keys.append(name(author.name, of: source.kind))
            keys.append(name(author.name, in: source))
        }
        return keys
    }

    /// Returns the name in the text of a key, for people: `Ana Sol` for `Ana Sol <https://kerb.example/feed>`, `ann` for
    /// `@ann@example.social` and for `https://example.social/@ann`.
    public static func bareName(in text: String) -> String {
        if text.hasSuffix(">"), let open = text.lastIndex(of: "<"), open > text.startIndex {
            return text[..<open].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        if text.hasPrefix("did:") { return text }
        let isAddress = text.contains("://")
        let isMarked = text.lowercased().hasPrefix("acct:")
        if !isAddress, isMarked || text.contains("@") { return firstName(in: isMarked ? text.dropFirst(5) : text[...]) }
        return text.split(whereSeparator: { ":/".contains($0) }).last.map(firstName) ?? text
    }

    /// Returns the name before the host of a handle.
    private static func firstName(in handle: Substring) -> String {
        String(handle.split(separator: "@").first ?? handle)
    }

    /// Returns the text of an author's key for files that people read, which parses to one of ``keys(of:in:)``.
    ///
    /// - Parameters:
    ///   - kind: The kind of the source, or `nil` if it is unknown.
    ///   - address: The address of the source, which says more than its ID, or `nil` if it is unknown.
    public static func text(
        of author: Author, in source: SupplierID, kind: SourceKind?, at address: String?
    ) -> String {
        if author.id.hasPrefix("did:"), account(author.id) != nil { return author.id }
        if let handle = author.handle, Self.handle(handle) != nil { return handle }
        if account(author.id) != nil { return author.id }
        if let kind, kind.authorsAreAccounts, !author.name.contains(where: \.isWhitespace) {
            return "\(kind.name):\(author.name)"
        }
        return "\(author.name) <\(address ?? source.rawValue)>"
    }
}
