/// Names that tell sources apart.
public enum DistinctNames {
    /// Returns a name for each source: its own, with its location in brackets if others have the same name.
    ///
    /// - Parameter locations: The locations of a source, from the shortest to the longest, such as its host and its
    ///   address. The first one that no namesake shares is taken, or else the last.
    public static func of(
        _ names: [SupplierID: String], at locations: (SupplierID) -> [String]
    ) -> [SupplierID: String] {
        var result = names
        for (name, namesakes) in Dictionary(grouping: names.keys, by: { names[$0] ?? "" }) where namesakes.count > 1 {
            var shared: [String: Int] = [:]
            let all = namesakes.map { (id: $0, locations: locations($0)) }
            for location in all.flatMap(\.locations) { shared[location, default: 0] += 1 }
            for (id, locations) in all {
                guard let location = locations.first(where: { shared[$0] == 1 }) ?? locations.last else { continue }
                result[id] = "\(name) (\(location))"
            }
        }
        return result
    }
}
