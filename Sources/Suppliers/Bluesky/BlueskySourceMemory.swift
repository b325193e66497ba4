import EngineConcepts

/// The state of a source between requests.
struct BlueskySourceMemory: Equatable {
    /// The server's address of the list.
    var id: String?
    /// True if the source has never had an entry.
    var isEmpty = false
    /// The place where the list seemed to end without clear evidence, or `nil` if there is none.
    var doubtfulEnd: DoubtfulEnd?

    struct DoubtfulEnd: Equatable {
        /// The seconds of the place.
        let place: Int64
        /// The seconds of the first answer that ended there.
        let since: Int64
    }

    /// The time after which an end without clear evidence is believed if it is still the same.
    private static let doubtfulTime = Duration.seconds(86_400)

    /// Returns true if the list already seemed to end at `place` a day ago. Otherwise remembers that it does now.
    mutating func confirmsEnd(at place: Timestamp, now: Timestamp) -> Bool {
        if let known = doubtfulEnd, known.place == place.seconds {
            return now.since(Timestamp(seconds: known.since)) >= Self.doubtfulTime
        }
        doubtfulEnd = DoubtfulEnd(place: place.seconds, since: now.seconds)
        return false
    }
}

extension BlueskySourceMemory {
    /// The word for ``isEmpty``.
    private static let emptyWord = "empty"

    init(_ text: String?) {
        let parts = (text ?? "").split(separator: " ", omittingEmptySubsequences: false)
        id = parts.first.flatMap { $0.isEmpty ? nil : String($0) }
        for part in parts.dropFirst() {
            let numbers = part.split(separator: ",").compactMap { Int64($0) }
            if part == Self.emptyWord {
                isEmpty = true
            } else if numbers.count == 2 {
                doubtfulEnd = DoubtfulEnd(place: numbers[0], since: numbers[1])
            }
        }
    }

    /// The memory as text, which is empty if there is nothing to remember.
    var text: String {
        let parts = [
            id ?? "", isEmpty ? Self.emptyWord : nil, doubtfulEnd.map { "\($0.place),\($0.since)" },
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}
