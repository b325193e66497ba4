public import EngineConcepts

extension SupplierKind {
    /// Bluesky and other services of the AT Protocol.
    public static let bluesky: SupplierKind = "bluesky"
}

extension AccountKind {
    /// An account of the AT Protocol.
    public static let bluesky: AccountKind = "bluesky"
}

/// Timelines of Bluesky as a kind of source.
struct BlueskyDescriptor: SocialDescriptor {
    typealias Source = BlueskySupplier

    let kind = SourceKind(
        id: .bluesky, name: "bluesky", title: .verbatim("Bluesky"), otherNames: ["bsky", "atproto"],
        glyph: SourceKind.Glyph("❖", ascii: "B"),
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

    /// Returns lists and feeds by their addresses, since their names may change.
    func found(
        _ address: BlueskyAddress, at server: BlueskyServer, among accounts: AccountDirectory, now: Timestamp
    ) async throws(SupplierError) -> (address: BlueskyAddress, name: String) {
        var address = address
        var name = name(of: address, among: accounts)
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
        return (address, name)
    }

    func server(
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

    func name(of address: BlueskyAddress, among accounts: AccountDirectory) -> String {
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
