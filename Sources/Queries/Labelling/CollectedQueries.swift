/// The queries of all topics and rules, each once. Topics and rules refer to them by index.
struct CollectedQueries {
    private(set) var queries: [Query] = []
    private var indices: [Query: Int] = [:]

    mutating func index(of query: Query) -> Int {
        if let known = indices[query] { return known }
        indices[query] = queries.count
        queries.append(query)
        return queries.count - 1
    }
}
