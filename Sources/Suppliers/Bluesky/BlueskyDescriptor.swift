public import EngineConcepts
import WebText

extension SupplierKind {
    /// Bluesky and other services of the AT Protocol.
    public static let bluesky: SupplierKind = "bluesky"
}

extension AccountKind {
    /// An account of the AT Protocol.
    public static let bluesky: AccountKind = "bluesky"
}

/// The timelines of Bluesky.
struct BlueskyDescriptor: SourceDescriptor {
    let kind = SourceKind(
        id: .bluesky, name: "bluesky", otherNames: ["bsky", "atproto"], glyph: SourceKind.Glyph("❖", ascii: "B"),
        colorRole: "kind-bluesky", addressPrefixes: [BlueskyAddress.prefix] + BlueskyAddress.shortPrefixes,
        addressForms: [
            SourceKind.AddressForm("feed:NAME@ACCOUNT", help: Message("addressCustomFeed")),
            SourceKind.AddressForm("user:HANDLE", help: Message("addressPublicUser")),
            SourceKind.AddressForm("bluesky:HANDLE", "at://…", help: Message("addressBluesky")),
            SourceKind.AddressForm("home@ACCOUNT", "list:NAME@ACCOUNT", "tag:NAME@ACCOUNT", "search:WORDS@ACCOUNT"),
            SourceKind.AddressForm("favourites@ACCOUNT", "bookmarks@ACCOUNT", "notifications@ACCOUNT"),
        ])

    /// Recognises custom feeds. `feed:` also stands before addresses of feeds on the web, which have a host.
    func address(meantBy text: String) -> String? {
        let lowercased = text.lowercased()
        guard lowercased.hasPrefix("feed:"), !lowercased.hasPrefix("feed:/"), !lowercased.hasPrefix("feed:http") else {
            return nil
        }
        let name = text.dropFirst("feed:".count)
        let isOnWeb = name.contains(".") && !name.contains("@") && !name.hasPrefix("at://")
        return isOnWeb ? nil : BlueskyAddress.prefix + text
    }

    /// Returns true for the posts of a person whose handle or identifier only this network has, as in
    /// `user:ann.example`.
    func ownsForm(of address: String) -> Bool {
        guard let timeline = BlueskyTimeline(address.prefix { $0 != "@" }) else { return false }
        if case .user = timeline { return true }
        return false
    }

    func publicAddress(of author: AuthorKey) -> String? {
        guard !author.isFederated, let name = author.did ?? author.handle,
            let user = BlueskyTimeline.UserChoice(name)
        else { return nil }
        return BlueskyAddress(account: BlueskyAddress.public, timeline: .user(user)).text
    }

    func completed(_ address: String, _ dependencies: SupplierDependencies) -> String {
        do {
            return try BlueskyAddress.resolving(address, among: dependencies.accounts).text
        } catch {
            // The source is not known by this address, and the message about that names it.
            return address
        }
    }

    func supplier(
        for source: SourceDescription, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> any Supplier {
        let address = try BlueskyAddress.resolving(source.address, among: dependencies.accounts)
        let server = try server(of: address, dependencies)
        server.shared.setTimeline(address.timeline == .home ? .home : nil, of: source.id)
        return BlueskySupplier(
            id: source.id, name: source.name ?? name(of: address), address: address, server: server,
            polling: dependencies.polling)
    }

    /// Asks the server for the newest items. Lists and feeds are stored by their addresses, since their names may change.
    func probe(
        _ address: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        var address = try BlueskyAddress.resolving(address, among: dependencies.accounts)
        let server = try server(of: address, dependencies)
        var name = name(of: address)
        switch address.timeline {
        case .list(let text):
            let list = try await server.list(named: text, now: now)
            address.timeline = .list(list.uri)
            name = "\(list.name) · \(shownOrigin(of: address))"
        case .feed(let text):
            let feed = try await server.feed(named: text, now: now)
            address.timeline = .feed(feed.uri)
            name = "\(feed.name) · \(shownOrigin(of: address))"
        case .user(let user):
            let profile = try await server.profile(of: user.person.text, now: now)
            name = profile.displayName ?? profile.name
        default: break
        }
        let source = SourceDescription(id: kind.id.sourceID(for: address.text), address: address.text, name: name)
        let supplier = BlueskySupplier(
            id: source.id, name: name, address: address, server: server, polling: dependencies.polling)
        let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
        return .source(source, warning: answer.warning)
    }

    /// Returns the server to ask.
    private func server(
        of address: BlueskyAddress, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> BlueskyServer {
        let account = dependencies.accounts.account(address.account, kind: .bluesky)
        guard account != nil || address.account == BlueskyAddress.public && address.timeline.isPublic else {
            throw SupplierError(.notAuthorised, Message("accountMissing", ["account": .text(address.account)]))
        }
        return BlueskyServer(
            origin: account?.server ?? BlueskyResolver(dependencies).view, account: account,
            shared: dependencies.accounts.sharedState(of: address.account), dependencies)
    }

    /// Returns the end of names of sources.
    private func shownOrigin(of address: BlueskyAddress) -> String {
        address.account == BlueskyAddress.public ? "Bluesky" : address.account
    }

    private func name(of address: BlueskyAddress) -> String {
        let origin = shownOrigin(of: address)
        return switch address.timeline {
        case .home: "Home · \(origin)"
        case .user(let user): user.person.text.hasPrefix("did:") ? user.person.text : "@\(user.person)"
        case .list(let name): "List \(ATURI(name)?.key ?? name) · \(origin)"
        case .feed(let name): "Feed \(ATURI(name)?.key ?? name) · \(origin)"
        case .tag(let name): "#\(name) · \(origin)"
        case .search(let words): "\(words) · \(origin)"
        case .favourites: "Favourites · \(origin)"
        case .bookmarks: "Bookmarks · \(origin)"
        case .notifications: "Notifications · \(origin)"
        case .thread: "Thread · \(origin)"
        }
    }
}
