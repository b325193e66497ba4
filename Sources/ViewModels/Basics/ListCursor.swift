/// The index of the row under a cursor.
nonisolated extension Int {
    /// Moves by `count` rows, negative up, within a list of `length` rows. Stops at the ends; 0 in an empty list.
    mutating func move(by count: Int, within length: Int) {
        let (target, overflows) = addingReportingOverflow(count)
        let last = Swift.max(0, length - 1)
        self = overflows ? (count > 0 ? last : 0) : Swift.min(Swift.max(0, target), last)
    }

    /// Stays within a list of `length` rows; 0 in an empty list.
    mutating func limit(to length: Int) { self = Swift.min(self, Swift.max(0, length - 1)) }

    /// Returns the index `count` places after this one, negative before it, cyclically among `length` ones; at least one.
    func cycled(by count: Int, within length: Int) -> Int {
        let rest = (self + count) % length
        return rest < 0 ? rest + length : rest
    }
}

nonisolated extension Int? {
    /// Returns the index `count` places after this one, cyclically among `length` ones; at least one. From none, it goes
    /// forward to the first index and back to the last one.
    func cycled(by count: Int, within length: Int) -> Int {
        (self ?? (count > 0 ? -1 : 0)).cycled(by: count, within: length)
    }
}

nonisolated extension Array where Element: Identifiable {
    /// Returns the index of the row with this identity, or else `cursor`, at most the last index; 0 in an empty list.
    func cursor(on id: Element.ID?, or cursor: Int) -> Int {
        firstIndex { $0.id == id } ?? Swift.min(cursor, Swift.max(0, count - 1))
    }
}

nonisolated extension Array where Element: Equatable {
    /// Returns the element after `element`, cyclically, or the first one if `element` is not in the array, which must not be
    /// empty.
    func next(after element: Element) -> Element { self[(firstIndex(of: element) ?? -1).cycled(by: 1, within: count)] }
}

nonisolated extension RandomAccessCollection where Index == Int {
    /// Returns the element at an index, or `nil` if there is none.
    public func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

/// The state of a list.
public nonisolated protocol ListState {
    /// The index of the row under the cursor.
    var cursor: Int { get }
}

/// The action that every list has.
public nonisolated protocol ListAction: Sendable {
    /// Move the cursor down by this number of rows; negative is up.
    static func move(_ count: Int) -> Self
}
