/// The reason why a supplier's items are missing in a gap.
public enum GapCause: Hashable, Sendable, Codable {
    /// No request has delivered the range yet, and none has failed for it. The supplier may never have been asked.
    case notAsked
    /// The supplier was asked and has not answered yet.
    case slow
    /// The request failed with this message.
    case failed(Message)
    /// The source limits requests until this time.
    case rateLimited(until: Timestamp?)
    /// The source requires a login; the message says which.
    case notAuthorised(Message)
    /// The items left the source's window before they were read. `lost` is their number if the source numbers its
    /// items.
    case agedOut(lost: Int? = nil)
    /// One second holds more items than the source can page through.
    case tooDense
    /// The source does not page back that far.
    case outOfReach

    /// True if another request can deliver the missing items.
    public var canBeFilled: Bool {
        switch self {
        case .notAsked, .slow, .failed, .rateLimited, .notAuthorised: true
        case .agedOut, .tooDense, .outOfReach: false
        }
    }

    /// The stable code of the cause for programs.
    public var code: String {
        switch self {
        case .notAsked: "not-asked"
        case .slow: "slow"
        case .failed: "failed"
        case .rateLimited: "rate-limited"
        case .notAuthorised: "not-authorised"
        case .agedOut: "aged-out"
        case .tooDense: "too-dense"
        case .outOfReach: "out-of-reach"
        }
    }

    /// The code with that of a failure's message, for the log: `failed:fileNotFound`. Contains no names and addresses.
    public var detailedCode: String {
        switch self {
        case .failed(let message), .notAuthorised(let message): "\(code):\(message.code)"
        case .notAsked, .slow, .rateLimited, .agedOut, .tooDense, .outOfReach: code
        }
    }

    /// The cause without the source that its message names, and without the end of its rate limit. Two sources fail for the
    /// same reason if theirs are equal.
    public var withoutSource: GapCause {
        if case .rateLimited = self { .rateLimited(until: nil) } else { mapMessage(\.withoutSource) }
    }

    /// Returns the cause with another message, if it has one.
    public func mapMessage(_ transform: (Message) -> Message) -> GapCause {
        switch self {
        case .failed(let message): .failed(transform(message))
        case .notAuthorised(let message): .notAuthorised(transform(message))
        case .notAsked, .slow, .rateLimited, .agedOut, .tooDense, .outOfReach: self
        }
    }
}
