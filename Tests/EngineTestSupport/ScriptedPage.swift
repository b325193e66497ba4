public import EngineConcepts

/// One page of a source's content. The answer is always honest.
struct ScriptedPage {
    let posts: [ScriptedSource.Post]
    let behavior: ScriptedSource.Behavior
    let deleted: [String]
    let generation: Int
    let traits: SupplierTraits

    private var kept: ArraySlice<ScriptedSource.Post> {
        posts.prefix(behavior.keeps ?? posts.count)
    }

    func answer(_ request: FetchRequest) throws(SupplierError) -> FetchAnswer {
        var answer =
            switch (traits.shape, request.direction) {
            case (.window, _) where !traits.pagesOlder: window(request)
            case (_, .older): try older(request)
            case (_, .newer): try newer(request)
            }
        answer.budget = behavior.budget
        if let rest = behavior.routineRest {
            answer.budget.routineAt = request.now.advanced(by: rest)
        }
        return answer
    }

    // MARK: Window

    private func window(_ request: FetchRequest) -> FetchAnswer {
        let memory = fingerprint
        if behavior.answersNotModified, request.memory == memory {
            return FetchAnswer(end: .unknown, isUnchanged: true)
        }
        let (items, leftOut) = deliver(Array(kept))
        let claims = claim(from: request.now, downTo: kept.last?.time.secondAbove ?? .beginningOfTime)
        return FetchAnswer(
            items: items, claims: claims, end: .retentionLimit, deleted: deleted,
            omissionsAreDeletions: behavior.omissionsAreDeletions, filtered: leftOut,
            memory: memory)
    }

    /// Equal for equal content, also across processes, like an entity tag.
    private var fingerprint: String {
        let texts: [String] = kept.flatMap { [$0.id, $0.text] } + deleted
        let bytes: [UInt8] = texts.flatMap { Array($0.utf8) + [0xff] }
        return String(StableHash.fnv1a(bytes), radix: 36)
    }

    // MARK: Stream, towards older posts

    private func older(_ request: FetchRequest) throws(SupplierError) -> FetchAnswer {
        let place = try place(request)
        let count = max(1, min(request.maximumItems, behavior.page) - behavior.shortBy)
        let reach = kept.prefix(behavior.depth ?? kept.count)
        var rest = reach.drop { !isBelow(place, $0) }
        let isEmptyPage = place.emptyPages < behavior.emptyPages
        let page = isEmptyPage ? rest.prefix(0) : rest.prefix(count)
        rest = rest.dropFirst(page.count)
        let again = reach.prefix { !isBelow(place, $0) }.suffix(behavior.overlap)
        let (items, leftOut) = deliver((again + page).flatMap { behavior.doubles ? [$0, $0] : [$0] })
        let isLast = rest.isEmpty && !isEmptyPage
        let edge = request.edge
        let bottom = isLast ? end.bottom : page.last.map(\.time.secondAbove)
        return FetchAnswer(
            items: items,
            claims: bottom.map { claim(from: edge == request.now.flooredToSecond ? request.now : edge, downTo: $0) }
                ?? [],
            next: isLast ? nil : token(after: page.last, from: place, empty: isEmptyPage ? place.emptyPages + 1 : 0),
            end: isLast ? end.reason : .more, deleted: deleted,
            omissionsAreDeletions: behavior.omissionsAreDeletions, filtered: leftOut)
    }

    private var end: (reason: FetchEnd, bottom: Timestamp) {
        if let depth = behavior.depth, depth < kept.count {
            return (.depthLimit, kept.prefix(depth).last?.time.secondAbove ?? .endOfTime)
        }
        if kept.count < posts.count { return (.retentionLimit, kept.last?.time.secondAbove ?? .endOfTime) }
        return (.trueEnd, .beginningOfTime)
    }

    // MARK: Stream, towards newer posts

