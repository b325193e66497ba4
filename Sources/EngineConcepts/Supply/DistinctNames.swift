/// Names that tell sources apart.
public enum DistinctNames {
    /// Returns a name for each source: its own, with its place in brackets if others have the same name.
    ///
    /// - Parameter places: The places of a source, from the shortest to the longest, such as its host and its address. The
    ///   first one that no namesake shares is taken, or else the last.
    public static func of(_ names: [SupplierID: String], at places: (SupplierID) -> [String]) -> [SupplierID: String] {
        var result = names
        for (name, namesakes) in Dictionary(grouping: names.keys, by: { names[$0] ?? "" }) where namesakes.count > 1 {
            var shared: [String: Int] = [:]
            let all = namesakes.map { (id: $0, places: places($0)) }
            for place in all.flatMap(\.places) { shared[place, default: 0] += 1 }
            for (id, places) in all {
                guard let place = places.first(where: { shared[$0] == 1 }) ?? places.last else { continue }
                result[id] = "\(name) (\(place))"
            }
        }
        return result
    }
}
