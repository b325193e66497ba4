import EngineConcepts
import Networking
import WebText

// Signing in in the browser. <https://atproto.com/specs/oauth#summary-of-authorization-flow>
extension BlueskyAccountDescriptor {
    /// The secrets of a sign-in that waits for the person.
    struct PendingGrant: Sendable {
        let server: AuthorizationServer
        let client: OAuthClient
        /// The person who has to agree, or `nil` if only the server was named.
        let person: DID?
    }

    /// Begins a sign-in in the browser. Returns `nil` if the server offers none.
    func browserSignIn(
        at server: AccountServer, _ terms: SignInTerms, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SignIn? {
        var server = server
        var person: DID?
        if let named = (server.identity ?? server.person).flatMap({ ATIdentifier($0) }) {
            // The answer must be for this person, and come from the server that the person's own document names.
            let identity = try await BlueskyResolver(dependencies).identity(of: named, now: now)
            person = identity.did
            server.identity = identity.did.text
            server.origin = identity.server
        }
        guard
            let found = try await AuthorizationServer.of(
                server.origin, mayBeIssuer: person == nil, dependencies.transport, now: now)
        else { return nil }
        guard let redirect = terms.redirect else {
            throw SupplierError(.unsupported, Message("signInNoCode", ["host": .text(found.endpoint)]))
        }
        let client = OAuthClient(
            transport: dependencies.transport, signer: DPoPSigner(key: try SigningKey(), nonces: DPoPNonces()),
            clientID: OAuthClient.identity(redirect: redirect))
        let address = try await client.pushRequest(
            terms, redirect: redirect, person: server.person, at: found, now: now)
        var signIn = SignIn(server: server, terms: terms, address: address, redirect: redirect, application: "")
        signIn.details = PendingGrant(server: found, client: client, person: person)
        return signIn
    }

    /// Exchanges the code of a sign-in in the browser for a session.
    func session(
        _ signIn: SignIn, pending: PendingGrant, answer: SignInAnswer, dependencies: SupplierDependencies,
        now: Timestamp
    ) async throws(SupplierError) -> SignInGrant {
        let code = try SignInAnswer.line(answer.code)
        // Otherwise another server could have its code, or this one's, redeemed at the wrong place (RFC 9207 §2.4).
        guard answer.issuer == pending.server.issuer else {
            throw SupplierError(
                .notAuthorised, Message("signInIssuerWrong", ["host": .text(pending.server.endpoint)]),
                cause: answer.issuer.map(TextSanitizer.line))
        }
        let tokens = try await pending.client.tokens(
            for: code, signIn.terms, redirect: signIn.redirect, at: pending.server, now: now)
        let server = try await confirmed(
            tokens.subject, server: signIn.server, pending: pending, dependencies: dependencies, now: now)
        guard tokens.isComplete, let refresh = tokens.refresh else {
            throw SupplierError(
                .notAuthorised, Message("signInPermissionMissing", ["host": .text(pending.server.endpoint)]))
        }
        let grant = BlueskyGrant(
            issuer: pending.server.issuer, tokenAddress: pending.server.tokenAddress,
            clientID: pending.client.clientID, key: pending.client.signer.key)
        let session = BlueskySession(did: tokens.subject.text, access: tokens.access, refresh: refresh, grant: grant)
        return SignInGrant(server: server, token: session.text)
    }

    /// Checks that the person who agreed is the one who was named, and that the person's own server names the server that
    /// says so. Returns the server that keeps the account.
    private func confirmed(
        _ subject: DID, server: AccountServer, pending: PendingGrant, dependencies: SupplierDependencies,
        now: Timestamp
    ) async throws(SupplierError) -> AccountServer {
        if let person = pending.person, person != subject {
            throw SupplierError(
                .notAuthorised,
                Message(
                    "signInOtherPerson",
                    ["account": .text(server.person ?? person.text), "found": .text(subject.text)]))
        }
        let identity = try await BlueskyResolver(dependencies).identity(of: subject, now: now)
        let own = try await AuthorizationServer.of(
            identity.server, mayBeIssuer: false, dependencies.transport, now: now)
        guard own?.issuer == pending.server.issuer else {
            throw SupplierError(
                .notAuthorised,
                Message("signInUnconfirmed", ["host": .text(pending.server.endpoint), "found": .text(subject.text)]))
        }
        var server = server
        server.origin = identity.server
        server.identity = subject.text
        server.person = server.person ?? identity.handle?.text ?? subject.text
        return server
    }

    /// Ends a session that the browser opened, if its server offers that.
    func endSession(
        _ session: BlueskySession, grant: BlueskyGrant, dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) {
        guard
            let server = try await AuthorizationServer.of(
                grant.issuer, mayBeIssuer: true, dependencies.transport, now: now),
            server.issuer == grant.issuer, let address = server.revocation
        else { return }
        try await grant.client(dependencies.transport, DPoPNonces()).revoke(session.refresh, at: address, now: now)
    }
}
