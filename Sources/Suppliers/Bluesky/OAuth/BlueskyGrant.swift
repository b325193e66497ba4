import Networking

/// The part of a sign-in in the browser that stays when the tokens change.
struct BlueskyGrant: Hashable, Sendable {
    /// The identity of the server that signed the person in.
    let issuer: String
    /// The address that exchanges refresh tokens for new tokens.
    let tokenAddress: String
    /// The identity of Fiber in this sign-in, which names the port to which the browser brought the answer.
    let clientID: String
    /// The key to which the tokens are bound.
    let key: SigningKey
}

extension BlueskyGrant {
    /// Parses ``words``. Returns `nil` for anything else.
    init?(_ words: some Collection<String>) {
        let words = Array(words)
        guard words.count == 4, BlueskyResolver.origin(of: words[0]) == words[0],
            BlueskyResolver.origin(of: words[1]) != nil, let key = SigningKey(words[3])
        else { return nil }
        self.init(issuer: words[0], tokenAddress: words[1], clientID: words[2], key: key)
    }

    /// The grant as words without spaces.
    var words: [String] { [issuer, tokenAddress, clientID, key.text] }

    /// Returns the client that sends requests in the name of this sign-in.
    func client(_ transport: any Transport, _ nonces: DPoPNonces) -> OAuthClient {
        OAuthClient(transport: transport, signer: DPoPSigner(key: key, nonces: nonces), clientID: clientID)
    }
}
