/// The identity of a kind of account: the interface that its server offers.
public struct AccountKind: TextIdentity {
    /// The name in lower case.
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }
}
