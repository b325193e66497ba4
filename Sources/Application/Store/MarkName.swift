package import EngineConcepts

/// A mark to set or to remove, by its name on the command line.
package enum MarkName: String, Codable, CaseIterable, Sendable {
    case read
    case unread
    case star
    case unstar
    case later
    case notLater = "not-later"
    case unhide
    case rehide

    /// The mark within a message.
    package var title: Message { meaning.title }

    package var change: MarkChange { meaning.change }

    private var meaning: (title: Message, change: MarkChange) {
        switch self {
        case .read: (Message("markRead"), MarkChange(read: true))
        case .unread: (Message("markUnread"), MarkChange(read: false))
        case .star: (Message("markStar"), MarkChange(starred: true))
        case .unstar: (Message("markUnstar"), MarkChange(starred: false))
        case .later: (Message("markLater"), MarkChange(later: true))
        case .notLater: (Message("markNotLater"), MarkChange(later: false))
        case .unhide: (Message("markUnhide"), MarkChange(unhidden: true))
        case .rehide: (Message("markRehide"), MarkChange(unhidden: false))
        }
    }

    /// The change that restores tickets whose marks ``change`` has changed.
    var inverse: MarkChange {
        MarkChange(
            read: change.read.map(!), starred: change.starred.map(!), later: change.later.map(!),
            unhidden: change.unhidden.map(!))
    }

    /// Returns true if the mark would change the ticket.
    package func changes(_ entry: TrackEntry) -> Bool {
        // A ticket that nothing hides has nothing to be shown again.
        change.applied(to: entry.marks) != entry.marks && (self != .unhide || entry.hiddenBy != nil)
    }
}
