/// Makes names that tell sources apart.
public enum DistinctNames {
    /// Returns a name for each source: its own, with its location in brackets if others have the same name.
    ///
    /// - Parameter locations: The locations of a source, from the shortest to the longest, such as its host and its
    ///   address. The first one that no namesake shares is taken, or else the last.
    public static func of(
        _ names: [SupplierID: String], at locations: (SupplierID) -> [String]
    ) -> [SupplierID: String] {
        // Called for up to a thousand sources whenever something has changed, and most names are unique.
        let counts = names.values.reduce(into: [String: Int](minimumCapacity: names.count)) { $0[$1, default: 0] += 1 }
        guard counts.count < names.count else { return names }
        let ambiguous = names.filter { counts[$0.value, default: 0] > 1 }
        var result = names
        for (name, namesakes) in Dictionary(grouping: ambiguous, by: \.value) {
            let located = namesakes.map { (id: $0.key, locations: locations($0.key)) }
            var uses: [String: Int] = [:]
            for location in located.flatMap(\.locations) { uses[location, default: 0] += 1 }
            for (id, locations) in located {
                guard let location = locations.first(where: { uses[$0] == 1 }) ?? locations.last else { continue }
                result[id] = "\(name) (\(location))"
            }
        }
        return result
    }
}
