import EngineConcepts
import Networking
import WebText

extension SupplierDependencies {
    /// The way to `address`, with what lets the reader in there.
    func transport(to address: String, with access: SourceAccess?) -> any Transport {
        guard let access, let origin = WebAddress.origin(of: address) else { return transport }
        return AuthorisedTransport(base: transport, access: access, keyring: keyring, origin: origin)
    }
}