    private func newer(_ request: FetchRequest) throws(SupplierError) -> FetchAnswer {
        let place = try place(request)
        let count = max(1, min(request.maximumItems, behavior.page) - behavior.shortBy)
        let above = kept.prefix { isAbove(place, $0) }
        let page = above.suffix(count)
        let isLast = page.count == above.count
        // A post may be dated in the future, which cannot be claimed.
        let top = isLast ? request.now : page.first.map { min($0.time.flooredToSecond, request.now) }
        // Dropped posts may have been between the place and the oldest remaining post.
        let bottom = kept.count < posts.count ? max(request.edge, end.bottom) : request.edge
        let (items, leftOut) = deliver(Array(page))
        return FetchAnswer(
            items: items, claims: top.map { claim(from: $0, downTo: bottom) } ?? [],
            next: isLast ? nil : page.first.map { Token(Self.text(Place(post: $0), generation)) },
            end: isLast ? .unknown : .more, deleted: deleted,
            omissionsAreDeletions: behavior.omissionsAreDeletions, filtered: leftOut)
    }

    // MARK: Places

    /// The beginning of a page: directly after a post, or at a time.
    private struct Place {
        var post: ScriptedSource.Post?
        var time: Timestamp?
        var emptyPages = 0
    }

    private func isBelow(_ place: Place, _ post: ScriptedSource.Post) -> Bool {
        if let mark = place.post { return ScriptedSource.Post.precedes(mark, post) }
        return place.time.map { post.time < $0 } ?? true
    }

    private func isAbove(_ place: Place, _ post: ScriptedSource.Post) -> Bool {
        if let mark = place.post { return ScriptedSource.Post.precedes(post, mark) }
        return place.time.map { post.time >= $0 } ?? true
    }

    private func place(_ request: FetchRequest) throws(SupplierError) -> Place {
        switch request.origin {
        case .newest: return Place()
        case .time(let time): return Place(time: time)
        case .anchor(let key, _):
            return Place(
                post: ScriptedSource.Post(id: key.id.item, time: key.time, order: key.nativeOrder))
        case .token(let token, _):
            let parts = token.rawValue.split(separator: "|", omittingEmptySubsequences: false)
            guard parts.count == 5, let made = Int(parts[0]), let empty = Int(parts[4]) else {
                throw SupplierError(.malformed, "The token \(token.rawValue) is not one of this source.")
            }
            guard made >= behavior.tokensValidFrom else { throw SupplierError(.tokenExpired, "The token has expired.") }
            guard let time = Int64(parts[1]).map(Timestamp.init(milliseconds:)) else { return Place(emptyPages: empty) }
            guard let order = Int64(parts[2]) else { return Place(time: time, emptyPages: empty) }
            if behavior.pagesBySecond {
                return Place(time: time.secondAbove, emptyPages: empty)
            }
            return Place(
                post: ScriptedSource.Post(id: String(parts[3]), time: time, order: order), emptyPages: empty)
        }
    }

    private func token(after post: ScriptedSource.Post?, from place: Place, empty: Int) -> Token {
        let next = Place(post: post ?? place.post, time: place.time, emptyPages: empty)
        return Token(Self.text(next, generation))
    }

    private static func text(_ place: Place, _ generation: Int) -> String {
        let post = place.post
        return [
            "\(generation)", (post?.time ?? place.time).map { "\($0.milliseconds)" } ?? "",
            post.map { "\($0.order)" } ?? "",
            post?.id ?? "", "\(place.emptyPages)",
        ]
        .joined(separator: "|")
    }

    // MARK: Helpers

    private func claim(from start: Timestamp, downTo end: Timestamp) -> [Claim] {
        guard !behavior.isSilentOnClaims, let timeframe = Timeframe(from: start, downTo: end) else { return [] }
        return [Claim(timeframe, Claim.Kind(lateness: traits.lateness))]
    }

    /// Splits a page into delivered and filtered items.
    private func deliver(_ page: [ScriptedSource.Post]) -> ([SourceItem], [FilteredAtSource]) {
        (
            page.filter { !behavior.filters.contains($0.id) }.map(item),
            page.filter { behavior.filters.contains($0.id) }
                .map { FilteredAtSource(item: $0.id, rule: "The source leaves it out.") }
        )
    }

    private func item(_ post: ScriptedSource.Post) -> SourceItem {
        post.item(skew: behavior.skew)
    }
}

extension ScriptedSource.Post {
    /// Returns the post as its source delivers it.
    ///
    /// - Parameter skew: How far the source's clock is ahead.
    public func item(skew: Duration = .zero) -> SourceItem {
        SourceItem(
            id: id, orderTime: isDated ? time.advanced(by: skew) : nil, editTime: edited, nativeOrder: order,
            body: TicketBody(text: .plain(text)))
    }
}
