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
struct MastodonDescriptor: SourceDescriptor {
    let kind = SourceKind(
        id: .mastodon, name: "mastodon", otherNames: ["fediverse"], glyph: SourceKind.Glyph("⬢", ascii: "M"),
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

    /// The words that are timelines of the only account.
    private static let bareNames: Set<String> = [
        "home", "local", "federated", "favourites", "bookmarks", "notifications", "trends",
    ]

    func address(meantBy text: String) -> String? {
        Self.bareNames.contains(text.lowercased()) ? "\(text.lowercased())@" : nil
    }

    /// Returns the address of the posts at the author's own server, if it shows them to everybody.
    func publicAddress(of author: AuthorKey) -> String? {
        guard author.isFederated, let parts = author.handle?.split(separator: "@"), parts.count == 2 else { return nil }
        return MastodonAddress("\(MastodonAddress.prefix)\(parts[1])/user:\(parts[0])")?.text
    }

    func completed(_ address: String, _ dependencies: SupplierDependencies) -> String {
        do {
            return try resolved(address, dependencies).text
        } catch {
            // The source is not known by this address, and the message about that names it.
            return address
        }
    }

    func supplier(
        for source: SourceDescription, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> any Supplier {
        let address = try resolved(source.address, dependencies)
        let server = try server(of: address, dependencies)
        if address.timeline == .home { server.session.home = source.id }
        if address.timeline == .notifications { server.session.notifications = source.id }
        return MastodonSupplier(
            id: source.id, name: source.name ?? name(of: address, among: dependencies.accounts),
            timeline: address.timeline, place: address.place,
            server: server, host: handleHost(server), polling: dependencies.polling)
    }

    /// Asks the server for the newest items. A list is stored by its identity, since its title may change.
    func probe(
        _ address: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        var address = try resolved(address, dependencies)
        let server = try server(of: address, dependencies)
        var name = name(of: address, among: dependencies.accounts)
        switch address.timeline {
        case .list(let title):
            let list = try await server.list(named: title, now: now)
            address.timeline = .list(list.id)
            name = "\(list.title) · \(place(of: address, among: dependencies.accounts))"
        case .user(var user):
            let person = try await server.person(user.handle, now: now)
            user.handle = person.acct
            address.timeline = .user(user)
            name = person.displayName ?? person.handle(at: handleHost(server))
            if user.isPinned { name += " · pinned" }
        default: break
        }
        let source = SourceDescription(id: kind.id.sourceID(for: address.text), address: address.text, name: name)
        let supplier = MastodonSupplier(
            id: source.id, name: name, timeline: address.timeline, place: address.place, server: server,
            host: handleHost(server), polling: dependencies.polling)
        let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
        return .source(source, remark: answer.remark)
    }

    // MARK: Addresses

    private func resolved(
        _ address: String, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> MastodonAddress {
        try MastodonAddress.resolving(address, among: dependencies.accounts)
    }

    /// Returns the server to ask. A place with an account that is not known cannot be asked: its posts may be private.
    private func server(
        of address: MastodonAddress, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> MastodonServer {
        let account = dependencies.accounts.account(address.place)
        guard account != nil || !address.place.contains("@") && address.timeline.isPublic else {
            throw SupplierError(
                .notAuthorised, Message("accountMissing", ["account": .text(address.place)]))
        }
        let site = dependencies.serviceAddresses[kind.id] ?? MastodonAddress.origin(ofServer: address.place)
        return MastodonServer(
            site: account?.server ?? site, account: account,
            transport: dependencies.transport, keyring: dependencies.keyring,
            session: dependencies.accounts.session(of: address.place))
    }

    /// The host in the handles of the server's own people, which may differ from the host of its API.
    private func handleHost(_ server: MastodonServer) -> String {
        server.account?.id.split(separator: "@").last.map(String.init) ?? server.host
    }

    /// The place in names of sources: the host, or the account if there are several at it.
    private func place(of address: MastodonAddress, among accounts: AccountDirectory) -> String {
        let host = address.place.split(separator: "@").last.map(String.init) ?? address.place
        return accounts.accounts.count { $0.id.hasSuffix("@\(host)") } > 1 ? address.place : host
    }

    private func name(of address: MastodonAddress, among accounts: AccountDirectory) -> String {
        let place = place(of: address, among: accounts)
        return switch address.timeline {
        case .home: "Home · \(place)"
        case .local: "Local · \(place)"
        case .federated: "Federated · \(place)"
        case .list(let name): "List \(name) · \(place)"
        case .tag(let tags): "#\(tags.text) · \(place)"
        case .user(let user): user.isPinned ? "@\(user.handle) · pinned" : "@\(user.handle)"
        case .favourites: "Favourites · \(place)"
        case .bookmarks: "Bookmarks · \(place)"
        case .notifications, .groupedNotifications: "Notifications · \(place)"
        case .trends: "Trends · \(place)"
        case .search(let words): "“\(words)” · \(place)"
        case .thread: "Thread · \(place)"
        }
    }
}
