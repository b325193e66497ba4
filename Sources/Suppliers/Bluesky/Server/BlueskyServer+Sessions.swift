import EngineConcepts
import Networking

// Sessions that a password begins. <https://atproto.com/specs/xrpc#authentication>
extension BlueskyServer {
    /// Begins a session of a person.
    func beginSession(
        of person: String, password: String, now: Timestamp
    ) async throws(SupplierError) -> BlueskySession {
        let input: BlueskyJSON = ["identifier": .text(person), "password": .text(password)]
        let request = TransportRequest(
            .post, "\(origin)/xrpc/com.atproto.server.createSession", body: try input.body())
        return
            try await send(BlueskySession.self, request, now: now) { error, serverError in
                switch serverError?.name {
                case "AuthFactorTokenRequired"?:
                    SupplierError(.notAuthorised, Message("appPasswordNeeded", ["host": .text(endpoint)]))
                case "AuthenticationRequired"?, "AccountTakedown"?:
                    SupplierError(
                        .notAuthorised, Message("passwordRefused", ["host": .text(endpoint)]), cause: error.cause)
                default: error
                }
            }
            .value
    }

    /// Replaces a session by one with new tokens.
    func renewSession(_ session: BlueskySession, now: Timestamp) async throws(SupplierError) -> BlueskySession {
        try await send(BlueskySession.self, request("refreshSession", of: session), now: now) { error, serverError in
            BlueskySessionCache.isExpiry(serverError) || serverError?.name == "AccountTakedown"
                ? signInAgain(cause: error.cause) : error
        }
        .value
    }

    /// Ends a session.
    func endSession(_ session: BlueskySession, now: Timestamp) async throws(SupplierError) {
        _ = try await send(IgnoredAnswer.self, request("deleteSession", of: session), now: now)
    }

    /// Returns the request of a method that takes the refresh token of a session.
    private func request(_ method: String, of session: BlueskySession) -> TransportRequest {
        var request = TransportRequest(.post, "\(origin)/xrpc/com.atproto.server.\(method)")
        request.credentials = [.init("authorization", "Bearer \(session.refresh)")]
        return request
    }
}
