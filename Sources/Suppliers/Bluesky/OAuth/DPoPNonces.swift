import Networking
import Synchronization
import WebText

/// The latest nonces of servers for proofs, by the origins of the servers (RFC 9449 §8).
///
/// In memory only: a server answers a request without a nonce with a new one.
final class DPoPNonces: Sendable {
    private static let maximumLength = 1024
    private let nonces = Mutex<[String: String]>([:])

    /// Returns the nonce of the server at an address, or `nil` before its first answer.
    subscript(_ address: String) -> String? {
        guard let origin = WebAddress.origin(of: address) else { return nil }
        return nonces.withLock { $0[origin] }
    }

    /// Keeps the nonce of a response. Returns false if it has none.
    @discardableResult
    func update(_ response: TransportResponse) -> Bool {
        guard let nonce = response.header("dpop-nonce"), !nonce.isEmpty, nonce.utf8.count <= Self.maximumLength,
            nonce.utf8.allSatisfy({ 0x21...0x7e ~= $0 }), let origin = WebAddress.origin(of: response.address)
        else { return false }
        nonces.withLock { $0[origin] = nonce }
        return true
    }
}
