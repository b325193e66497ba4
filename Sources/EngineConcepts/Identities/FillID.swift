/// The identity of a fill. Increases with every call.
public struct FillID: Hashable, Comparable, Sendable {
    /// Unique in its engine, from 1 on.
    public let number: Int

    public init(_ number: Int) { self.number = number }

    /// Orders fills by call.
    public static func < (lhs: FillID, rhs: FillID) -> Bool { lhs.number < rhs.number }
}
