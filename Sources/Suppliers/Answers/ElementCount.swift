import EngineConcepts

/// The numbers of elements of a page that could and could not be read.
struct ElementCount: Hashable, Sendable {
    var readable = 0
    var unreadable = 0

    /// The number of elements that the service sent.
    var received: Int { readable + unreadable }

    /// True if the service sent no element.
    var isEmpty: Bool { received == 0 }

    /// True if elements were sent and none could be read. Nothing tells then how far the page reaches.
    var isUnreadable: Bool { readable == 0 && unreadable > 0 }

    /// Throws if elements were sent and none could be read: older ones may follow, and nothing tells where.
    func checkReadable(of source: String) throws(SupplierError) {
        if isUnreadable { throw SupplierError(.malformed, .unreadable(unreadable, of: source)) }
    }
}

extension Message {
    /// Returns the message about elements of a source that could not be read.
    fileprivate static func unreadable(_ count: Int, of source: String) -> Message {
        Message("itemsUnreadable", ["subject": .text(source), "count": .number(count)])
    }
}

extension FetchAnswer {
    /// Returns the answer with a warning about elements that could not be read. If that is all of a page and the service does
    /// not say where the next one begins, the answer claims nothing: older elements may follow.
    func reporting(_ pages: [ElementCount], of source: String) -> FetchAnswer {
        let unreadable = pages.reduce(0) { $0 + $1.unreadable }
        guard unreadable > 0 else { return self }
        var answer = self
        let left = Message.unreadable(unreadable, of: source)
        answer.warning = warning.map { Message.sentences($0, left) } ?? left
        if end != .more, pages.contains(where: \.isUnreadable) {
            answer.claims = []
            answer.next = nil
            answer.end = .unknown
        }
        return answer
    }
}
