package import EngineConcepts
import WebText

/// The way to a source that wants to know who asks: what lets the reader in goes with every request to the source's own
/// origin (scheme, host and port), and with no other.
package struct AuthorisedTransport: Transport {
    package let base: any Transport
    package let access: SourceAccess
    package let keyring: Keyring
    /// Who may be told.
    package let origin: String

    package func send<Answer: Sendable>(
        _ request: TransportRequest,
        _ read: (TransportResponse) async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer {
        let host = WebAddress.endpoint(of: origin) ?? origin
        var request = request
        if WebAddress.origin(of: request.address) == origin {
            request.credentials = try await keyring.fields(for: access, at: host)
        }
        return try await base.send(request) { response throws(SupplierError) in
            let isHome = WebAddress.origin(of: response.address) == origin
            switch response.status {
            case 401 where isHome:
                await keyring.forget(access)
                throw SupplierError(
                    .notAuthorised,
                    "\(host) does not take what Fiber has to show for you (status 401). Check the password, token or "
                        + "header of this source.")
            case 401 where !isHome, 403 where !isHome:
                let other = WebAddress.endpoint(of: response.address) ?? "another host"
                throw SupplierError(
                    .notAuthorised,
                    "\(host) leads to \(other), which wants to know who asks; what you gave Fiber for \(host) is shown to "
                        + "nobody else. If \(other) may know it, follow the address there.")
            default: return try await read(response)
            }
        }
    }
}
