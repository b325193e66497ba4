package import EngineConcepts

/// The parameters of `fiber refresh`.
package struct RefreshRequest: ForwardedRequest, Equatable {
    package typealias Outcome = RefreshResult

    /// True to request only sources that are due.
    var ifDue = false
    /// True to reset paging positions and errors of these sources first.
    var restart = false
    /// The sources to refresh, by name or id; empty for all.
    var sources: [String] = []

    package init(ifDue: Bool = false, restart: Bool = false, sources: [String] = []) {
        self.ifDue = ifDue
        self.restart = restart
        self.sources = sources
    }

    package var envelope: RequestEnvelope.Request { .refresh(self) }
}

/// The result of a refresh in messages, so that another process can print it.
package struct RefreshResult: Codable {
    /// The numbers of new, changed and deleted tickets.
    package let summary: Message
    /// The number of new tickets.
    package let inserted: Int
    /// The outcome of pending actions, or `nil` if none waited.
    package let actions: Message?
    package let warnings: [Message]
    /// The sources that failed. Not optional: a reply without it is of another version, and no success.
    package let failedSources: FailedSources
    /// The result as one JSON object.
    package let json: String
}
