public import EngineConcepts

extension SupplierKind {
    public static let lobsters: SupplierKind = "lobsters"
}

/// The lists of Lobsters.
struct LobstersDescriptor: SourceDescriptor {
    let kind = SourceKind(
        id: .lobsters, name: "lobsters", glyph: SourceKind.Glyph("◆", ascii: "L"), colorRole: "kind-lobsters",
        addressPrefixes: ["lobsters:"],
        addressForms: [
            SourceKind.AddressForm("lobsters:hottest", "lobsters:newest", "lobsters:tag:NAME", "lobsters:thread:NAME")
        ],
        example: "lobsters:newest")

    /// The address of the site.
    private static let publicAddress = "https://lobste.rs"

    var siteRules: [SiteRule] {
        [SiteRule(site: "Lobsters", hosts: ["lobste.rs"], meaning: Self.page)]
    }

    @Sendable private static func page(_ page: PageAddress) -> SiteRule.Meaning? {
        switch (page.path.first, page.path.count) {
        case (nil, _), ("hottest", 1): .source(LobstersList.hottest.address)
        case ("newest", 1), ("recent", 1): .source(LobstersList.newest.address)
        case ("s", 2...): .source(LobstersList.thread(page.path[1]).address)
        case ("t", 2) where !page.path[1].contains("."): .source(LobstersList.tag(page.path[1]).address)
        default: nil
        }
    }

    func supplier(
        for source: SourceDescription, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> any Supplier {
        try supplier(source.id, source.name, source.address, dependencies)
    }

    func probe(
        _ address: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        let list = try list(address)
        let id = kind.id.sourceID(for: list.address)
        let answer = try await supplier(id, nil, address, dependencies).fetch(FetchRequest(origin: .newest, now: now))
        return .source(SourceDescription(id: id, address: list.address, name: answer.sourceName ?? list.name))
    }

    private func list(_ address: String) throws(SupplierError) -> LobstersList {
        if let list = LobstersList(address) { return list }
        throw SupplierError(.unsupported, Message("lobstersListUnknown", ["address": .text(address)]))
    }

    private func supplier(
        _ id: SupplierID, _ name: String?, _ address: String, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> LobstersSupplier {
        let site = dependencies.serviceAddresses[kind.id] ?? Self.publicAddress
        return LobstersSupplier(
            id: id, name: name, list: try list(address), site: site, transport: dependencies.transport,
            polling: dependencies.polling)
    }
}
