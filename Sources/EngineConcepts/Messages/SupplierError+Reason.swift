extension SupplierError {
    /// The reasons that programs tell from others of the same ``Code``. Each raw value is the key of a message, so that a
    /// stored error keeps its reason.
    public enum Reason: String, Sendable, CaseIterable {
        // Statuses of HTTP.
        case loginRequired, notFound, gone, serverError, unavailable, unexpectedStatus
        // Connections.
        case connectionClosed, connectionFailed, connectionRefused, connectTimedOut, connectTooSlow, hostNotFound,
            notEncrypted, tlsTimedOut
        // Accounts and people.
        case accountForbidden, accountSignInAgain, accountServerUnknown, loginRefused, personNotFound, proofRefused,
            sessionExpired
        // Addresses.
        case noFeedFound
    }

    /// The reason of the error, or `nil` if no program asks for it.
    public var reason: Reason? { message.reason }

    /// True if the source has no such thing (404 or 410).
    public var isNotFound: Bool { code == .gone || reason == .notFound }

    /// True if the server failed on its own (5xx).
    public var isServerError: Bool { reason == .serverError }
}

extension Message {
    /// The reason that the message, or the first of several joined ones, gives for an error. `nil` if it gives none.
    public var reason: SupplierError.Reason? { SupplierError.Reason(rawValue: code) }
}
