import EngineConcepts
import Suppliers

/// What a person gives along with an address so that the source lets them in: what to ask with, and the secrets that are to
/// be kept for it.
struct AccessOffer {
    /// What to ask with.
    var access = SourceAccess()
    /// The secrets that are new, by the names that they are kept by.
    var secrets: [String: String] = [:]

    /// Names of secrets that Fiber puts into the file itself end in this and a host; other names are the reader's.
    private static let mark = " at "

    /// Takes `value` up as a secret for `host`; `what` says what it is.
    mutating func keep(_ value: String, as what: String, at host: String) -> SourceAccess.Secret {
        let name = "\(what)\(Self.mark)\(host)"
        secrets[name] = value
        return .stored(name)
    }

    /// The name of a secret that was put into the file for a source; nil where a person has named it, or it is not there.
    static func ownName(_ secret: SourceAccess.Secret) -> String? {
        if case .stored(let name) = secret, name.contains(mark) { name } else { nil }
    }

    /// `text` without a name and password in front of its host, and these as an offer.
    static func taking(outOf text: String) -> (address: String, offer: AccessOffer?) {
        guard let found = SupplierRegistry.takingUser(outOf: text) else { return (text, nil) }
        let host = SupplierRegistry.endpoint(of: found.address) ?? found.address
        var offer = AccessOffer()
        if found.password.isEmpty || found.user.isEmpty {
            // A name alone is a token as often as not, and is not told from one.
            let value = SupplierRegistry.basicAuthorization(user: found.user, password: found.password)
            let secret = offer.keep(value, as: "authorization", at: host)
            offer.access.headers = [SourceAccess.Header("Authorization", .secret(secret))]
        } else {
            offer.access.identity = .password(
                user: found.user, offer.keep(found.password, as: found.user, at: host))
        }
        return (found.address, offer)
    }
}
