/// A name that is none of those that there are.
public struct UnknownName: Hashable, Sendable {
    /// As it was written.
    public let name: String
    /// What could have been meant.
    public let known: [String]

    /// Describes a name that is none.
    public init(_ name: String, among known: [String]) {
        self.name = name
        self.known = known
    }
}
