public import EngineConcepts
import WebText

extension SupplierKind {
    /// Lobsters.
    public static let lobsters: SupplierKind = "lobsters"
}

/// Lobsters as a kind of source.
struct LobstersDescriptor: ServiceDescriptor {
    let kind = SourceKind(
        id: .lobsters, name: "lobsters", title: .verbatim("Lobsters"), glyph: SourceKind.Glyph("◆", ascii: "L"),
        colorRole: "kind-lobsters",
        addressPrefixes: ["lobsters:"],
        addressForms: [
            SourceKind.AddressForm("lobsters:hottest", "lobsters:newest", "lobsters:tag:NAME", "lobsters:thread:NAME")
        ],
        example: "lobsters:newest", authorsAreAccounts: true)

    static let defaultBaseAddress = "https://lobste.rs"

    var siteRules: [SiteRule] {
        [SiteRule(hosts: ["lobste.rs"], meaning: Self.page)]
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

    func list(_ address: String) throws(SupplierError) -> LobstersList {
        if let list = LobstersList(address) { return list }
        throw SupplierError(.unsupported, Message("lobstersListUnknown", ["address": .text(address)]))
    }

    func supplier(
        _ id: SupplierID, name: String, of list: LobstersList, at baseAddress: String,
        dependencies: SupplierDependencies
    ) -> any Supplier {
        LobstersSupplier(
            id: id, name: name, list: list, api: LobstersAPI(address: baseAddress, transport: dependencies.transport),
            polling: dependencies.polling)
    }
}
