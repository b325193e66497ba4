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
    package var title: Message {
        switch self {
        case .read: Message("markRead")
        case .unread: Message("markUnread")
        case .star: Message("markStar")
        case .unstar: Message("markUnstar")
        case .later: Message("markLater")
        case .notLater: Message("markNotLater")
        case .unhide: Message("markUnhide")
        case .rehide: Message("markRehide")
        }
    }

    package var change: MarkChange {
        switch self {
        case .read: MarkChange(read: true)
        case .unread: MarkChange(read: false)
        case .star: MarkChange(starred: true)
        case .unstar: MarkChange(starred: false)
        case .later: MarkChange(later: true)
        case .notLater: MarkChange(later: false)
        case .unhide: MarkChange(unhidden: true)
        case .rehide: MarkChange(unhidden: false)
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
