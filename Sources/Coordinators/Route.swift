public import EngineConcepts

/// A place that can be entered from outside, such as the command line. Enters at the root and is handed down.
public nonisolated enum Route: Hashable, Sendable {
    /// The timeline where the reader left it.
    case timeline
    /// A ticket, over the timeline.
    case ticket(TicketID)
    /// The timeline of some topics; all of it where there are none.
    case topics(Set<LabelID>)
    /// The timeline of one source.
    case source(SupplierID)
    /// The search over the timeline, with something typed already.
    case search(String)
    /// What the filter hides, over the timeline.
    case filtered
    /// The sources, over the timeline.
    case sources
    /// The settings, over the timeline.
    case settings
    /// What was said, over the timeline.
    case messages
    /// The keys, over the timeline.
    case help
    /// The links of a ticket, over the ticket.
    case links(TicketID)
    /// The developer section, over the timeline.
    case developer
    /// What Fiber is made of, over the timeline.
    case credits
}
