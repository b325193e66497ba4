/// The identity of a supplier: never changes, unique in a store, readable in a log. Lower-case ASCII such as
/// `feed:kerb-notes`.
public struct SupplierID: TextIdentity {
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The kind of the source: the part before the first colon.
    public var kind: SupplierKind { SupplierKind(String(rawValue.prefix { $0 != ":" })) }
}
