public import EngineConcepts

/// Gives tickets labels by the bits of a hash of what they are and say: as good as any query where it only matters
/// who keeps the labels.
public struct BitClassifier: TicketClassifier {
    public let labels: [Label]
    public let readsMarks: Bool
    private let time: @Sendable () -> Timestamp
    private let salt: UInt64

    /// Makes a classifier.
    ///
    /// - Parameters:
    ///   - names: Its labels: `hide…`, `muffle…`, `highlight…` and `notify…` have that effect, others none. One whose name
    ///     holds `young` applies to what is less than a minute old, one whose name holds `unread` to what was not read.
    ///   - salt: Another salt, other members.
    public init(_ names: [LabelID], salt: UInt64 = 0, time: @escaping @Sendable () -> Timestamp = { .beginningOfTime })
    {
        labels = names.map { name in
            let effect = LabelEffect.allCases.first { name.rawValue.hasPrefix($0.rawValue) }
            return Label(name, effect: effect, definition: "\(salt)")
        }
        readsMarks = names.contains { $0.rawValue.contains("unread") }
        self.salt = salt
        self.time = time
    }

    public func now() -> Timestamp {
        time()
    }

    public func classify(_ facts: TicketFacts) -> Classification {
        var decided = Classification()
        for label in labels {
            let name = label.id.rawValue
            var hash = salt
            for byte in "\(name)/\(facts.ticket.id)/\(facts.ticket.body.title ?? "")".utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
            }
            var applies = (hash >> 24) % 3 == 0
            if name.contains("unread"), facts.marks.isRead {
                applies = false
            }
            if name.contains("young"), applies {
                let end = facts.ticket.key.time.advanced(by: .seconds(60))
                applies = end > time()
                if applies {
                    decided.holdsUntil = decided.holdsUntil.map { min($0, end) } ?? end
                }
            }
            guard applies else { continue }
            decided.labels.insert(label.id)
            if label.effect == .hide, decided.hiddenBy == nil {
                decided.hiddenBy = label.id
            }
        }
        return decided
    }
}
