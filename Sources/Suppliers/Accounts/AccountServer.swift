/// A server on which people have accounts.
public struct AccountServer: Hashable, Sendable {
    /// Scheme, host and port, without a slash at the end.
    public var origin: String
    /// The host in handles, which may differ from that of the origin.
    public var handleHost: String
    /// The server's own title, or `nil` if it has none.
    public var title: String?
    /// The name of the software, in lower case.
    public var software: String
    /// The version of the software, or empty if the server does not state it.
    public var version: String
    /// The handle or the identity of the person whose account is meant, or `nil` if only the server is known.
    public var person: String?
    /// The lasting identity of that person, or `nil` if it is not known or the network has none.
    public var identity: String?
    /// The version of Mastodon's own API, or `nil` before 4.3 and for other software.
    public var apiVersion: Int?

    /// The software with its version, as far as that is known.
    public var shownSoftware: String { version.isEmpty ? software : "\(software) \(version)" }
}
