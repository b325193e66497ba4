package import EngineConcepts
import Networking
import Suppliers

/// Credentials given together with an address: how to authenticate, and new secrets to store.
package struct AccessOffer {
    /// The host of the source, or the ID of the account. The names of secrets contain it.
    package let place: String
    /// The way to authenticate, with the names of secrets.
    package var access = SourceAccess()
    /// New secrets by name.
    package var secrets: [String: String] = [:]

    /// Creates an offer for the source at an address.
    package init(forSourceAt address: String) { place = SourceCatalog.standard.endpoint(of: address) ?? address }

    /// Creates an offer for an account.
    init(for account: Account) { place = account.id }

    /// Names of secrets that Fiber stores by itself end in this and a place. Other names are the user's.
    private static let mark = " at "

    /// Adds `value` as a secret of this kind.
    package mutating func addSecret(_ value: String, as kind: String) -> SourceAccess.Secret {
        let name = Self.name(of: kind, at: place)
        secrets[name] = value
        return .stored(name)
    }

    /// Returns the name of the secret of this kind for `place`.
    static func name(of kind: String, at place: String) -> String { "\(kind)\(mark)\(place)" }

    /// Returns the name of a secret that Fiber stored for a source, or `nil` if the user named it or it is a command.
    package static func ownName(_ secret: SourceAccess.Secret) -> String? {
        if case .stored(let name) = secret, name.contains(mark) { name } else { nil }
    }

    /// Splits `text` into the address without user and password, and these as an offer.
    package static func taking(outOf text: String) -> (address: String, offer: AccessOffer?) {
        guard let found = SourceCatalog.standard.splittingUser(outOf: text) else { return (text, nil) }
        var offer = AccessOffer(forSourceAt: found.address)
        if found.password.isEmpty || found.user.isEmpty {
            // A user name without a password is often a token, and cannot be distinguished from one.
            let value = BasicAuthorization.headerValue(user: found.user, password: found.password)
            let secret = offer.addSecret(value, as: "authorization")
            offer.access.headers = [SourceAccess.Header("Authorization", .secret(secret))]
        } else {
            offer.access.authentication = .password(user: found.user, offer.addSecret(found.password, as: found.user))
        }
        return (found.address, offer)
    }
}
