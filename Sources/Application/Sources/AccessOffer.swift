package import EngineConcepts
import Networking
import Suppliers

/// Credentials given together with an address: how to authenticate, and new secrets to store.
package struct AccessOffer {
    /// The way to authenticate, with the names of secrets.
    package var access = SourceAccess()
    /// New secrets by name.
    package var secrets: [String: String] = [:]

    package init() {}

    /// Names of secrets that Fiber stores by itself end in this and a host. Other names are the user's.
    private static let mark = " at "

    /// Adds `value` as a secret of this kind for `host`.
    package mutating func addSecret(_ value: String, as kind: String, at host: String) -> SourceAccess.Secret {
        let name = Self.name(of: kind, at: host)
        secrets[name] = value
        return .stored(name)
    }

    /// Returns the name of the secret of this kind for `host`.
    static func name(of kind: String, at host: String) -> String { "\(kind)\(mark)\(host)" }

    /// Returns the name of a secret that Fiber stored for a source, or `nil` if the user named it or it is a command.
    package static func ownName(_ secret: SourceAccess.Secret) -> String? {
        if case .stored(let name) = secret, name.contains(mark) { name } else { nil }
    }

    /// Splits `text` into the address without user and password, and these as an offer.
    package static func taking(outOf text: String) -> (address: String, offer: AccessOffer?) {
        guard let found = SourceCatalog.standard.splittingUser(outOf: text) else { return (text, nil) }
        let host = SourceCatalog.standard.endpoint(of: found.address) ?? found.address
        var offer = AccessOffer()
        if found.password.isEmpty || found.user.isEmpty {
            // A user name without a password is often a token, and cannot be distinguished from one.
            let value = BasicAuthorization.headerValue(user: found.user, password: found.password)
            let secret = offer.addSecret(value, as: "authorization", at: host)
            offer.access.headers = [SourceAccess.Header("Authorization", .secret(secret))]
        } else {
            offer.access.authentication = .password(
                user: found.user, offer.addSecret(found.password, as: found.user, at: host))
        }
        return (found.address, offer)
    }
}
