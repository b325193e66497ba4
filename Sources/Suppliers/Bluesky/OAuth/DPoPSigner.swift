import EngineConcepts
import FeedParsing
import FoundationBasics
import Networking
import WebText

/// Makes the proofs that requests come from the owner of a key: DPoP (RFC 9449).
struct DPoPSigner: Sendable {
    let key: SigningKey
    /// The servers' latest nonces, which each proof repeats.
    let nonces: DPoPNonces

    /// Returns the proof of a request, a signed JSON Web Token that is good for this request only.
    ///
    /// - Parameter token: The access token that the request carries, or `nil` if it carries none.
    func proof(of request: TransportRequest, token: String? = nil, now: Timestamp) throws(SupplierError) -> String {
        let header: BlueskyJSON = ["typ": "dpop+jwt", "alg": "ES256", "jwk": key.publicKey]
        var generator = SystemRandomNumberGenerator()
        let number = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        var claims: [String: BlueskyJSON] = [
            "jti": .text(Base64.encodedForURL(number)), "htm": .text(request.method.rawValue),
            // Without query and fragment (RFC 9449 §4.2).
            "htu": .text(String(request.address.prefix { $0 != "?" && $0 != "#" })),
            "iat": .number(now.seconds),
        ]
        if let token { claims["ath"] = .text(Base64.encodedForURL(CryptographicHash.sha256(of: Array(token.utf8)))) }
        if let nonce = nonces[request.address] { claims["nonce"] = .text(nonce) }
        let content =
            Base64.encodedForURL(try header.body().bytes) + "."
            + Base64.encodedForURL(try BlueskyJSON.object(claims).body().bytes)
        return "\(content).\(Base64.encodedForURL(try key.signature(of: Array(content.utf8))))"
    }
}

extension DPoPSigner {
    private static let outdated = "use_dpop_nonce"

    /// Sends a request with a proof, once more if the server requires its new nonce.
    static func sending<Answer>(
        _ send: () async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer {
        do throws(SupplierError) {
            return try await send()
        } catch {
            guard error.reason == .proofRefused else { throw error }
            return try await send()
        }
    }

    /// Returns the error that a failed response names, or `nil` if it names none: without a readable one, the status says
    /// what failed. Throws if the server requires a proof with the nonce that it sent.
    static func serverError(
        in bytes: [UInt8], of response: TransportResponse, hasNonce: Bool
    ) throws(SupplierError) -> ServiceError? {
        let error = try? JSONDecoder().decode(ServiceError.self, fromForeign: bytes)
        guard hasNonce, response.status == 400 || response.status == 401,
            error?.name == outdated || response.header("www-authenticate")?.contains(outdated) == true
        else { return error }
        throw SupplierError(.notAuthorised, Message("proofRefused", ["host": .text(response.endpoint)]))
    }
}
