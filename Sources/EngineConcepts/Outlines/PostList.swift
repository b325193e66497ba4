/// The posts of a person in the order of time, newest first, from one source or several, with the places where posts of
/// a source are missing. A value; parts are added as they are loaded, and none is lost, whatever their order.
public struct PostList: Hashable, Sendable {
    /// A place where posts of one source are missing.
    public struct Missing: Hashable, Sendable {
        public let gap: OutlineGap
        /// The time of the post above, or `nil` if none of the source is loaded there.
        public let newest: Timestamp?
        /// The time of the post below, or `nil` if everything older is missing.
        public let oldest: Timestamp?
    }

    /// The part of the past for which the list is complete, apart from gaps in between.
    public enum Extent: Hashable, Sendable {
        /// Nothing is loaded, or the newest posts of a source are missing.
        case nothing
        /// Complete down to this time.
        case since(Timestamp)
        /// Down to the first post of every source.
        case everything
    }

    /// Posts of one source, newest first, between which none is missing.
    private struct Segment: Hashable {
        var items: [SourceItem]
        /// The place below, where older ones are missing, or `nil` if there are none.
        var gap: OutlineGap?

        func meets(_ other: Segment) -> Bool {
            let ids = Set(items.map(\.id))
            return other.items.contains { ids.contains($0.id) }
        }

        /// Returns true if the last post is known to the older segment `next`, or is older than its first one.
        func reaches(_ next: Segment) -> Bool {
            guard let last = items.last, let first = next.items.first else { return false }
            return !PostList.precedes(last, first)
        }

        /// Returns true if the last post is older than all of the older segment `next`.
        func endsBelow(_ next: Segment) -> Bool {
            guard let last = items.last, let end = next.items.last else { return next.items.isEmpty }
            return PostList.precedes(end, last)
        }

        /// Adds newer knowledge: its posts replace known ones.
        mutating func add(_ new: [SourceItem]) {
            items = (new + items).uniqued(by: \.id).sorted(by: PostList.precedes)
        }
    }

    /// The segments of each source, the newest first.
    private var segments: [[Segment]]
    /// The reasons of sources of which nothing could be loaded, by their numbers.
    public private(set) var failures: [Int: Message] = [:]
    /// The profiles that are known, by the numbers of the sources.
    public private(set) var profiles: [Int: AuthorProfile] = [:]
    /// Authors at other networks who are proved to be the same person and are not linked, by the texts of their keys.
    public private(set) var proposals: [String] = []

    /// The sources that are read only on request, by their numbers. Each has a gap.
    public private(set) var offered: Set<Int>

    /// Creates a list without posts.
    public init(sources: Int = 1, offered: Set<Int> = []) {
        segments = Array(repeating: [], count: max(1, sources))
        self.offered = offered
    }

    // MARK: Changes

    /// Adds a part. A known post gets the new content. Newest posts that do not reach the known ones leave a gap.
    ///
    /// - Parameters:
    ///   - source: The number of the source.
    ///   - gap: The gap that the part fills, or `nil` for the newest posts and single ones.
    public mutating func add(_ part: OutlinePart, of source: Int = 0, filling gap: OutlineGap? = nil) {
        failures[source] = nil
        offered.remove(source)
        var new = Segment(items: [], gap: part.gaps.first.map { $0.of(source) })
        new.add(part.items)
        if let gap, let index = segments[source].firstIndex(where: { $0.gap == gap }) {
            fill(index, of: source, with: new)
        } else {
            addNewest(new, of: source)
        }
    }

    private mutating func addNewest(_ new: Segment, of source: Int) {
        guard !segments[source].isEmpty else {
            segments[source] = [new]
            return
        }
        guard new.gap == nil || segments[source][0].meets(new) else {
            // The newest posts begin above the place of a range without posts.
            if segments[source][0].items.isEmpty { segments[source].removeFirst() }
            return segments[source].insert(new, at: 0)
        }
        let last = segments[source][0].items.last
        segments[source][0].add(new.items)
        // The place below is that of the older end.
        if let oldest = new.items.last, last.map({ Self.precedes($0, oldest) }) ?? true {
            segments[source][0].gap = new.gap
        }
    }

