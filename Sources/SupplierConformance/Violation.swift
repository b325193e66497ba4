/// A violation of the supplier contract.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// A rule for every supplier.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// The supplier's ID is valid in the store: not empty, without a slash.
        case identity = "a supplier has a name"
        /// Everything in a claimed timeframe was delivered.
        case honestClaims = "a claim covers nothing that was not delivered"
        /// A claim begins where its page begins; otherwise it is useless.
        case usefulClaims = "a claim begins where the page begins"
        /// Following the tokens ends.
        case endingPages = "following the tokens comes to an end"
        /// Following the tokens delivers all items of the source.
        case wholeStream = "following the tokens delivers everything"
        /// An anchor continues after a lost token and skips nothing.
        case anchors = "an anchor leads on where a token was lost"
        /// Paging to newer items reaches the top and skips nothing.
        case newerSide = "paging upwards skips nothing up to the top"
        /// A timeframe can be read from both ends.
        case timeRanges = "a range of time is read without a hole"
        /// An item has the same ID and time whenever it is delivered.
        case stableItems = "an item keeps its name and its time"
        /// An edited item keeps its ID.
        case edits = "an edited item keeps its name"
        /// "Unchanged" is only returned with memory and if nothing has changed.
        case unchanged = "unchanged means unchanged"
        /// A failing source gives an error, not an empty result.
        case errors = "failure is told as failure"
        /// A cancelled request ends.
        case cancellation = "a cancelled request ends"
        /// An unsupported action is refused.
        case actions = "what cannot be done is refused"
        /// The supplier could not be checked at all.
        case usable = "the supplier answers"
    }

    /// The violated rule.
    public let rule: Rule
    /// The details, with the items and times concerned.
    public let detail: String

    /// Creates a violation.
    public init(_ rule: Rule, _ detail: String) {
        self.rule = rule
        self.detail = detail
    }

    /// The rule with the details.
    public var description: String { "\(rule.rawValue): \(detail)" }
}
