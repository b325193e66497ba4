public import EngineConcepts
public import Queries

/// An action in the timeline.
public nonisolated enum TimelineAction: TicketScreenAction, RowsAction, Equatable {
    /// Set the size of the area for rows, in columns and lines.
    case resize(width: Int, height: Int)
    /// Measure all rows again.
    case relayout
    /// Move the cursor by rows or parts of the screen, or to the top or the bottom.
    case move(PageScroll.Movement)
    case scroll(Int)
    /// Go to the next row that meets a condition, downwards (`.older`) or upwards.
    case seek(SeekCondition, ReadDirection)
    /// Go to the next ticket of another source than that of the current row, downwards (`.older`) or upwards.
    case seekOtherSource(ReadDirection)
    /// Go to the newest row that is not newer than a time.
    case goTo(Timestamp)
    /// Go to a visible row.
    case select(TrackRow.ID)
    /// Go to a ticket.
    case visit(OrderKey)
    /// Open the current ticket, or fill the current gap.
    case open
    case ticket(TicketCommand)
    /// Reveal or cover the text of the current ticket, which has a warning or is muffled.
    case toggleWarning
    /// Mark tickets as read. Asks first, except for visible tickets.
    case markRead(MarkScope)
    case confirm
    case undo
    /// Refresh all sources, and try again after a failure.
    case refresh
    /// Fill the current gap from above (`.newer`) or from below.
    case fill(GapSide, FillAmount)
    /// Never show the current gap again.
    case dismissGap
    /// Never show gaps of the sources that the current gap lacks.
    case dismissGapsOfSource
    /// Show all dismissed gaps again.
    case showDismissedGaps
    /// Go one step back: close a question, cancel a fill, end a search, or lift the restrictions of the view.
    case cancel
    /// Change the amount of text per ticket.
    case cycleDensity
    /// Show the oldest ticket of this view first, or the newest.
    case toggleOrder
    /// Change the format of times.
    case toggleTimes
    /// Show only unread tickets, or all.
    case toggleUnreadOnly
    /// Show only starred tickets, or all.
    case toggleStarredOnly
    /// Show only tickets to read later, or all.
    case toggleLaterOnly
    /// Show only the source of the current row, or all.
    case toggleOnlySource
    /// Show only a source, only a topic, or neither restriction. Replaces the selected sources and topics.
    case showAlone(SupplierID?, topic: LabelID?)
    /// Go to a place from outside: these topics, or the present ones for `nil`, of one source or all. Lifts the restrictions
    /// to one source and to marks, which would show a part of the place only.
    case enter(topics: Set<LabelID>?, source: SupplierID?)
    /// Select or deselect the topic of a digit, counted from 1.
    case toggleTopic(Int)
    /// Show exactly these topics, or all tickets if there are none.
    case showTopics(Set<LabelID>)
    /// Show everything that the content filter lets through.
    case showAll
    /// Switch between tickets of any selected topic and tickets of all of them.
    case toggleCombination
    /// Turn the content filter on or off.
    case toggleFilter
    /// Open the choice of topics.
    case openTopics
    /// Go to a result of a search, in the present view or among everything. The other results can be visited then.
    case showResult(OrderKey, Query, isEverywhere: Bool)
    /// Go to the next result of the search, downwards (`.older`) or upwards.
    case seekMatch(ReadDirection)

    /// True if the action concerns the current row, to which the cursor may still be on its way.
    var concernsCurrentRow: Bool {
        switch self {
        case .markRead(.all): false
        case .open, .ticket, .toggleWarning, .markRead, .confirm, .fill, .dismissGap, .dismissGapsOfSource,
            .toggleOnlySource, .seekOtherSource, .seekMatch:
            true
        default: false
        }
    }

    /// True if the action comes from the screen and not from the user, so that it closes no question.
    var isLayout: Bool {
        switch self {
        case .resize, .relayout: true
        default: false
        }
    }

    /// Tickets to mark.
    public enum MarkScope: Equatable, Sendable {
        /// All tickets of the view.
        case all
        /// The tickets from the cursor downwards.
        case below
        /// The tickets above the cursor.
        case above
        /// The tickets on the screen.
        case visible
    }
}

/// An output of the timeline.
public nonisolated enum TimelineOutput: Equatable, Sendable {
    case open(TicketID)
    /// Open a screen about a ticket.
    case show(TicketDestination, TicketID)
    /// Open the choice of topics.
    case topics
}
