/// A way in which a supplier breaks the contract.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// What every supplier has to keep.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// The supplier's own name is fit for the store: not empty, without a slash.
        case identity = "a supplier has a name"
        /// Everything that lies in a claimed timeframe was delivered.
        case honestClaims = "a claim covers nothing that was not delivered"
        /// A claim begins where the page began, or it is of no use.
        case usefulClaims = "a claim begins where the page begins"
        /// Following tokens comes to an end.
        case endingPages = "following the tokens comes to an end"
        /// Following tokens delivers all that the source holds.
        case wholeStream = "following the tokens delivers everything"
        /// Where a token was lost, an anchor leads on and skips nothing.
        case anchors = "an anchor leads on where a token was lost"
        /// Paging towards newer items meets the top and skips nothing.
        case newerSide = "paging upwards skips nothing up to the top"
        /// A range of time can be read from both of its ends.
        case timeRanges = "a range of time is read without a hole"
        /// An item has the same name and the same time whenever it is delivered.
        case stableItems = "an item keeps its name and its time"
        /// An edited item keeps its name.
        case edits = "an edited item keeps its name"
        /// Nothing is called unchanged without memory, or when it has changed.
        case unchanged = "unchanged means unchanged"
        /// A failing source leads to an error and not to an empty answer.
        case errors = "failure is told as failure"
        /// A cancelled request ends.
        case cancellation = "a cancelled request ends"
        /// What cannot be done is refused.
        case actions = "what cannot be done is refused"
        /// The supplier could not even be tried.
        case usable = "the supplier answers"
    }

    /// What is broken.
    public let rule: Rule
    /// How, with the items and times concerned.
    public let detail: String

    /// Makes a record of a violation.
    public init(_ rule: Rule, _ detail: String) {
        self.rule = rule
        self.detail = detail
    }

    /// The rule, and how it is broken.
    public var description: String { "\(rule.rawValue): \(detail)" }
}
