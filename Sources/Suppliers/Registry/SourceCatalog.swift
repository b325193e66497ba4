public import EngineConcepts
import WebText

/// The descriptors of the kinds of source that a program knows, and the meaning of addresses among them. Makes no
/// requests.
public struct SourceCatalog: Sendable {
    /// Fiber's kinds of source, in the order of help. A new kind is one line.
    public static let standard = SourceCatalog([
        FeedDescriptor(),
        LocalFileDescriptor(),
        CommandDescriptor(),
        HackerNewsDescriptor(),
        LobstersDescriptor(),
        MastodonDescriptor(),
        BlueskyDescriptor(),
    ])

    /// The descriptors. The first that recognises an address counts.
    public let descriptors: [any SourceDescriptor]

    /// Creates a catalogue.
    public init(_ descriptors: [any SourceDescriptor]) {
        self.descriptors = descriptors
    }

    /// The descriptions of the kinds.
    public var kinds: [SourceKind] { descriptors.map(\.kind) }

    /// Returns the address of the public posts of an author, which need no account, or `nil` if there are none.
    public func publicAddress(of author: AuthorKey) -> String? {
        descriptors.lazy.compactMap { $0.publicAddress(of: author) }.first
    }

    /// Returns the kind of the source at `address`, or `nil` if it is unknown.
    public func kind(of address: String) -> SupplierKind? {
        knownDescriptor(address)?.kind.id
    }

    /// Returns the access to this machine of the source that `text` means, or `nil` if it only asks a site.
    public func localAccess(of text: String) -> SourceKind.LocalAccess? {
        knownDescriptor(address(of: text))?.kind.localAccess
    }

    /// Returns the name of the source at `address` if neither the user nor the source gave one, or `nil` if it has only its
    /// address.
    public func name(at address: String, among accounts: AccountDirectory, home: String?) -> String? {
        do {
            return try knownDescriptor(address)?.name(at: address, among: accounts, home: home)
        } catch {
            // The supplier of such an address fails with the reason.
            return nil
        }
    }

    /// Returns the path of the local file at `address`, or `nil` for any other source.
    public func localFile(of address: String, home: String?) -> String? {
        knownDescriptor(address)?.localFile(of: address, home: home)
    }

    /// Returns host and port of the web address in `text`, which contain no secret, or `nil` if it is not one.
    public func endpoint(of text: String) -> String? {
        WebAddress.endpoint(of: address(of: text))
    }

    /// Splits the user name and password off the address in `text`. Returns `nil` if it has none or is not a web
    /// address.
    public func splittingUser(outOf text: String) -> (address: String, user: String, password: String)? {
        let address = address(of: text)
        guard isOnWeb(address), let user = WebAddress.user(of: address) else { return nil }
        return (WebAddress.withoutUser(address), user.name, user.password)
    }

    /// Returns the source with the address `text`, without a request. Throws if the address is of no known kind, or a web
    /// address without a host, or with a host or port that cannot exist.
    public func source(at text: String) throws(SupplierError) -> SourceDescription {
        let address = address(of: text)
        if WebAddress.isWeb(address), WebAddress.host(of: address) == nil {
            throw SupplierError(.unsupported, Message("notAWebAddress", ["address": .text(address)]))
        }
        if WebAddress.isWeb(address), !WebAddress.hasUsableHost(address) || !WebAddress.hasUsablePort(address) {
            throw SupplierError(.unsupported, Message("hostInvalid", ["address": .text(address)]))
        }
        return SourceDescription(id: try descriptor(of: address).kind.id.sourceID(for: address), address: address)
    }

    /// Returns the reason that there can be no source at `text`, or `nil` if there can be one. Makes no request, and asks for
    /// no account.
    public func failure(of text: String) -> Message? {
        do throws(SupplierError) {
            let address = try source(at: text).address
            if let service = knownDescriptor(address) as? any ServiceDescriptor { _ = try service.list(address) }
            return nil
        } catch {
            return error.message
        }
    }

    /// Returns the address that `text` means: on one line, with its scheme.
    func address(of text: String) -> String {
        let line = TextSanitizer.line(text)
        if let descriptor = knownDescriptor(line) { return descriptor.address(in: text) }
        return descriptors.lazy.compactMap { $0.address(meantBy: line) }.first ?? line
    }

    /// Returns the meaning of the page at `address`, or `nil` if no rule knows it. The first rule that matches the host
    /// and knows the page counts.
    func meaning(of address: String) -> SiteRule.Meaning? {
        guard let page = PageAddress(address) else { return nil }
        let rules = descriptors.flatMap(\.siteRules)
        let ownRules = rules.filter { $0.hosts.contains(page.host) }
        // The rules for all hosts do not apply to a site with a rule of its own.
        let applied = ownRules.isEmpty ? rules.filter(\.hosts.isEmpty) : ownRules
        return applied.lazy.compactMap { $0.meaning(page) }.first
    }

    /// Returns the descriptor for `address`. Throws if there is none.
    func descriptor(of address: String) throws(SupplierError) -> any SourceDescriptor {
        if let descriptor = knownDescriptor(address) { return descriptor }
        throw SupplierError(.unsupported, Message("addressUnknown", ["address": .text(address)]))
    }

    /// Returns the web address that credentials for `address` belong to, or `nil` if the source is not on the web.
    func webAddress(of address: String) throws(SupplierError) -> String? {
        try knownDescriptor(address)?.webAddress(of: address)
    }

    /// Returns the address to store for `address`, as far as it is known without a request.
    func storedAddress(of address: String, home: String?) -> String {
        knownDescriptor(address)?.storedAddress(of: address, home: home) ?? address
    }

    /// Returns `address` with what the user may leave out. Kinds may share a form, such as `home@ACCOUNT`; the account
    /// tells which one is meant. Throws if several can be.
    func completed(_ address: String, _ dependencies: SupplierDependencies) throws(SupplierError) -> String {
        let known = descriptors.filter { $0.kind.includes(address) }
        guard known.count > 1 else { return known.first?.completed(address, dependencies) ?? address }
        let readings = known.map { (kind: $0, address: $0.completed(address, dependencies)) }
            .filter { $0.address != address }
        if let own = readings.first(where: { $0.kind.ownsForm(of: address) }) { return own.address }
        guard readings.count > 1 else { return readings.first?.address ?? address }
        // Searched words may contain the sign before the account, so another network could read the account as a word.
        let named = dependencies.accounts.accounts.filter { address.lowercased().hasSuffix("@\($0.id.lowercased())") }
        if let meant = readings.first(where: { reading in named.contains { reading.address.contains(":\($0.id)/") } }) {
            return meant.address
        }
        throw SupplierError(
            .unsupported,
            Message("accountAmbiguous", ["known": .list(dependencies.accounts.accounts.map { .text($0.id) })]))
    }

    private func knownDescriptor(_ address: String) -> (any SourceDescriptor)? {
        descriptors.first { $0.kind.includes(address) }
    }

    private func isOnWeb(_ address: String) -> Bool {
        do {
            return try webAddress(of: address) != nil
        } catch {
            // An incomplete address leads nowhere.
            return false
        }
    }
}
