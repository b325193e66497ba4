/// An error of a supplier: a stable code, a message for people, and the cause.
public struct SupplierError: PresentableError, Hashable, Sendable, Codable, CustomStringConvertible {
    /// What kind of thing went wrong; stable, for programs.
    public enum Code: String, Hashable, Sendable, Codable {
        /// The source could not be reached: no network, no such host, connection refused or broken.
        case unreachable
        /// The source did not answer in time.
        case timedOut
        /// The source asked for patience; `retryAt` says until when.
        case rateLimited
        /// The source wants to know who asks, or does not let them in.
        case notAuthorised
        /// The source is gone for good (HTTP 410): do not ask again.
        case gone
        /// The source answered that it cannot (any other status than success).
        case refused
        /// The answer was not what the supplier understands.
        case malformed
        /// The answer broke a limit (size, nesting, redirects).
        case limitExceeded
        /// The token is not valid any more; go on from an anchor.
        case tokenExpired
        /// The supplier cannot do what was asked.
        case unsupported
        /// The request was cancelled by the reader.
        case cancelled
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What happened, with the name of the source; free of secrets.
    public let message: Message
    /// The words of a lower layer, for the log and `fiber doctor`.
    public let cause: String?
    /// When asking again makes sense, where that is known.
    public let retryAt: Timestamp?

    /// Makes an error.
    public init(_ code: Code, _ message: Message, cause: String? = nil, retryAt: Timestamp? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
        self.retryAt = retryAt
    }

    /// Makes an error whose message is no key of the catalogues.
    public init(_ code: Code, _ text: String, cause: String? = nil, retryAt: Timestamp? = nil) {
        self.init(code, .verbatim(text), cause: cause, retryAt: retryAt)
    }

    /// The message and the cause, for the log.
    public var description: String {
        cause.map { "\(message) (\($0))" } ?? message.description
    }
}
