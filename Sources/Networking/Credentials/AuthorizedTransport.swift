package import EngineConcepts
import WebText

/// A transport for a source that requires a login. Sends the credentials with every request to the source's own
/// origin (scheme, host and port) and to no other.
package struct AuthorizedTransport: Transport {
    private let base: any Transport
    private let access: SourceAccess
    private let keyring: Keyring
    private let origin: String

    /// Creates a transport over `base`.
    ///
    /// - Parameter origin: The origin that may receive the credentials.
    package init(base: any Transport, access: SourceAccess, keyring: Keyring, origin: String) {
        self.base = base
        self.access = access
        self.keyring = keyring
        self.origin = origin
    }

    package func send<Answer: Sendable>(
        _ request: TransportRequest,
        _ read: (TransportResponse) async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer {
        let endpoint = DisplayAddress.endpoint(of: origin)
        var request = request
        if WebAddress.origin(of: request.address) == origin {
            request.credentials = try await keyring.fields(for: access, at: endpoint)
        }
        return try await base.send(request) { response throws(SupplierError) in
            let isHome = WebAddress.origin(of: response.address) == origin
            switch response.status {
            case 401 where isHome:
                await keyring.removeSecrets(of: access)
                throw SupplierError(.notAuthorised, Message("loginRefused", ["host": .text(endpoint)]))
            case 401 where !isHome, 403 where !isHome:
                throw SupplierError(
                    .notAuthorised,
                    Message("loginRequiredElsewhere", ["host": .text(endpoint), "other": .text(response.endpoint)]))
            default: return try await read(response)
            }
        }
    }
}
