public import EngineConcepts

/// An action on an open ticket.
public nonisolated enum TicketPageAction: TicketScreenAction, Equatable {
    /// Set the size of the text area.
    case resize(width: Int, height: Int)
    /// Scroll the text.
    case scroll(PageScroll.Movement)
    /// Go to the next ticket in the timeline, in the older or newer direction.
    case neighbour(ReadDirection)
    case ticket(TicketCommand)
    /// Go to the next unread ticket in the timeline.
    case unread(ReadDirection)
    /// Scroll by this number of pages, and at the end of the text go to the next unread ticket.
    case readOn(Int)
    /// Open the link with this number in the browser.
    case openLink(Int)
    /// Show letters at the visible links.
    case showHints
    /// Type a letter of a link.
    case typeHint(Character)
    /// Hide the letters.
    case hideHints
    /// Follow the link or jump with this number in the layout.
    case follow(UInt16)
    /// Return to the place before the last jump.
    case jumpBack
    /// Find words in the text; without words, end the search.
    case find(String)
    /// Go to the next or previous match in the text.
    case seekMatch(ReadDirection)
    /// Go to the next or previous result of the timeline's search.
    case seekResult(ReadDirection)
    /// Wrap long lines of the visible code, or let it scroll sideways.
    case toggleWrap
    /// Scroll the visible code sideways by this number of columns.
    case scrollSideways(Int)
    /// Switch between the reading width and the full width.
    case toggleWidth
    /// Reveal or hide the text behind the content warning.
    case toggleWarning
    /// Go to the next ticket of the same story, cyclically.
    case nextInStory
    /// Switch between the raw form and the text.
    case toggleRaw
    case undo
    /// Load the ticket again.
    case retry
}

/// An output of the ticket screen.
public nonisolated enum TicketOutput: Equatable, Sendable {
    /// Another ticket is shown.
    case moved(OrderKey)
    /// Open a screen about this ticket.
    case show(TicketDestination, TicketID)
}