    private mutating func fill(_ index: Int, of source: Int, with new: Segment) {
        var filled = segments[source][index]
        filled.add(new.items)
        filled.gap = new.gap
        if index + 1 < segments[source].count {
            let next = segments[source][index + 1]
            if filled.gap == nil || filled.reaches(next) {
                // The gap is closed, or continues below what was known there.
                let isBeyond = filled.gap != nil && filled.endsBelow(next)
                let known = Set(filled.items.map(\.id))
                filled.add(next.items.filter { !known.contains($0.id) })
                if !isBeyond { filled.gap = next.gap }
                segments[source].remove(at: index + 1)
            }
        }
        segments[source][index] = filled
    }

    /// Records the reason why nothing of a source could be loaded.
    public mutating func fail(_ source: Int, _ reason: Message) { failures[source] = reason }

    /// Adds the profile of a source's author.
    public mutating func add(_ profile: AuthorProfile, of source: Int) { profiles[source] = profile }

    /// Adds an author who is proved to be the same person.
    public mutating func propose(_ key: String) {
        if !proposals.contains(key) { proposals.append(key) }
    }

    /// Removes a deleted post.
    public mutating func remove(_ id: String, of source: Int = 0) {
        for index in segments[source].indices { segments[source][index].items.removeAll { $0.id == id } }
    }

    // MARK: Reading

    /// The posts of all sources, newest first.
    public var posts: [SourcedPost] {
        let all = segments.enumerated()
            .flatMap { source, segments in
                segments.flatMap(\.items).map { SourcedPost(source: source, item: $0) }
            }
        return all.sorted { lhs, rhs in
            Self.precedes(lhs.item, rhs.item) || lhs.item.id == rhs.item.id && lhs.source < rhs.source
        }
    }

    /// The posts without their sources, newest first.
    public var items: [SourceItem] { posts.map(\.item) }

    /// The place below the last post of the first source, or `nil` if there are no older ones.
    public var gap: OutlineGap? { segments[0].last?.gap }

    /// The rows: the posts, each gap below the last post of its source above it. A source of which nothing is loaded has
    /// its gap at the top.
    public var rows: [PostRow] {
        var below = [[String: OutlineGap]](repeating: [:], count: segments.count)
        var rows: [PostRow] = []
        for source in segments.indices {
            if segments[source].isEmpty, failures[source] != nil || offered.contains(source) {
                rows.append(PostRow(content: .gap(OutlineGap(.newest, source: source)), depth: 0))
            }
            for segment in segments[source] {
                guard let gap = segment.gap else { continue }
                guard let last = segment.items.last else {
                    rows.append(PostRow(content: .gap(gap), depth: 0))
                    continue
                }
                below[source][last.id] = gap
            }
        }
        for post in posts {
            rows.append(PostRow(content: .post(post.item), depth: 0, source: post.source))
            if let gap = below[post.source][post.item.id] { rows.append(PostRow(content: .gap(gap), depth: 0)) }
        }
        return rows
    }

    /// The places where posts are missing, in the order of the rows.
    public var missing: [Missing] {
        rows.compactMap { row in
            guard case .gap(let gap) = row.content else { return nil }
            let own = segments[gap.source]
            guard let index = own.firstIndex(where: { $0.gap == gap }) else {
                return Missing(gap: gap, newest: nil, oldest: own.first?.items.first?.orderTime)
            }
            let next = index + 1 < own.count ? own[index + 1].items.first?.orderTime : nil
            return Missing(gap: gap, newest: own[index].items.last?.orderTime, oldest: next)
        }
    }

    /// The part of the past for which the list is complete, apart from gaps between loaded posts and from sources of
    /// which nothing is loaded.
    public var extent: Extent {
        let loaded = segments.compactMap(\.last)
        guard !loaded.isEmpty, !loaded.contains(where: { $0.gap != nil && $0.items.isEmpty }) else { return .nothing }
        let ends = loaded.filter { $0.gap != nil }.compactMap { $0.items.last?.orderTime }
        return ends.max().map(Extent.since) ?? .everything
    }

    fileprivate static func precedes(_ lhs: SourceItem, _ rhs: SourceItem) -> Bool {
        let (first, second) = (lhs.orderTime ?? .beginningOfTime, rhs.orderTime ?? .beginningOfTime)
        return first != second ? first > second : lhs.id > rhs.id
    }
}
