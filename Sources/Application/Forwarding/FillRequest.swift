package import EngineConcepts

/// The parameters of `fiber fill`.
package struct FillRequest: ForwardedRequest {
    package typealias Outcome = FillResult

    /// The gap to fill, or `nil` to choose.
    var gap: GapID?
    /// The time down to which gaps are filled, or `nil`.
    var until: Timestamp?
    /// The number of tickets wanted, or `nil` for one step.
    var count: Int?

    package init(gap: GapID? = nil, until: Timestamp? = nil, count: Int? = nil) {
        self.gap = gap
        self.until = until
        self.count = count
    }

    package var envelope: RequestEnvelope.Request { .fill(self) }
}
