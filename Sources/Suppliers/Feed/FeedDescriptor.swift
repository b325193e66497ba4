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
    func address(meantBy text: String) -> String? {
        WebAddress.address(ofFeed: text) ?? Self.profile(of: text) ?? Self.webAddress(startingWithHost: text)
    }

    /// Returns the profile page of `@name@host`, or `nil` for other text.
    private static func profile(of text: String) -> String? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty, parts[2].contains("."),
            !text.contains(where: \.isWhitespace)
        else { return nil }
        return "https://\(parts[2])/@\(parts[1])"
    }

    /// Returns the https address of a host, with a port and a path if given.
    private static func webAddress(startingWithHost text: String) -> String? {
        // Paths begin with these.
        guard let first = text.first, !"/.~".contains(first) else { return nil }
        let isBare =
            WebAddress.scheme(of: text) == nil
            || text.prefix { $0 != "/" }.split(separator: ":").last?.allSatisfy(\.isNumber) == true
        return isBare && text.contains(".") || text.hasPrefix("localhost") ? "https://\(text)" : nil
    }

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
