public import EngineConcepts

/// A place that can be opened from outside, such as from the command line. Routes enter at the root and are passed down.
public nonisolated enum Route: Hashable, Sendable {
    /// The timeline at its last position.
    case timeline
    /// A ticket above the timeline.
    case ticket(TicketID)
    /// The timeline of some topics, or the whole timeline for an empty set.
    case topics(Set<LabelID>)
    /// The timeline of one source.
    case source(SupplierID)
    /// The search through everything above the timeline, with an initial query.
    case search(String)
    /// A screen that needs nothing but its name, above the timeline.
    case screen(ScreenName)
    /// The links of a ticket, above the ticket.
    case links(TicketID)
}

/// The outcome of a request to go to a place while the program runs.
public nonisolated enum RouteOutcome: Hashable, Sendable {
    /// The place is on the screen.
    case opened
    /// The user is writing something that would be lost, or the program is starting or ending.
    case busy
    /// The screen cannot be opened now, for this reason.
    case refused(Message)
}
