import EngineConcepts
import Networking
import WebText

/// A server of a social network, which is asked with or without an account.
protocol SocialServer: Sendable {
    /// Scheme, host and port, without a slash at the end.
    var origin: String { get }
    /// The account, or `nil` to read without one.
    var account: Account? { get }
    /// The state that all suppliers of the account share.
    var shared: AccountSharedState { get }

    init(origin: String, account: Account?, shared: AccountSharedState, transport: any Transport, keyring: Keyring)
}

extension SocialServer {
    init(
        origin: String, account: Account? = nil, shared: AccountSharedState = AccountSharedState(),
        _ dependencies: SupplierDependencies
    ) {
        self.init(
            origin: origin, account: account, shared: shared, transport: dependencies.transport,
            keyring: dependencies.keyring)
    }

    init(of account: Account, _ dependencies: SupplierDependencies) {
        self.init(
            origin: account.server, account: account, shared: dependencies.accounts.sharedState(of: account.id),
            dependencies)
    }

    /// The host and port of ``origin``, for messages.
    var endpoint: String { DisplayAddress.endpoint(of: origin) }

    // MARK: Actions

    /// Sends the requests that change something.
    func attempt<Answer>(
        _ requests: () async throws(SupplierError) -> Answer
    ) async throws(ActionFailure) -> Answer {
        try await Result.awaiting(requests).mapError { ActionFailure($0, at: endpoint) }.get()
    }

    /// Sends the requests that come before the action itself. If they fail, nothing was done.
    func prepare<Answer>(
        _ requests: () async throws(SupplierError) -> Answer
    ) async throws(ActionFailure) -> Answer {
        try await Result.awaiting(requests).mapError { ActionFailure(before: $0, at: endpoint) }.get()
    }

    // MARK: Errors

    /// Returns true if a response comes from the server itself and not from another one to which it redirected.
    func isOwn(_ response: TransportResponse) -> Bool {
        WebAddress.origin(of: response.address) == WebAddress.origin(of: origin)
    }

    /// Returns the error of an account that has to sign in again.
    func signInAgain(cause: String? = nil) -> SupplierError {
        SupplierError(
            .notAuthorised,
            Message("accountSignInAgain", ["account": .text(account?.id ?? endpoint), "host": .text(endpoint)]),
            cause: cause)
    }

    /// Returns the error of a person whom the server does not know.
    func personNotFound(_ handle: String, cause: String? = nil) -> SupplierError {
        .personNotFound(handle, at: endpoint, cause: cause)
    }

    func forbidden(cause: String?) -> SupplierError {
        SupplierError(
            .notAuthorised,
            Message("accountForbidden", ["account": .text(account?.id ?? endpoint), "host": .text(endpoint)]),
            cause: cause)
    }

    /// Returns the error of a request that the server grants to members only.
    func membersOnly(_ response: TransportResponse, cause: String?) -> SupplierError {
        SupplierError(
            .notAuthorised,
            Message("timelineNeedsAccount", ["host": .text(endpoint), "status": .number(response.status)]),
            cause: cause)
    }

    /// Returns the error for the status of a response, with the server's own words.
    func failure(
        _ response: TransportResponse, cause: String?, _ limit: RateLimit, now: Timestamp
    ) -> SupplierError {
        let error = HTTPStatus.error(response, now: now)
        let retryAt = error.retryAt ?? (response.status == 429 ? limit.resetsAt : nil)
        return SupplierError(error.code, error.message, cause: cause ?? error.cause, retryAt: retryAt)
    }
}

/// An answer whose content does not matter.
struct IgnoredAnswer: Decodable, Sendable {
    init(from decoder: any Decoder) throws {}
}
