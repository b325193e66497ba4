/// The kinds of source that a program knows, in the order of help.
public struct SourceKinds: Hashable, Sendable {
    public let all: [SourceKind]

    public init(_ all: [SourceKind] = []) { self.all = all }

    /// Returns the description of a kind, or `nil` if it is unknown.
    public subscript(id: SupplierKind) -> SourceKind? {
        all.first { $0.id == id }
    }

    /// Returns the kind with this name, ignoring case, or `nil` if there is none.
    public func named(_ name: String) -> SourceKind? {
        let name = name.lowercased()
        return all.first { $0.name == name || $0.id.rawValue == name || $0.otherNames.contains(name) }
    }
}
