/// A thread as a tree: the ancestors of a post, the post, and the replies by branch. A value; parts are added as they
/// are loaded, and none is ever lost, whatever their order.
public struct ThreadTree: Hashable, Sendable {
    /// The identity of the post that was opened.
    public let focus: String
    private var items: [String: SourceItem]
    /// The replies to each post, in order of time.
    private var replies: [String: [String]] = [:]
    private var gaps: Set<OutlineGap> = []

    /// Creates a tree with one post, of which nothing else is loaded.
    public init(_ item: SourceItem) {
        focus = item.id
        items = [item.id: item]
        if let parent = item.body.replyTo, parent != item.id { replies[parent] = [item.id] }
    }

    /// The number of loaded posts.
    public var count: Int { items.count }

    /// All loaded posts, in any order.
    public var all: [SourceItem] { Array(items.values) }

    /// Returns a loaded post, or `nil` if there is none with this identity.
    public func item(_ id: String) -> SourceItem? { items[id] }

    /// Adds a part. A known post gets the new content.
    ///
    /// - Parameter gap: The gap that the part fills, or `nil` for the first part.
    public mutating func add(_ part: OutlinePart, filling gap: OutlineGap? = nil) {
        if let gap { gaps.remove(gap) }
        let before = replies.mapValues(\.count)
        for item in part.items {
            let known = items.updateValue(item, forKey: item.id)
            let previousParent = known?.body.replyTo
            guard known == nil || previousParent != item.body.replyTo else { continue }
            if let previousParent { replies[previousParent]?.removeAll { $0 == item.id } }
            guard let parent = item.body.replyTo, parent != item.id else { continue }
            replies[parent, default: []].append(item.id)
        }
        countDown(from: before)
        for gap in part.gaps { add(gap, of: part) }
        sortReplies()
    }

    /// Takes the replies that have arrived from the numbers of missing ones.
    private mutating func countDown(from before: [String: Int]) {
        for gap in gaps {
            guard case .replies(let id) = gap.position, let count = gap.count else { continue }
            let added = (replies[id]?.count ?? 0) - before[id, default: 0]
            guard added > 0 else { continue }
            gaps.remove(gap)
            var rest = gap
            rest.count = count - added
            if count > added { gaps.insert(rest) }
        }
    }

    /// Adds a gap that a part reports. Its number counts what the part lacks, of which some may be loaded.
    private mutating func add(_ gap: OutlineGap, of part: OutlinePart) {
        guard gap.token == nil, case .replies(let id) = gap.position, let count = gap.count else {
            gaps.insert(gap)
            return
        }
        let known = gaps.filter { $0.position == gap.position && $0.token == nil }
        gaps.subtract(known)
        var gap = gap
        let missing = count + part.items.count { $0.body.replyTo == id } - (replies[id]?.count ?? 0)
        guard missing > 0 else { return }
        gap.count = missing
        gap.isRefused = gap.isRefused || known.contains(where: \.isRefused)
        gaps.insert(gap)
    }

    /// Removes a deleted post. Its replies stay, below a gap.
    public mutating func remove(_ id: String) {
        guard id != focus, let item = items.removeValue(forKey: id) else { return }
        gaps = gaps.filter { $0.position.post != id }
        if let parent = item.body.replyTo { replies[parent]?.removeAll { $0 == id } }
    }

    /// Returns the rows from the first ancestor down: each post, then its replies, each with its branch. Posts whose
    /// parent is not loaded follow at the end, below a gap. Takes time in proportion to the posts and sorts only those that
    /// the opened post's branch does not reach.
    ///
    /// - Parameter folded: The posts whose replies are left out.
    public func rows(folding folded: Set<String> = []) -> [PostRow] {
        var walk = RowWalk(tree: self, foldedPosts: folded)
        let root = root
        walk.add(root, depth: 0)
        let strays = items.values.filter { !walk.placedPosts.contains($0.id) }.sorted(by: Self.precedes)
        for stray in strays where stray.body.replyTo.map({ items[$0] == nil }) ?? true {
            walk.add(stray.id, depth: 1)
        }
        // Posts that reply to each other in a circle have no first post.
        for item in strays where !walk.placedPosts.contains(item.id) { walk.add(item.id, depth: 1) }
        return walk.rows
    }

    /// The oldest loaded ancestor of the post that was opened.
    private var root: String {
        var seen: Set<String> = [focus]
        var root = focus
        while let parent = items[root]?.body.replyTo, items[parent] != nil, seen.insert(parent).inserted {
            root = parent
        }
        return root
    }

