import EngineConcepts
import FeedParsing
import FoundationBasics
import Networking
import WebText

/// Sends the requests of a sign-in, each with a proof of the session's key.
struct OAuthClient: Sendable {
    /// The permission that Fiber asks for. The specification has no narrower one that reads timelines.
    static let scopes = ["atproto", "transition:generic"]

    let transport: any Transport
    let signer: DPoPSigner
    /// The identity of Fiber in this sign-in, from ``identity(redirect:)``.
    let clientID: String

    /// Returns the identity of a program on this machine that the browser finds at `redirect`. A server makes the rest of the
    /// program's description of it. <https://atproto.com/specs/oauth#localhost-client-development>
    static func identity(redirect: String) -> String {
        WebAddress.adding(
            [("redirect_uri", redirect), ("scope", scopes.joined(separator: " "))], to: "http://localhost")
    }

    // MARK: Requests

    /// Pushes the request of a sign-in to the server, and returns the address of the page on which the person agrees.
    func pushRequest(
        _ terms: SignInTerms, redirect: String, person: String?, at server: AuthorizationServer, now: Timestamp
    ) async throws(SupplierError) -> String {
        var form: [QueryParameter] = [
            ("response_type", "code"), ("redirect_uri", redirect), ("scope", Self.scopes.joined(separator: " ")),
            ("state", terms.state), ("code_challenge", terms.challenge), ("code_challenge_method", "S256"),
        ]
        if let person { form.append(("login_hint", person)) }
        let request = try await send(
            PushedRequest.self, form, to: server.pushedRequests, now: now
        ) { error, serverError in
            guard serverError != nil else { return error }
            return SupplierError(
                .unsupported,
                Message(
                    "signInNotOffered", ["host": .text(server.endpoint), "account": .text(person ?? server.endpoint)]),
                cause: error.cause)
        }
        return WebAddress.adding([("client_id", clientID), ("request_uri", request.uri)], to: server.page)
    }

    /// Exchanges the code of a sign-in for tokens.
    func tokens(
        for code: String, _ terms: SignInTerms, redirect: String, at server: AuthorizationServer, now: Timestamp
    ) async throws(SupplierError) -> OAuthTokens {
        try await send(
            OAuthTokens.self,
            [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
                ("code_verifier", terms.verifier),
            ], to: server.tokenAddress, now: now
        ) { error, serverError in
            guard serverError != nil else { return error }
            return SupplierError(
                .notAuthorised, Message("signInRefused", ["host": .text(server.endpoint)]), cause: error.cause)
        }
    }

    /// Exchanges a refresh token for new tokens.
    ///
    /// - Parameter mapError: Returns the error to throw for that of the request and the one that the server names, if any.
    func tokens(
        refreshing token: String, at address: String, now: Timestamp,
        _ mapError: (SupplierError, ServiceError?) -> SupplierError
    ) async throws(SupplierError) -> OAuthTokens {
        try await send(
            OAuthTokens.self, [("grant_type", "refresh_token"), ("refresh_token", token)], to: address,
            now: now, mapError)
    }

    /// Revokes a refresh token, and the session with it.
    func revoke(_ token: String, at address: String, now: Timestamp) async throws(SupplierError) {
        _ = try await send(IgnoredAnswer.self, [("token", token)], to: address, needsNonce: false, now: now)
    }

    // MARK: Sending

    /// Sends a form, once more if the server requires its new nonce.
    private func send<Value: Decodable & Sendable>(
        _ kind: Value.Type, _ form: [QueryParameter], to address: String, needsNonce: Bool = true,
        now: Timestamp, _ mapError: (SupplierError, ServiceError?) -> SupplierError = { error, _ in error }
    ) async throws(SupplierError) -> Value {
        try await DPoPSigner.sending { () async throws(SupplierError) in
            try await sendOnce(kind, form, to: address, needsNonce: needsNonce, now: now, mapError)
        }
    }

    private func sendOnce<Value: Decodable & Sendable>(
        _ kind: Value.Type, _ form: [QueryParameter], to address: String, needsNonce: Bool,
        now: Timestamp, _ mapError: (SupplierError, ServiceError?) -> SupplierError
    ) async throws(SupplierError) -> Value {
        let text = WebAddress.form(form + [("client_id", clientID)])
        var request = TransportRequest(
            .post, address, body: .init(type: "application/x-www-form-urlencoded", bytes: Array(text.utf8)),
            headers: [.init("accept", "application/json")])
        request.credentials = [.init("dpop", try signer.proof(of: request, now: now))]
        return try await transport.send(request) { response throws(SupplierError) in
            let hasNonce = signer.nonces.update(response)
            let bytes = try await response.body.collect()
            guard response.isSuccess else {
                let serverError = try DPoPSigner.serverError(in: bytes, of: response, hasNonce: hasNonce)
                let error = HTTPStatus.error(response, now: now)
                throw mapError(
                    SupplierError(
                        error.code, error.message, cause: serverError?.cause ?? error.cause, retryAt: error.retryAt),
                    (400...403).contains(response.status) ? serverError : nil)
            }
            // A server that sends no nonce does not check proofs as the protocol requires.
            guard hasNonce || !needsNonce else { throw .unexpected(response, from: "Bluesky", cause: "no DPoP-Nonce") }
            do {
                return try JSONDecoder().decode(kind, fromForeign: bytes.isEmpty ? Array("{}".utf8) : bytes)
            } catch {
                // The error could quote a token.
                throw .unexpected(response, from: "Bluesky", cause: nil)
            }
        }
    }

    /// The answer to a pushed authorization request (RFC 9126 §2.2).
    private struct PushedRequest: LenientObject, Sendable {
        let uri: String

        init(_ members: JSONMembers) throws {
            uri = try members.requiredLine("request_uri")
        }
    }
}
