/// A violation of the supplier contract.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// A rule for every supplier, with its text.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// The supplier's ID is valid in the store: not empty, without a slash. The supplier has a name.
        case identity = "the ID is valid and the name is not empty"
        case honestClaims = "everything in a claimed timeframe is delivered"
        /// A claim begins where its page begins; otherwise it is useless.
        case usefulClaims = "a claim begins where its page begins"
        case endingPages = "following the tokens ends"
        case wholeStream = "following the tokens delivers all items"
        case anchors = "an anchor continues after a lost token and skips nothing"
        case newerSide = "paging to newer items reaches the top and skips nothing"
        case timeRanges = "a timeframe can be read from both ends"
        case stableItems = "an item keeps its ID and its time"
        case edits = "an edited item keeps its ID"
        /// "Unchanged" is only returned with memory and if nothing has changed.
        case unchanged = "an unchanged answer follows a request with memory, and nothing has changed"
        /// A failing source gives an error, not an empty result.
        case errors = "a failing source gives an error"
        case cancellation = "a cancelled request ends"
        case actions = "an unsupported action is refused"
        /// The supplier could not be checked at all.
        case usable = "the supplier answers"
    }

    public let rule: Rule
    /// The details, with the items and times concerned.
    public let detail: String

    public init(_ rule: Rule, _ detail: String) {
        self.rule = rule
        self.detail = detail
    }

    /// The rule with the details.
    public var description: String { "\(rule.rawValue): \(detail)" }
}
