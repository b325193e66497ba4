/// An error of a supplier: a stable code, a message for the user, and the cause.
public struct SupplierError: PresentableError, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The kind of error. Stable, for use by programs.
    public enum Code: String, Hashable, Sendable, Codable {
        /// Could not connect: no network, unknown host, connection refused or lost.
        case unreachable
        /// The source did not answer in time.
        case timedOut
        /// The source limits requests until `retryAt`.
        case rateLimited
        /// The source requires a login, or refused the one it got.
        case notAuthorised
        /// The source is permanently gone (HTTP 410) and must not be asked again.
        case gone
        /// The source answered with an error status.
        case refused
        /// The answer could not be parsed.
        case malformed
        /// The answer exceeded a limit of size, nesting or redirects.
        case limitExceeded
        /// The token is no longer valid; continue from an anchor.
        case tokenExpired
        /// The supplier does not support the request.
        case unsupported
        /// The user cancelled the request.
        case cancelled
    }

    public let code: Code
    /// The failure, with the name of the source. Contains no secrets.
    public let message: Message
    /// The message of a lower layer, for the log and `fiber doctor`, or `nil` if there is none.
    public let cause: String?
    /// The earliest time at which another request makes sense, or `nil` if unknown.
    public let retryAt: Timestamp?

    public init(_ code: Code, _ message: Message, cause: String? = nil, retryAt: Timestamp? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
        self.retryAt = retryAt
    }
}

extension SupplierError {
    /// Returns the refusal of an action that a source or an account does not support.
    package static func unsupportedAction(of name: String) -> SupplierError {
        SupplierError(.unsupported, Message("actionUnsupported", ["source": .text(name)]))
    }
}
