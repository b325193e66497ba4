/// The identity of a kind of source. ``SourceKind`` describes it.
public struct SupplierKind: TextIdentity {
    /// The name in lower case.
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }
}
