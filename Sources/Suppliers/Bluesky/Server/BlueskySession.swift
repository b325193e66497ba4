import EngineConcepts
import FeedParsing
import Networking
import WebText

/// A session of an account: two tokens, of which one is for requests and lasts for minutes or hours, and the other one,
/// which lasts for some weeks, for new tokens.
struct BlueskySession: Hashable, Sendable {
    let did: String
    let access: String
    let refresh: String
    /// The key and the server of a sign-in in the browser, or `nil` if the session was opened by a password.
    var grant: BlueskyGrant?
}

extension BlueskySession {
    /// Parses the form of ``text``. Returns `nil` for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count >= 3, DID(parts[0]) != nil else { return nil }
        let grant = BlueskyGrant(parts.dropFirst(3))
        guard parts.count == 3 || grant != nil else { return nil }
        self.init(did: parts[0], access: parts[1], refresh: parts[2], grant: grant)
    }

    /// The session as a secret of one line.
    var text: String { ([did, access, refresh] + (grant?.words ?? [])).joined(separator: " ") }

    /// Returns the request with the token, and with a proof of the key if the session has one.
    func authorizing(
        _ request: TransportRequest, _ nonces: DPoPNonces, now: Timestamp
    ) throws(SupplierError) -> TransportRequest {
        var request = request
        guard let grant else {
            request.credentials = [.init("authorization", "Bearer \(access)")]
            return request
        }
        let proof = try DPoPSigner(key: grant.key, nonces: nonces).proof(of: request, token: access, now: now)
        request.credentials = [.init("authorization", "DPoP \(access)"), .init("dpop", proof)]
        return request
    }
}

extension BlueskySession: LenientObject {
    /// Reads the answer to a sign-in and to a renewal.
    init(_ members: JSONMembers) throws {
        guard let did = members.line("did"), DID(did) != nil, let access = members.line("accessJwt"),
            let refresh = members.line("refreshJwt"), !access.contains(" "), !refresh.contains(" ")
        else { throw members.missing("accessJwt") }
        self.init(did: did, access: access, refresh: refresh)
    }
}
