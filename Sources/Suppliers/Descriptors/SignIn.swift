import EngineConcepts
import WebText

/// A way to sign in.
public enum SignInMethod: Hashable, Sendable {
    /// The person agrees on a page in the browser, which sends a code back.
    case browser
    /// The person makes a password for Fiber on a page, and types it.
    case password
}

/// The parameters of a sign-in (OAuth 2 with PKCE).
public struct SignInTerms: Hashable, Sendable {
    /// The address on this machine to which the browser sends the code, or `nil` if the person copies the code.
    public var redirect: String?
    /// True to ask for reading only.
    public var readsOnly: Bool
    /// True to sign in with a password also where the browser could send an answer.
    public var byPassword: Bool
    /// Random text that only this sign-in knows: at least 43 letters and digits (RFC 7636 §4.1).
    public var verifier: String
    /// Random text by which the answer is recognised.
    public var state: String

    /// Creates terms with a verifier and a state of their own.
    public init(
        redirect: String?, readsOnly: Bool = false, byPassword: Bool = false,
        using generator: inout some RandomNumberGenerator
    ) {
        self.redirect = redirect
        self.readsOnly = readsOnly
        self.byPassword = byPassword
        verifier = Self.random(using: &generator)
        state = Self.random(using: &generator)
    }

    /// The challenge of the verifier: its SHA-256 in Base64 for URLs (RFC 7636 §4.2).
    var challenge: String {
        Base64.encodedForURL(CryptographicHash.sha256(of: Array(verifier.utf8)))
    }

    /// Returns 64 hexadecimal digits.
    private static func random(using generator: inout some RandomNumberGenerator) -> String {
        (0..<4).map { _ in String(generator.next() as UInt64, width: 16, radix: 16) }.joined()
    }
}

/// A sign-in that waits for the person.
public struct SignIn: Sendable {
    /// The server that signs the person in.
    public var server: AccountServer
    public var terms: SignInTerms
    /// The way in which this server signs people in.
    public var method = SignInMethod.browser
    /// The address to visit. Contains no secret.
    public var address: String
    /// The address to which the server sends the code. Empty for a password.
    public var redirect: String
    /// The client's identity and secret at the server, separated by a space, or empty if the server needs none.
    public var application: String
    /// The kind's own knowledge of the sign-in, such as keys. Stays in memory.
    var details: (any Sendable)?
}

/// The answer to a sign-in.
public struct SignInAnswer: Hashable, Sendable {
    /// The code or the password; empty if there is none.
    public var code: String
    /// The identity of the server that gave the code (RFC 9207), or `nil` if it did not say.
    public var issuer: String?
    /// The reason for which there is no code, such as `access_denied` (RFC 6749 §4.1.2.1), or `nil`.
    public var refusal: String?

    /// Creates an answer, by default a code or a password alone.
    public init(code: String, issuer: String? = nil, refusal: String? = nil) {
        self.code = code
        self.issuer = issuer
        self.refusal = refusal
    }

    /// Returns a code or a password without what surrounds it. Throws if it is empty.
    static func line(_ secret: String) throws(SupplierError) -> String {
        let line = TextSanitizer.line(secret)
        guard !line.isEmpty else { throw SupplierError(.notAuthorised, Message("signInCodeEmpty")) }
        return line
    }
}

/// The result of a sign-in.
public struct SignInGrant: Sendable {
    /// The server that keeps the account. It can be another one than that which signed the person in.
    public var server: AccountServer
    /// The secret to store.
    public var token: String
}
