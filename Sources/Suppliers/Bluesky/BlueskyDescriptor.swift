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

    /// True for the posts of a person whose handle or identifier only this network has, as in `user:ann.example`.
    func ownsForm(of address: String) -> Bool {
        guard let timeline = BlueskyTimeline(address.prefix { $0 != "@" }) else { return false }
        if case .user = timeline { return true }
        return false
    }

    func publicAddress(of author: AuthorKey) -> String? {
        guard !author.isFederated, let name = author.did ?? author.handle,
            let user = BlueskyTimeline.UserChoice(name)
        else { return nil }
        return BlueskyAddress(place: BlueskyAddress.public, timeline: .user(user)).text
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
        if address.timeline == .home { server.session.home = source.id }
        return supplier(source.id, source.name ?? name(of: address), address, server, dependencies)
    }

    private func supplier(
        _ id: SupplierID, _ name: String, _ address: BlueskyAddress, _ server: BlueskyServer,
        _ dependencies: SupplierDependencies
    ) -> BlueskySupplier {
        BlueskySupplier(
            id: id, name: name, timeline: address.timeline, place: address.place, server: server,
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
            name = "\(list.name) · \(shownPlace(of: address))"
        case .feed(let text):
            let feed = try await server.feed(named: text, now: now)
            address.timeline = .feed(feed.uri)
            name = "\(feed.name) · \(shownPlace(of: address))"
        case .user(let user):
            let profile = try await server.profile(of: user.person.text, now: now)
            name = profile.displayName ?? profile.name
        default: break
        }
        let source = SourceDescription(id: kind.id.sourceID(for: address.text), address: address.text, name: name)
        let answer = try await supplier(source.id, name, address, server, dependencies)
            .fetch(FetchRequest(origin: .newest, now: now))
        return .source(source, remark: answer.remark)
    }

    /// Returns the server to ask.
    private func server(
        of address: BlueskyAddress, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> BlueskyServer {
        let account = dependencies.accounts.account(address.place)
        guard account?.kind == .bluesky || address.place == BlueskyAddress.public && address.timeline.isPublic else {
            throw SupplierError(.notAuthorised, Message("accountMissing", ["account": .text(address.place)]))
        }
        return BlueskyServer(
            site: account?.server ?? BlueskyResolver(dependencies).view, account: account,
            transport: dependencies.transport, keyring: dependencies.keyring,
            session: dependencies.accounts.session(of: address.place))
    }

    private func shownPlace(of address: BlueskyAddress) -> String {
        address.place == BlueskyAddress.public ? "Bluesky" : address.place
    }

    private func name(of address: BlueskyAddress) -> String {
        let place = shownPlace(of: address)
        return switch address.timeline {
        case .home: "Home · \(place)"
        case .user(let user): user.person.text.hasPrefix("did:") ? user.person.text : "@\(user.person)"
        case .list(let name): "List \(ATURI(name)?.key ?? name) · \(place)"
        case .feed(let name): "Feed \(ATURI(name)?.key ?? name) · \(place)"
        case .tag(let name): "#\(name) · \(place)"
        case .search(let words): "\(words) · \(place)"
        case .favourites: "Favourites · \(place)"
        case .bookmarks: "Bookmarks · \(place)"
        case .notifications: "Notifications · \(place)"
        case .thread: "Thread · \(place)"
        }
    }
}
