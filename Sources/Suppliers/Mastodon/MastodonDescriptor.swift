public import EngineConcepts
import WebText

extension SupplierKind {
    /// Mastodon and services with a compatible API.
    public static let mastodon: SupplierKind = "mastodon"
}

extension AccountKind {
    /// An account at a server with the Mastodon API.
    public static let mastodon: AccountKind = "mastodon"
}

/// The timelines of servers with the Mastodon API.
struct MastodonDescriptor: SocialDescriptor {
    typealias Source = MastodonSupplier

    let kind = SourceKind(
        id: .mastodon, name: "mastodon", title: .verbatim("Mastodon"), otherNames: ["fediverse"],
        glyph: SourceKind.Glyph("⬢", ascii: "M"),
        colorRole: "kind-mastodon", addressPrefixes: [MastodonAddress.prefix] + MastodonAddress.shortPrefixes,
        addressForms: [
            SourceKind.AddressForm("home@ACCOUNT", help: Message("addressHome")),
            SourceKind.AddressForm("local@ACCOUNT", "federated@ACCOUNT", help: Message("addressPublic")),
            SourceKind.AddressForm("list:NAME@ACCOUNT", help: Message("addressList")),
            SourceKind.AddressForm("tag:NAME@ACCOUNT", help: Message("addressTag")),
            SourceKind.AddressForm("user:HANDLE@ACCOUNT", help: Message("addressUser")),
            SourceKind.AddressForm(
                "favourites@ACCOUNT", "bookmarks@ACCOUNT", "notifications@ACCOUNT", help: Message("addressOwn")),
            SourceKind.AddressForm("notifications:grouped@ACCOUNT", help: Message("addressGroups")),
            SourceKind.AddressForm("trends@ACCOUNT", help: Message("addressTrends")),
            SourceKind.AddressForm("search:WORDS@ACCOUNT", help: Message("addressSearch")),
        ])

    /// Returns the timeline with this name of the only account.
    func address(meantBy text: String) -> String? {
        text.contains(":") ? nil : MastodonTimeline(text).map { "\($0.text)@" }
    }

    /// Returns the address of the posts at the author's own server, if it shows them to everybody.
    func publicAddress(of author: AuthorKey) -> String? {
        guard author.isFederated, let parts = author.handle?.split(separator: "@"), parts.count == 2 else { return nil }
        return MastodonAddress("\(MastodonAddress.prefix)\(parts[1])/user:\(parts[0])")?.text
    }

    /// Returns a list by its identity, since its title may change, and a person by the server's form of the handle.
    func found(
        _ address: MastodonAddress, at server: MastodonServer, among accounts: AccountDirectory, now: Timestamp
    ) async throws(SupplierError) -> (address: MastodonAddress, name: String) {
        var address = address
        var name = name(of: address, among: accounts)
        switch address.timeline {
        case .list(let title):
            let list = try await server.list(named: title, now: now)
            address.timeline = .list(list.id)
            name = "\(list.title) · \(shownOrigin(of: address, among: accounts))"
        case .user(var user):
            let person = try await server.person(user.handle, now: now)
            user.handle = person.acct
            address.timeline = .user(user)
            name = person.displayName ?? person.handle(at: server.handleHost)
            if user.isPinned { name += " · pinned" }
        default: break
        }
        return (address, name)
    }

    /// Returns the server to ask. Throws for an account that is not known: its posts may be private.
    func server(
        of address: MastodonAddress, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> MastodonServer {
        let account = dependencies.accounts.account(address.account, kind: .mastodon)
        guard account != nil || !address.account.contains("@") && address.timeline.isPublic else {
            throw SupplierError(.notAuthorised, Message("accountMissing", ["account": .text(address.account)]))
        }
        let origin = dependencies.serviceAddresses[kind.id] ?? WebAddress.origin(ofServer: address.account)
        return MastodonServer(
            origin: account?.server ?? origin, account: account,
            shared: dependencies.accounts.sharedState(of: account?.id ?? MastodonAddress.prefix + address.account),
            dependencies)
    }

    /// Returns the end of names of sources: the host, or the account if there are several at it.
    private func shownOrigin(of address: MastodonAddress, among accounts: AccountDirectory) -> String {
        let host = address.account.split(separator: "@").last.map(String.init) ?? address.account
        return accounts.accounts.count { $0.id.hasSuffix("@\(host)") } > 1 ? address.account : host
    }

    func name(of address: MastodonAddress, among accounts: AccountDirectory) -> String {
        let origin = shownOrigin(of: address, among: accounts)
        return switch address.timeline {
        case .home: "Home · \(origin)"
        case .local: "Local · \(origin)"
        case .federated: "Federated · \(origin)"
        case .list(let name): "List \(name) · \(origin)"
        case .tag(let tags): "#\(tags.text) · \(origin)"
        case .user(let user): user.isPinned ? "@\(user.handle) · pinned" : "@\(user.handle)"
        case .favourites: "Favourites · \(origin)"
        case .bookmarks: "Bookmarks · \(origin)"
        case .notifications, .groupedNotifications: "Notifications · \(origin)"
        case .trends: "Trends · \(origin)"
        case .search(let words): "“\(words)” · \(origin)"
        case .thread: "Thread · \(origin)"
        }
    }
}