    private mutating func sortReplies() {
        let items = items
        for (parent, ids) in replies {
            replies[parent] = ids.sorted { lhs, rhs in
                guard let lhs = items[lhs], let rhs = items[rhs] else { return lhs < rhs }
                return Self.precedes(lhs, rhs)
            }
        }
    }

    private static func precedes(_ lhs: SourceItem, _ rhs: SourceItem) -> Bool {
        let first = lhs.orderTime ?? .endOfTime
        let second = rhs.orderTime ?? .endOfTime
        return first != second ? first < second : lhs.id < rhs.id
    }

    /// Collects the rows of a tree without recursion, because a hostile thread can be deeper than the stack.
    private struct RowWalk {
        private struct Step {
            let content: PostRow.Content
            let depth: Int
            let isHidden: Bool
        }

        let tree: ThreadTree
        let foldedPosts: Set<String>
        var rows: [PostRow] = []
        /// The posts that have a row or are folded away.
        var placedPosts: Set<String> = []
        private let gapsAbove: [String: [OutlineGap]]
        private let gapsBelow: [String: [OutlineGap]]
        /// The rows of the current post and its ancestors, from the first ancestor down.
        private var openRows: [Int] = []

        init(tree: ThreadTree, foldedPosts: Set<String>) {
            self.tree = tree
            self.foldedPosts = foldedPosts
            var above: [String: [OutlineGap]] = [:]
            var below: [String: [OutlineGap]] = [:]
            for gap in tree.gaps {
                switch gap.position {
                case .above(let id): above[id, default: []].append(gap)
                case .replies(let id), .below(let id): below[id, default: []].append(gap)
                // A thread has its opened post.
                case .newest: break
                }
            }
            gapsAbove = above.mapValues { $0.sorted(by: Self.precedes) }
            gapsBelow = below.mapValues { $0.sorted(by: Self.precedes) }
        }

        mutating func add(_ first: String, depth: Int) {
            for gap in missing(above: first) {
                rows.append(PostRow(content: .gap(gap), depth: max(depth - 1, 0)))
            }
            var steps: [Step] = []
            if let item = tree.items[first] { steps.append(Step(content: .post(item), depth: depth, isHidden: false)) }
            while let step = steps.popLast() {
                guard case .post(let item) = step.content else {
                    if !step.isHidden { rows.append(PostRow(content: step.content, depth: step.depth)) }
                    continue
                }
                guard placedPosts.insert(item.id).inserted else { continue }
                let isFolded = foldedPosts.contains(item.id)
                close(downTo: step.depth)
                if step.isHidden {
                    if let row = openRows.last { rows[row].descendants += 1 }
                } else {
                    openRows.append(rows.count)
                    rows.append(PostRow(content: step.content, depth: step.depth, isFolded: isFolded))
                }
                let gaps = (gapsBelow[item.id] ?? []).map(PostRow.Content.gap)
                let replies = (tree.replies[item.id] ?? []).compactMap { tree.items[$0].map(PostRow.Content.post) }
                steps += (replies + gaps).reversed()
                    .map { Step(content: $0, depth: step.depth + 1, isHidden: step.isHidden || isFolded) }
            }
            close(downTo: depth)
        }

        /// Closes the open posts at `depth` and below, and adds each one's number of descendants to that of its parent.
        private mutating func close(downTo depth: Int) {
            while let row = openRows.last, rows[row].depth >= depth {
                openRows.removeLast()
                if let parent = openRows.last { rows[parent].descendants += rows[row].descendants + 1 }
            }
        }

        /// Returns the gaps above the first post of a branch: those that the source reported, or else one if it replies
        /// to a post that is not loaded.
        private func missing(above id: String) -> [OutlineGap] {
            if let gaps = gapsAbove[id] { return gaps }
            guard let parent = tree.items[id]?.body.replyTo, tree.items[parent] == nil else { return [] }
            return [OutlineGap(.above(id))]
        }

        private static func precedes(_ lhs: OutlineGap, _ rhs: OutlineGap) -> Bool {
            func key(_ gap: OutlineGap) -> (String, Int, Int) {
                (gap.token?.rawValue ?? "", gap.count ?? -1, gap.isRefused ? 1 : 0)
            }
            return key(lhs) < key(rhs)
        }
    }
}
