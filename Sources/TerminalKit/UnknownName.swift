/// An unknown name with the known ones.
public struct UnknownName: Hashable, Sendable {
    /// The name as written.
    public let name: String
    public let known: [String]

    public init(_ name: String, among known: [String]) {
        self.name = name
        self.known = known
    }
}
