public import EngineConcepts

/// A place that can be entered from outside, such as the command line. Enters at the root and is handed down.
public nonisolated enum Route: Hashable, Sendable {
    /// The timeline where the reader left it.
    case timeline
    /// A ticket, over the timeline.
    case ticket(TicketID)
    /// The sources, over the timeline.
    case sources
}
