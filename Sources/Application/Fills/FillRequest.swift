package import EngineConcepts
package import Localization

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

/// The result of filling gaps, so that another process can print it in its language.
package struct FillResult: Codable {
    package enum Line: Hashable, Codable {
        case plain(Message)
        /// The message with this key about a gap.
        case gap(String, GapDescription)
        /// Gaps that are skipped for the same causes.
        case gaps(GapGroup)

        /// Returns the message, whose gaps are already in this language.
        package func message(in localizer: Localizer) -> Message {
            switch self {
            case .plain(let message): message
            case .gap(let key, let gap): Message(key, ["gap": .text(gap.text(in: localizer))])
            case .gaps(let group): group.message(in: localizer)
            }
        }
    }

    /// The lines to print, in their order.
    package var lines: [Line] = []
    /// The sum of the fills.
    package var report = FillReport()
    /// The sources that failed, or `nil` if none did. Then the command fails.
    package var failedSources: FailedSources?
    /// Another reason why the command fails, or `nil`.
    package var failure: Message?
}
