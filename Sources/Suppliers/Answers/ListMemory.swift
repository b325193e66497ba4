import EngineConcepts

/// The state of a list of stories between requests.
struct ListMemory: Hashable, Sendable {
    /// True once an answer had items. From then on, an answer without any shows a failure.
    var hasItems = false
    /// The end at which older pages have stopped without proof, or `nil` if none has.
    var unprovenEnd: UnprovenEnd?

    init() {}

    /// Parses the output of ``text``. Anything else gives an empty memory.
    init(_ text: String?) {
        let parts = text?.split(separator: " ") ?? []
        hasItems = parts.first == "items"
        unprovenEnd = UnprovenEnd(numbers: parts.dropFirst().compactMap { Int64($0) })
    }

    var text: String {
        let state = hasItems ? "items" : "none"
        guard let end = unprovenEnd else { return state }
        return ([state] + end.numbers.map { String($0) }).joined(separator: " ")
    }
}

extension FetchAnswer {
    /// Returns the answer to a request for a page of a list, with the memory for the next request.
    func remembering(_ memory: ListMemory, after request: FetchRequest) -> FetchAnswer {
        var memory = memory
        memory.hasItems = memory.hasItems || !items.isEmpty
        var answer = self
        answer.memory = memory == ListMemory(request.memory) ? nil : memory.text
        return answer
    }
}
