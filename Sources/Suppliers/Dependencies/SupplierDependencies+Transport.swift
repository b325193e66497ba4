package import EngineConcepts
package import Networking
import WebText

extension SupplierDependencies {
    /// Returns the transport for `address`, with the credentials of `access` if there are any.
    package func transport(to address: String, with access: SourceAccess?) -> any Transport {
        guard let access, let origin = WebAddress.origin(of: address) else { return transport }
        return AuthorizedTransport(base: transport, access: access, keyring: keyring, origin: origin)
    }
}
