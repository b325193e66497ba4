/// A violation of the supplier contract.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// A rule for every supplier.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// The supplier's ID is valid in the store: not empty, without a slash. The supplier has a name.
        case identity = "the ID is valid and the name is not empty"
        /// Everything in a claimed timeframe was delivered.
        case honestClaims = "everything in a claimed timeframe is delivered"
        /// A claim begins where its page begins; otherwise it is useless.
        case usefulClaims = "a claim begins where its page begins"
        /// Following the tokens ends.
        case endingPages = "following the tokens ends"
        /// Following the tokens delivers all items of the source.
        case wholeStream = "following the tokens delivers all items"
        /// An anchor continues after a lost token and skips nothing.
        case anchors = "an anchor continues after a lost token and skips nothing"
        /// Paging to newer items reaches the top and skips nothing.
        case newerSide = "paging to newer items reaches the top and skips nothing"
        /// A timeframe can be read from both ends.
        case timeRanges = "a timeframe can be read from both ends"
        /// An item has the same ID and time whenever it is delivered.
        case stableItems = "an item keeps its ID and its time"
        /// An edited item keeps its ID.
        case edits = "an edited item keeps its ID"
        /// "Unchanged" is only returned with memory and if nothing has changed.
        case unchanged = "an unchanged answer follows a request with memory, and nothing has changed"
        /// A failing source gives an error, not an empty result.
        case errors = "a failing source gives an error"
        /// A cancelled request ends.
        case cancellation = "a cancelled request ends"
        /// An unsupported action is refused.
        case actions = "an unsupported action is refused"
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
