import EngineConcepts

/// The state of a source between requests.
struct BlueskySourceMemory: Equatable {
    /// See ``BlueskySupplier/listAddress``.
    var listAddress: String?
    /// True if the source has never had an entry, or has had none for a day.
    var isEmpty = false
    /// The seconds of the last reading until which the source had no entry, or `nil` if there is none.
    private(set) var emptyUntil: Int64?
    /// The place where the list seemed to end without clear evidence, or `nil` if there is none.
    var doubtfulEnd: DoubtfulEnd?
    /// The position below the last page that was read to fill a gap, with the time down to which the page is claimed, or `nil`
    /// if there is none. Its cursor is newer than those of the gaps below.
    var lastRead: BlueskyPagePosition?

    /// An end that may be a failure of the server. Unlike an ``UnprovenEnd``, it is not counted: one more answer after the
    /// same period confirms it, also for every place below it, and it stays confirmed until an entry turns up below it.
    struct DoubtfulEnd: Equatable {
        /// The seconds of the place, or the highest number if the list had no entry at all.
        let place: Int64
        /// The seconds of the first answer that ended there.
        let since: Int64
    }

    /// Notes that the source had no entry until now.
    mutating func recordEmptiness(now: Timestamp) {
        isEmpty = true
        emptyUntil = now.seconds
    }

    /// Returns true if the source had no entry until `time`.
    func wasEmpty(until time: Timestamp) -> Bool { emptyUntil.map { time.seconds <= $0 } ?? false }

    /// Returns true if the list already seemed to end at `place`, or above it, a day ago. Otherwise remembers that it does now.
    ///
    /// - Parameter place: The place, or `nil` if the list has no entry at all.
    mutating func confirmsEnd(at place: Timestamp?, now: Timestamp) -> Bool {
        let place = place?.seconds ?? Int64.max
        // Two gaps can end in turn. What ends at the upper one has nothing below the other.
        if let known = doubtfulEnd, place <= known.place {
            return now.since(Timestamp(seconds: known.since)) >= UnprovenEnd.tolerance
        }
        doubtfulEnd = DoubtfulEnd(place: place, since: now.seconds)
        return false
    }

    /// Returns the position of the last page that was read if the entries below `edge` can be reached from there.
    func position(above edge: Timestamp) -> BlueskyPagePosition? {
        lastRead.flatMap { position in position.claimedDownTo.flatMap { $0 >= edge ? position : nil } }
    }

    /// Notes entries of a page that ends at `bottom`. One below a doubtful end shows that the list went on there.
    mutating func recordEntries(downTo bottom: Timestamp?) {
        isEmpty = false
        let bottom = bottom?.seconds ?? Int64.max - 1
        if let known = doubtfulEnd, bottom < known.place { doubtfulEnd = nil }
    }
}

extension BlueskySourceMemory {
    /// The word for ``isEmpty``.
    private static let emptyWord = "empty"

    init(_ text: String?) {
        let lines = (text ?? "").split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        lastRead = lines.dropFirst().first.flatMap { BlueskyPagePosition(Token(String($0))) }
        let parts = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        listAddress = parts.first.flatMap { $0.isEmpty ? nil : String($0) }
        for part in parts.dropFirst() {
            let numbers = part.split(separator: ",").compactMap { Int64($0) }
            if part == Self.emptyWord {
                isEmpty = true
            } else if numbers.count == 2 {
                doubtfulEnd = DoubtfulEnd(place: numbers[0], since: numbers[1])
            } else {
                emptyUntil = numbers.first
            }
        }
    }

    /// The memory as text, which is empty if there is nothing to remember.
    var text: String {
        let parts = [
            listAddress ?? "", isEmpty ? Self.emptyWord : nil, emptyUntil.map { String($0) },
            doubtfulEnd.map { "\($0.place),\($0.since)" },
        ]
        let line = parts.compactMap(\.self).joined(separator: " ")
        return lastRead.map { "\(line)\n\($0.token.rawValue)" } ?? line
    }
}
