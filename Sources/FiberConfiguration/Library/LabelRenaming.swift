/// A change of the name of a topic or rule.
struct LabelRenaming: Sendable {
    /// The kind of its table.
    let kind: TableKind
    let former: String
    let name: String

    /// Returns the changes between two lists of names: a label that has another name at its number was renamed.
    static func all(_ kind: TableKind, from former: [String], to names: [String]) -> [LabelRenaming] {
        guard former.count == names.count else { return [] }
        return zip(former, names).filter { !names.contains($0) && !former.contains($1) }
            .map { LabelRenaming(kind: kind, former: $0, name: $1) }
    }
}
