/// A change of the linked people: what was there before and what is there now, of those that differ.
public struct PeopleEdit: Hashable, Sendable {
    /// The entries that were changed or removed, as they were.
    public let before: [PersonEntry]
    /// The entries that were changed or added, as they are.
    public let after: [PersonEntry]
}

extension PeopleEdit {
    /// Compares the people before and after a change.
    public init(from before: [PersonEntry], to after: [PersonEntry]) {
        self.init(before: before.filter { !after.contains($0) }, after: after.filter { !before.contains($0) })
    }

    /// True if nothing has changed.
    public var isEmpty: Bool { before.isEmpty && after.isEmpty }

    /// The change that undoes this one.
    public var reversed: PeopleEdit { PeopleEdit(before: after, after: before) }

    /// Makes the change in the present list. Entries that have changed since, or get another name, keep their place and get the
    /// wanted content.
    public func apply(to people: inout [PersonEntry]) {
        for entry in after {
            let isKnown = people.contains { $0.name == entry.name }
            let former = before.first { person in
                entry.isAnotherName(of: person) && !after.contains { $0.name == person.name }
            }
            people.put(entry) { $0.name == (isKnown ? entry.name : former?.name) }
        }
        people.removeAll { entry in
            before.contains { $0.name == entry.name } && !after.contains { $0.name == entry.name }
        }
    }
}

extension [PersonEntry] {
    /// Links authors: all of them, and everybody who is linked with one of them, become one person.
    ///
    /// - Parameters:
    ///   - authors: The texts of the authors' keys.
    ///   - name: The name of the person, or `nil` to keep the name of the first one who is linked already.
    ///   - fallback: The name of a new person.
    ///   - key: Returns the key that a text means, or `nil` if it is none.
    /// - Returns: The person, who has all the authors now.
    @discardableResult
    public mutating func link<Key: Hashable>(
        _ authors: [String], named name: String?, orElse fallback: String, key: (String) -> Key?
    ) -> PersonEntry {
        let wanted = Set(authors.compactMap(key))
        let linked = indices.filter { index in
            self[index].name.lowercased() == name?.lowercased()
                || self[index].authors.contains { key($0).map(wanted.contains) ?? false }
        }
        let first = linked.first { self[$0].name.lowercased() == name?.lowercased() } ?? linked.first
        var person = first.map { self[$0] } ?? PersonEntry(name: unusedName(name ?? fallback), authors: [])
        if let name { person.name = name }
        var seen = Set(person.authors.compactMap(key))
        for author in linked.filter({ $0 != first }).flatMap({ self[$0].authors }) + authors {
            guard let key = key(author), seen.insert(key).inserted else { continue }
            person.authors.append(author)
        }
        if let first { self[first] = person } else { append(person) }
        for index in linked.reversed() where index != first { remove(at: index) }
        return person
    }

    /// Takes authors out of the people to whom they belong. A person with one author left is removed: nothing is linked
    /// any more.
    ///
    /// - Returns: The people as they were, in no particular order.
    @discardableResult
    public mutating func unlink<Key: Hashable>(_ authors: [String], key: (String) -> Key?) -> [PersonEntry] {
        let wanted = Set(authors.compactMap(key))
        var former: [PersonEntry] = []
        for index in indices.reversed() {
            let rest = self[index].authors.filter { !(key($0).map(wanted.contains) ?? false) }
            guard rest.count < self[index].authors.count else { continue }
            former.append(self[index])
            if rest.count < 2 { remove(at: index) } else { self[index].authors = rest }
        }
        return former
    }

    /// Returns `name`, with a number if a person has that name.
    private func unusedName(_ name: String) -> String {
        func isUsed(_ name: String) -> Bool { contains { $0.name.lowercased() == name.lowercased() } }
        guard isUsed(name) else { return name }
        var number = 2
        while isUsed("\(name) \(number)") { number += 1 }
        return "\(name) \(number)"
    }
}
