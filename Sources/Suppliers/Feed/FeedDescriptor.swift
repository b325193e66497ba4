public import EngineConcepts
import WebText

extension SupplierKind {
    /// Feeds on the web.
    public static let feed: SupplierKind = "feed"
}

/// RSS, Atom and JSON feeds on the web, and the pages that link to them.
struct FeedDescriptor: SourceDescriptor {
    let kind = SourceKind(
        id: .feed, name: "feed", title: Message("kindFeed"), otherNames: ["rss", "atom", "jsonfeed"],
        glyph: SourceKind.Glyph("≡", ascii: "="), colorRole: "kind-feed",
        addressPrefixes: ["http:", "https:"],
        addressForms: [SourceKind.AddressForm("https://HOST/PATH", help: Message("addressFormWeb"))])

    var siteRules: [SiteRule] { FeedSiteRules.all }

    /// Recognises `feed:` and `feeds:` addresses, profiles (`@name@host`), and hosts without a scheme.
    func address(meantBy text: String) -> String? { WebAddress.address(meantBy: text) }

    func webAddress(of address: String) -> String? {
        WebAddress.isWeb(address) ? address : nil
    }

    func supplier(
        for source: SourceDescription, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> any Supplier {
        guard WebAddress.host(of: source.address) != nil else {
            throw SupplierError(.unsupported, Message("noHost", ["address": .text(source.address)]))
        }
        return FeedSupplier(
            id: source.id, name: source.shownName,
            isNamed: source.name != nil, address: source.address,
            transport: dependencies.transport(to: source.address, with: source.access),
            polling: dependencies.polling, maximumItems: dependencies.maximumItems,
            probeCache: source.access == nil ? dependencies.probeCache : nil)
    }

    func probe(
        _ address: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        try await FeedDiscovery(dependencies: dependencies, now: now).source(at: address)
    }
}
