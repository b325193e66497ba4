/// A person as one account sees them.
public struct Person: Hashable, Sendable, Codable {
    /// The account that acts.
    public let account: AccountID
    /// The server's identity of the person.
    public let id: String
    /// The name used to address the person, such as `@pitwall@example.social`, or `nil` if unknown. Not part of the
    /// identity.
    public let handle: String?

    public init(account: AccountID, id: String, handle: String? = nil) {
        self.account = account
        self.id = id
        self.handle = handle
    }

    /// Compares account and identity. The handle may be unknown or change.
    public static func == (lhs: Person, rhs: Person) -> Bool {
        lhs.account == rhs.account && lhs.id == rhs.id
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(account)
        hasher.combine(id)
    }
}
