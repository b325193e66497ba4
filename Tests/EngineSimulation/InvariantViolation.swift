/// A broken invariant.
public struct InvariantViolation: Error, CustomStringConvertible {
    /// The invariant, and where it was broken.
    public let description: String

    public init(_ description: String) { self.description = description }
}
