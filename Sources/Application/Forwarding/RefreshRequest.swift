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
