public import EngineConcepts

/// An action on the screen of an outline.
public nonisolated enum OutlineAction: TicketScreenAction, RowsAction, Equatable {
    /// Set the size of the area for rows, in columns and lines.
    case resize(width: Int, height: Int)
    /// Measure all rows again.
    case relayout
    /// Move the cursor by rows or parts of the screen, or to the top or the bottom.
    case move(PageScroll.Movement)
    case scroll(Int)
    /// Go to the next reply on the same level of the same branch, or the previous one if negative.
    case sibling(Int)
    /// Go to the post that the current one replies to.
    case parent
    /// Go to the post that was opened.
    case opened
    /// Go to the next unread post, downwards (`.older`) or upwards.
    case unread(ReadDirection)
    /// Go to the next gap, downwards (`.older`) or upwards.
    case gap(ReadDirection)
    /// Go to a row.
    case select(OutlineRow.ID)
    /// Open the current post, or fill the current gap.
    case open
    /// Hide or show the replies to the current post.
    case toggleReplies
    /// Hide the replies in all branches, or show them.
    case toggleAllReplies
    case ticket(TicketCommand)
    /// Reveal or cover the text of the current post, which has a warning.
    case toggleWarning
    /// Mark all loaded posts as read.
    case markAllRead
    case confirm
    /// Request the posts again.
    case refresh
    /// Change the amount of text per post.
    case cycleDensity
    /// Change the format of times.
    case toggleTimes
    case undo
}

nonisolated extension OutlineAction {
    /// The relation of an action to the rows.
    enum Kind: Equatable {
        /// It moves the cursor over the rows.
        case movement
        /// It is about the row under the cursor.
        case onRow
        /// It comes from the screen and not from the user.
        case layout
        /// It is about no row.
        case other
    }

    var kind: Kind {
        switch self {
        case .move, .sibling, .parent, .opened, .unread, .gap: .movement
        case .open, .toggleReplies, .toggleAllReplies, .ticket, .toggleWarning: .onRow
        case .resize, .relayout: .layout
        case .scroll, .select, .markAllRead, .confirm, .refresh, .cycleDensity, .toggleTimes, .undo: .other
        }
    }
}

/// An output of the screen of an outline.
public nonisolated enum OutlineOutput: Equatable, Sendable {
    case open(TicketID)
    /// Open a screen about a post.
    case show(TicketDestination, TicketID)
    /// Add the source at an address.
    case follow(String)
}
