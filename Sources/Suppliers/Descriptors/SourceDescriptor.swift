public import EngineConcepts
import WebText

/// The descriptor of a kind of source: its description, the meaning of its addresses, and how they become suppliers.
///
/// A new kind of source is a folder with a descriptor and one line in ``SourceCatalog/standard``. Only ``kind`` and
/// ``supplier(for:_:)`` are required; `docs/guides/adding-a-source.md` shows a complete example.
public protocol SourceDescriptor: Sendable {
    /// The names, the look and the addresses of the kind.
    var kind: SourceKind { get }

    /// The pages of the web that mean sources of this kind.
    var siteRules: [SiteRule] { get }

    /// Returns the address in `text`, whose first visible characters are one of the kind's prefixes.
    func address(in text: String) -> String

    /// Returns the address that `text` means, or `nil` if this kind does not recognise it. Called with one line that
    /// has no prefix of any kind.
    func address(meantBy text: String) -> String?

    /// Returns the address to store for `address`, as far as it is known without a request.
    ///
    /// - Parameter home: The home directory, or `nil` if it is unknown.
    func storedAddress(of address: String, home: String?) -> String

    /// Returns `address` with what the user may leave out, such as the only account, or `address` itself if it means
    /// nothing of this kind. Makes no request.
    func completed(_ address: String, _ dependencies: SupplierDependencies) -> String

    /// Returns true if `address` has a form that only this kind uses, so that no account is needed to tell kinds apart.
    func ownsForm(of address: String) -> Bool

    /// Returns the address of the public posts of an author, which need no account, or `nil` if the author is at another
    /// network.
    func publicAddress(of author: AuthorKey) -> String?

    /// Returns the name of the source at `address` if neither the user nor the source gave one, or `nil` if it has only its
    /// address. Makes no request. It is the name of the supplier as well. Throws as the supplier of such an address does.
    func name(at address: String, among accounts: AccountDirectory, home: String?) throws(SupplierError) -> String?

    /// Returns the web address that credentials for `address` belong to, or `nil` if the source is not on the web.
    func webAddress(of address: String) throws(SupplierError) -> String?

    /// Returns the path of the file that the source at `address` reads, or `nil` if it reads none.
    ///
    /// - Parameter home: The home directory, or `nil` if it is unknown.
    func localFile(of address: String, home: String?) -> String?

    /// Creates the supplier of a source.
    func supplier(
        for source: SourceDescription, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> any Supplier

    /// Checks that there is a source at `address`, usually with a request, and returns it with its own name.
    func probe(
        _ address: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe
}

extension SourceDescriptor {
    /// No pages.
    public var siteRules: [SiteRule] { [] }

    /// Returns `text` on one line, without invisible characters.
    public func address(in text: String) -> String { TextSanitizer.line(text) }

    /// Returns `nil`.
    public func address(meantBy text: String) -> String? { nil }

    /// Returns `address`.
    public func storedAddress(of address: String, home: String?) -> String { address }

    /// Returns `address`.
    public func completed(_ address: String, _ dependencies: SupplierDependencies) -> String { address }

    /// Returns false.
    public func ownsForm(of address: String) -> Bool { false }

    /// Returns `nil`.
    public func publicAddress(of author: AuthorKey) -> String? { nil }

    /// Returns `nil`.
    public func name(
        at address: String, among accounts: AccountDirectory, home: String?
    ) throws(SupplierError) -> String? { nil }

    /// Returns `nil`.
    public func webAddress(of address: String) throws(SupplierError) -> String? { nil }

    /// Returns `nil`.
    public func localFile(of address: String, home: String?) -> String? { nil }

    /// Fetches the newest items.
    public func probe(
        _ address: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        var source = SourceDescription(id: kind.id.sourceID(for: address), address: address)
        let supplier = try supplier(for: source, dependencies)
        let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
        source.name = answer.sourceName ?? supplier.name
        return .source(source, warning: answer.warning)
    }
}
