// Inlinable: without specialization for its types, each call looks them up by name first.

extension Sequence {
    /// Returns the elements in their order, without those whose key an earlier one has.
    @inlinable package func uniqued<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }

    /// Returns the elements by their keys: of several with one key, the first.
    @inlinable package func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] {
        Dictionary(map { (key($0), $0) }) { first, _ in first }
    }
}

extension Sequence where Element: Hashable {
    /// Returns the elements in their order, each once.
    @inlinable package func uniqued() -> [Element] {
        uniqued { $0 }
    }
}
