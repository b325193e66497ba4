/// The credentials for a source, with the places of the secrets instead of the secrets.
public struct SourceAccess: Hashable, Sendable {
    /// The place of a secret, which this type does not hold.
    public enum Secret: Hashable, Sendable {
        /// The first line of a command's output. Program and arguments, run without a shell.
        case command([String])
        /// The entry of this name in the user's file of secrets.
        case stored(String)
    }

    /// The method of authentication.
    public enum Authentication: Hashable, Sendable {
        /// Basic authentication (RFC 7617).
        case password(user: String, Secret)
        /// A bearer token (RFC 6750).
        case token(Secret)
    }

    /// A header field sent with every request to the source.
    public struct Header: Hashable, Sendable {
        /// The value of a header field.
        public enum Value: Hashable, Sendable {
            /// A value that is not secret.
            case plain(String)
            case secret(Secret)
        }

        public var name: String
        public var value: Value

        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// The method of authentication, or `nil` if only header fields are sent.
    public var authentication: Authentication?
    /// Additional header fields in order.
    public var headers: [Header]

    public init(authentication: Authentication? = nil, headers: [Header] = []) {
        self.authentication = authentication
        self.headers = headers
    }

    /// The places of all secrets that are needed.
    public var secrets: [Secret] {
        var secrets: [Secret] = []
        switch authentication {
        case .password(_, let secret), .token(let secret): secrets.append(secret)
        case nil: break
        }
        for case .secret(let secret) in headers.map(\.value) { secrets.append(secret) }
        return secrets
    }
}
