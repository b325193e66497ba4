import CSigning
import EngineConcepts
import WebText

/// A key that signs with the curve P-256 (ES256, RFC 7518 §3.4). Secret.
struct SigningKey: Hashable, Sendable, CustomStringConvertible {
    /// The private number and the two coordinates of the public point, 32 bytes each.
    private let bytes: [UInt8]

    init() throws(SupplierError) {
        var bytes = [UInt8](repeating: 0, count: Int(signing_key_size))
        guard signing_key_make(&bytes) else { throw Self.failure }
        self.bytes = bytes
    }

    /// Parses the form of ``text``. Returns `nil` for anything else.
    init?(_ text: String) {
        guard let bytes = Base64.decodedFromURL(text), bytes.count == Int(signing_key_size) else { return nil }
        self.bytes = bytes
    }

    /// The key as a secret of one word.
    var text: String { Base64.encodedForURL(bytes) }

    /// A name without the key, for messages and logs.
    var description: String { "SigningKey" }

    /// The public half as a JSON Web Key (RFC 7518 §6.2.1).
    var publicKey: BlueskyJSON {
        [
            "kty": "EC", "crv": "P-256", "x": .text(Base64.encodedForURL(Array(bytes[32..<64]))),
            "y": .text(Base64.encodedForURL(Array(bytes[64...]))),
        ]
    }

    /// Returns the signature of the SHA-256 of a message: two numbers of 32 bytes.
    func signature(of message: [UInt8]) throws(SupplierError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Int(signing_signature_size))
        guard signing_key_sign(bytes, message, message.count, &signature) else { throw Self.failure }
        return signature
    }

    private static let failure = SupplierError(.notAuthorised, Message("signingFailed"))
}
