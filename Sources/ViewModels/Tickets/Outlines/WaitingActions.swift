/// The actions of the user that wait for the posts of an outline that opens, because they are about posts without rows.
nonisolated struct WaitingActions: Sendable {
    /// The stages of an outline that opens.
    private enum Stage {
        /// The opened post is read for its row. What the user does next is meant for that post.
        case opening
        /// The first posts are requested, or do not have their rows yet.
        case loading
        /// The first posts have their rows, or could not be loaded.
        case open
    }

    private var stage: Stage
    /// The actions, oldest first.
    private var actions: [OutlineAction] = []

    /// - Parameter opensPost: True for the thread of a post, which has its row before the others.
    init(opensPost: Bool) { stage = opensPost ? .opening : .open }

    /// True until an action can be performed on the post that it is about.
    var isCatchingUp: Bool { stage == .opening || actions.contains { $0.kind == .onRow } }

    var isEmpty: Bool { actions.isEmpty }

    /// Lets actions wait, as the first posts are requested.
    mutating func begin() { if stage == .open { stage = .loading } }

    /// Keeps an action whose post has no row yet: a movement, or what follows a movement. Returns false for another one.
    ///
    /// - Parameter hasRow: True if there is a current row.
    mutating func hold(_ action: OutlineAction, hasRow: Bool) -> Bool {
        guard stage != .open else { return false }
        switch action.kind {
        case .movement: break
        case .onRow: if actions.isEmpty, hasRow { return false }
        case .layout, .other: return false
        }
        actions.append(action)
        return true
    }

    /// Ends the wait for the opened post, which has its row or could not be read. Returns false if it has ended before.
    mutating func endOpening() -> Bool {
        guard stage == .opening else { return false }
        stage = .loading
        return true
    }

    /// Ends the wait for the first posts, which have their rows or could not be loaded. Returns the actions that have waited.
    mutating func end() -> [OutlineAction] {
        defer { drop() }
        stage = .open
        return actions
    }

    /// Forgets the actions.
    mutating func drop() { actions = [] }
}
