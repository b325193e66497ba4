import EngineConcepts
import Networking
import WebText

/// Proofs that a request comes from the owner of a key: DPoP (RFC 9449).
struct RequestProof: Sendable {
    let key: SigningKey
    /// The servers' latest nonces, which each proof repeats.
    let nonces: ProofNonces

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
        if let token { claims["ath"] = .text(Base64.encodedForURL(Checksum.sha256(of: Array(token.utf8)))) }
        if let nonce = nonces[request.address] { claims["nonce"] = .text(nonce) }
        let content =
            Base64.encodedForURL(try header.body().bytes) + "."
            + Base64.encodedForURL(try BlueskyJSON.object(claims).body().bytes)
        return "\(content).\(Base64.encodedForURL(try key.signature(of: Array(content.utf8))))"
    }
}

extension SupplierError {
    private static let proofError = "use_dpop_nonce"

    /// Returns the error by which a server asks for a proof with its new nonce, or `nil` if the response is something else.
    ///
    /// - Parameter serverError: The name of the error in the body.
    static func proofOutdated(_ response: TransportResponse, serverError: String?) -> SupplierError? {
        guard response.status == 400 || response.status == 401,
            serverError == proofError || response.header("www-authenticate")?.contains(proofError) == true
        else { return nil }
        return SupplierError(.notAuthorised, Message("proofRefused", ["host": .text(response.host)]))
    }

    /// True if the request is worth repeating with the nonce that came with the error.
    var isProofOutdated: Bool { reason == .proofRefused }
}
