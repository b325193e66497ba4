import EngineConcepts
import FeedParsing

/// A profile (`Account` in Mastodon's API).
struct MastodonAccount: LenientObject, Hashable, Sendable {
    /// A line of a profile, such as a link to the person's own site.
    struct Field: LenientObject, Hashable, Sendable {
        let name: String
        let value: String
        /// The time at which the server checked that the linked page links back, or `nil` if it did not.
        let verifiedAt: Timestamp?

        init(_ members: JSONMembers) throws {
            name = members.line("name") ?? ""
            value = members.html("value") ?? ""
            verifiedAt = members.time("verified_at")
        }
    }

    let id: String
    let username: String
    /// `user` for people of the server itself, `user@host` for others.
    let acct: String
    let displayName: String?
    let uri: String?
    let url: String?
    let avatar: String?
    let note: String?
    let followers: Int?
    let statuses: Int?
    let fields: [Field]

    init(_ members: JSONMembers) throws {
        id = try members.requiredLine("id")
        let acct = members.line("acct")
        let username = members.line("username") ?? acct.map { String($0.prefix { $0 != "@" }) }
        self.username = username ?? id
        self.acct = acct ?? username ?? id
        displayName = members.line("display_name")
        uri = members.webAddress("uri") ?? members.nested("pleroma")?.webAddress("ap_id")
        url = members.webAddress("url")
        avatar = members.webAddress("avatar") ?? members.webAddress("avatar_static")
        note = members.html("note")
        followers = members.count("followers_count")
        statuses = members.count("statuses_count")
        fields = members.list("fields", of: Field.self)
    }

    /// Returns the full handle, such as `@ann@example.social`.
    ///
    /// - Parameter host: The host of the server that delivered the profile.
    func handle(at host: String) -> String {
        acct.contains("@") ? "@\(acct)" : "@\(acct)@\(host)"
    }

    /// The addresses in the lines of the profile that the server has verified, each once.
    var verifiedLinks: [String] {
        fields.filter { $0.verifiedAt != nil }
            .flatMap { TicketText.html($0.value, base: nil).rendered.blocks.flatMap(\.entities) }
            .filter { $0.kind == .link }.compactMap(\.target)
            .filter { !$0.contains(" ") }.uniqued()
    }

    /// Returns the profile as the author of a ticket.
    func author(at host: String) -> Author {
        Author(
            id: uri ?? url ?? handle(at: host), name: displayName ?? username, handle: handle(at: host),
            avatar: avatar, isVerified: fields.contains { $0.verifiedAt != nil })
    }
}
