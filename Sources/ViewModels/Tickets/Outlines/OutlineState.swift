public import EngineConcepts

/// The state of the screen of an outline.
public nonisolated struct OutlineState: Equatable, Sendable {
    /// The name of the screen.
    public var title: String
    /// The number of posts in words, or empty before they are loaded.
    public var summary = ""
    /// The content between the bars.
    public var body: ScreenBody<RowsContent<OutlineRow>>
    /// True while posts are requested.
    public var isBusy = false
    /// A question that the next key answers, or `nil`.
    public var question: String?
    /// The amount of text per post.
    public var density: Density
    /// The format of times.
    public var timeStyle: TimeStyle

    /// The current row, or `nil` if there are no rows.
    public var current: OutlineRow? { body.content?.current }
}

/// A row of an outline.
public nonisolated struct OutlineRow: Equatable, Sendable, Identifiable {
    /// The identity of a row.
    public enum ID: Hashable, Sendable {
        case post(TicketID)
        /// Posts that are not loaded.
        case gap(OutlineGap)
        /// The state of the first request.
        case status
        /// The person whose posts follow.
        case profile
        /// The offer to add the source with this number, which was read once.
        case offer(Int)
    }

    /// The content of a row.
    public enum Content: Equatable, Sendable {
        case post(TicketRow)
        /// Posts that are not loaded, or the state of the first request.
        case gap(OutlineGapRow)
        /// The person whose posts follow.
        case profile(ProfileRow)
    }

    public var id: ID
    public var content: Content
    /// Its place in the tree.
    public var branch: ThreadBranch
    /// True for the post that was opened.
    public var isOpened = false
    /// The replies below it, or `nil` if none are loaded.
    public var replies: Replies?

    /// The replies to a post, with their replies.
    public struct Replies: Equatable, Sendable {
        /// The number of posts.
        public var count: Int
        /// The number of unread ones among them.
        public var unread: Int
        /// True if they are hidden.
        public var isCollapsed: Bool
    }

    /// True for posts that are not loaded, and for the state of the first request.
    var isGap: Bool { if case .gap = content { true } else { false } }

    /// The post, or `nil` for a gap and a person.
    public var ticket: TicketRow? { if case .post(let row) = content { row } else { nil } }
}

nonisolated extension OutlineRow: ScrolledRow {
    /// Outlines have no headings.
    var headingLines: Int { 0 }
}

/// Posts of an outline that are not loaded, in words.
public nonisolated struct OutlineGapRow: Equatable, Sendable {
    /// The missing posts in words.
    public var text: String
    /// The reason why it could not be loaded, or `nil`.
    public var cause: String?
    /// The available action, or the running one.
    public var activity: Activity

    /// The activity in a gap.
    public enum Activity: Equatable, Sendable {
        /// None; the text is the available action.
        case idle(offer: String)
        /// A request is running.
        case running(String)
        /// Nothing can be done.
        case closed
    }
}

/// The place of a row in a tree, for its lines.
public nonisolated struct ThreadBranch: Equatable, Sendable {
    /// The number of posts above it in its branch.
    public var depth = 0
    /// For each level from 1 to ``depth``: true if another row of that level follows in the same branch.
    public var continues: [Bool] = []
    /// True if the next row is below it in its branch.
    public var hasReplies = false

    /// Returns the places of rows with these depths, in their order. Takes time in proportion to the sum of the depths.
    static func all(ofDepths depths: [Int]) -> [ThreadBranch] {
        var branches: [ThreadBranch] = []
        branches.reserveCapacity(depths.count)
        // From the last row to the first: `open[level]` is true if another row of that level follows in the same branch.
        var open: [Bool] = []
        for (index, depth) in depths.enumerated().reversed() {
            if open.count <= depth { open += Array(repeating: false, count: depth + 1 - open.count) }
            open.removeSubrange((depth + 1)...)
            let next = index + 1 < depths.count ? depths[index + 1] : 0
            branches.append(
                ThreadBranch(
                    depth: depth, continues: depth > 0 ? Array(open[1...depth]) : [], hasReplies: next > depth))
            open[depth] = true
        }
        return branches.reversed()
    }
}

/// Measures the rows of outlines. Implemented by the part that draws them.
public protocol OutlineMeasuring: AnyObject {
    /// Returns the number of lines of `row`, the space below it included; at least 1.
    func lines(of row: OutlineRow, in format: RowFormat) -> Int
}
