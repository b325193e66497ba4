import EngineConcepts
import Localization

/// Makes the rows of an outline, with their places in the tree.
struct OutlineRowBuilder {
    let outline: PostOutline
    let sources: [PostSource]
    let posts: OutlinePosts
    let requests: PostRequests
    /// The posts whose replies are hidden.
    let collapsed: Set<String>
    let texts: TimeTexts
    /// Makes the row of the person whose posts they are, or `nil` for a thread.
    let profile: ProfileRowBuilder?

    private var localizer: Localizer { texts.localizer }

    /// Returns the rows; posts without a row in `tickets` are left out.
    func rows(of tickets: [TicketID: TicketRow]) -> [OutlineRow] {
        let (unread, status) = (unreadCounts, requests.status)
        var rows = [profile?.row].compactMap(\.self)
            .map { OutlineRow(id: .profile, content: .profile($0), branch: ThreadBranch()) }
        rows += offers
        let missing: [OutlineGap: PostList.Missing] = (outline.list?.missing ?? [])
            .reduce(into: [:]) { $0[$1.gap] = $1 }
        var seen: Set<TicketID> = []
        for row in outline.rows(folding: collapsed) {
            switch row.content {
            case .post(let item):
                let id = TicketID(supplier: sources[row.source].supplier, item: item.id)
                // Two authors of a person can have boosted one post.
                guard let ticket = tickets[id], !posts.stories.isFolded(id), seen.insert(id).inserted else { continue }
                var replies: OutlineRow.Replies?
                if row.descendants > 0 {
                    replies = .init(count: row.descendants, unread: unread[item.id] ?? 0, isCollapsed: row.isFolded)
                }
                rows.append(
                    OutlineRow(
                        id: .post(id), content: .post(ticket), branch: ThreadBranch(depth: row.depth),
                        isOpened: item.id == outline.focus, replies: replies))
            case .gap(let gap):
                // Until the first answer nothing is known but the opened post.
                if status != nil, outline.count < 2, profile == nil { continue }
                rows.append(
                    OutlineRow(
                        id: .gap(gap), content: .gap(gapRow(gap, missing[gap])),
                        branch: ThreadBranch(depth: row.depth)))
            }
        }
        if let status { rows.append(OutlineRow(id: .status, content: .gap(status), branch: ThreadBranch())) }
        for (index, branch) in ThreadBranch.all(ofDepths: rows.map(\.branch.depth)).enumerated() {
            rows[index].branch = branch
        }
        return rows
    }

    /// The offers to add the sources that were read once.
    private var offers: [OutlineRow] {
        guard let list = outline.list else { return [] }
        return sources.indices.compactMap { number in
            guard sources[number].offer != nil, !list.offered.contains(number), list.failures[number] == nil else {
                return nil
            }
            let name = profile?.name(of: number) ?? sources[number].name
            return OutlineRow(
                id: .offer(number),
                content: .gap(
                    OutlineGapRow(
                        text: localizer(.profileReadOnce, .text(name)), cause: nil,
                        activity: .idle(offer: localizer(.profileFollowSource)))),
                branch: ThreadBranch())
        }
    }

    /// Returns the index of a row, or of the row that stands for it: that of a story, or of the nearest post above one that is
    /// hidden.
    func index(of id: OutlineRow.ID?, in rows: [OutlineRow]) -> Int? {
        guard case .post(let ticket) = id else { return rows.firstIndex { $0.id == id } }
        let post = posts.stories.lead(of: ticket)
        if let index = rows.firstIndex(where: { $0.id == .post(post) }) { return index }
        for item in Self.ancestors(of: post.item, by: parents) {
            if let index = rows.firstIndex(where: { $0.ticket?.id.item == item }) { return index }
        }
        return nil
    }

    private var parents: [String: String] {
        var parents: [String: String] = [:]
        for post in outline.posts { parents[post.item.id] = post.item.body.replyTo }
        return parents
    }

    /// Returns the posts above a post, its parent first. A circle of replies ends them.
    private static func ancestors(of item: String, by parents: [String: String]) -> [String] {
        var ancestors: [String] = []
        var seen: Set<String> = [item]
        var parent = parents[item]
        while let above = parent, seen.insert(above).inserted {
            ancestors.append(above)
            parent = parents[above]
        }
        return ancestors
    }

    /// The number of unread posts below each post.
    private var unreadCounts: [String: Int] {
        var counts: [String: Int] = [:]
        let parents = parents
        for post in outline.posts {
            let (item, supplier) = (post.item, sources[post.source].supplier)
            guard posts.entries[TicketID(supplier: supplier, item: item.id)]?.marks.isRead == false else { continue }
            for above in Self.ancestors(of: item.id, by: parents) { counts[above, default: 0] += 1 }
        }
        return counts
    }

    private func gapRow(_ gap: OutlineGap, _ missing: PostList.Missing?) -> OutlineGapRow {
        let text =
            switch gap.position {
            case .above: localizer(.threadGapAbove)
            case .newest:
                localizer(
                    isOffered(gap) ? .profileNotRead : .profileNotLoaded, .text(profile?.name(of: gap.source) ?? ""))
            case .below: older(than: gap, missing)
            case .replies where gap.isRefused:
                gap.count.map { localizer(.threadGapRefused, .number($0)) } ?? localizer(.threadGapSome)
            case .replies: gap.count.map { localizer(.threadGapReplies, .number($0)) } ?? localizer(.threadGapSome)
            }
        let fill = isOffered(gap) ? localizer(.profileReadOffer) : localizer(.gapFill)
        let offer = requests.failures[gap] == nil ? fill : localizer(.gapRetry)
        return OutlineGapRow(
            text: text, cause: requests.failures[gap] ?? cause(of: gap),
            activity: requests.filling.contains(gap)
                ? .running(localizer(.gapFilling)) : gap.isRefused ? .closed : .idle(offer: offer))
    }

    /// Returns true for the posts of a source that is not followed and was not read yet.
    private func isOffered(_ gap: OutlineGap) -> Bool {
        gap.position == .newest && outline.list?.offered.contains(gap.source) ?? false
    }

    /// Returns the words for posts below a post of a list: of a person with several sources, it names the source and the time.
    private func older(than gap: OutlineGap, _ missing: PostList.Missing?) -> String {
        guard let profile, let newest = missing?.newest, sources.count > 1 || missing?.oldest != nil else {
            return localizer(.threadGapBelow)
        }
        let name = Message.Argument.text(profile.name(of: gap.source))
        let now = profile.context.now
        guard let oldest = missing?.oldest else {
            return localizer(.gapPartialOpen, name, .text(texts.moment(newest, at: now)))
        }
        return localizer(.gapPartial, name, .text(texts.span(from: oldest, to: newest, at: now)))
    }

    /// Returns the reason why nothing of a source could be loaded.
    private func cause(of gap: OutlineGap) -> String? {
        guard gap.position == .newest else { return nil }
        return outline.list?.failures[gap.source].map { localizer($0) }
    }
}
