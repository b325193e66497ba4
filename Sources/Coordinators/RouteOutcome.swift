public import EngineConcepts

/// The outcome of a request to go to a place while the program runs.
public nonisolated enum RouteOutcome: Hashable, Sendable {
    /// The place is on the screen.
    case opened
    /// The user is writing something that would be lost, or the program is starting or ending.
    case busy
    /// The screen cannot be opened now, for this reason.
    case refused(Message)
}
