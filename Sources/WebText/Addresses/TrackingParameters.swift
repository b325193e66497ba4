/// Parameters of addresses by which sites tell where readers came from. They say nothing of the page, and some feeds give
/// them another value each time they are asked. Only those are here that mean nothing else anywhere.
package enum TrackingParameters {
    /// What their names begin with: those of Google and everybody who took them over, Matomo, HubSpot.
    private static let prefixes = ["utm_", "mtm_", "hsa_"]
    /// Their names: those of advertisers, newsletters and statistics.
    private static let names: Set<Substring> = [
        "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid", "ttclid", "li_fat_id",
        "igshid", "mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi", "_ga", "_gl",
    ]

    /// `address` without them; the same bytes where there are none.
    package static func removed(from address: String) -> String {
        guard let mark = address.utf8.firstIndex(of: 0x3f) else { return address }
        let behind = address.utf8.index(after: mark)
        let end = address.utf8[behind...].firstIndex(of: 0x23) ?? address.endIndex
        let parameters = address[behind..<end].split(separator: "&", omittingEmptySubsequences: false)
        let kept = parameters.filter { !isTracking($0.prefix { $0 != "=" }) }
        guard kept.count < parameters.count else { return address }
        return address[..<mark] + (kept.isEmpty ? "" : "?\(kept.joined(separator: "&"))") + address[end...]
    }

    private static func isTracking(_ name: Substring) -> Bool {
        prefixes.contains(where: name.hasPrefix) || names.contains(name)
    }
}
