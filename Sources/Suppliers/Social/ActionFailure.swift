import EngineConcepts

/// An attempt at an action that was not successful.
struct ActionFailure: Error {
    let outcome: ActionOutcome
}

extension ActionFailure {
    /// Creates the failure of a request that changes something. Without an answer, it may have been done.
    init(_ error: SupplierError, at endpoint: String) {
        outcome =
            switch error.code {
            case .timedOut, .malformed, .limitExceeded, .cancelled: .uncertain(error)
            case .unreachable: error.reason == .connectionClosed ? .uncertain(error) : .failed(error)
            case .rateLimited: .failed(error)
            // The user can sign in again, and the action is sent then.
            case .notAuthorised where error.reason == .accountSignInAgain: .failed(error)
            case .refused where error.isServerError: .uncertain(error)
            case .notAuthorised, .gone, .refused, .tokenExpired, .unsupported: .refused(error.withReason(of: endpoint))
            }
    }

    /// Creates the failure of a request that had to come before the action itself, so that nothing was done.
    init(before error: SupplierError, at endpoint: String) {
        outcome =
            switch ActionFailure(error, at: endpoint).outcome {
            case .uncertain(let error), .unrepeatable(let error): .failed(error)
            case let outcome: outcome
            }
    }

    init(refused message: Message) {
        outcome = .refused(SupplierError(.unsupported, message))
    }
}

extension SupplierError {
    /// Returns the error with the server's own reason in its message, if it named one.
    fileprivate func withReason(of endpoint: String) -> SupplierError {
        guard [.unexpectedStatus, .notFound, .gone, .accountForbidden].contains(reason), let cause, !cause.isEmpty
        else {
            return self
        }
        return SupplierError(
            code, Message("serverRefusedAction", ["host": .text(endpoint), "reason": .text(cause)]), cause: cause)
    }
}
