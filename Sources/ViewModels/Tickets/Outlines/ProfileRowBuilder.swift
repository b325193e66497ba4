import EngineConcepts
import Localization

nonisolated extension PostList {
    /// The address of the person's page at the first network whose profile is known, or `nil` if it is unknown.
    var page: String? { profiles.min { $0.key < $1.key }?.value.page }
}

/// Makes the row of a person.
struct ProfileRowBuilder {
    let list: PostList
    let sources: [PostSource]
    /// The person who is the author, or `nil` if the author is not linked.
    let person: LinkedPerson?
    let context: RowBuilder.Context
    let texts: TimeTexts

    /// The most links that are shown.
    private static let maximumLinks = 6

    private var localizer: Localizer { texts.localizer }

    /// The row, or `nil` for the posts of one author of whom nothing is known.
    var row: ProfileRow? {
        guard !list.profiles.isEmpty || sources.count > 1 else { return nil }
        let profiles = sources.indices.compactMap { list.profiles[$0] }
        let notes = sources.indices
            .flatMap { index -> [NoteText] in
                guard let author = list.profiles[index]?.author else { return [] }
                return context.authorNotes.notes(on: author, in: sources[index].supplier).map(NoteText.init)
            }
            .uniqued { $0.line }
        let accounts = sources.indices.map(account) + accountsWithoutSource
        return ProfileRow(
            name: person?.name ?? profiles.first?.author.name ?? name(of: 0),
            accounts: accounts, about: profiles.lazy.compactMap(\.about).first,
            links: links(of: profiles), notes: notes, extent: extent(of: accounts), missing: missing,
            proposals: list.proposals.map { localizer(.personProved, .text($0)) }, page: list.page)
    }

    /// Returns the handle of a source's author, or the name of the source.
    func name(of index: Int) -> String {
        guard let source = sources.element(at: index) else { return "" }
        if let handle = list.profiles[index]?.author.handle { return handle }
        return source.name.hasSuffix(">") ? context.name(of: source.supplier) : source.name
    }

    private func account(_ index: Int) -> ProfileRow.Account {
        let source = sources[index]
        let kind = context.suppliers[source.supplier]?.kind ?? source.offer?.kind ?? "unknown"
        var account = ProfileRow.Account(kind: kind, name: name(of: index))
        account.failure = list.failures[index].map { localizer($0) }
        if list.offered.contains(index), account.failure == nil { account.failure = localizer(.profileNoSource) }
        guard let profile = list.profiles[index] else { return account }
        account.isVerified = profile.author.isVerified
        if let relation = profile.relation { account.relation = relationTexts(relation) }
        account.counts = [
            profile.posts.map { localizer(.outlinePosts, .number($0)) },
            profile.followers.map { localizer(.profileFollowers, .number($0)) },
        ]
        .compactMap(\.self)
        return account
    }

    /// The person's authors whom no source reads.
    private var accountsWithoutSource: [ProfileRow.Account] {
        let read = Set(sources.map(\.name))
        let handles = Set(list.profiles.values.flatMap { [$0.author.id, $0.author.handle ?? ""] })
        return (person?.identities ?? [])
            .filter { !read.contains($0.text) && !handles.contains($0.text) && !hasSource($0) }
            .map { identity in
                let isNamed = identity.text.hasSuffix(">")
                return ProfileRow.Account(
                    kind: "unknown", name: isNamed ? AuthorKey.bareName(in: identity.text) : identity.text,
                    failure: localizer(.profileNoSource))
            }
    }

    /// Returns true for an author in a source of the list.
    private func hasSource(_ identity: LinkedPerson.Identity) -> Bool {
        sources.indices.contains { index in
            if identity.key.source == sources[index].supplier { return true }
            guard let author = list.profiles[index]?.author else { return false }
            return AuthorKey.keys(of: author, in: sources[index].supplier).contains(identity.key)
        }
    }

    private func relationTexts(_ relation: PersonRelation) -> [String] {
        let ties: PersonRelation.Ties
        switch relation {
        case .own: return [localizer(.profileOwn)]
        case .unknown: return []
        case .other(let known): ties = known
        }
        let followed: MessageKey =
            switch ties.following {
            case .following: .profileFollowed
            case .requested: .profileRequested
            case .notFollowing: .profileNotFollowed
            }
        var parts = [localizer(followed)]
        if ties.followsBack { parts.append(localizer(.profileFollowsBack)) }
        if ties.isMuted { parts.append(localizer(.profileMuted)) }
        if ties.isBlocked { parts.append(localizer(.profileBlocked)) }
        return parts
    }

    private func links(of profiles: [AuthorProfile]) -> [ProfileRow.Link] {
        let links = profiles.flatMap(\.links)
            .uniqued { $0.address }
            .map { link in
                let bare = link.address.split(separator: "://", maxSplits: 1).last.map(String.init) ?? link.address
                return ProfileRow.Link(name: link.name, address: bare, isVerified: link.isVerified)
            }
        return Array((links.filter(\.isVerified) + links.filter { !$0.isVerified }).prefix(Self.maximumLinks))
    }

    private func extent(of accounts: [ProfileRow.Account]) -> String {
        let extent =
            switch list.extent {
            case .nothing: ""
            case .everything: localizer(.complete)
            case .since(let time): localizer(.completeSince, .text(texts.moment(time, at: context.now)))
            }
        let loaded = accounts.count { $0.failure == nil }
        guard loaded < accounts.count, !extent.isEmpty else { return extent }
        return localizer(.profilePart, .number(accounts.count), .number(loaded), .text(extent))
    }

    private var missing: [String] {
        list.missing.compactMap { missing in
            let name = name(of: missing.gap.source)
            guard let newest = missing.newest, let oldest = missing.oldest else {
                // The account and its gap say that a source is not read.
                guard missing.gap.position == .newest, !list.offered.contains(missing.gap.source) else { return nil }
                return localizer(.profileNotLoaded, .text(name))
            }
            return localizer(.gapPartial, .text(name), .text(texts.span(from: oldest, to: newest, at: context.now)))
        }
    }
}
