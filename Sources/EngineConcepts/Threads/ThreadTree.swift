/// A thread as a tree: the ancestors of a post, the post, and the replies by branch. A value; parts are added as they
/// are loaded, and none is ever lost, whatever their order.
public struct ThreadTree: Hashable, Sendable {
    /// A row of a thread.
    public struct Row: Hashable, Sendable {
        /// The content of a row.
        public enum Content: Hashable, Sendable {
            case post(SourceItem)
            /// Posts that are not loaded.
            case gap(ThreadGap)
        }

        public let content: Content
        /// The number of posts above it in its branch, 0 for the thread's first post.
        public let depth: Int
        /// True if the post's replies are folded away.
        public let isFolded: Bool
        /// The number of loaded posts below it in its branch.
        public let descendants: Int
        /// The number of the post's source; 0 in a thread.
        public let source: Int

        public init(
            _ content: Content, depth: Int, isFolded: Bool = false, descendants: Int = 0, source: Int = 0
        ) {
            self.content = content
            self.depth = depth
            self.isFolded = isFolded
            self.descendants = descendants
            self.source = source
        }
    }

    /// The identity of the post that was opened.
    public let focus: String
    private var items: [String: SourceItem]
    /// The replies to each post, in order of time.
    private var replies: [String: [String]] = [:]
    private var gaps: Set<ThreadGap> = []

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
    public func item(_ id: String) -> SourceItem? {
        items[id]
    }

    /// Adds a part. A known post gets the new content.
    ///
    /// - Parameter gap: The gap that the part fills, or `nil` for the first part.
    public mutating func add(_ part: ThreadPart, filling gap: ThreadGap? = nil) {
        if let gap { gaps.remove(gap) }
        let before = replies.mapValues(\.count)
        for item in part.items {
            let known = items.updateValue(item, forKey: item.id)
            let former = known?.body.replyTo
            guard known == nil || former != item.body.replyTo else { continue }
            if let former { replies[former]?.removeAll { $0 == item.id } }
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
            guard case .replies(let id) = gap.place, let count = gap.count else { continue }
            let added = (replies[id]?.count ?? 0) - before[id, default: 0]
            guard added > 0 else { continue }
            gaps.remove(gap)
            var rest = gap
            rest.count = count - added
            if count > added { gaps.insert(rest) }
        }
    }

    /// Adds a gap that a part reports. Its number counts what the part lacks, of which some may be loaded.
    private mutating func add(_ gap: ThreadGap, of part: ThreadPart) {
        guard gap.token == nil, case .replies(let id) = gap.place, let count = gap.count else {
            gaps.insert(gap)
            return
        }
        let known = gaps.filter { $0.place == gap.place && $0.token == nil }
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
        if let parent = item.body.replyTo { replies[parent]?.removeAll { $0 == id } }
    }

    /// Returns the rows from the first ancestor down: each post, then its replies, each with its branch. Posts whose
    /// parent is not loaded follow at the end, below a gap. Takes time in proportion to the posts.
    ///
    /// - Parameter folded: The posts whose replies are left out.
    public func rows(folding folded: Set<String> = []) -> [Row] {
        var builder = RowBuilder(tree: self, folded: folded)
        let root = root
        builder.add(root, depth: 0)
        let strays = items.values.filter { item in
            !builder.seen.contains(item.id) && item.body.replyTo.map { items[$0] == nil } ?? true
        }
        for stray in strays.sorted(by: Self.precedes) where !builder.seen.contains(stray.id) {
            builder.add(stray.id, depth: 1)
        }
        // Posts that reply to each other in a circle have no first post.
        for item in items.values.sorted(by: Self.precedes) where !builder.seen.contains(item.id) {
            builder.add(item.id, depth: 1)
        }
        return builder.rows
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

    /// Walks the tree without recursion, because a hostile thread can be deeper than the stack.
    private struct RowBuilder {
        private struct Step {
            let content: Content
            let depth: Int
            let isHidden: Bool

            enum Content {
                case post(String)
                case gap(ThreadGap)
            }
        }

        let tree: ThreadTree
        let folded: Set<String>
        var rows: [Row] = []
        /// The posts that have a row or are folded away.
        var seen: Set<String> = []
        private let gapsAbove: [String: [ThreadGap]]
        private let gapsBelow: [String: [ThreadGap]]

        init(tree: ThreadTree, folded: Set<String>) {
            self.tree = tree
            self.folded = folded
            var above: [String: [ThreadGap]] = [:]
            var below: [String: [ThreadGap]] = [:]
            for gap in tree.gaps.sorted(by: { ($0.token?.rawValue ?? "") < ($1.token?.rawValue ?? "") }) {
                switch gap.place {
                case .above(let id): above[id, default: []].append(gap)
                case .replies(let id), .below(let id): below[id, default: []].append(gap)
                // A thread has its opened post.
                case .newest: break
                }
            }
            gapsAbove = above
            gapsBelow = below
        }

        mutating func add(_ first: String, depth: Int) {
            var steps = [Step(content: .post(first), depth: depth, isHidden: false)]
            for gap in missing(above: first) {
                rows.append(Row(.gap(gap), depth: max(depth - 1, 0)))
            }
            var open: [(row: Int, count: Int)] = []
            var counts: [Int: Int] = [:]
            while let step = steps.popLast() {
                switch step.content {
                case .gap(let gap):
                    if !step.isHidden { rows.append(Row(.gap(gap), depth: step.depth)) }
                case .post(let id):
                    guard let item = tree.items[id], seen.insert(id).inserted else { continue }
                    while let last = open.last, last.count >= step.depth { open.removeLast() }
                    for ancestor in open { counts[ancestor.row, default: 0] += 1 }
                    if !step.isHidden {
                        open.append((rows.count, step.depth))
                        rows.append(Row(.post(item), depth: step.depth, isFolded: folded.contains(id)))
                    }
                    let isHidden = step.isHidden || folded.contains(id)
                    for gap in (gapsBelow[id] ?? []).reversed() {
                        steps.append(Step(content: .gap(gap), depth: step.depth + 1, isHidden: isHidden))
                    }
                    for reply in (tree.replies[id] ?? []).reversed() {
                        steps.append(Step(content: .post(reply), depth: step.depth + 1, isHidden: isHidden))
                    }
                }
            }
            for (index, count) in counts {
                rows[index] = Row(
                    rows[index].content, depth: rows[index].depth, isFolded: rows[index].isFolded, descendants: count)
            }
        }

        /// Returns the gaps above the first post of a branch: those that the source reported, or else one if it replies
        /// to a post that is not loaded.
        private func missing(above id: String) -> [ThreadGap] {
            if let gaps = gapsAbove[id] { return gaps }
            guard let parent = tree.items[id]?.body.replyTo, tree.items[parent] == nil else { return [] }
            return [ThreadGap(.above(id))]
        }
    }
}
