/// What a source is asked with so that it lets its reader in. Says where secrets are to be found, and never holds one.
public struct SourceAccess: Hashable, Sendable {
    /// Where a secret is found.
    public enum Secret: Hashable, Sendable {
        /// The first line that a command prints: program and arguments, run without a shell.
        case command([String])
        /// In the reader's file of secrets, by this name.
        case stored(String)
    }

    /// Who asks.
    public enum Identity: Hashable, Sendable {
        /// By name and password (RFC 7617).
        case password(user: String, Secret)
        /// By a token that lets in whoever bears it (RFC 6750).
        case token(Secret)
    }

    /// A header field that goes with every request to the source.
    public struct Header: Hashable, Sendable {
        /// What stands in the field.
        public enum Value: Hashable, Sendable {
            /// Something that everybody may know.
            case plain(String)
            /// Something that only the source may know.
            case secret(Secret)
        }

        /// The field's name.
        public var name: String
        /// What stands in it.
        public var value: Value

        /// Makes a field.
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }

        /// Whether a field of this name tells who asks, so that its value is always a secret.
        public static func isSecret(_ name: String) -> Bool {
            ["authorization", "cookie", "proxy-authorization"].contains(name.lowercased())
        }
    }

    /// Who asks; nil where only header fields tell.
    public var identity: Identity?
    /// Further header fields, in their order.
    public var headers: [Header]

    /// Says what to ask with.
    public init(identity: Identity? = nil, headers: [Header] = []) {
        self.identity = identity
        self.headers = headers
    }

    /// All secrets that are needed.
    public var secrets: [Secret] {
        var secrets: [Secret] = []
        switch identity {
        case .password(_, let secret), .token(let secret): secrets.append(secret)
        case nil: break
        }
        for header in headers {
            if case .secret(let secret) = header.value { secrets.append(secret) }
        }
        return secrets
    }
}
