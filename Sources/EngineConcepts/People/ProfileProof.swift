/// Proofs that two profiles are of one person: each links to the other. A link in one direction proves nothing, since
/// anybody can link to anybody.
public enum ProfileProof {
    /// The most candidates that are returned, since each costs its reader a request.
    private static let maximumCandidates = 4

    /// Returns the texts of the keys of the authors that a profile links to, without its own. Nothing is proved by that.
    public static func candidates(in profile: AuthorProfile) -> [String] {
        let own = addresses(of: profile)
        let others = links(of: profile).filter { !own.contains($0.address) }.compactMap(keyText(at:))
        return Array(others.uniqued().prefix(maximumCandidates))
    }

    /// Returns true if each profile links to the other. A verified link to the domain that is the other's handle is
    /// enough: the page there links back, and the network has checked that the domain names the other.
    public static func holds(between one: AuthorProfile, and other: AuthorProfile) -> Bool {
        hasVerifiedLink(from: one, toDomainOf: other) || hasVerifiedLink(from: other, toDomainOf: one)
            || isLinked(from: one, to: other) && isLinked(from: other, to: one)
    }

    // MARK: Links

    private struct Link {
        /// The address without scheme, `www.`, fragment and slash at the end; the host in lower case.
        let address: String
        let isVerified: Bool
    }

    private static func isLinked(from one: AuthorProfile, to other: AuthorProfile) -> Bool {
        let wanted = addresses(of: other)
        return links(of: one).contains { wanted.contains($0.address) }
    }

    private static func hasVerifiedLink(from one: AuthorProfile, toDomainOf other: AuthorProfile) -> Bool {
        guard let domain = Self.domain(of: other), domain != Self.domain(of: one) else { return false }
        return links(of: one).contains { $0.isVerified && $0.address == domain }
    }

    /// Returns the links of a profile, and those in the person's words, which are never verified.
    private static func links(of profile: AuthorProfile) -> [Link] {
        let listed = profile.links.compactMap { link in
            normalized(link.address).map { Link(address: $0, isVerified: link.isVerified) }
        }
        let words = (profile.about ?? "").split(whereSeparator: { $0.isWhitespace || "()<>\"“”,;|".contains($0) })
        return listed
            + words.compactMap { word in
                let address = page(ofHandle: word) ?? (word.contains(".") ? normalized(word) : nil)
                return address.map { Link(address: $0, isVerified: false) }
            }
    }

    /// Returns the addresses under which others link to a profile.
    private static func addresses(of profile: AuthorProfile) -> Set<String> {
        var addresses = [profile.page, profile.author.id].compactMap { $0.flatMap { normalized($0) } }
        if let handle = profile.author.handle, let page = Self.page(ofHandle: handle[...]) {
            addresses.append(page)
            // The URI of the account at Mastodon, which leads to the same page.
            addresses.append(page.replacing("/@", with: "/users/", maxReplacements: 1))
        }
        if let domain = Self.domain(of: profile) { addresses += [domain, "bsky.app/profile/\(domain)"] }
        if profile.author.id.hasPrefix("did:") { addresses.append("bsky.app/profile/\(profile.author.id)") }
        return Set(addresses)
    }

    /// Returns the domain that is the handle of a profile, or `nil` for a handle at a host.
    private static func domain(of profile: AuthorProfile) -> String? {
        guard let handle = profile.author.handle, handle.hasPrefix("@") else { return nil }
        let domain = handle.dropFirst().lowercased()
        return domain.contains("@") || !domain.contains(".") ? nil : domain
    }

    /// Returns the page of a handle such as `@ann@example.social` as `example.social/@ann`, or `nil` for other words.
    private static func page(ofHandle word: Substring) -> String? {
        guard word.hasPrefix("@") else { return nil }
        let parts = word.dropFirst().split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let host = normalized(parts[1]), host.contains("."),
            !host.contains("/")
        else { return nil }
        return "\(host)/@\(parts[0].lowercased())"
    }

    /// Returns the text of the key of the author whose page a link names, or `nil` if its address has no known form.
    private static func keyText(at link: Link) -> String? {
        let parts = link.address.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 3, parts[0] == "bsky.app", parts[1] == "profile" {
            return parts[2].hasPrefix("did:") ? String(parts[2]) : "@\(parts[2])"
        }
        if parts.count == 2, parts[1].hasPrefix("@"), parts[1].count > 1, !parts[1].dropFirst().contains("@") {
            return "\(parts[1])@\(parts[0])"
        }
        // Anybody's page can be linked; only one that links back can be the person's own domain.
        return parts.count == 1 && link.isVerified && parts[0].contains(".") ? "@\(parts[0])" : nil
    }

    /// Returns an address in the form of ``Link/address``, or `nil` if it has no host.
    private static func normalized(_ address: some StringProtocol) -> String? {
        var rest = Substring(address).prefix { $0 != "#" }
        for scheme in ["https://", "http://"] where rest.lowercased().hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
        }
        while let last = rest.last, "/.!?:".contains(last) { rest = rest.dropLast() }
        let host = rest.prefix { $0 != "/" }.lowercased()
        let path = rest.dropFirst(host.count)
        guard !host.isEmpty else { return nil }
        return (host.hasPrefix("www.") ? String(host.dropFirst(4)) : host)
            + (path.hasPrefix("/@") || path.hasPrefix("/profile/") ? path.lowercased() : String(path))
    }
}
