/// URL parameters that track where visitors come from. They do not identify the page, and some feeds change their
/// values on every request. Lists only parameters without another common use.
package enum TrackingParameters {
    /// Prefixes: those of Google and its imitators, Matomo, HubSpot.
    private static let prefixes = ["utm_", "mtm_", "hsa_"]
    /// Names used by advertisers, newsletters and statistics.
    private static let names: Set<Substring> = [
        "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid", "ttclid", "li_fat_id",
        "igshid", "mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi", "_ga", "_gl",
    ]

    /// Returns `address` without these parameters; the same bytes if it has none.
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
