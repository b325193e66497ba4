import EngineConcepts
import FeedParsing
import Networking
import WebText

/// The session of an account, shared by all its sources.
actor BlueskySessionCache {
    private var current: BlueskySession?
    /// The renewal that runs, with the session that it replaces.
    private var renewal: (previous: BlueskySession?, task: SharedTask<BlueskySession>)?
    nonisolated let nonces = DPoPNonces()

    /// Returns true if the server's error says that the token is no longer valid. One that is valid for other methods
    /// stays.
    static func isExpiry(_ serverError: ServiceError?) -> Bool {
        guard let serverError, serverError.message?.lowercased().contains("scope") != true else { return false }
        // The last one is that of OAuth (RFC 6750 §3.1).
        return ["ExpiredToken", "InvalidToken", "AuthMissing", "AuthenticationRequired", "invalid_token"]
            .contains(serverError.name)
    }

    /// Returns the session, which begins with the first request if a command prints the password.
    func session(_ server: BlueskyServer, now: Timestamp) async throws(SupplierError) -> BlueskySession {
        if let current { return current }
        if let stored = try await Self.stored(server) {
            current = stored
            return stored
        }
        return try await renewed(after: nil, server, now: now)
    }

    /// Replaces a session that the server does not accept any more. Several callers share one request.
    func renewed(
        after previous: BlueskySession?, _ server: BlueskyServer, now: Timestamp
    ) async throws(SupplierError) -> BlueskySession {
        // Another source has renewed it already.
        if let current, current != previous { return current }
        let task: SharedTask<BlueskySession>
        if let renewal, renewal.previous == previous {
            task = renewal.task
        } else {
            task = SharedTask { () async throws(SupplierError) in try await Self.renew(previous, server, now: now) }
            renewal = (previous, task)
        }
        let result = await task.result()
        if renewal?.task == task {
            renewal = nil
            if case .success(let session) = result { current = session }
            if case .failure(let error) = result, error.code == .notAuthorised { server.shared.recordRefusal(error) }
        }
        return try result.get()
    }

    /// Forgets the session, so that it is read again, also if it is being renewed.
    func clear() {
        (current, renewal) = (nil, nil)
    }

    private static func renew(
        _ previous: BlueskySession?, _ server: BlueskyServer, now: Timestamp
    ) async throws(SupplierError) -> BlueskySession {
        guard let access = server.account?.access else { throw server.signInAgain() }
        if case .token(.command) = access.authentication {
            let password = try await server.keyring.secret(of: access, at: server.endpoint)
            do throws(SupplierError) {
                return try await server.beginSession(of: server.account?.id ?? "", password: password, now: now)
            } catch {
                if error.code == .notAuthorised { await server.keyring.removeSecrets(of: access) }
                throw error
            }
        }
        // A refresh token works once. Where it is used twice, servers end the session.
        return try await server.keyring.renewing(
            access, at: server.endpoint
        ) { () async throws(SupplierError) -> BlueskySession in
            // Another process may have renewed the stored session.
            guard let stored = try await stored(server) else { throw server.signInAgain() }
            if stored != previous { return stored }
            let session: BlueskySession
            do throws(SupplierError) {
                session = try await refreshed(stored, server, now: now)
            } catch {
                if error.code == .notAuthorised, let other = try await Self.stored(server), other != stored {
                    return other
                }
                throw error
            }
            if let other = await Self.stored(server, otherThan: stored) { return other }
            await server.keyring.save(session.text, for: access)
            return session
        }
    }

    private static func refreshed(
        _ session: BlueskySession, _ server: BlueskyServer, now: Timestamp
    ) async throws(SupplierError) -> BlueskySession {
        guard let grant = session.grant else { return try await server.renewSession(session, now: now) }
        let tokens =
            try await grant.client(server.transport, server.sessionCache.nonces)
            .tokens(refreshing: session.refresh, at: grant.tokenAddress, now: now) { error, serverError in
                // Only the server's own word ends a session; anything else may be a disturbance.
                ["invalid_grant", "access_denied", "unauthorized_client", "invalid_client"].contains(serverError?.name)
                    ? server.signInAgain(cause: error.cause) : error
            }
        guard tokens.subject.text == session.did else { throw server.signInAgain(cause: tokens.subject.text) }
        return BlueskySession(
            did: session.did, access: tokens.access, refresh: tokens.refresh ?? session.refresh, grant: grant)
    }

    /// Returns the session of a sign-in since `former` was read, which must not be replaced by one of before, or `nil` if there
    /// was none.
    private static func stored(_ server: BlueskyServer, otherThan former: BlueskySession) async -> BlueskySession? {
        do throws(SupplierError) {
            let present = try await stored(server)
            return present == former ? nil : present
        } catch {
            // The renewed session is stored, or kept in memory, since the former one is useless.
            return nil
        }
    }

    /// Returns the stored session, or `nil` if a command prints the password.
    private static func stored(_ server: BlueskyServer) async throws(SupplierError) -> BlueskySession? {
        guard let access = server.account?.access else { throw server.signInAgain() }
        if case .token(.command) = access.authentication { return nil }
        guard let session = BlueskySession(try await server.keyring.secret(of: access, at: server.endpoint)) else {
            throw server.signInAgain()
        }
        return session
    }
}
