import EngineConcepts
import FeedParsing
import FoundationBasics
import Networking
import WebText

/// A server that signs people of the AT Protocol in, by its description of itself (RFC 8414).
/// <https://atproto.com/specs/oauth#authorization-servers>
struct AuthorizationServer: Hashable, Sendable {
    /// The identity of the server: its origin.
    let issuer: String
    /// The page on which the person agrees.
    let page: String
    /// The address that exchanges codes and refresh tokens for tokens.
    let tokenAddress: String
    /// The address that takes pushed authorization requests (RFC 9126).
    let pushedRequests: String
    /// The address that revokes tokens (RFC 7009), or `nil` if the server has none.
    let revocation: String?

    var endpoint: String { DisplayAddress.endpoint(of: issuer) }

    /// Returns the server that signs people of a personal data server in, or `nil` if it has none: it takes app passwords
    /// only.
    ///
    /// - Parameter mayBeIssuer: True if the origin can be that of the authorization server, as when the user named it.
    static func of(
        _ origin: String, mayBeIssuer: Bool, _ transport: any Transport, now: Timestamp
    ) async throws(SupplierError) -> AuthorizationServer? {
        let resource = try await described(
            Resource.self, at: "\(origin)/.well-known/oauth-protected-resource", transport: transport, now: now)
        if resource == nil, !mayBeIssuer { return nil }
        let issuer = resource?.issuer ?? origin
        guard resource == nil || resource?.issuer != nil, BlueskyResolver.origin(of: issuer) == issuer else {
            throw unusable(origin)
        }
        guard
            let found = try await described(
                Description.self, at: "\(issuer)/.well-known/oauth-authorization-server", transport: transport, now: now
            )
        else {
            if resource == nil { return nil }
            throw unusable(origin)
        }
        guard let server = found.server, server.issuer == issuer else { throw unusable(issuer) }
        return server
    }

    private static func unusable(_ origin: String) -> SupplierError {
        SupplierError(
            .malformed, Message("signInDescriptionUnusable", ["host": .text(DisplayAddress.endpoint(of: origin))])
        )
    }

    /// Returns the document at an address, or `nil` if there is none. Redirects are not followed to elsewhere.
    private static func described<Value: Decodable & Sendable>(
        _ kind: Value.Type, at address: String, transport: any Transport, now: Timestamp
    ) async throws(SupplierError) -> Value? {
        let request = TransportRequest(address, headers: [.init("accept", "application/json")], maximumBytes: 1 << 18)
        return try await transport.send(request) { response throws(SupplierError) in
            // Servers that know nothing of this answer with an error, a page for people, or the way to one.
            if response.status == 429 || response.status >= 500 { throw HTTPStatus.error(response, now: now) }
            guard response.status == 200, response.address == address,
                response.header("content-type")?.lowercased().hasPrefix("application/json") == true
            else { return nil }
            let bytes = try await response.body.collect()
            do {
                return try JSONDecoder().decode(kind, fromForeign: bytes)
            } catch {
                throw unusable(address)
            }
        }
    }

    /// The description of a personal data server (RFC 9728).
    private struct Resource: LenientObject, Sendable {
        let issuer: String?

        init(_ members: JSONMembers) {
            let servers = members.texts("authorization_servers")
            issuer = servers.count == 1 ? servers[0] : nil
        }
    }

    /// The description of an authorization server (RFC 8414).
    private struct Description: LenientObject, Sendable {
        /// The server, or `nil` if it lacks something that the protocol requires.
        let server: AuthorizationServer?

        init(_ members: JSONMembers) throws {
            func supports(_ value: String, _ name: String) -> Bool { members.texts(name).contains(value) }
            func address(_ name: String) -> String? {
                members.line(name).flatMap { BlueskyResolver.origin(of: $0) == nil ? nil : $0 }
            }
            guard let issuer = members.line("issuer"), let page = address("authorization_endpoint"),
                let tokenAddress = address("token_endpoint"),
                let pushedRequests = address("pushed_authorization_request_endpoint"),
                supports("code", "response_types_supported"),
                supports("authorization_code", "grant_types_supported"),
                supports("refresh_token", "grant_types_supported"),
                supports("S256", "code_challenge_methods_supported"),
                supports("none", "token_endpoint_auth_methods_supported"),
                supports("ES256", "dpop_signing_alg_values_supported"), supports("atproto", "scopes_supported"),
                members.flag("authorization_response_iss_parameter_supported")
            else {
                server = nil
                return
            }
            server = AuthorizationServer(
                issuer: issuer, page: page, tokenAddress: tokenAddress, pushedRequests: pushedRequests,
                revocation: address("revocation_endpoint"))
        }
    }
}
